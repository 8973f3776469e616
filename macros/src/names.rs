//! The rules for names: what a URL, MCP or an LLM API accepts.

/// The longest name of a toolset.
pub(crate) const TOOLSET_MAX: usize = 64;
/// The longest tool name of MCP (specification, server/tools, "Tool Names").
pub(crate) const TOOL_MAX: usize = 128;
/// Words of the selection grammar, which no toolset can be called.
pub(crate) const RESERVED: [&str; 3] = ["toolsets", "only", "without"];

/// What is wrong with a toolset's name, if anything.
pub(crate) fn toolset_fault(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("a toolset's name is empty; give it one that a URL can say, such as `geo`".into());
    }
    if RESERVED.contains(&name) {
        return Some(format!(
            "`{name}` is a word of the URL's grammar, so no toolset can have it as its name; choose another"
        ));
    }
    if name.len() > TOOLSET_MAX {
        return Some(format!(
            "toolset name `{name}` has {} characters; use at most {TOOLSET_MAX}",
            name.chars().count()
        ));
    }
    let fits = |(at, byte): (usize, u8)| match byte {
        b'a'..=b'z' | b'0'..=b'9' => true,
        b'_' | b'-' => at > 0,
        _ => false,
    };
    if !name.bytes().enumerate().all(fits) {
        return Some(format!(
            "toolset name `{name}` is not one that a URL says plainly; use `a`-`z`, `0`-`9`, `_` and `-`, starting with a letter or digit{}",
            suggestion(name)
        ));
    }
    None
}

/// The end of a sentence that gives a legal name, where a small change makes one.
fn suggestion(name: &str) -> String {
    let lower: String = name
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
        .collect();
    let better = lower.trim_matches(['_', '-']);
    if better.is_empty() || better.len() > TOOLSET_MAX || RESERVED.contains(&better) {
        return String::new();
    }
    format!(", as in `{better}`")
}

/// What MCP has against the name of a tool, if anything; prompts, of which it says nothing, are held to the same.
pub(crate) fn component_fault(noun: &str, name: &str) -> Option<String> {
    const RULE: &str = "1 to 128 of `A`-`Z`, `a`-`z`, `0`-`9`, `_`, `.`, `-`";
    let by = if noun == "tool" { "MCP wants" } else { "as for a tool, write" };
    if name.is_empty() {
        return Some(format!("a {noun}'s name is empty; {by} {RULE}"));
    }
    if name.len() > TOOL_MAX {
        return Some(format!("{noun} name `{name}` has {} characters; {by} {RULE}", name.chars().count()));
    }
    let odd = name.chars().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')))?;
    Some(format!("{noun} name `{name}` holds {odd:?}; {by} {RULE}"))
}

/// The nearest of `known` to a misspelt `name`, if one is near enough to be meant.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let name = name.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&name, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `Notebooks` → `notebooks`, `HttpCache` → `http_cache`: the toolset of a bare `#[toolset]`.
pub(crate) fn toolset_of_type(type_name: &str) -> String {
    let mut name = String::new();
    let mut before: Option<char> = None;
    let mut rest = type_name.chars().peekable();
    while let Some(c) = rest.next() {
        let starts_word = c.is_uppercase()
            && before.is_some_and(|b| {
                b.is_lowercase()
                    || b.is_ascii_digit()
                    || (b.is_uppercase() && rest.peek().is_some_and(|n| n.is_lowercase()))
            });
        if starts_word {
            name.push('_');
        }
        name.extend(c.to_lowercase());
        before = Some(c);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toolset_names() {
        for good in ["geo", "0", "a-b_c", &"x".repeat(64)] {
            assert_eq!(toolset_fault(good), None, "{good}");
        }
        for bad in ["", "only", "toolsets", "without", "Geo", "-a", "_a", "a b", "é", "a.b", &"x".repeat(65)]
        {
            assert!(toolset_fault(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn tool_names() {
        for good in ["add", "Add.two-3_", &"x".repeat(128)] {
            assert_eq!(component_fault("tool", good), None, "{good}");
        }
        for bad in ["", "a b", "a/b", "é", &"x".repeat(129)] {
            assert!(component_fault("tool", bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn nearest_is_near_enough() {
        assert_eq!(nearest("goe", ["geo", "math"]), Some("geo"));
        assert_eq!(nearest("GEO", ["geo", "math"]), Some("geo"));
        assert_eq!(nearest("xyz", ["geo", "math"]), None);
        assert_eq!(nearest("geography", ["geographie", "math"]), Some("geographie"));
    }

    #[test]
    fn a_type_names_its_toolset() {
        assert_eq!(toolset_of_type("Notebooks"), "notebooks");
        assert_eq!(toolset_of_type("HttpCache"), "http_cache");
        assert_eq!(toolset_of_type("HTTPCache2Go"), "http_cache2_go");
    }
}
