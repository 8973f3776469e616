//! The tables of all extensions of a server, merged by the compiler.

use super::table::{Reference, Table, Tool, Toolset};

/// A set of toolsets, a bit for each in the order of their names.
pub type Mask = u128;

/// How many toolsets a server can have: the bits above are the checker's own.
pub(crate) const MAX_TOOLSETS: usize = 120;

/// The bit of what exists in the source and was removed by `cfg`: known, and never active.
pub(crate) const NEVER: Mask = 1 << 127;

/// The bit of `list_server_toolsets`.
pub(crate) const TOOLSETS_TOOL: Mask = 1 << 126;

/// Its name, unless a published tool of an extension has it.
pub(crate) const TOOLSETS_TOOL_NAME: &str = "list_server_toolsets";

/// The hash of that name, as the macros compute it: 128-bit FNV-1a.
pub(crate) const TOOLSETS_TOOL_HASH: u128 = {
    let name = TOOLSETS_TOOL_NAME.as_bytes();
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let mut at = 0;
    while at < name.len() {
        hash = (hash ^ name[at] as u128).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        at += 1;
    }
    hash
};

/// The catalog's skeleton: who declares what, in which order.
#[derive(Debug)]
pub struct Composition {
    pub(crate) server: &'static str,
    pub(crate) extensions: &'static [&'static Table],
    /// Sorted by name.
    pub(crate) toolsets: &'static [ToolsetRow],
    /// Sorted by hash.
    pub(crate) tools: &'static [ToolRow],
    /// What the server's own text names.
    pub(crate) references: &'static [Reference],
    /// Every word of a text that starts so must be a tool; empty where there is no such rule.
    pub(crate) prefix: &'static str,
    /// Whether names that only MCP accepts are wanted.
    pub(crate) mcp_names: bool,
    /// Whether two tools have one name.
    pub(crate) twins: bool,
    /// Whether an extension has mistakes of its own, so that nothing more is said.
    pub(crate) broken: bool,
}

/// A toolset of the server, whichever extensions declare it.
#[derive(Clone, Copy, Debug)]
pub struct ToolsetRow {
    pub(crate) hash: u128,
    pub(crate) name: &'static str,
    pub(crate) title: Option<&'static str>,
    /// The extension whose description counts, and the position of the toolset in its table.
    pub(crate) described: Option<(u16, u16)>,
    pub(crate) default: Option<bool>,
    pub(crate) always: Option<bool>,
}

/// A tool of the server, and where it is declared.
#[derive(Clone, Copy, Debug)]
pub struct ToolRow {
    pub(crate) hash: u128,
    pub(crate) toolset: u16,
    pub(crate) extension: u16,
    /// Position in the extension's table.
    pub(crate) position: u16,
}

impl Composition {
    /// What stands for a server that did not compile.
    pub const BROKEN: Self = Self {
        server: "",
        extensions: &[],
        toolsets: &[],
        tools: &[],
        references: &[],
        prefix: "",
        mcp_names: false,
        twins: false,
        broken: true,
    };

    /// Joins what the derive merged.
    pub const fn new(
        server: &'static str,
        extensions: &'static [&'static Table],
        toolsets: &'static [ToolsetRow],
        tools: &'static [ToolRow],
        references: &'static [Reference],
        prefix: &'static str,
        mcp_names: bool,
    ) -> Self {
        let mut broken = false;
        let mut at = 0;
        while at < extensions.len() {
            broken |= extensions[at].broken;
            at += 1;
        }
        Self {
            server,
            extensions,
            toolsets,
            tools,
            references,
            prefix,
            mcp_names,
            twins: has_twins(tools),
            broken,
        }
    }

    /// What the server's own text names.
    pub const fn references(&self) -> &'static [Reference] {
        self.references
    }

    /// The declaration behind a row.
    pub(crate) const fn tool(&self, row: &ToolRow) -> &'static Tool {
        &self.extensions[row.extension as usize].tools[row.position as usize]
    }

    /// The first row of a tool's name.
    pub(crate) const fn find(&self, hash: u128) -> Option<&'static ToolRow> {
        let (mut low, mut high) = (0, self.tools.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.tools[middle].hash < hash {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if low < self.tools.len() && self.tools[low].hash == hash { Some(&self.tools[low]) } else { None }
    }
}

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

/// How many tools the server has, twins included.
pub const fn count_tools(extensions: &[&Table]) -> usize {
    let mut count = 0;
    let mut extension = 0;
    while extension < extensions.len() {
        count += extensions[extension].tools.len();
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

const fn is_less(left: &str, right: &str) -> bool {
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

/// The tools of the server, sorted by hash: a merge of tables that are sorted already.
pub const fn merge_tools<const N: usize, const E: usize>(
    extensions: &[&Table; E],
    toolsets: &[ToolsetRow],
) -> [ToolRow; N] {
    let mut rows = [ToolRow { hash: 0, toolset: 0, extension: 0, position: 0 }; N];
    let mut next = [0; E];
    let mut filled = 0;
    while filled < N {
        let mut best = E;
        let mut extension = 0;
        while extension < E {
            let tools = extensions[extension].tools;
            if next[extension] < tools.len()
                && (best == E || tools[next[extension]].hash < extensions[best].tools[next[best]].hash)
            {
                best = extension;
            }
            extension += 1;
        }
        let position = next[best];
        let tool = &extensions[best].tools[position];
        let declared = &extensions[best].toolsets[tool.toolset as usize];
        rows[filled] = ToolRow {
            hash: tool.hash,
            toolset: index_of(toolsets, declared.hash),
            extension: narrow(best),
            position: narrow(position),
        };
        next[best] += 1;
        filled += 1;
    }
    rows
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

const fn has_twins(tools: &[ToolRow]) -> bool {
    let mut at = 1;
    while at < tools.len() {
        if tools[at - 1].hash == tools[at].hash {
            return true;
        }
        at += 1;
    }
    false
}
