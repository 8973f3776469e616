//! The instructions that a model reads: the server's text and those of the active toolsets, in order.

use crate::{
    active::ActiveSet,
    catalog::{
        Catalog,
        walk::{self, Text},
    },
};

/// The server's text, then a heading and the text of each active toolset; `None` where nothing is shown.
pub(crate) fn render(catalog: &'static Catalog, active: ActiveSet) -> Option<String> {
    let own = shown(catalog, catalog.own_text(), active);
    let toolsets = catalog.toolsets().enumerate().filter(|(at, _)| active.holds_toolset(*at));
    let parts = toolsets.filter_map(|(at, toolset)| {
        let texts: Vec<String> = catalog.texts(at).filter_map(|text| shown(catalog, text, active)).collect();
        (!texts.is_empty()).then(|| format!("## {}\n\n{}", toolset.title(), texts.join("\n\n")))
    });
    let parts: Vec<String> = own.into_iter().chain(parts).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// What an active set shows of a text, without blank lines around it.
pub(crate) fn shown(catalog: &'static Catalog, text: Text<'_>, active: ActiveSet) -> Option<String> {
    walk::shown(catalog.composition(), text, active.shown())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    struct Map;
    struct Ways;

    /// Places.
    #[toolset(name = "places", title = "Places", instructions = "Look up with {find_place}.")]
    #[toolset(name = "silent", default = false)]
    impl Map {
        /// Where a place is.
        #[tool(toolset = "places")]
        fn find_place() {}
        /// Nothing.
        #[tool(toolset = "silent")]
        fn say_nothing() {}
    }

    /// Ways.
    #[toolset(name = "ways", instructions = "\n\nFirst {find_place}.\n\nThen {find_way}.\n")]
    #[toolset(name = "places", instructions = "A place has {find_way} to it.")]
    impl Ways {
        /// How to get there.
        #[tool(toolset = "ways")]
        fn find_way() {}
        /// Another place.
        #[tool(toolset = "places")]
        fn next_place() {}
    }

    #[derive(Server)]
    #[server(name = "host", instructions = "Mind {find_way}.")]
    struct Host {
        map: Map,
        ways: Ways,
    }

    #[test]
    fn the_parts_of_what_is_active_follow_each_other() {
        let host = Host { map: Map, ways: Ways };
        let _ = (host.map, host.ways);
        let own = "Mind find_way.";
        let places = "## Places\n\nLook up with find_place.";
        for (mask, expected) in [
            (0b000, None),
            (0b001, Some(places.to_owned())),
            (0b010, None),
            (0b011, Some(places.to_owned())),
            (0b100, Some(format!("{own}\n\n## ways\n\nThen find_way."))),
            (
                0b111,
                Some(format!(
                    "{own}\n\n{places}\n\nA place has find_way to it.\n\n## ways\n\nFirst find_place.\n\nThen \
                     find_way."
                )),
            ),
        ] {
            assert_eq!(
                render(Host::CATALOG, ActiveSet::new(Host::CATALOG, 0b111, mask)),
                expected,
                "{mask:b}"
            );
        }
    }
}
