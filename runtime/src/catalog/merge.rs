//! Merges the tables of a server's extensions.

use super::{
    composition::{ComponentRow, ToolsetRow},
    table::{Table, Toolset},
};

/// How many toolsets the server has: names count once.
pub const fn count_toolsets(extensions: &[&Table]) -> usize {
    let mut count = 0;
    let mut extension = 0;
    while extension < extensions.len() {
        let mut at = 0;
        while at < extensions[extension].toolsets.len() {
            if is_first(extensions, extension, at) {
                count += 1;
            }
            at += 1;
        }
        extension += 1;
    }
    count
}

/// How many components the server has, twins included.
pub const fn count_components(extensions: &[&Table]) -> usize {
    let mut count = 0;
    let mut extension = 0;
    while extension < extensions.len() {
        count += extensions[extension].components.len();
        extension += 1;
    }
    count
}

/// Whether no toolset of this name is declared earlier.
const fn is_first(extensions: &[&Table], extension: usize, at: usize) -> bool {
    let hash = extensions[extension].toolsets[at].hash;
    let mut earlier = 0;
    while earlier <= extension {
        let toolsets = extensions[earlier].toolsets;
        let end = if earlier == extension { at } else { toolsets.len() };
        let mut other = 0;
        while other < end {
            if toolsets[other].hash == hash {
                return false;
            }
            other += 1;
        }
        earlier += 1;
    }
    true
}

/// The toolsets of the server, sorted by name; of several that declare one, the first to say a thing counts.
pub const fn merge_toolsets<const N: usize>(extensions: &[&Table]) -> [ToolsetRow; N] {
    let nothing = ToolsetRow { hash: 0, name: "", title: None, described: None, default: None, always: None };
    let mut rows = [nothing; N];
    let mut filled = 0;
    let mut extension = 0;
    while extension < extensions.len() {
        let toolsets = extensions[extension].toolsets;
        let mut at = 0;
        while at < toolsets.len() {
            filled = put(&mut rows, filled, &toolsets[at], (narrow(extension), narrow(at)));
            at += 1;
        }
        extension += 1;
    }
    rows
}

/// Adds a declaration to its row, or a row at its place; returns how many there are now.
const fn put(rows: &mut [ToolsetRow], filled: usize, declared: &Toolset, at_home: (u16, u16)) -> usize {
    let mut at = 0;
    while at < filled && rows[at].hash != declared.hash {
        at += 1;
    }
    let mut row = ToolsetRow {
        hash: declared.hash,
        name: declared.name,
        title: declared.title,
        described: if declared.description.is_some() { Some(at_home) } else { None },
        default: declared.default,
        always: declared.always,
    };
    if at < filled {
        let first = rows[at];
        row.title = if first.title.is_some() { first.title } else { row.title };
        row.described = if first.described.is_some() { first.described } else { row.described };
        row.default = if first.default.is_some() { first.default } else { row.default };
        row.always = if first.always.is_some() { first.always } else { row.always };
        rows[at] = row;
        return filled;
    }
    while at > 0 && is_less(row.name, rows[at - 1].name) {
        rows[at] = rows[at - 1];
        at -= 1;
    }
    rows[at] = row;
    filled + 1
}

pub(super) const fn is_less(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if left[at] != right[at] {
            return left[at] < right[at];
        }
        at += 1;
    }
    left.len() < right.len()
}

/// The components of the server, sorted by hash. Tables are sorted already; neighbours are merged until one is left, so that the
/// compiler's work grows with the components and hardly with the extensions.
pub const fn merge_components<const N: usize, const E: usize>(
    extensions: &[&Table; E],
    toolsets: &[ToolsetRow],
) -> [ComponentRow; N] {
    let mut rows = [ComponentRow { hash: 0, toolset: 0, extension: 0, position: 0 }; N];
    // Where each run begins; past the last there is nothing.
    let mut begins = [N; E];
    let mut filled = 0;
    let mut extension = 0;
    while extension < E {
        begins[extension] = filled;
        let table = extensions[extension];
        let mut position = 0;
        while position < table.components.len() {
            let component = &table.components[position];
            rows[filled] = ComponentRow {
                hash: component.hash,
                toolset: index_of(toolsets, table.toolsets[component.toolset as usize].hash),
                extension: narrow(extension),
                position: narrow(position),
            };
            filled += 1;
            position += 1;
        }
        extension += 1;
    }
    let mut width = 1;
    while width < E {
        rows = merge_neighbours(&rows, &begins, width);
        width *= 2;
    }
    rows
}

/// Merges each two neighbours of so many runs; of equals, the earlier comes first.
const fn merge_neighbours<const N: usize, const E: usize>(
    rows: &[ComponentRow; N],
    begins: &[usize; E],
    width: usize,
) -> [ComponentRow; N] {
    let mut merged = *rows;
    let mut run = 0;
    while run + width < E {
        let (mut left, mut filled) = (begins[run], begins[run]);
        let middle = begins[run + width];
        let mut right = middle;
        let end = if run + 2 * width < E { begins[run + 2 * width] } else { N };
        while filled < end {
            let is_left = right == end || left < middle && rows[left].hash <= rows[right].hash;
            merged[filled] = if is_left { rows[left] } else { rows[right] };
            if is_left {
                left += 1;
            } else {
                right += 1;
            }
            filled += 1;
        }
        run += 2 * width;
    }
    merged
}

