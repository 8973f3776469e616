//! One toolset more than the active set can hold.

use pegboard::prelude::*;

struct Globe;

#[toolset(name = "t001", description = "Number 1.")]
#[toolset(name = "t002", description = "Number 2.")]
#[toolset(name = "t003", description = "Number 3.")]
#[toolset(name = "t004", description = "Number 4.")]
#[toolset(name = "t005", description = "Number 5.")]
#[toolset(name = "t006", description = "Number 6.")]
#[toolset(name = "t007", description = "Number 7.")]
#[toolset(name = "t008", description = "Number 8.")]
#[toolset(name = "t009", description = "Number 9.")]
#[toolset(name = "t010", description = "Number 10.")]
#[toolset(name = "t011", description = "Number 11.")]
#[toolset(name = "t012", description = "Number 12.")]
#[toolset(name = "t013", description = "Number 13.")]
#[toolset(name = "t014", description = "Number 14.")]
#[toolset(name = "t015", description = "Number 15.")]
#[toolset(name = "t016", description = "Number 16.")]
#[toolset(name = "t017", description = "Number 17.")]
#[toolset(name = "t018", description = "Number 18.")]
#[toolset(name = "t019", description = "Number 19.")]
#[toolset(name = "t020", description = "Number 20.")]
#[toolset(name = "t021", description = "Number 21.")]
#[toolset(name = "t022", description = "Number 22.")]
#[toolset(name = "t023", description = "Number 23.")]
#[toolset(name = "t024", description = "Number 24.")]
#[toolset(name = "t025", description = "Number 25.")]
#[toolset(name = "t026", description = "Number 26.")]
#[toolset(name = "t027", description = "Number 27.")]
#[toolset(name = "t028", description = "Number 28.")]
#[toolset(name = "t029", description = "Number 29.")]
#[toolset(name = "t030", description = "Number 30.")]
#[toolset(name = "t031", description = "Number 31.")]
#[toolset(name = "t032", description = "Number 32.")]
#[toolset(name = "t033", description = "Number 33.")]
#[toolset(name = "t034", description = "Number 34.")]
#[toolset(name = "t035", description = "Number 35.")]
#[toolset(name = "t036", description = "Number 36.")]
#[toolset(name = "t037", description = "Number 37.")]
#[toolset(name = "t038", description = "Number 38.")]
#[toolset(name = "t039", description = "Number 39.")]
#[toolset(name = "t040", description = "Number 40.")]
#[toolset(name = "t041", description = "Number 41.")]
#[toolset(name = "t042", description = "Number 42.")]
#[toolset(name = "t043", description = "Number 43.")]
#[toolset(name = "t044", description = "Number 44.")]
#[toolset(name = "t045", description = "Number 45.")]
#[toolset(name = "t046", description = "Number 46.")]
#[toolset(name = "t047", description = "Number 47.")]
#[toolset(name = "t048", description = "Number 48.")]
#[toolset(name = "t049", description = "Number 49.")]
#[toolset(name = "t050", description = "Number 50.")]
#[toolset(name = "t051", description = "Number 51.")]
#[toolset(name = "t052", description = "Number 52.")]
#[toolset(name = "t053", description = "Number 53.")]
#[toolset(name = "t054", description = "Number 54.")]
#[toolset(name = "t055", description = "Number 55.")]
#[toolset(name = "t056", description = "Number 56.")]
#[toolset(name = "t057", description = "Number 57.")]
#[toolset(name = "t058", description = "Number 58.")]
#[toolset(name = "t059", description = "Number 59.")]
#[toolset(name = "t060", description = "Number 60.")]
#[toolset(name = "t061", description = "Number 61.")]
#[toolset(name = "t062", description = "Number 62.")]
#[toolset(name = "t063", description = "Number 63.")]
#[toolset(name = "t064", description = "Number 64.")]
#[toolset(name = "t065", description = "Number 65.")]
#[toolset(name = "t066", description = "Number 66.")]
#[toolset(name = "t067", description = "Number 67.")]
#[toolset(name = "t068", description = "Number 68.")]
#[toolset(name = "t069", description = "Number 69.")]
#[toolset(name = "t070", description = "Number 70.")]
#[toolset(name = "t071", description = "Number 71.")]
#[toolset(name = "t072", description = "Number 72.")]
#[toolset(name = "t073", description = "Number 73.")]
#[toolset(name = "t074", description = "Number 74.")]
#[toolset(name = "t075", description = "Number 75.")]
#[toolset(name = "t076", description = "Number 76.")]
#[toolset(name = "t077", description = "Number 77.")]
#[toolset(name = "t078", description = "Number 78.")]
#[toolset(name = "t079", description = "Number 79.")]
#[toolset(name = "t080", description = "Number 80.")]
#[toolset(name = "t081", description = "Number 81.")]
#[toolset(name = "t082", description = "Number 82.")]
#[toolset(name = "t083", description = "Number 83.")]
#[toolset(name = "t084", description = "Number 84.")]
#[toolset(name = "t085", description = "Number 85.")]
#[toolset(name = "t086", description = "Number 86.")]
#[toolset(name = "t087", description = "Number 87.")]
#[toolset(name = "t088", description = "Number 88.")]
#[toolset(name = "t089", description = "Number 89.")]
#[toolset(name = "t090", description = "Number 90.")]
#[toolset(name = "t091", description = "Number 91.")]
#[toolset(name = "t092", description = "Number 92.")]
#[toolset(name = "t093", description = "Number 93.")]
#[toolset(name = "t094", description = "Number 94.")]
#[toolset(name = "t095", description = "Number 95.")]
#[toolset(name = "t096", description = "Number 96.")]
#[toolset(name = "t097", description = "Number 97.")]
#[toolset(name = "t098", description = "Number 98.")]
#[toolset(name = "t099", description = "Number 99.")]
#[toolset(name = "t100", description = "Number 100.")]
#[toolset(name = "t101", description = "Number 101.")]
#[toolset(name = "t102", description = "Number 102.")]
#[toolset(name = "t103", description = "Number 103.")]
#[toolset(name = "t104", description = "Number 104.")]
#[toolset(name = "t105", description = "Number 105.")]
#[toolset(name = "t106", description = "Number 106.")]
#[toolset(name = "t107", description = "Number 107.")]
#[toolset(name = "t108", description = "Number 108.")]
#[toolset(name = "t109", description = "Number 109.")]
#[toolset(name = "t110", description = "Number 110.")]
#[toolset(name = "t111", description = "Number 111.")]
#[toolset(name = "t112", description = "Number 112.")]
#[toolset(name = "t113", description = "Number 113.")]
#[toolset(name = "t114", description = "Number 114.")]
#[toolset(name = "t115", description = "Number 115.")]
#[toolset(name = "t116", description = "Number 116.")]
#[toolset(name = "t117", description = "Number 117.")]
#[toolset(name = "t118", description = "Number 118.")]
#[toolset(name = "t119", description = "Number 119.")]
#[toolset(name = "t120", description = "Number 120.")]
#[toolset(name = "t121", description = "Number 121.")]
impl Globe {
    /// Tool 1.
    #[tool(toolset = "t001")]
    fn f001() {}
    /// Tool 2.
    #[tool(toolset = "t002")]
    fn f002() {}
    /// Tool 3.
    #[tool(toolset = "t003")]
    fn f003() {}
    /// Tool 4.
    #[tool(toolset = "t004")]
    fn f004() {}
    /// Tool 5.
    #[tool(toolset = "t005")]
    fn f005() {}
    /// Tool 6.
    #[tool(toolset = "t006")]
    fn f006() {}
    /// Tool 7.
    #[tool(toolset = "t007")]
    fn f007() {}
    /// Tool 8.
    #[tool(toolset = "t008")]
    fn f008() {}
    /// Tool 9.
    #[tool(toolset = "t009")]
    fn f009() {}
    /// Tool 10.
    #[tool(toolset = "t010")]
    fn f010() {}
    /// Tool 11.
    #[tool(toolset = "t011")]
    fn f011() {}
    /// Tool 12.
    #[tool(toolset = "t012")]
    fn f012() {}
    /// Tool 13.
    #[tool(toolset = "t013")]
    fn f013() {}
    /// Tool 14.
    #[tool(toolset = "t014")]
    fn f014() {}
    /// Tool 15.
    #[tool(toolset = "t015")]
    fn f015() {}
    /// Tool 16.
    #[tool(toolset = "t016")]
    fn f016() {}
    /// Tool 17.
    #[tool(toolset = "t017")]
    fn f017() {}
    /// Tool 18.
    #[tool(toolset = "t018")]
    fn f018() {}
    /// Tool 19.
    #[tool(toolset = "t019")]
    fn f019() {}
    /// Tool 20.
    #[tool(toolset = "t020")]
    fn f020() {}
    /// Tool 21.
    #[tool(toolset = "t021")]
    fn f021() {}
    /// Tool 22.
    #[tool(toolset = "t022")]
    fn f022() {}
    /// Tool 23.
    #[tool(toolset = "t023")]
    fn f023() {}
    /// Tool 24.
    #[tool(toolset = "t024")]
    fn f024() {}
    /// Tool 25.
    #[tool(toolset = "t025")]
    fn f025() {}
    /// Tool 26.
    #[tool(toolset = "t026")]
    fn f026() {}
    /// Tool 27.
    #[tool(toolset = "t027")]
    fn f027() {}
    /// Tool 28.
    #[tool(toolset = "t028")]
    fn f028() {}
    /// Tool 29.
    #[tool(toolset = "t029")]
    fn f029() {}
    /// Tool 30.
    #[tool(toolset = "t030")]
    fn f030() {}
    /// Tool 31.
    #[tool(toolset = "t031")]
    fn f031() {}
    /// Tool 32.
    #[tool(toolset = "t032")]
    fn f032() {}
    /// Tool 33.
    #[tool(toolset = "t033")]
    fn f033() {}
    /// Tool 34.
    #[tool(toolset = "t034")]
    fn f034() {}
    /// Tool 35.
    #[tool(toolset = "t035")]
    fn f035() {}
    /// Tool 36.
    #[tool(toolset = "t036")]
    fn f036() {}
    /// Tool 37.
    #[tool(toolset = "t037")]
    fn f037() {}
    /// Tool 38.
    #[tool(toolset = "t038")]
    fn f038() {}
    /// Tool 39.
    #[tool(toolset = "t039")]
    fn f039() {}
    /// Tool 40.
    #[tool(toolset = "t040")]
    fn f040() {}
    /// Tool 41.
    #[tool(toolset = "t041")]
    fn f041() {}
    /// Tool 42.
    #[tool(toolset = "t042")]
    fn f042() {}
    /// Tool 43.
    #[tool(toolset = "t043")]
    fn f043() {}
    /// Tool 44.
    #[tool(toolset = "t044")]
    fn f044() {}
    /// Tool 45.
    #[tool(toolset = "t045")]
    fn f045() {}
    /// Tool 46.
    #[tool(toolset = "t046")]
    fn f046() {}
    /// Tool 47.
    #[tool(toolset = "t047")]
    fn f047() {}
    /// Tool 48.
    #[tool(toolset = "t048")]
    fn f048() {}
    /// Tool 49.
    #[tool(toolset = "t049")]
    fn f049() {}
    /// Tool 50.
    #[tool(toolset = "t050")]
    fn f050() {}
    /// Tool 51.
    #[tool(toolset = "t051")]
    fn f051() {}
    /// Tool 52.
    #[tool(toolset = "t052")]
    fn f052() {}
    /// Tool 53.
    #[tool(toolset = "t053")]
    fn f053() {}
    /// Tool 54.
    #[tool(toolset = "t054")]
    fn f054() {}
    /// Tool 55.
    #[tool(toolset = "t055")]
    fn f055() {}
    /// Tool 56.
    #[tool(toolset = "t056")]
    fn f056() {}
    /// Tool 57.
    #[tool(toolset = "t057")]
    fn f057() {}
    /// Tool 58.
    #[tool(toolset = "t058")]
    fn f058() {}
    /// Tool 59.
    #[tool(toolset = "t059")]
    fn f059() {}
    /// Tool 60.
    #[tool(toolset = "t060")]
    fn f060() {}
    /// Tool 61.
    #[tool(toolset = "t061")]
    fn f061() {}
    /// Tool 62.
    #[tool(toolset = "t062")]
    fn f062() {}
    /// Tool 63.
    #[tool(toolset = "t063")]
    fn f063() {}
    /// Tool 64.
    #[tool(toolset = "t064")]
    fn f064() {}
    /// Tool 65.
    #[tool(toolset = "t065")]
    fn f065() {}
    /// Tool 66.
    #[tool(toolset = "t066")]
    fn f066() {}
    /// Tool 67.
    #[tool(toolset = "t067")]
    fn f067() {}
    /// Tool 68.
    #[tool(toolset = "t068")]
    fn f068() {}
    /// Tool 69.
    #[tool(toolset = "t069")]
    fn f069() {}
    /// Tool 70.
    #[tool(toolset = "t070")]
    fn f070() {}
    /// Tool 71.
    #[tool(toolset = "t071")]
    fn f071() {}
    /// Tool 72.
    #[tool(toolset = "t072")]
    fn f072() {}
    /// Tool 73.
    #[tool(toolset = "t073")]
    fn f073() {}
    /// Tool 74.
    #[tool(toolset = "t074")]
    fn f074() {}
    /// Tool 75.
    #[tool(toolset = "t075")]
    fn f075() {}
    /// Tool 76.
    #[tool(toolset = "t076")]
    fn f076() {}
    /// Tool 77.
    #[tool(toolset = "t077")]
    fn f077() {}
    /// Tool 78.
    #[tool(toolset = "t078")]
    fn f078() {}
    /// Tool 79.
    #[tool(toolset = "t079")]
    fn f079() {}
    /// Tool 80.
    #[tool(toolset = "t080")]
    fn f080() {}
    /// Tool 81.
    #[tool(toolset = "t081")]
    fn f081() {}
    /// Tool 82.
    #[tool(toolset = "t082")]
    fn f082() {}
    /// Tool 83.
    #[tool(toolset = "t083")]
    fn f083() {}
    /// Tool 84.
    #[tool(toolset = "t084")]
    fn f084() {}
    /// Tool 85.
    #[tool(toolset = "t085")]
    fn f085() {}
    /// Tool 86.
    #[tool(toolset = "t086")]
    fn f086() {}
    /// Tool 87.
    #[tool(toolset = "t087")]
    fn f087() {}
    /// Tool 88.
    #[tool(toolset = "t088")]
    fn f088() {}
    /// Tool 89.
    #[tool(toolset = "t089")]
    fn f089() {}
    /// Tool 90.
    #[tool(toolset = "t090")]
    fn f090() {}
    /// Tool 91.
    #[tool(toolset = "t091")]
    fn f091() {}
    /// Tool 92.
    #[tool(toolset = "t092")]
    fn f092() {}
    /// Tool 93.
    #[tool(toolset = "t093")]
    fn f093() {}
    /// Tool 94.
    #[tool(toolset = "t094")]
    fn f094() {}
    /// Tool 95.
    #[tool(toolset = "t095")]
    fn f095() {}
    /// Tool 96.
    #[tool(toolset = "t096")]
    fn f096() {}
    /// Tool 97.
    #[tool(toolset = "t097")]
    fn f097() {}
    /// Tool 98.
    #[tool(toolset = "t098")]
    fn f098() {}
    /// Tool 99.
    #[tool(toolset = "t099")]
    fn f099() {}
    /// Tool 100.
    #[tool(toolset = "t100")]
    fn f100() {}
    /// Tool 101.
    #[tool(toolset = "t101")]
    fn f101() {}
    /// Tool 102.
    #[tool(toolset = "t102")]
    fn f102() {}
    /// Tool 103.
    #[tool(toolset = "t103")]
    fn f103() {}
    /// Tool 104.
    #[tool(toolset = "t104")]
    fn f104() {}
    /// Tool 105.
    #[tool(toolset = "t105")]
    fn f105() {}
    /// Tool 106.
    #[tool(toolset = "t106")]
    fn f106() {}
    /// Tool 107.
    #[tool(toolset = "t107")]
    fn f107() {}
    /// Tool 108.
    #[tool(toolset = "t108")]
    fn f108() {}
    /// Tool 109.
    #[tool(toolset = "t109")]
    fn f109() {}
    /// Tool 110.
    #[tool(toolset = "t110")]
    fn f110() {}
    /// Tool 111.
    #[tool(toolset = "t111")]
    fn f111() {}
    /// Tool 112.
    #[tool(toolset = "t112")]
    fn f112() {}
    /// Tool 113.
    #[tool(toolset = "t113")]
    fn f113() {}
    /// Tool 114.
    #[tool(toolset = "t114")]
    fn f114() {}
    /// Tool 115.
    #[tool(toolset = "t115")]
    fn f115() {}
    /// Tool 116.
    #[tool(toolset = "t116")]
    fn f116() {}
    /// Tool 117.
    #[tool(toolset = "t117")]
    fn f117() {}
    /// Tool 118.
    #[tool(toolset = "t118")]
    fn f118() {}
    /// Tool 119.
    #[tool(toolset = "t119")]
    fn f119() {}
    /// Tool 120.
    #[tool(toolset = "t120")]
    fn f120() {}
    /// Tool 121.
    #[tool(toolset = "t121")]
    fn f121() {}
}

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: Globe,
}

fn main() {
    let _ = Atlas { globe: Globe };
}
