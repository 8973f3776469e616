//! Texts under all selections: nothing names what is withheld, and everything else is there, once and in order.

// The macros' own cutter, which a proc-macro crate cannot export.
#[allow(dead_code, reason = "descriptions are read by the macro alone")]
#[path = "../../macros/src/passage/cut.rs"]
mod cut;
#[path = "../../macros/src/passage/markdown.rs"]
mod markdown;
#[path = "../../macros/src/passage/references.rs"]
mod references;
#[allow(dead_code, reason = "declared URIs are judged by the macro alone")]
#[path = "../../macros/src/passage/uri.rs"]
mod uri;

use std::fmt::Write;

use pegboard::{
    __private::{Passage, Piece, Reference, Refers, Shape, show},
    prelude::*,
};
use proptest::prelude::*;
use references::{Braces, Kind};

/// How many toolsets the server has; each has two tools.
const TOOLSETS: usize = 8;

macro_rules! eight {
    ($($type:ident $field:ident $name:literal $a:ident $b:ident $prompt:literal $uri:literal $template:literal;)*) => {
        $(
            struct $type;

            /// One of eight.
            #[toolset(name = $name)]
            impl $type {
                /// A prompt.
                #[prompt(name = $prompt)]
                fn prompt() -> &'static str {
                    $name
                }

                /// A resource.
                #[resource(uri = $uri)]
                fn resource() -> &'static str {
                    $name
                }

                /// A template.
                #[resource(uri_template = $template)]
                fn template(id: String) -> String {
                    id
                }

                /// The one.
                #[tool]
                fn $a() {}
                /// The other.
                #[tool]
                fn $b() {}
            }
        )*

        #[derive(Server)]
        #[server(name = "eight")]
        struct Eight { $($field: $type,)* }
    };
}

eight! {
    S0 s0 "s0" tool_0a tool_0b "plan_0" "x0://all" "x0://one/{id}";
    S1 s1 "s1" tool_1a tool_1b "plan_1" "x1://all" "x1://one/{id}";
    S2 s2 "s2" tool_2a tool_2b "plan_2" "x2://all" "x2://one/{id}";
    S3 s3 "s3" tool_3a tool_3b "plan_3" "x3://all" "x3://one/{id}";
    S4 s4 "s4" tool_4a tool_4b "plan_4" "x4://all" "x4://one/{id}";
    S5 s5 "s5" tool_5a tool_5b "plan_5" "x5://all" "x5://one/{id}";
    S6 s6 "s6" tool_6a tool_6b "plan_6" "x6://all" "x6://one/{id}";
    S7 s7 "s7" tool_7a tool_7b "plan_7" "x7://all" "x7://one/{id}";
}

/// A hash as the macros compute it: 128-bit FNV-1a.
fn hash(name: &str) -> u128 {
    name.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    })
}

/// A text as the runtime has it.
#[derive(Clone, Copy)]
struct Text {
    passages: &'static [Passage],
    references: &'static [Reference],
}

