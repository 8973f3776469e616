//! A long text in the shape of a real server's: 59 tools in eight toolsets, each rendering held by a reviewed file.

use std::{env, fs, path::PathBuf};

use pegboard::{prelude::*, testing};

macro_rules! pathways {
    ($($type:ident $field:ident $name:literal: $($tool:ident)*;)*) => {
        $(
            struct $type;

            /// What is known of one kind of thing.
            #[toolset(name = $name)]
            impl $type {
                $(
                    /// What its name says.
                    #[tool(read_only)]
                    fn $tool() -> String {
                        stringify!($tool).into()
                    }
                )*
            }
        )*

        #[derive(Server)]
        #[server(
            name = "pathways",
            instructions_file = "pathways/instructions.md",
            prefix = "pathway_",
            instructions_budget = 4400
        )]
        struct Pathways {
            $($field: $type,)*
            facts: Facts,
        }

        impl Pathways {
            fn new() -> Self {
                Self { $($field: $type,)* facts: Facts }
            }
        }

        const TOOLSETS: [&str; 8] = [$($name),*];
    };
}

/// What hardly changes.
struct Facts;

#[toolset(name = "search")]
#[toolset(name = "pathway")]
#[toolset(name = "species")]
#[toolset(name = "analysis")]
impl Facts {
    /// The words that curators use.
    #[resource(toolset = "search", uri = "pathways://glossary")]
    fn glossary() -> String {
        "entity: a molecule".into()
    }

    /// The version and the date of the data.
    #[resource(toolset = "species", uri = "pathways://release")]
    fn release() -> String {
        "94".into()
    }

    /// The species that there are.
    #[resource(toolset = "species", uri = "pathways://species")]
    fn species() -> String {
        "9606".into()
    }

    /// One species.
    #[resource(toolset = "species", uri_template = "pathways://species/{taxon}")]
    fn one_species(taxon: u32) -> String {
        taxon.to_string()
    }

    /// What a list of genes has in common.
    #[prompt(toolset = "analysis")]
    fn interpret_genes() -> String {
        "Interpret these genes.".into()
    }

    /// A pathway in plain words.
    #[prompt(toolset = "pathway")]
    fn explain_pathway() -> String {
        "Explain this pathway.".into()
    }
}

pathways! {
    Search search "search": search_everything search_pathways search_genes search_compounds search_reactions
        search_suggest search_spelling search_facets;
    Pathway pathway "pathway": pathway_detail pathway_ancestors pathway_children pathway_participants
        pathway_reactions pathway_diagram pathway_summary pathway_orthologs pathway_top_level;
    Gene gene "gene": gene_detail gene_pathways gene_interactors gene_orthologs gene_complexes gene_xrefs
        gene_tissues;
    Compound compound "compound": compound_detail compound_pathways compound_reactions compound_roles
        compound_structure compound_xrefs compound_classes;
    Species species "species": species_list species_detail species_compare species_coverage species_inferred
        species_taxonomy;
    Literature literature "literature": paper_detail paper_search paper_of_pathway paper_of_reaction
        paper_authors paper_reviews paper_evidence;
    Analysis analysis "analysis": analyse_overrepresentation analyse_expression analyse_compare
        analyse_token analyse_filter analyse_not_found analyse_background;
    Export export "export": export_analysis_csv export_analysis_json export_diagram_svg export_diagram_png
        export_pathway_sbml export_pathway_biopax export_participants_tsv export_report_pdf;
}

/// The instructions that a client reads, and the file that holds them.
async fn reviewed(query: &str, file: &str) {
    let client = testing::client(Pathways::new(), query).await;
    let info = client.peer_info().expect("the server introduced itself");
    let mut instructions = info.instructions.clone().unwrap_or_default();
    instructions.push('\n');
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("pathways/expected").join(file);
    if env::var_os("UPDATE").is_some() && env::var_os("CI").is_none() {
        fs::write(&path, &instructions).expect("the reviewed file can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(instructions, expected, "{query}: UPDATE=1 rewrites {file}; read the difference");
}

#[tokio::test]
async fn every_rendering_is_the_reviewed_one() {
    assert_eq!(Pathways::CATALOG.toolsets().len(), 8);
    let tools = testing::client(Pathways::new(), "").await.list_all_tools().await.expect("tools");
    assert_eq!(tools.len(), 59);
    reviewed("", "all.md").await;
    reviewed("?only=search,pathway", "search_pathway.md").await;
    for toolset in TOOLSETS {
        reviewed(&format!("?only={toolset}"), &format!("{toolset}.md")).await;
    }
}
