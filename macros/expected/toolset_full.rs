// #[toolset(
//     name = "geo",
//     title = "Geography",
//     description = "Places.",
//     default = false,
//     instructions = "Find with {find_place}, then {geo_distance}. Braces: {{}}.",
//     crate = crate::pb
// )]
// #[toolset(name = "core", description = "What is always there.", always, instructions = "Mind {version}.")]
// impl Globe {
//     const RADIUS: f64 = 6371.0;
//
//     /// Great-circle distance.
//     ///
//     /// - in kilometres
//     #[cfg(feature = "geo")]
//     #[tool(toolset = "geo", name = "geo-distance", title = "Distance", read_only, destructive = false)]
//     async fn geo_distance(&self, Parameters(leg): Parameters<Leg>, peer: Peer<RoleServer>) -> Result<Json<Kilometres>, GlobeError> {
//         self.measure(leg, peer).await
//     }
//
//     /// The version.
//     #[tool(toolset = "core", icons = [icon()], meta = about())]
//     #[cfg_attr(feature = "old", cfg(unix), allow(dead_code))]
//     fn version() -> Outcome<String> {
//         Ok("1".into())
//     }
//
//     /// By hand.
//     #[tool(toolset = "core", params = Named<u8>)]
//     fn by_hand(&self, arguments: JsonObject) -> impl Future<Output = String> + Send {
//         ready(String::new())
//     }
//
//     fn measure(&self) {}
// }
// ---
impl Globe {
    const RADIUS: f64 = 6371.0;
    /// Great-circle distance.
    ///
    /// - in kilometres
    #[cfg(feature = "geo")]
    #[tool(__pegboard_inside_a_toolset)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "what a request gives is the function's own"
    )]
    async fn geo_distance(
        &self,
        Parameters(leg): Parameters<Leg>,
        peer: Peer<RoleServer>,
    ) -> Result<Json<Kilometres>, GlobeError> {
        self.measure(leg, peer).await
    }
    /// The version.
    #[tool(__pegboard_inside_a_toolset)]
    #[cfg_attr(feature = "old", cfg(unix), allow(dead_code))]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "what a request gives is the function's own"
    )]
    fn version() -> Outcome<String> {
        Ok("1".into())
    }
    /// By hand.
    #[tool(__pegboard_inside_a_toolset)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "what a request gives is the function's own"
    )]
    fn by_hand(&self, arguments: JsonObject) -> impl Future<Output = String> + Send {
        ready(String::new())
    }
    fn measure(&self) {}
}
#[automatically_derived]
#[allow(deprecated, reason = "a deprecated tool is still called here")]
impl crate::pb::__private::OneToolsetImplPerType for Globe {
    const TABLE: &'static crate::pb::__private::Table = {
        #[allow(
            unused_imports,
            reason = "only needed where an argument is no `Parameters`, a result no `Json`"
        )]
        use crate::pb::__private::{NoInput as _, NoOutput as _};
        &crate::pb::__private::Table {
            type_name: "Globe",
            toolsets: &[
                crate::pb::__private::Toolset {
                    hash: 221385767224760447091693197742251637890u128,
                    name: "geo",
                    title: crate::pb::__private::Option::Some("Geography"),
                    description: crate::pb::__private::Option::Some(crate::pb::__private::Description {
                        plain: "Places.",
                        units: 7usize,
                        passages: crate::pb::__private::Passages {
                            from: 2u16,
                            all: &[],
                        },
                    }),
                    default: crate::pb::__private::Option::Some(false),
                    always: crate::pb::__private::Option::None,
                    instructions: crate::pb::__private::Passages {
                        from: 0u16,
                        all: &[
                            crate::pb::__private::Passage {
                                shape: crate::pb::__private::Shape::Leaf,
                                pieces: &[
                                    crate::pb::__private::Piece::Text(
                                        "Find with find_place, then geo_distance. Braces: {}.\n",
                                        53usize,
                                    ),
                                ],
                                references: &[0u16, 1u16],
                                inside: 0u16,
                                gap: "",
                            },
                        ],
                    },
                },
                crate::pb::__private::Toolset {
                    hash: 140230473826171005871038811197295679350u128,
                    name: "core",
                    title: crate::pb::__private::Option::None,
                    description: crate::pb::__private::Option::Some(crate::pb::__private::Description {
                        plain: "What is always there.",
                        units: 21usize,
                        passages: crate::pb::__private::Passages {
                            from: 2u16,
                            all: &[],
                        },
                    }),
                    default: crate::pb::__private::Option::None,
                    always: crate::pb::__private::Option::Some(true),
                    instructions: crate::pb::__private::Passages {
                        from: 1u16,
                        all: &[
                            crate::pb::__private::Passage {
                                shape: crate::pb::__private::Shape::Leaf,
                                pieces: &[
                                    crate::pb::__private::Piece::Text(
                                        "Mind version.\n",
                                        14usize,
                                    ),
                                ],
                                references: &[2u16],
                                inside: 0u16,
                                gap: "",
                            },
                        ],
                    },
                },
            ],
            components: &[
                crate::pb::__private::Component {
                    hash: 21527806836921480028657273489567855884u128,
                    name: "by_hand",
                    toolset: 1u16,
                    index: 2u16,
                    title: crate::pb::__private::Option::None,
                    description: crate::pb::__private::Description {
                        plain: "By hand.",
                        units: 8usize,
                        passages: crate::pb::__private::Passages {
                            from: 2u16,
                            all: &[],
                        },
                    },
                    icons: crate::pb::__private::Option::None,
                    meta: crate::pb::__private::Option::None,
                    about: crate::pb::__private::About::Tool {
                        hints: crate::pb::__private::Hints {
                            read_only: crate::pb::__private::Option::None,
                            destructive: crate::pb::__private::Option::None,
                            idempotent: crate::pb::__private::Option::None,
                            open_world: crate::pb::__private::Option::None,
                        },
                        inputs: &[crate::pb::__private::described::<Named<u8>>],
                        takes_context: true,
                        output: crate::pb::__private::Output::<String>::schema,
                    },
                },
                #[cfg_attr(feature = "old", cfg(unix))]
                crate::pb::__private::Component {
                    hash: 231469520168268784891269345684873570495u128,
                    name: "version",
                    toolset: 1u16,
                    index: 1u16,
                    title: crate::pb::__private::Option::None,
                    description: crate::pb::__private::Description {
                        plain: "The version.",
                        units: 12usize,
                        passages: crate::pb::__private::Passages {
                            from: 2u16,
                            all: &[],
                        },
                    },
                    icons: crate::pb::__private::Option::Some(|| crate::pb::__private::icons([
                        icon(),
                    ])),
                    meta: crate::pb::__private::Option::Some(|| crate::pb::__private::meta(
                        about(),
                    )),
                    about: crate::pb::__private::About::Tool {
                        hints: crate::pb::__private::Hints {
                            read_only: crate::pb::__private::Option::None,
                            destructive: crate::pb::__private::Option::None,
                            idempotent: crate::pb::__private::Option::None,
                            open_world: crate::pb::__private::Option::None,
                        },
                        inputs: &[],
                        takes_context: false,
                        output: crate::pb::__private::Output::<Outcome<String>>::schema,
                    },
                },
                #[cfg(feature = "geo")]
                crate::pb::__private::Component {
                    hash: 252880171190250076063316938203017235010u128,
                    name: "geo-distance",
                    toolset: 0u16,
                    index: 0u16,
                    title: crate::pb::__private::Option::Some("Distance"),
                    description: crate::pb::__private::Description {
                        plain: "Great-circle distance.\n\n- in kilometres",
                        units: 39usize,
                        passages: crate::pb::__private::Passages {
                            from: 2u16,
                            all: &[],
                        },
                    },
                    icons: crate::pb::__private::Option::None,
                    meta: crate::pb::__private::Option::None,
                    about: crate::pb::__private::About::Tool {
                        hints: crate::pb::__private::Hints {
                            read_only: crate::pb::__private::Option::Some(true),
                            destructive: crate::pb::__private::Option::Some(false),
                            idempotent: crate::pb::__private::Option::None,
                            open_world: crate::pb::__private::Option::None,
                        },
                        inputs: &[
                            crate::pb::__private::described::<Leg>,
                            crate::pb::__private::Input::<Peer<RoleServer>>::schema,
                        ],
                        takes_context: true,
                        output: crate::pb::__private::Output::<
                            Result<Json<Kilometres>, GlobeError>,
                        >::schema,
                    },
                },
            ],
            named: &[
                21527806836921480028657273489567855884u128,
                231469520168268784891269345684873570495u128,
                252880171190250076063316938203017235010u128,
            ],
            references: &[
                crate::pb::__private::Reference {
                    hash: 14805309489008294579406357962621187230u128,
                    name: "find_place",
                    kind: crate::pb::__private::Refers::Tool,
                    place: "line 1",
                },
                crate::pb::__private::Reference {
                    hash: 41907947928134540468915966252703793528u128,
                    name: "geo_distance",
                    kind: crate::pb::__private::Refers::Tool,
                    place: "line 1",
                },
                crate::pb::__private::Reference {
                    hash: 231469520168268784891269345684873570495u128,
                    name: "version",
                    kind: crate::pb::__private::Refers::Tool,
                    place: "line 1",
                },
            ],
            broken: false,
        }
    };
    type Mounted<__PegboardServer: crate::pb::__private::Composed> = Self;
    fn call(
        &self,
        __pegboard_index: crate::pb::__private::primitive::u16,
        #[allow(
            unused_mut,
            unused_variables,
            reason = "not every function takes something"
        )]
        mut __pegboard_request: crate::pb::__private::Call,
    ) -> crate::pb::__private::Called<'_> {
        match __pegboard_index {
            #[cfg(feature = "geo")]
            0u16 => {
                let __pegboard_0 = match crate::pb::__private::parameters::<
                    Leg,
                >(&mut __pegboard_request) {
                    crate::pb::__private::Result::Ok(__pegboard_value) => {
                        __pegboard_value
                    }
                    crate::pb::__private::Result::Err(__pegboard_error) => {
                        return crate::pb::__private::refuse(__pegboard_error);
                    }
                };
                let mut __pegboard_context = match __pegboard_request.on(self) {
                    crate::pb::__private::Result::Ok(__pegboard_value) => {
                        __pegboard_value
                    }
                    crate::pb::__private::Result::Err(__pegboard_error) => {
                        return crate::pb::__private::fail(__pegboard_error);
                    }
                };
                let __pegboard_1 = match crate::pb::__private::argument::<
                    Peer<RoleServer>,
                    Self,
                >(&mut __pegboard_context) {
                    crate::pb::__private::Result::Ok(__pegboard_value) => {
                        __pegboard_value
                    }
                    crate::pb::__private::Result::Err(__pegboard_error) => {
                        return crate::pb::__private::refuse(__pegboard_error);
                    }
                };
                crate::pb::__private::finish(
                    Self::geo_distance(self, __pegboard_0, __pegboard_1),
                    crate::pb::__private::answer_json_or_fail::<Kilometres, GlobeError>,
                )
            }
            #[cfg_attr(feature = "old", cfg(unix))]
            1u16 => {
                crate::pb::__private::finish_now(
                    Self::version(),
                    crate::pb::__private::answer::<Outcome<String>>,
                )
            }
            2u16 => {
                let mut __pegboard_context = match __pegboard_request.on(self) {
                    crate::pb::__private::Result::Ok(__pegboard_value) => {
                        __pegboard_value
                    }
                    crate::pb::__private::Result::Err(__pegboard_error) => {
                        return crate::pb::__private::fail(__pegboard_error);
                    }
                };
                let __pegboard_0 = match crate::pb::__private::argument::<
                    JsonObject,
                    Self,
                >(&mut __pegboard_context) {
                    crate::pb::__private::Result::Ok(__pegboard_value) => {
                        __pegboard_value
                    }
                    crate::pb::__private::Result::Err(__pegboard_error) => {
                        return crate::pb::__private::refuse(__pegboard_error);
                    }
                };
                crate::pb::__private::finish(
                    Self::by_hand(self, __pegboard_0),
                    crate::pb::__private::answer::<String>,
                )
            }
            _ => crate::pb::__private::no_such_index(),
        }
    }
}
#[automatically_derived]
impl<
    __PegboardServer: crate::pb::__private::Composed,
    const __PEGBOARD_NTH: crate::pb::__private::primitive::usize,
