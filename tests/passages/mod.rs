//! Texts under all selections: nothing names what is withheld, and everything else is there, once and in order.

use std::fmt::Write;

use proptest::prelude::*;

use crate::laws::{
    Leaked,
    passages::{TOOLSETS, Text, cut, references::Braces},
};

fn text(written: &str, braces: Braces) -> Text {
    Text::new(cut::cut(written, braces), &mut Leaked)
}

/// The same for a text in one call, under toolsets by number.
fn shows(written: &str, toolsets: &[usize]) -> String {
    text(written, Braces::Strict).shown(toolsets.iter().fold(0, |active, toolset| active | 1 << toolset))
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
                let shown = text.shown(active);
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
            prop_assert_eq!(text.shown(u128::MAX >> 8), bare.trim_matches(['\r', '\n']));
        }
    }

    #[test]
    fn a_text_that_names_nothing_is_shown_as_it_is(written in "[ \r\n`#>|:a_é𝄞*1.\\-]{0,80}") {
        let lines: Vec<&str> = written.split_inclusive('\n').collect();
        let is_blank = |line: &&&str| line.trim().is_empty();
        let first = lines.iter().take_while(is_blank).count();
        let last = lines.len() - lines[first..].iter().rev().take_while(is_blank).count();
        let expected = lines[first..last].concat();
        prop_assert_eq!(text(&written, Braces::Strict).shown(0), expected.trim_matches(['\r', '\n']));
    }

    #[test]
    fn any_text_can_be_cut(written in "[ \r\n`#>|:{}a_é𝄞*1.\\-]{0,80}") {
        for braces in [Braces::Strict, Braces::Lenient] {
            text(&written, braces).shown(0b1);
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
        ("In code `{x0://é𝄞}`.", &[], "In code `{x0://é𝄞}`."),
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
    assert_eq!(shows("[a]: x\n[a]: {tool_0a}\n\nb\n[a]: y\n", &[]), "[a]: x\n\nb\n[a]: y");
    assert_eq!(shows("a\n\u{a0}\n\n{tool_0a}\n", &[0]), "a\n\u{a0}\n\ntool_0a");
    assert_eq!(shows("* ~~~\n[a]: x\nb\n\n{tool_0a}\n", &[]), "* ~~~\n[a]: x\nb");
    assert_eq!(shows("01. a\n02. b\n", &[]), "01. a\n02. b");
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
