//! The `/toolsets` answer of the bare URL, written by the compiler: everything published, no default selection, and
//! the built-in tool on, as in the command.

use super::{
    Catalog,
    composition::{TOOLSETS_TOOL_NAME, bit},
    difference::first_difference,
    merge::is_less,
    message::Message,
    page::Page,
    table::Kind,
    walk::{self, Active},
};

/// How many bytes the answer has; `TOOLS` is at least the number of its tools.
pub const fn toolsets_json_length<const TOOLS: usize>(catalog: &'static Catalog) -> usize {
    // What is only counted needs no order.
    write::<TOOLS>(catalog, Page::new(&mut [])).length()
}

/// The answer, pretty-printed as `serde_json` does it, with a final newline.
pub const fn toolsets_json<const LENGTH: usize, const TOOLS: usize>(
    catalog: &'static Catalog,
) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    write::<TOOLS>(catalog, Page::new(&mut bytes));
    bytes
}

/// Bytes that are text.
///
/// # Panics
/// Where they are none, which is impossible of what is put together from text.
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("what is put together from text is text"),
    }
}

const fn write<'a, const TOOLS: usize>(catalog: &'static Catalog, mut page: Page<'a>) -> Page<'a> {
    let composition = catalog.composition;
    let active = composition.defaults();
    page.put(b"{\n  \"toolsets\": [");
    let mut at = 0;
    while at < composition.toolsets.len() {
        page.put(if at > 0 { b",\n    {\n" } else { b"\n    {\n" });
        page = toolset(catalog, page, at);
        page.put(b"    }");
        at += 1;
    }
    page.put(if at > 0 { b"\n  ],\n" } else { b"],\n" });
    page.put(b"  \"active\": [");
    let mut said = 0;
    at = 0;
    while at < composition.toolsets.len() {
        if active & bit(at) != 0 {
            entry(&mut page, composition.toolsets[at].name, said);
            said += 1;
        }
        at += 1;
    }
    page.put(if said > 0 { b"\n  ],\n" } else { b"],\n" });
    page.put(b"  \"tools\": [");
    let (mut names, count) = tools::<TOOLS>(catalog);
    if !page.is_counted() {
        sort(&mut names, count);
    }
    at = 0;
    while at < count {
        entry(&mut page, names[at], at);
        at += 1;
    }
    page.put(if count > 0 { b"\n  ],\n" } else { b"],\n" });
    page.put(b"  \"unknown\": []\n}\n");
    page
}

/// An item of a list of names.
const fn entry(page: &mut Page<'_>, name: &str, nth: usize) {
    page.put(if nth > 0 { b",\n    " } else { b"\n    " });
    page.write_string(name);
}

const fn toolset<'a>(catalog: &'static Catalog, mut page: Page<'a>, at: usize) -> Page<'a> {
    let composition = catalog.composition;
    let row = &composition.toolsets[at];
    page.put(b"      \"name\": ");
    page.write_string(row.name);
    page.put(b",\n      \"title\": ");
    page.write_string(match row.title {
        Some(title) => title,
        None => row.name,
    });
    page.put(b",\n      \"description\": ");
    page = description(catalog, page, at);
    page.put(b",\n      \"default\": ");
    flag(&mut page, !matches!(row.default, Some(false)));
    page.put(b",\n      \"always\": ");
    flag(&mut page, matches!(row.always, Some(true)));
    page.put(b",\n      \"active\": ");
    flag(&mut page, composition.defaults() & bit(at) != 0);
    page.put(b"\n");
    page
}

const fn flag(page: &mut Page<'_>, flag: bool) {
    page.put(if flag { b"true" } else { b"false" });
}

/// As if the toolset were active.
const fn description<'a>(catalog: &'static Catalog, mut page: Page<'a>, at: usize) -> Page<'a> {
    let composition = catalog.composition;
    let Some((extension, position)) = composition.toolsets[at].described else {
        page.write_string("");
        return page;
    };
    let table = composition.extensions[extension as usize];
    let Some(description) = &table.toolsets[position as usize].description else {
        page.write_string("");
        return page;
    };
    if description.passages.all.is_empty() {
        page.write_string(description.plain);
        return page;
    }
    let text = walk::Text::of(table, &description.passages, &catalog.mounted[extension as usize]);
    let active = composition.defaults() | bit(at);
    let active = active | composition.toolsets_name(active);
    page.open();
    page = walk::write(composition, text, Active::of_all(active), page);
    page.close();
    page
}

