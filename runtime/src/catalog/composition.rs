//! A server's extensions as one: who declares what, in which order.

use super::table::{Component, Reference, Table};

/// A set of toolsets, a bit for each in the order of their names.
pub type Mask = u128;

/// How many toolsets a server can have: the bits above are the checker's own.
pub(crate) const MAX_TOOLSETS: usize = 120;

/// The bit of what exists in the source and was removed by `cfg`: known, and never active.
pub(crate) const NEVER: Mask = 1 << 127;

/// The bit of `list_server_toolsets`.
pub(crate) const TOOLSETS_TOOL: Mask = 1 << 126;

/// The bit of whichever tool has its name: the built-in, or that of an extension which is published.
pub(crate) const TOOLSETS_NAME: Mask = 1 << 125;

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

/// Marks the hash of a prompt's name, so that a prompt and a tool may have one name.
pub(crate) const PROMPT: u128 = 0x70_726f_6d70_743a;

/// The bit of the toolset at this position; a server with more than fit is refused.
pub(crate) const fn bit(toolset: usize) -> Mask {
    1 << (toolset % MAX_TOOLSETS)
}

/// The catalog's skeleton: who declares what, in which order.
#[derive(Debug)]
pub struct Composition {
    pub(crate) server: &'static str,
    pub(crate) extensions: &'static [&'static Table],
    /// Sorted by name.
    pub(crate) toolsets: &'static [ToolsetRow],
    /// Sorted by hash.
    pub(crate) components: &'static [ComponentRow],
    /// What the server's own text names.
    pub(crate) references: &'static [Reference],
    pub(crate) rules: Rules,
    /// Whether two components have one name.
    pub(crate) twins: bool,
    /// Whether an extension has mistakes of its own, so that nothing more is said.
    pub(crate) broken: bool,
}

/// What a server demands of its extensions.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Every word of a text that starts so must be a tool; empty where there is no such rule.
    pub prefix: &'static str,
    /// Whether names that only MCP accepts are wanted.
    pub mcp_names: bool,
    /// How many UTF-16 units of instructions a client may be shown; 0 for any number.
    pub instructions_budget: usize,
    /// The same for each description of a component.
    pub description_budget: usize,
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

/// A component of the server, and where it is declared.
#[derive(Clone, Copy, Debug)]
pub struct ComponentRow {
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
        components: &[],
        references: &[],
        rules: Rules { prefix: "", mcp_names: false, instructions_budget: 0, description_budget: 0 },
        twins: false,
        broken: true,
    };

    /// Joins what the derive merged.
    pub const fn new(
        server: &'static str,
        extensions: &'static [&'static Table],
        toolsets: &'static [ToolsetRow],
        components: &'static [ComponentRow],
        references: &'static [Reference],
        rules: Rules,
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
            components,
            references,
            rules,
            twins: has_twins(components),
            broken,
        }
    }

    /// What the server's own text names.
    pub const fn references(&self) -> &'static [Reference] {
        self.references
    }

    /// What is on whatever a URL says.
    pub(crate) const fn always(&self) -> Mask {
        let mut mask = 0;
        let mut at = 0;
        while at < self.toolsets.len() {
            if matches!(self.toolsets[at].always, Some(true)) {
                mask |= bit(at);
            }
            at += 1;
        }
        mask
    }

    /// What is on where a URL says nothing.
    pub(crate) const fn defaults(&self) -> Mask {
        let mut mask = self.always();
        let mut at = 0;
        while at < self.toolsets.len() {
            if !matches!(self.toolsets[at].default, Some(false)) {
                mask |= bit(at);
            }
            at += 1;
        }
        mask
    }

    /// What a text may count on of `list_server_toolsets`, where these toolsets are active: the built-in tool may be on,
    /// and an extension's is where its toolset is.
    pub(crate) const fn toolsets_name(&self, active: Mask) -> Mask {
        match self.find(TOOLSETS_TOOL_HASH) {
            Some(row) if active & bit(row.toolset as usize) == 0 => 0,
            _ => TOOLSETS_NAME,
        }
    }

    /// Whether the built-in tool has its name to itself.
    pub(crate) const fn has_built_in(&self) -> bool {
        self.find(TOOLSETS_TOOL_HASH).is_none()
    }

    /// The declaration behind a row.
    pub(crate) const fn component(&self, row: &ComponentRow) -> &'static Component {
        &self.extensions[row.extension as usize].components[row.position as usize]
    }

    /// The first row of a component's name.
    pub(crate) const fn find(&self, hash: u128) -> Option<&'static ComponentRow> {
        let (mut low, mut high) = (0, self.components.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.components[middle].hash < hash {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if low < self.components.len() && self.components[low].hash == hash {
            Some(&self.components[low])
        } else {
            None
        }
    }
}

const fn has_twins(components: &[ComponentRow]) -> bool {
    let mut at = 1;
    while at < components.len() {
        if components[at - 1].hash == components[at].hash {
            return true;
        }
        at += 1;
    }
    false
}