const fn index_of(toolsets: &[ToolsetRow], hash: u128) -> u16 {
    let mut at = 0;
    while toolsets[at].hash != hash {
        at += 1;
    }
    narrow(at)
}

/// An index as the tables keep it; the macros refuse a block that would not fit.
#[allow(clippy::cast_possible_truncation, reason = "no block and no server comes near: the macros count")]
const fn narrow(index: usize) -> u16 {
    index as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    struct Shelf;
    struct Desk;

    /// The shelf.
    #[toolset(name = "books", title = "Books", always)]
    #[toolset(name = "atlases", default = false)]
    impl Shelf {
        /// A tool.
        #[tool(toolset = "books")]
        fn find_book() {}
        /// A tool.
        #[tool(toolset = "atlases")]
        fn find_atlas() {}
        /// A tool.
        #[tool(toolset = "books")]
        fn shelve() {}
    }

    /// The desk.
    #[toolset(name = "loans")]
    #[toolset(name = "atlases", title = "Atlases")]
    #[toolset(name = "books", title = "Not these words")]
    impl Desk {
        /// A tool.
        #[tool(toolset = "loans")]
        fn lend() {}
        /// A tool.
        #[tool(toolset = "books")]
        fn reserve() {}
        /// A tool.
        #[tool(toolset = "loans")]
        fn prolong() {}
        /// A tool.
        #[tool(toolset = "atlases")]
        fn unfold() {}
    }

    #[derive(Server)]
    #[server(name = "library")]
    struct Host {
        shelf: Shelf,
        desk: Desk,
    }

    fn tables() -> [&'static Table; 2] {
        let host = Host { shelf: Shelf, desk: Desk };
        let _ = (host.shelf, host.desk);
        let extensions = Host::CATALOG.composition().extensions;
        [extensions[0], extensions[1]]
    }

    #[test]
    fn toolsets_are_merged_by_name() {
        let [shelf, desk] = tables();
        let lists: [&[&Table]; 4] = [&[], &[shelf], &[desk], &[shelf, desk]];
        assert_eq!(lists.map(count_toolsets), [0, 2, 3, 3]);
        assert_eq!(lists.map(count_components), [0, 3, 4, 7]);
        let rows = merge_toolsets::<3>(&[shelf, desk]);
        assert_eq!(
            rows.map(|row| (row.name, row.title, row.described, row.default, row.always)),
            [
                ("atlases", Some("Atlases"), Some((0, 1)), Some(false), None),
                ("books", Some("Books"), Some((0, 0)), None, Some(true)),
                ("loans", None, Some((1, 0)), None, None),
            ]
        );
    }

    #[test]
    fn components_are_merged_by_hash_and_twins_come_in_field_order() {
        let [shelf, desk] = tables();
        let toolsets = merge_toolsets::<3>(&[shelf, desk]);
        for tables in [[shelf, desk], [desk, shelf]] {
            let rows = merge_components::<7, 2>(&tables, &toolsets);
            let hashes = rows.map(|row| row.hash);
            let mut sorted = hashes;
            sorted.sort_unstable();
            assert_eq!(hashes, sorted);
            let mut named = rows.map(|row| {
                let component = &tables[usize::from(row.extension)].components[usize::from(row.position)];
                assert_eq!(component.hash, row.hash);
                (component.name, toolsets[usize::from(row.toolset)].name)
            });
            named.sort_unstable();
            assert_eq!(
                named,
                [
                    ("find_atlas", "atlases"),
                    ("find_book", "books"),
                    ("lend", "loans"),
                    ("prolong", "loans"),
                    ("reserve", "books"),
                    ("shelve", "books"),
                    ("unfold", "atlases"),
                ]
            );
        }
        let twins = merge_components::<6, 2>(&[shelf, shelf], &toolsets);
        assert_eq!(
            twins.map(|row| (row.position, row.extension)),
            [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
        );
    }

    #[test]
    fn any_number_of_tables_is_merged_as_a_stable_sort_would() {
        fn check<const N: usize, const E: usize>(tables: &[&'static Table; E]) {
            let toolsets = merge_toolsets::<3>(&self::tables());
            let mut expected: Vec<_> = tables
                .iter()
                .enumerate()
                .flat_map(|(at, table)| table.components.iter().map(move |component| (component.hash, at)))
                .collect();
            expected.sort_unstable();
            let rows = merge_components::<N, E>(tables, &toolsets);
            assert_eq!(rows.map(|row| (row.hash, usize::from(row.extension))).to_vec(), expected);
        }
        let [shelf, desk] = tables();
        check::<0, 0>(&[]);
        check::<3, 1>(&[shelf]);
        check::<10, 3>(&[desk, shelf, shelf]);
        check::<14, 5>(&[shelf, desk, &Table::EMPTY, desk, shelf]);
        check::<18, 6>(&[desk, shelf, desk, shelf, desk, &Table::EMPTY]);
    }

    #[test]
    fn names_are_compared_by_byte_and_then_by_length() {
        let pairs =
            [("", ""), ("", "a"), ("a", ""), ("a", "a"), ("a", "b"), ("b", "a"), ("a", "ab"), ("ab", "a")];
        for (left, right) in pairs.into_iter().chain([("ab", "b"), ("b", "ab"), ("aa", "ab"), ("ab", "aa")]) {
            assert_eq!(is_less(left, right), left < right, "{left} {right}");
        }
    }
}