/// The names of the active tools, and how many there are.
const fn tools<const TOOLS: usize>(catalog: &Catalog) -> ([&'static str; TOOLS], usize) {
    let composition = catalog.composition;
    let active = composition.defaults();
    let mut names = [""; TOOLS];
    let mut count = 0;
    let mut at = 0;
    while at < composition.components.len() {
        let row = &composition.components[at];
        let component = composition.component(row);
        if matches!(component.kind(), Kind::Tool) && active & bit(row.toolset as usize) != 0 {
            names[count] = component.name;
            count += 1;
        }
        at += 1;
    }
    if composition.has_built_in() {
        names[count] = TOOLSETS_TOOL_NAME;
        count += 1;
    }
    (names, count)
}

/// Sorts the first names by merging runs, and compares beginnings as numbers: the compiler counts steps.
const fn sort<const N: usize>(names: &mut [&'static str; N], count: usize) {
    let mut keys = [0; N];
    let mut at = 0;
    while at < count {
        keys[at] = key(names[at]);
        at += 1;
    }
    let mut width = 1;
    while width < count {
        let (from_names, from_keys) = (*names, keys);
        let mut begin = 0;
        while begin < count {
            let middle = smaller(begin + width, count);
            let end = smaller(begin + 2 * width, count);
            let (mut left, mut right, mut at) = (begin, middle, begin);
            while at < end {
                let is_right = left == middle
                    || right < end
                        && (from_keys[right] < from_keys[left]
                            || from_keys[right] == from_keys[left]
                                && is_less(from_names[right], from_names[left]));
                let from = if is_right { &mut right } else { &mut left };
                (names[at], keys[at]) = (from_names[*from], from_keys[*from]);
                *from += 1;
                at += 1;
            }
            begin = end;
        }
        width *= 2;
    }
}

/// The first bytes of a name; of two names whose keys differ, the one of the smaller key is less.
const fn key(name: &str) -> u128 {
    let mut bytes = [0; 16];
    let length = smaller(name.len(), 16);
    bytes.split_at_mut(length).0.copy_from_slice(name.as_bytes().split_at(length).0);
    u128::from_be_bytes(bytes)
}

const fn smaller(one: usize, other: usize) -> usize {
    if one < other { one } else { other }
}

/// The command that accepts what differs, on every platform.
pub(crate) const fn say_how_to_accept(message: &mut Message, package: &str) {
    message.say("accept it with: cargo test -p ");
    message.say(package);
    message.say(" --config \"env.PEGBOARD_SNAPSHOT='accept'\"");
}

/// What is wrong with the file that holds the reviewed snapshot, if anything.
pub(crate) const fn fault(
    server: &str,
    package: &str,
    path: &str,
    json: &str,
    file: &str,
) -> Option<Message> {
    let Some(difference) = first_difference(json, file) else { return None };
    let mut message = Message::new_with("snapshot ");
    message.name(path);
    message.say(" of server ");
    message.name(server);
    message.say(" is stale: ");
    difference.say(&mut message);
    message.say("; read the change, and ");
    say_how_to_accept(&mut message, package);
    Some(message)
}

/// Holds the file equal to the snapshot.
///
/// # Panics
/// Where it is not.
#[track_caller]
pub const fn check_snapshot(catalog: &Catalog, package: &str, path: &str, json: &str, file: &str) {
    if catalog.composition.broken {
        return;
    }
    if let Some(message) = fault(catalog.composition.server, package, path, json, file) {
        panic!("{}", message.text());
    }
}

/// Says that there is no file.
///
/// # Panics
/// Always, unless an extension is broken.
#[track_caller]
pub const fn missing_snapshot(catalog: &Catalog, package: &str, path: &str) {
    if catalog.composition.broken {
        return;
    }
    let mut message = Message::new_with("snapshot ");
    message.name(path);
    message.say(" of server ");
    message.name(catalog.composition.server);
    message.say(" is missing; ");
    say_how_to_accept(&mut message, package);
    panic!("{}", message.text());
}

/// Whether the build is one that accepts what it makes.
pub const fn accepts(variable: Option<&str>) -> bool {
    matches!(variable, Some(value) if is(value, "accept"))
}

const fn is(one: &str, other: &str) -> bool {
    !is_less(one, other) && !is_less(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        let long = ["name_of_16_bytes", "name_of_16_bytes_b", "name_of_16_bytes_a", "name_of_16_bytet"];
        let some = ["d", "b", "", "a1", "a", "c", "zz", "B", "a\u{0}", "é", "d"];
        for count in 0..=some.len() + long.len() {
            let mut names = [""; 16];
            for (name, from) in names.iter_mut().zip(long.iter().chain(&some)) {
                *name = from;
            }
            let mut expected = names;
            expected[..count].sort_unstable();
            sort(&mut names, count);
            assert_eq!(names, expected, "the first {count}");
        }
    }
}