> crate::pb::__private::MountedIn<__PegboardServer, __PEGBOARD_NTH> for Globe {
    const RESOLVED: &'static [crate::pb::__private::Mask] = &crate::pb::__private::resolve::<
        3usize,
    >(
        <__PegboardServer as crate::pb::__private::Composed>::COMPOSITION,
        <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE.references,
    );
    const MASKS: &'static [crate::pb::__private::Mask] = &crate::pb::__private::masks::<
        2usize,
    >(
        <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE,
        <Self as crate::pb::__private::MountedIn<__PegboardServer, 0>>::RESOLVED,
    );
    const FAULTS: crate::pb::__private::primitive::usize = crate::pb::__private::faults::<
        __PegboardServer,
    >(
        <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE,
        &<Self as crate::pb::__private::MountedIn<__PegboardServer, 0>>::MOUNTED,
    );
    const CHECK: () = {
        if <Self as crate::pb::__private::MountedIn<__PegboardServer, 0>>::FAULTS
            > __PEGBOARD_NTH
        {
            let __pegboard_count = 0;
            let __pegboard_count = crate::pb::__private::check_text::<
                __PegboardServer,
            >(
                "toolset `geo`",
                <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE.references,
                <Self as crate::pb::__private::MountedIn<__PegboardServer, 0>>::RESOLVED,
                0usize,
                2usize,
                __pegboard_count,
                __PEGBOARD_NTH,
                <Self as crate::pb::__private::MountedIn<__PegboardServer, 0>>::FAULTS,
            );
            let __pegboard_count = crate::pb::__private::check_text::<
                __PegboardServer,
            >(
                "toolset `core`",
                <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE.references,
                <Self as crate::pb::__private::MountedIn<__PegboardServer, 0>>::RESOLVED,
                2usize,
                3usize,
                __pegboard_count,
                __PEGBOARD_NTH,
                <Self as crate::pb::__private::MountedIn<__PegboardServer, 0>>::FAULTS,
            );
            match crate::pb::__private::faulty::<
                __PegboardServer,
            >(
                <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE,
                &<Self as crate::pb::__private::MountedIn<__PegboardServer, 0>>::MOUNTED,
                __pegboard_count,
                __PEGBOARD_NTH,
            ) {
                crate::pb::__private::Site::Component(__pegboard_index) => {
                    match __pegboard_index {
                        #[cfg(feature = "geo")]
                        0u16 => {
                            crate::pb::__private::report_component::<
                                __PegboardServer,
                            >(
                                <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE,
                                &<Self as crate::pb::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::MOUNTED,
                                0u16,
                                __PEGBOARD_NTH,
                                <Self as crate::pb::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::FAULTS,
                            )
                        }
                        #[cfg_attr(feature = "old", cfg(unix))]
                        1u16 => {
                            crate::pb::__private::report_component::<
                                __PegboardServer,
                            >(
                                <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE,
                                &<Self as crate::pb::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::MOUNTED,
                                1u16,
                                __PEGBOARD_NTH,
                                <Self as crate::pb::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::FAULTS,
                            )
                        }
                        2u16 => {
                            crate::pb::__private::report_component::<
                                __PegboardServer,
                            >(
                                <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE,
                                &<Self as crate::pb::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::MOUNTED,
                                2u16,
                                __PEGBOARD_NTH,
                                <Self as crate::pb::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::FAULTS,
                            )
                        }
                        _ => {}
                    }
                }
                crate::pb::__private::Site::Toolset(__pegboard_index) => {
                    match __pegboard_index {
                        0u16 => {
                            crate::pb::__private::report_toolset::<
                                __PegboardServer,
                            >(
                                <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE,
                                &<Self as crate::pb::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::MOUNTED,
                                0u16,
                                __PEGBOARD_NTH,
                                <Self as crate::pb::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::FAULTS,
                            )
                        }
                        1u16 => {
                            crate::pb::__private::report_toolset::<
                                __PegboardServer,
                            >(
                                <Self as crate::pb::__private::OneToolsetImplPerType>::TABLE,
                                &<Self as crate::pb::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::MOUNTED,
                                1u16,
                                __PEGBOARD_NTH,
                                <Self as crate::pb::__private::MountedIn<
                                    __PegboardServer,
                                    0,
                                >>::FAULTS,
                            )
                        }
                        _ => {}
                    }
                }
                crate::pb::__private::Site::Nowhere => {}
            }
        }
    };
}