/// Cuts a text and makes the constants that the macro would have written.
fn text(written: &str, braces: Braces) -> Text {
    let cut = cut::cut(written, braces);
    let narrow = |at: usize| u16::try_from(at).expect("a small text");
    let passages: Vec<Passage> = cut
        .passages
        .into_iter()
        .map(|passage| Passage {
            shape: match passage.shape {
                cut::Shape::Leaf => Shape::Leaf,
                cut::Shape::Head => Shape::Head,
                cut::Shape::List => Shape::List,
                cut::Shape::Item { number, introduces } => {
                    Shape::Item { number: number.map(|(before, first)| (&*before.leak(), first)), introduces }
                }
            },
            pieces: passage
                .pieces
                .into_iter()
                .map(|piece| match piece {
                    references::Piece::Text(text) => {
                        let units = text.encode_utf16().count();
                        Piece::Text(text.leak(), units)
                    }
                    references::Piece::Names(at) => Piece::Names(narrow(at)),
                })
                .collect::<Vec<_>>()
                .leak(),
            references: passage.needs.into_iter().map(narrow).collect::<Vec<_>>().leak(),
            inside: narrow(passage.inside),
            gap: passage.gap.leak(),
        })
        .collect();
    let references: Vec<Reference> = cut
        .references
        .into_iter()
        .map(|reference| Reference {
            hash: match reference.kind {
                // As the macros mark it.
                Kind::Prompt => hash(&reference.name) ^ 0x70_726f_6d70_743a,
                _ => hash(&reference.name),
            },
            kind: match reference.kind {
                Kind::Tool => Refers::Tool,
                Kind::Maybe => Refers::Maybe,
                Kind::Prompt => Refers::Prompt,
                Kind::Resource => Refers::Resource,
                Kind::Glob => Refers::Glob,
                Kind::Toolset => Refers::Toolset,
                Kind::Code => Refers::Code,
                Kind::Word => Refers::Word,
                Kind::Uri => Refers::Uri,
            },
            name: reference.name.leak(),
            place: "",
        })
        .collect();
    Text { passages: passages.leak(), references: references.leak() }
}

fn shown(text: Text, active: u128) -> String {
    let (shown, units) = show(Eight::CATALOG, text.passages, text.references, active);
    assert_eq!(units, shown.encode_utf16().count(), "what the compiler counts of {shown:?}");
    shown
}

/// The same for a text in one call, under toolsets by number.
fn shows(written: &str, toolsets: &[usize]) -> String {
    shown(text(written, Braces::Strict), toolsets.iter().fold(0, |active, toolset| active | 1 << toolset))
}

/// A text to be: each piece has a mark that stands nowhere else, and names tools of these toolsets.
#[derive(Clone, Debug)]
enum Node {
    Paragraph(Named),
    /// A paragraph that ends in a colon, and its list.
    Introduced(Named, Vec<Entry>),
    Heading(usize, Named),
    List(Kinds, Vec<Entry>),
    Table(Vec<Named>),
    Code(Named),
    Quote(Named),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kinds {
    Bullets,
    /// Counted from this number.
    Counted(u64),
    /// Each item is a `1.`
    Ones,
}

#[derive(Clone, Debug)]
struct Named {
    mark: u32,
    toolsets: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Entry {
    own: Named,
    nested: Vec<Named>,
}

impl Named {
    fn holds(&self, active: u128) -> bool {
        self.toolsets.iter().all(|toolset| active >> toolset & 1 == 1)
    }

