//! A crate of edition 2021 that renames `pegboard`, forbids what can be forbidden, and shadows what can be shadowed.

#![no_implicit_prelude]
#![deny(warnings, missing_docs, missing_debug_implementations, unreachable_pub)]
#![deny(clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

use ::pb::{
    complete, prompt, resource,
    rmcp::{handler::server::wrapper::Parameters, Json},
    schemars, tool, toolset, Server, Typed,
};
// What `derive(JsonSchema)` needs in scope.
use ::std::convert::Into;
use ::std::string::ToString;

/// Names that generated code could mean by mistake.
#[allow(non_camel_case_types, non_upper_case_globals, dead_code)]
mod shadows {
    pub(crate) const value: () = ();
    pub(crate) const error: () = ();
    pub(crate) const index: () = ();
    pub(crate) const call: () = ();
    pub(crate) const extension: () = ();
    pub(crate) const server: () = ();
    #[derive(Debug)]
    pub(crate) struct Option;
    #[derive(Debug)]
    pub(crate) struct Result;
    #[derive(Debug)]
    pub(crate) struct Ok;
    #[derive(Debug)]
    pub(crate) struct Err;
    #[derive(Debug)]
    pub(crate) struct Some;
    #[derive(Debug)]
    pub(crate) struct None;
    #[derive(Debug)]
    pub(crate) struct Vec;
    #[derive(Debug)]
    pub(crate) struct String;
    #[derive(Debug)]
    pub(crate) struct Box;
    #[derive(Debug)]
    pub(crate) struct Send;
    #[derive(Debug)]
    pub(crate) struct str;
    #[derive(Debug)]
    pub(crate) struct bool;
    #[derive(Debug)]
    pub(crate) struct u16;
    #[derive(Debug)]
    pub(crate) struct u128;
    #[derive(Debug)]
    pub(crate) struct usize;
    #[derive(Debug)]
    pub(crate) struct pegboard;
    #[derive(Debug)]
    pub(crate) struct core;
    #[derive(Debug)]
    pub(crate) struct std;
}

/// Inside of what shadows everything.
pub mod inside {
    #[allow(unused_imports)]
    use super::shadows::*;
    use super::{complete, prompt, resource, tool, toolset, Into, Server, ToString, Typed};

    /// Times.
    #[derive(Debug, Default)]
    pub struct Clock {
        years: ::std::primitive::u32,
    }

    /// The time.
    #[toolset(name = "time", instructions = "Ask {year}.", crate = ::pb)]
    #[toolset(name = "core", description = "What is always there.", always, crate = ::pb)]
    impl Clock {
        /// The year.
        #[tool(toolset = "time", read_only)]
        fn year(&self) -> ::std::string::String {
            (2026 + self.years).to_string()
        }

        /// The month.
        #[tool(toolset = "core")]
        async fn month() -> ::std::result::Result<::std::string::String, ::std::string::String> {
            ::std::future::ready(()).await;
            ::std::result::Result::Ok(11.to_string())
        }

        /// Old.
        #[deprecated]
        #[tool(toolset = "core")]
        fn day() {}

        /// Asks for the time.
        #[prompt(toolset = "time")]
        fn ask(&self) -> ::std::string::String {
            self.years.to_string()
        }

        /// The calendar.
        #[resource(toolset = "core", uri = "time://calendar", size = 3, subscribe)]
        async fn calendar() -> &'static ::std::primitive::str {
            ::std::future::ready(()).await;
            "all"
        }

        /// One day.
        #[resource(toolset = "time", uri_template = "time://day/{number}/{unit}", mime_type = "text/plain")]
        fn one_day(
            &self,
            number: ::std::primitive::u32,
            unit: ::std::string::String,
        ) -> ::std::option::Option<::std::string::String> {
            let day = number.checked_add(self.years);
            day.map(|day| day.to_string() + &unit)
        }

        #[complete(resource = "time://day/{number}/{unit}", variable = "number")]
        #[complete(resource = "time://day/{number}/{unit}", variable = "unit")]
        fn numbers(typed: Typed) -> ::std::vec::Vec<::std::string::String> {
            ::std::vec![typed.value, "1".into()]
        }
    }

    /// A server.
    #[derive(Debug, Default, Server)]
    #[server(
        name = "tower",
        instructions = "Then ask {month}.",
        snapshot = "toolsets.json",
        snapshot_deny,
        crate = ::pb
    )]
    pub struct Tower {
        clock: Clock,
        #[server(skip)]
        #[allow(dead_code)]
        height: ::std::primitive::u32,
    }
}

/// What a client sends.
#[derive(Debug, ::serde::Deserialize, schemars::JsonSchema)]
pub struct Query {
    /// What to look for.
    pub text: ::std::string::String,
}

/// What it gets.
#[derive(Debug, ::serde::Serialize, schemars::JsonSchema)]
pub struct Found {
    /// How many.
    pub count: ::std::primitive::usize,
}

/// Anything that can be searched.
pub trait Store: ::std::marker::Send + ::std::marker::Sync + 'static {
    /// How many there are.
    fn count(&self, text: &::std::primitive::str) -> ::std::primitive::usize;
}

/// A search over any store.
#[derive(Debug)]
pub struct Search<D>(pub D);

/// Searching.
#[toolset(name = "search", crate = ::pb)]
impl<D: Store> Search<D> {
    /// Counts what is found.
    #[tool(read_only)]
    fn count(&self, Parameters(query): Parameters<Query>) -> Json<Found> {
        Json(Found { count: self.0.count(&query.text) })
    }
}

/// Nothing.
#[derive(Debug)]
pub struct Empty;

impl Store for Empty {
    fn count(&self, _: &::std::primitive::str) -> ::std::primitive::usize {
        0
    }
}

/// A server of it.
#[derive(Debug, Server)]
#[server(name = "searcher", crate = ::pb)]
pub struct Searcher {
    search: Search<Empty>,
}

impl ::std::default::Default for Searcher {
    fn default() -> Self {
        Self { search: Search(Empty) }
    }
}

/// A server that lives in a function.
#[must_use]
pub fn local() -> &'static ::std::primitive::str {
    mod within {
        use super::{tool, toolset, Server, ToString};

        pub(super) struct Lamp;

        /// Light.
        #[toolset(crate = ::pb)]
        impl Lamp {
            /// Whether it is on.
            #[tool]
            fn is_on() -> ::std::string::String {
                true.to_string()
            }
        }

        #[derive(Server)]
        #[server(name = "lamp", crate = ::pb)]
        pub(super) struct Table {
            pub(super) lamp: Lamp,
        }
    }
    let table = within::Table { lamp: within::Lamp };
    let within::Lamp = table.lamp;
    <within::Table as ::pb::Server>::CATALOG.identity().name
}
