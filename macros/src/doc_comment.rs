//! The text of a doc comment, with its blank lines and its indentation.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// A doc comment as Markdown, or `None` where there is none or it holds no text.
///
/// `/// a` arrives as `#[doc = " a"]` and `/** … */` as one string of several lines; what all lines
/// have in common at their start is taken away, as rustdoc does.
pub(crate) fn text(attributes: &[Attribute]) -> Option<String> {
    let fragments: Vec<String> = attributes.iter().filter_map(fragment).collect();
    let lines: Vec<&str> = fragments.iter().flat_map(|fragment| lines(fragment)).collect();
    let indent = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let cut = lines.iter().map(|line| line.get(indent..).unwrap_or_default().trim_end());
    let text = cut.collect::<Vec<_>>().join("\n");
    let text = text.trim_matches('\n');
    (!text.is_empty()).then(|| text.to_owned())
}

fn fragment(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if pair.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

/// The lines of one attribute; a block comment's leading asterisks go, where every line has one.
fn lines(fragment: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = fragment.lines().collect();
    if lines.is_empty() {
        return vec![""];
    }
    if lines.len() > 1 {
        let later = || lines[1..].iter().filter(|line| !line.trim().is_empty());
        if later().all(|line| line.trim_start().starts_with('*')) && later().next().is_some() {
            for line in &mut lines[1..] {
                *line = line.trim_start().strip_prefix('*').unwrap_or(line);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use syn::{Attribute, parse_quote};

    fn text(attributes: &[Attribute]) -> Option<String> {
        super::text(attributes)
    }

    #[test]
    fn lines_keep_blanks_and_indentation() {
        let attributes: Vec<Attribute> = vec![
            parse_quote!(#[doc = " Solve it:"]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " - a list"]),
            parse_quote!(#[doc = "   with a second line  "]),
            parse_quote!(#[allow(dead_code)]),
            parse_quote!(#[doc = "     code"]),
        ];
        assert_eq!(
            text(&attributes).as_deref(),
            Some("Solve it:\n\n- a list\n  with a second line\n    code")
        );
    }

    #[test]
    fn a_block_comment_loses_its_asterisks() {
        let attributes: Vec<Attribute> = vec![parse_quote!(#[doc = "\n * First.\n *\n *   Second.\n "])];
        assert_eq!(text(&attributes).as_deref(), Some("First.\n\n  Second."));
    }

    #[test]
    fn no_text_is_none() {
        assert_eq!(text(&[]), None);
        assert_eq!(text(&[parse_quote!(#[doc = "  "]), parse_quote!(#[doc(hidden)])]), None);
    }
}
