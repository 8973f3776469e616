//! What looks like a slip in a query: a mistyped restriction that silently widens is the failure that hurts.

use crate::{
    catalog::nearest,
    selection::{Declared, pieces},
};

/// For how many unknown names the nearest is sought, and how long these may be in bytes.
const SOUGHT: usize = 8;
const LONGEST: usize = 64;
/// How many notes there are at most.
const NOTES: usize = 16;

/// Words by which people mean what the grammar says with another.
const WITHOUT: [&str; 6] = ["exclude", "except", "not", "no", "minus", "disable"];
const ONLY: [&str; 4] = ["include", "just", "select", "enable"];
/// Values by which people mean that a toolset shall be off; the grammar reads no value there.
const OFF: [&str; 5] = ["0", "false", "off", "no", "none"];

/// One sentence a slip.
pub(crate) fn notes(
    query: &str,
    unknown: &[String],
    declared: &[Declared<'_>],
    ignored: &[String],
) -> Vec<String> {
    let slips = pieces(query, ignored).filter_map(|(key, value)| slip(&key, &value, declared));
    let names = unknown.iter().filter(|name| name.len() <= LONGEST).take(SOUGHT);
    let near = names.filter_map(|name| {
        let near = nearest(name, declared.iter().map(|toolset| toolset.name))?;
        Some(format!("there is no toolset `{name}`; did you mean `{near}`?"))
    });
    let mut notes: Vec<String> = Vec::new();
    for note in slips.chain(near) {
        if notes.len() < NOTES && !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

fn slip(key: &str, value: &str, declared: &[Declared<'_>]) -> Option<String> {
    // What is long or odd is not repeated.
    let value = if value.len() <= LONGEST && !value.contains(char::is_control) { value } else { "…" };
    if key.len() > LONGEST || key.contains(char::is_control) {
        return None;
    }
    let lower = key.to_lowercase();
    let plain = lower.strip_prefix("amp;").unwrap_or(&lower);
    let is_toolset = |name: &str| declared.iter().any(|toolset| toolset.name == name);
    if is_toolset(key) {
        let off = OFF.contains(&value.to_lowercase().as_str());
        return off.then(|| {
            format!(
                "`{key}={value}` selects `{key}`, whatever its value; write `without={key}` to leave it out"
            )
        });
    }
    if plain != lower {
        return Some(format!("`{key}` is what `&{plain}` becomes in HTML; write `&{plain}`"));
    }
    if ["only", "without", "toolsets"].contains(&plain) && plain != key {
        return Some(format!("`{key}` is read as the name of a toolset; write `{plain}`, case matters"));
    }
    if WITHOUT.contains(&plain) {
        return Some(format!(
            "`{key}` is read as the name of a toolset; write `without={value}` to leave toolsets out"
        ));
    }
    if ONLY.contains(&plain) {
        return Some(format!(
            "`{key}` is read as the name of a toolset; write `only={value}` for these alone"
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Selection;

    fn notes_of(query: &str) -> Vec<String> {
        let declared = ["geo", "math"].map(|name| Declared { name, default: true, always: false });
        let selection: Selection = query.parse().expect("every text is a query");
        let resolution = selection.resolve(&declared, None);
        let unknown: Vec<String> = resolution.unknown().iter().map(|name| (*name).to_owned()).collect();
        notes(query, &unknown, &declared, &["scopes".to_owned()])
    }

    #[test]
    fn slips_are_noted() {
        for (query, note) in [
            ("Only=geo", "`Only` is read as the name of a toolset; write `only`, case matters"),
            (
                "exclude=math",
                "`exclude` is read as the name of a toolset; write `without=math` to leave toolsets out",
            ),
            ("include=geo", "`include` is read as the name of a toolset; write `only=geo` for these alone"),
            ("geo&amp;without=math", "`amp;without` is what `&without` becomes in HTML; write `&without`"),
            ("geo=0", "`geo=0` selects `geo`, whatever its value; write `without=geo` to leave it out"),
            (
                "geo=False",
                "`geo=False` selects `geo`, whatever its value; write `without=geo` to leave it out",
            ),
            ("goe", "there is no toolset `goe`; did you mean `geo`?"),
            ("only=Math", "there is no toolset `Math`; did you mean `math`?"),
        ] {
            assert_eq!(notes_of(query), [note], "{query}");
        }
    }

    #[test]
    fn what_is_no_slip_is_not_noted() {
        for query in ["", "geo", "geo=1", "only=geo&without=math", "scopes=0", "weather", "toolsets=0"] {
            assert_eq!(notes_of(query), [""; 0], "{query}");
        }
    }

    #[test]
    fn notes_are_bounded() {
        let many: Vec<String> = (0..100).map(|n| format!("geo{}", "x".repeat(n % 2))).collect();
        assert!(notes_of(&many.join("&")).len() <= NOTES);
        assert_eq!(notes_of(&format!("{}&exclude{}=1", "x".repeat(65), "x".repeat(100))), [""; 0]);
        let unknown: Vec<String> = ('i'..'z').map(|letter| format!("mat{letter}")).collect();
        assert_eq!(notes_of(&unknown.join(",")).len(), SOUGHT);
    }
}
