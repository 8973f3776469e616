// #[toolset(name = "geo", instructions = "Start with {prompt:plan}, read {geo://places} and {geo://place/{id}}.")]
// impl Globe {
//     /// Plans a journey.
//     #[prompt(title = "Plan")]
//     async fn plan(&self, Parameters(trip): Parameters<Trip>) -> Result<Vec<PromptMessage>, String> {
//         self.talk(trip).await
//     }
//
//     /// All places.
//     #[resource(uri = "geo://places", mime_type = "text/plain", size = 12, annotations = important(), subscribe)]
//     fn places(&self) -> String {
//         self.names()
//     }
//
//     /// One place.
//     #[cfg(feature = "places")]
//     #[resource(uri_template = "geo://place/{id}", name = "a_place")]
//     fn place(id: u32, active: ActiveSet) -> Option<Json<Place>> {
//         find(id, active)
//     }
//
//     #[complete(prompt = "plan", argument = "from")]
//     #[complete(resource = "geo://place/{id}", variable = "id")]
//     fn names(typed: Typed) -> Vec<String> {
//         near(typed)
//     }
// }
// ---
impl Globe {
    /// Plans a journey.
    #[prompt(__pegboard_inside_a_toolset)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "what a request gives is the function's own"
    )]
    async fn plan(
        &self,
        Parameters(trip): Parameters<Trip>,
    ) -> Result<Vec<PromptMessage>, String> {
        self.talk(trip).await
    }
    /// All places.
    #[resource(__pegboard_inside_a_toolset)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "what a request gives is the function's own"
    )]
    fn places(&self) -> String {
        self.names()
    }
    /// One place.
    #[cfg(feature = "places")]
    #[resource(__pegboard_inside_a_toolset)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "what a request gives is the function's own"
    )]
    fn place(id: u32, active: ActiveSet) -> Option<Json<Place>> {
        find(id, active)
    }
    #[complete(__pegboard_inside_a_toolset)]
    #[complete(__pegboard_inside_a_toolset)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "what a request gives is the function's own"
    )]
    fn names(typed: Typed) -> Vec<String> {
        near(typed)
    }
}
#[automatically_derived]
#[allow(deprecated, reason = "a deprecated tool is still called here")]
impl ::pegboard::__private::OneToolsetImplPerType for Globe {
    const TABLE: &'static ::pegboard::__private::Table = {
        #[allow(
            unused_imports,
            reason = "only needed where an argument is no `Parameters`, a result no `Json`"
        )]
        use ::pegboard::__private::{NoInput as _, NoOutput as _};
        &::pegboard::__private::Table {
            type_name: "Globe",
            toolsets: &[
                ::pegboard::__private::Toolset {
                    hash: 221385767224760447091693197742251637890u128,
                    name: "geo",
                    title: ::pegboard::__private::Option::None,
                    description: ::pegboard::__private::Option::None,
                    default: ::pegboard::__private::Option::None,
                    always: ::pegboard::__private::Option::None,
                    instructions: ::pegboard::__private::Passages {
                        from: 0u16,
                        all: &[
                            ::pegboard::__private::Passage {
                                shape: ::pegboard::__private::Shape::Leaf,
                                pieces: &[
                                    ::pegboard::__private::Piece::Text(
                                        "Start with plan, read geo://places and geo://place/{id}.\n",
                                        57usize,
                                    ),
                                ],
                                references: &[0u16, 1u16, 2u16],
                                inside: 0u16,
                                gap: "",
                            },
                        ],
                    },
                },
            ],
            components: &[
                #[cfg(feature = "places")]
                ::pegboard::__private::Component {
                    hash: 78468387632649770764015078150983016801u128,
                    name: "geo://place/{id}",
                    toolset: 0u16,
                    index: 2u16,
                    title: ::pegboard::__private::Option::None,
                    description: ::pegboard::__private::Description {
                        plain: "One place.",
                        units: 10usize,
                        passages: ::pegboard::__private::Passages {
                            from: 1u16,
                            all: &[],
                        },
                    },
                    icons: ::pegboard::__private::Option::None,
                    meta: ::pegboard::__private::Option::None,
                    about: ::pegboard::__private::About::Template {
                        readable: ::pegboard::__private::Readable {
                            name: "a_place",
                            mime_type: ::pegboard::__private::Option::None,
                            annotations: ::pegboard::__private::Option::None,
                            subscribe: false,
                        },
                        completions: &[
                            ::pegboard::__private::Completion {
                                argument: "id",
                                index: 3u16,
                            },
                        ],
                    },
                },
                ::pegboard::__private::Component {
                    hash: 140810238250107206915223110297508249072u128,
                    name: "plan",
                    toolset: 0u16,
                    index: 0u16,
                    title: ::pegboard::__private::Option::Some("Plan"),
                    description: ::pegboard::__private::Description {
                        plain: "Plans a journey.",
                        units: 16usize,
                        passages: ::pegboard::__private::Passages {
                            from: 1u16,
                            all: &[],
                        },
                    },
                    icons: ::pegboard::__private::Option::None,
                    meta: ::pegboard::__private::Option::None,
                    about: ::pegboard::__private::About::Prompt {
                        inputs: &[::pegboard::__private::described::<Trip>],
                        completions: &[
                            ::pegboard::__private::Completion {
                                argument: "from",
                                index: 3u16,
                            },
                        ],
                    },
                },
                ::pegboard::__private::Component {
                    hash: 182174673242411720184610655697099126430u128,
                    name: "geo://places",
                    toolset: 0u16,
                    index: 1u16,
                    title: ::pegboard::__private::Option::None,
                    description: ::pegboard::__private::Description {
                        plain: "All places.",
                        units: 11usize,
                        passages: ::pegboard::__private::Passages {
                            from: 1u16,
                            all: &[],
                        },
                    },
                    icons: ::pegboard::__private::Option::None,
                    meta: ::pegboard::__private::Option::None,
                    about: ::pegboard::__private::About::Resource {
                        readable: ::pegboard::__private::Readable {
                            name: "places",
                            mime_type: ::pegboard::__private::Option::Some("text/plain"),
                            annotations: ::pegboard::__private::Option::Some(|| ::pegboard::__private::annotations(
                                important(),
                            )),
                            subscribe: true,
                        },
                        size: ::pegboard::__private::Option::Some(12),
                    },
                },
            ],
            named: &[
                78468387632649770764015078150983016801u128,
                140810238250107206915223110297508249072u128,
                182174673242411720184610655697099126430u128,
            ],
            references: &[
                ::pegboard::__private::Reference {
                    hash: 140810238250107206915223110297508249072u128,
                    name: "plan",
                    kind: ::pegboard::__private::Refers::Prompt,
                    place: "line 1",
                },
                ::pegboard::__private::Reference {
                    hash: 182174673242411720184610655697099126430u128,
                    name: "geo://places",
                    kind: ::pegboard::__private::Refers::Resource,
                    place: "line 1",
                },
                ::pegboard::__private::Reference {
                    hash: 78468387632649770764015078150983016801u128,
                    name: "geo://place/{id}",
                    kind: ::pegboard::__private::Refers::Resource,
                    place: "line 1",
                },
            ],
            broken: false,
        }
    };
    type Mounted<__PegboardServer: ::pegboard::__private::Composed> = Self;
    fn get(
        &self,
        __pegboard_index: ::pegboard::__private::primitive::u16,
        __pegboard_request: ::pegboard::__private::Get,
    ) -> ::pegboard::__private::Got<'_> {
        #[allow(
            unused_mut,
            unused_variables,
            reason = "not every function takes something"
        )]
        let mut __pegboard_context = __pegboard_request.on(self);
        match __pegboard_index {
            0u16 => {
                let __pegboard_0 = match ::pegboard::__private::prompt_parameters::<
                    Trip,
                    Self,
                >(&mut __pegboard_context) {
                    ::pegboard::__private::Result::Ok(__pegboard_value) => {
                        __pegboard_value
                    }
                    ::pegboard::__private::Result::Err(__pegboard_error) => {
                        return ::pegboard::__private::fail(__pegboard_error);
                    }
                };
                ::pegboard::__private::finish(
                    Self::plan(self, __pegboard_0),
                    ::pegboard::__private::prompt::<Result<Vec<PromptMessage>, String>>,
                )
            }
            _ => ::pegboard::__private::no_such_index(),
        }
    }
    fn read(
        &self,
        __pegboard_index: ::pegboard::__private::primitive::u16,
        __pegboard_request: ::pegboard::__private::Read,
    ) -> ::pegboard::__private::ReadBack<'_> {
        #[allow(
            unused_mut,
            unused_variables,
            reason = "not every function takes something"
        )]
        let mut __pegboard_context = __pegboard_request.on(self);
        match __pegboard_index {
            1u16 => {
                ::pegboard::__private::finish_now(
                    Self::places(self),
                    ::pegboard::__private::resource::<String>,
                )
            }
            #[cfg(feature = "places")]
            2u16 => {
                let ::pegboard::__private::Option::Some(__pegboard_0) = ::pegboard::__private::variable::<
                    u32,
                    Self,
                >(&__pegboard_context, 0usize) else {
                    return ::pegboard::__private::missing();
                };
                let __pegboard_1 = match ::pegboard::__private::resource_argument::<
                    ActiveSet,
                    Self,
                >(&mut __pegboard_context) {
                    ::pegboard::__private::Result::Ok(__pegboard_value) => {
                        __pegboard_value
                    }
                    ::pegboard::__private::Result::Err(__pegboard_error) => {
                        return ::pegboard::__private::fail(__pegboard_error);
                    }
                };
                ::pegboard::__private::finish_now(
                    Self::place(__pegboard_0, __pegboard_1),
                    ::pegboard::__private::resource::<Option<Json<Place>>>,
                )
            }
            _ => ::pegboard::__private::no_such_index(),
        }
    }
    fn complete(
        &self,
        __pegboard_index: ::pegboard::__private::primitive::u16,
        __pegboard_request: ::pegboard::__private::Complete,
    ) -> ::pegboard::__private::Completed<'_> {
        #[allow(
            unused_mut,
            unused_variables,
            reason = "not every function takes something"
        )]
        let mut __pegboard_context = __pegboard_request.on(self);
        match __pegboard_index {
            3u16 => {
                let __pegboard_0 = match ::pegboard::__private::completion_argument::<
                    Typed,
                    Self,
                >(&mut __pegboard_context) {
                    ::pegboard::__private::Result::Ok(__pegboard_value) => {
                        __pegboard_value
                    }
                    ::pegboard::__private::Result::Err(__pegboard_error) => {
                        return ::pegboard::__private::fail(__pegboard_error);
                    }
                };
                ::pegboard::__private::finish_now(
                    Self::names(__pegboard_0),
                    ::pegboard::__private::completion::<Vec<String>>,
                )
            }
            _ => ::pegboard::__private::no_such_index(),
        }
    }
}
#[automatically_derived]
impl<
    __PegboardServer: ::pegboard::__private::Composed,
    const __PEGBOARD_NTH: ::pegboard::__private::primitive::usize,