    /// The mark, and a name for each toolset: of each kind, with braces and without, in code and not.
    fn line(&self) -> String {
        let names = self.toolsets.iter().map(|toolset| match self.mark % 7 {
            0 => format!(" {{tool_{toolset}a}}"),
            1 => format!(" {{?tool_{toolset}b}}"),
            2 => format!(" tool_{toolset}a `{{tool_{toolset}b}}`"),
            3 => format!(" {{prompt:plan_{toolset}}} {{x{toolset}://one/{{id}}}}"),
            4 => format!(" plan_{toolset} and x{toolset}://all, or _x{toolset}://one/7_."),
            5 => format!(" `{{plan_{toolset}}}` `{{x{toolset}://all}}` (x{toolset}://one/{{{{id}}}})"),
            _ => format!(" plan_{toolset}-like `x{toolset}://one/{{id}}` {{x{toolset}://all}}"),
        });
        format!("m{}m{}", self.mark, names.collect::<String>())
    }
}

impl Named {
    /// The same in code, where a name in braces is all that is special.
    fn code(&self) -> String {
        let names = self.toolsets.iter().map(|toolset| format!(" {{tool_{toolset}a}}"));
        format!("m{}m{}", self.mark, names.collect::<String>())
    }
}

/// The text as an author writes it.
fn written(nodes: &[Node]) -> String {
    let mut text = String::new();
    for node in nodes {
        let out = &mut text;
        match node {
            Node::Paragraph(own) => write!(out, "{}\nand on.\n\n", own.line()),
            Node::Introduced(own, entries) => {
                write!(out, "{}:\n\n", own.line()).and_then(|()| list(out, Kinds::Bullets, entries))
            }
            Node::Heading(level, own) => write!(out, "{} {}\n\n", "#".repeat(*level), own.line()),
            Node::List(kinds, entries) => list(out, *kinds, entries),
            Node::Table(rows) => {
                let rows: Vec<String> = rows.iter().map(|row| format!("| {} | x |", row.line())).collect();
                write!(out, "| head | of |\n|---|---|\n{}\n\n", rows.join("\n"))
            }
            Node::Code(own) => write!(out, "```json\n{{ \"{}\": 1 }}\n```\n\n", own.code()),
            Node::Quote(own) => write!(out, "> {}\n> and on.\n\n", own.line()),
        }
        .expect("a string takes everything");
        // Two lists in a row would be one.
        text.push_str("<!-- end -->\n\n");
    }
    text
}

fn list(out: &mut String, kinds: Kinds, entries: &[Entry]) -> std::fmt::Result {
    for (nth, entry) in entries.iter().enumerate() {
        let (mark, indent) = match kinds {
            Kinds::Bullets => ("-".to_owned(), "  "),
            Kinds::Counted(first) => (format!("{}.", first + nth as u64), "    "),
            Kinds::Ones => ("1.".to_owned(), "   "),
        };
        writeln!(out, "{mark} {}", entry.own.line())?;
        for nested in &entry.nested {
            writeln!(out, "{indent}- {}", nested.line())?;
        }
    }
    writeln!(out)
}

/// The marks that an active set shows, in order, each with its number in a list that counts.
fn expected(nodes: &[Node], active: u128) -> Vec<(u32, Option<u64>)> {
    let mut marks = Vec::new();
    let mut rest = nodes;
    while let Some((node, after)) = rest.split_first() {
        rest = after;
        if let Node::Heading(level, own) = node {
            let deeper = |node: &Node| !matches!(node, Node::Heading(other, _) if other <= level);
            let under = after.iter().take_while(|node| deeper(node)).count();
            // The comment that ends each node is something under it, and is always shown.
            if own.holds(active) {
                marks.push((own.mark, None));
                marks.extend(expected(&after[..under], active));
            }
            rest = &after[under..];
        } else {
            marks.extend(of_node(node, active));
        }
    }
    marks
}

fn of_node(node: &Node, active: u128) -> Vec<(u32, Option<u64>)> {
    match node {
        Node::Paragraph(own) | Node::Code(own) | Node::Quote(own) => {
            own.holds(active).then_some((own.mark, None)).into_iter().collect()
        }
        Node::Introduced(own, entries) => {
            let entries = of_entries(Kinds::Bullets, entries, active);
            if !own.holds(active) || entries.is_empty() {
                return Vec::new();
            }
            std::iter::once((own.mark, None)).chain(entries).collect()
        }
        Node::List(kinds, entries) => of_entries(*kinds, entries, active),
        Node::Table(rows) => {
            rows.iter().filter(|row| row.holds(active)).map(|row| (row.mark, None)).collect()
        }
        Node::Heading(..) => Vec::new(),
    }
}

fn of_entries(kinds: Kinds, entries: &[Entry], active: u128) -> Vec<(u32, Option<u64>)> {
    let mut marks = Vec::new();
    for (nth, entry) in (0..).zip(entries.iter().filter(|entry| entry.own.holds(active))) {
        let number = match kinds {
            Kinds::Counted(first) => Some(first + nth),
            _ => None,
        };
        marks.push((entry.own.mark, number));
        marks.extend(entry.nested.iter().filter(|own| own.holds(active)).map(|own| (own.mark, None)));
    }
    marks
}

/// The marks that a text shows, with the numbers before them.
fn found(shown: &str, counted: &[u32]) -> Vec<(u32, Option<u64>)> {
    let mut marks = Vec::new();
    for line in shown.lines() {
        let mut pieces = line.split('m');
        let mut before = pieces.next().unwrap_or_default();
        for piece in pieces {
            if let Ok(mark) = piece.parse::<u32>() {
                let number = before.trim().strip_suffix('.').and_then(|number| number.parse().ok());
                marks.push((mark, number.filter(|_| counted.contains(&mark))));
            }
            before = piece;
        }
    }
    marks
}

fn counted(nodes: &[Node]) -> Vec<u32> {
    let lists = nodes.iter().filter_map(|node| match node {
        Node::List(Kinds::Counted(_), entries) => Some(entries),
        _ => None,
    });
    lists.flatten().map(|entry| entry.own.mark).collect()
}

fn named() -> impl Strategy<Value = Named> {
    (0..1_000_000_u32, prop::collection::vec(0..TOOLSETS, 0..3)).prop_map(|(mark, mut toolsets)| {
        toolsets.sort_unstable();
        toolsets.dedup();
        Named { mark, toolsets }
    })
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let entry = (named(), prop::collection::vec(named(), 0..3));
    prop::collection::vec(entry.prop_map(|(own, nested)| Entry { own, nested }), 1..4)
}

fn nodes() -> impl Strategy<Value = Vec<Node>> {
    let kinds = prop_oneof![Just(Kinds::Bullets), (1..20_u64).prop_map(Kinds::Counted), Just(Kinds::Ones)];
    let node = prop_oneof![
        named().prop_map(Node::Paragraph),
        (named(), entries()).prop_map(|(own, entries)| Node::Introduced(own, entries)),
        (1..4_usize, named()).prop_map(|(level, own)| Node::Heading(level, own)),
        (kinds, entries()).prop_map(|(kinds, entries)| Node::List(kinds, entries)),
        prop::collection::vec(named(), 1..4).prop_map(Node::Table),
        named().prop_map(Node::Code),
        named().prop_map(Node::Quote),
    ];
    prop::collection::vec(node, 0..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_selection_shows_what_is_withheld_or_hides_what_is_not(nodes in nodes()) {
        let author = written(&nodes);
        for newlines in ["\n", "\r\n"] {
            let author = author.replace('\n', newlines);
            let text = text(&author, Braces::Strict);
            let counted = counted(&nodes);
            for active in 0..1_u128 << TOOLSETS {
                let shown = shown(text, active);
                for toolset in (0..TOOLSETS).filter(|toolset| active >> toolset & 1 == 0) {
                    for name in [format!("tool_{toolset}"), format!("plan_{toolset}"), format!("x{toolset}://")] {
                        prop_assert!(!shown.contains(&name), "{name} in {shown}");
                    }
                }
                let expected = expected(&nodes, active);
                let found = found(&shown, &counted);
                prop_assert_eq!(found, expected, "{:b}\n{}\n=====\n{}", active, author, shown);
                prop_assert!(!shown.contains(&newlines.repeat(3)), "{shown}");
            }
            // With everything active, the author's text, but for the braces of its references.
            let mut bare = author.replace("{tool", "tool").replace("{?tool", "tool").replace("a}", "a").replace("b}", "b");
            bare = bare.replace("{{id}}", "{id}").replace("{plan_", "plan_").replace("{prompt:", "").replace("/{id}}", "/{id}");
            for toolset in 0..TOOLSETS {
                bare = bare.replace(&format!("plan_{toolset}}}"), &format!("plan_{toolset}"));
                bare = bare.replace(&format!("{{x{toolset}://"), &format!("x{toolset}://"));
                bare = bare.replace("://all}", "://all");
            }
            prop_assert_eq!(shown(text, u128::MAX >> 8), bare.trim_matches(['\r', '\n']));
        }
    }

    #[test]
    fn a_text_that_names_nothing_is_shown_as_it_is(written in "[ \r\n`#>|:a_é𝄞*1.\\-]{0,80}") {
        let lines: Vec<&str> = written.split_inclusive('\n').collect();
        let is_blank = |line: &&&str| line.trim().is_empty();
        let first = lines.iter().take_while(is_blank).count();
        let last = lines.len() - lines[first..].iter().rev().take_while(is_blank).count();
        let expected = lines[first..last].concat();
        prop_assert_eq!(shown(text(&written, Braces::Strict), 0), expected.trim_matches(['\r', '\n']));
    }

    #[test]
    fn any_text_can_be_cut(written in "[ \r\n`#>|:{}a_é𝄞*1.\\-]{0,80}") {
        for braces in [Braces::Strict, Braces::Lenient] {
            shown(text(&written, braces), 0b1);
        }
    }
}

#[test]
fn references_of_each_kind() {
    for (written, toolsets, expected) in [
        ("Call {tool_0a}.", &[0][..], "Call tool_0a."),
        ("Call {tool_0a}.", &[1], ""),
        ("Call {?no_such}.", &[0], ""),
        ("One of {tool_0*}.", &[0], "One of tool_0a, tool_0b."),
        ("One of {tool_*}.", &[0, 2], "One of tool_0a, tool_0b, tool_2a, tool_2b."),
        ("One of {tool_0*}.", &[1], ""),
        ("Add {toolset:s3} for more.", &[1], "Add s3 for more."),
        ("The word {=tool_0a}.", &[], "The word tool_0a."),
        ("Braces {{}} and \\{x\\}.", &[], "Braces {} and \\{x\\}."),
        (
            "JSON `{\"a\": {tool_0a}}` and `{tool_0a}` and `{other}`.",
            &[0],
            "JSON `{\"a\": tool_0a}` and `tool_0a` and `{other}`.",
        ),
        ("JSON `{tool_0a}`.", &[1], ""),
        ("A word tool_0a.", &[1], ""),
        ("A word tool_0a.", &[0], "A word tool_0a."),
        ("A word tool_0ab.", &[], "A word tool_0ab."),
        ("A word tool_0a-like.", &[1], ""),
        (
            "A template `GET /x{?page}` and `{id*}` and `{=x}`.",
            &[],
            "A template `GET /x{?page}` and `{id*}` and `{=x}`.",
        ),
    ] {
        assert_eq!(shows(written, toolsets), expected, "{written} {toolsets:?}");
    }
}

#[test]
fn steps_move_up_and_what_introduces_goes_with_what_it_introduced() {
    let written = "\
Work in steps:

3. Find with {tool_0a}.
4. Measure with {tool_1a}:
   - {tool_2a}
   - {tool_3a}
5. Tell.

## More

Only {tool_4a}.

## End

[link]: https://example.com
";
    assert_eq!(
        shows(written, &[1, 2]),
        "Work in steps:\n\n3. Measure with tool_1a:\n   - tool_2a\n4. Tell.\n\n## End\n\n[link]: https://example.com"
    );
    assert_eq!(shows(written, &[1]), "Work in steps:\n\n3. Tell.\n\n## End\n\n[link]: https://example.com");
    assert_eq!(shows("Use one of:\n\n- {tool_0a}\n- {tool_1a}\n\nThe end.\n", &[]), "The end.");
    assert_eq!(shows("1. {tool_0a}\n1. b\n", &[]), "1. b");
}

#[test]
fn mistakes_in_braces_are_found_outside_of_code() {
    for (written, odd) in [
        ("a { b", 1),
        ("a } b", 1),
        ("{a b}", 1),
        ("`{` and `}` and `{a b}`", 0),
        ("```\n{ \"a\": 1 }\n```\n", 0),
        ("    { code }\n", 0),
        ("\\{ and {{ and }}", 0),
    ] {
        assert_eq!(cut::cut(written, Braces::Strict).odd.len(), odd, "{written}");
        assert_eq!(cut::cut(written, Braces::Lenient).odd.len(), 0, "{written}");
    }
}