> ::pegboard::__private::MountedIn<__PegboardServer, __PEGBOARD_NTH> for Globe {
    const RESOLVED: &'static [::pegboard::__private::Mask] = &::pegboard::__private::resolve::<
        3usize,
    >(
        <__PegboardServer as ::pegboard::__private::Composed>::COMPOSITION,
        <Self as ::pegboard::__private::OneToolsetImplPerType>::TABLE.references,
    );
    const MASKS: &'static [::pegboard::__private::Mask] = &::pegboard::__private::masks::<
        1usize,
    >(
        <Self as ::pegboard::__private::OneToolsetImplPerType>::TABLE,
        <Self as ::pegboard::__private::MountedIn<__PegboardServer, 0>>::RESOLVED,
    );
    const FAULTS: ::pegboard::__private::primitive::usize = ::pegboard::__private::faults::<
        __PegboardServer,
    >(
        <Self as ::pegboard::__private::OneToolsetImplPerType>::TABLE,
        &<Self as ::pegboard::__private::MountedIn<__PegboardServer, 0>>::MOUNTED,
    );
    const CHECK: () = {
        if <Self as ::pegboard::__private::MountedIn<__PegboardServer, 0>>::FAULTS
            > __PEGBOARD_NTH
        {
            let __pegboard_count = 0;
            let __pegboard_count = ::pegboard::__private::check_text::<
                __PegboardServer,
            >(
                "toolset `geo`",
                <Self as ::pegboard::__private::OneToolsetImplPerType>::TABLE.references,
                <Self as ::pegboard::__private::MountedIn<
                    __PegboardServer,
                    0,
                >>::RESOLVED,
                0usize,
                3usize,
                __pegboard_count,
                __PEGBOARD_NTH,
                <Self as ::pegboard::__private::MountedIn<__PegboardServer, 0>>::FAULTS,
            );
            match ::pegboard::__private::faulty::<
                __PegboardServer,
            >(
                <Self as ::pegboard::__private::OneToolsetImplPerType>::TABLE,
                &<Self as ::pegboard::__private::MountedIn<
                    __PegboardServer,
                    0,
                >>::MOUNTED,
                __pegboard_count,
                __PEGBOARD_NTH,
            ) {
                ::pegboard::__private::Site::Component(__pegboard_index) => {
                    match __pegboard_index {
                        0u16 => {
                            ::pegboard::__private::report_component::<
                                __PegboardServer,
                            >(
                                <Self as ::pegboard::__private::OneToolsetImplPerType>::TABLE,
                                &<Self as ::pegboard::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::MOUNTED,
                                0u16,
                                __PEGBOARD_NTH,
                                <Self as ::pegboard::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::FAULTS,
                            )
                        }
                        1u16 => {
                            ::pegboard::__private::report_component::<
                                __PegboardServer,
                            >(
                                <Self as ::pegboard::__private::OneToolsetImplPerType>::TABLE,
                                &<Self as ::pegboard::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::MOUNTED,
                                1u16,
                                __PEGBOARD_NTH,
                                <Self as ::pegboard::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::FAULTS,
                            )
                        }
                        #[cfg(feature = "places")]
                        2u16 => {
                            ::pegboard::__private::report_component::<
                                __PegboardServer,
                            >(
                                <Self as ::pegboard::__private::OneToolsetImplPerType>::TABLE,
                                &<Self as ::pegboard::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::MOUNTED,
                                2u16,
                                __PEGBOARD_NTH,
                                <Self as ::pegboard::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::FAULTS,
                            )
                        }
                        _ => {}
                    }
                }
                ::pegboard::__private::Site::Toolset(__pegboard_index) => {
                    match __pegboard_index {
                        0u16 => {
                            ::pegboard::__private::report_toolset::<
                                __PegboardServer,
                            >(
                                <Self as ::pegboard::__private::OneToolsetImplPerType>::TABLE,
                                &<Self as ::pegboard::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::MOUNTED,
                                0u16,
                                __PEGBOARD_NTH,
                                <Self as ::pegboard::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::FAULTS,
                            )
                        }
                        _ => {}
                    }
                }
                ::pegboard::__private::Site::Nowhere => {}
            }
        }
    };
}
