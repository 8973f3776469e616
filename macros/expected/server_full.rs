// #[derive(Server)]
// #[server(
//     name = "atlas",
//     title = "Atlas",
//     version = "2.0.0",
//     description = "Real places.",
//     website_url = "https://example.com",
//     icons = [icon()],
//     instructions = "Start with {find_place}.",
//     logging,
//     names = "mcp",
//     crate = ::pb
// )]
// pub struct Atlas {
//     globe: Globe,
//     search: lib::Search<Pg>,
//     #[server(skip)]
//     started: Instant,
// }
// ---
#[automatically_derived]
impl<
    const __PEGBOARD_NTH: ::pb::__private::primitive::usize,
> ::pb::__private::MountedIn<Atlas, __PEGBOARD_NTH> for Atlas {
    const RESOLVED: &'static [::pb::__private::Mask] = &::pb::__private::resolve::<
        1usize,
    >(
        <Atlas as ::pb::__private::Composed>::COMPOSITION,
        <Atlas as ::pb::__private::Composed>::COMPOSITION.references(),
    );
    const MASKS: &'static [::pb::__private::Mask] = &::pb::__private::own_masks::<
        1usize,
    >(
        &::pb::__private::Passages {
            from: 0u16,
            all: &[
                ::pb::__private::Passage {
                    shape: ::pb::__private::Shape::Leaf,
                    pieces: &[
                        ::pb::__private::Piece::Text("Start with find_place.\n", 23usize),
                    ],
                    references: &[0u16],
                    inside: 0u16,
                    gap: "",
                },
            ],
        },
        <Atlas as ::pb::__private::Composed>::COMPOSITION.references(),
        <Atlas as ::pb::__private::MountedIn<Atlas, 0>>::RESOLVED,
    );
    const CHECK: () = {
        let __pegboard_count = 0;
        let __pegboard_count = ::pb::__private::check_own_text(
            <Atlas as ::pb::__private::Composed>::COMPOSITION,
            <Atlas as ::pb::__private::MountedIn<Atlas, 0>>::RESOLVED,
            0usize,
            1usize,
            __pegboard_count,
            __PEGBOARD_NTH,
        );
        let _ = __pegboard_count;
    };
}
const _: () = <Atlas as ::pb::__private::MountedIn<Atlas, 0usize>>::CHECK;
const _: () = <Atlas as ::pb::__private::MountedIn<Atlas, 1usize>>::CHECK;
const _: () = <Atlas as ::pb::__private::MountedIn<Atlas, 2usize>>::CHECK;
const _: () = <Atlas as ::pb::__private::MountedIn<Atlas, 3usize>>::CHECK;
const _: () = <Atlas as ::pb::__private::MountedIn<Atlas, 4usize>>::CHECK;
const _: () = {
    const __PEGBOARD_EXTENSIONS: &[&::pb::__private::Table; 2usize] = &[
        <Globe as ::pb::__private::OneToolsetImplPerType>::TABLE,
        <lib::Search<Pg> as ::pb::__private::OneToolsetImplPerType>::TABLE,
    ];
    const __PEGBOARD_TOOLSETS: ::pb::__private::primitive::usize = ::pb::__private::count_toolsets(
        __PEGBOARD_EXTENSIONS,
    );
    const __PEGBOARD_COMPONENTS: ::pb::__private::primitive::usize = ::pb::__private::count_components(
        __PEGBOARD_EXTENSIONS,
    );
    static __PEGBOARD_TOOLSET_ROWS: [::pb::__private::ToolsetRow; __PEGBOARD_TOOLSETS] = ::pb::__private::merge_toolsets::<
        __PEGBOARD_TOOLSETS,
    >(__PEGBOARD_EXTENSIONS);
    static __PEGBOARD_COMPONENT_ROWS: [::pb::__private::ComponentRow; __PEGBOARD_COMPONENTS] = ::pb::__private::merge_components::<
        __PEGBOARD_COMPONENTS,
        2usize,
    >(__PEGBOARD_EXTENSIONS, &__PEGBOARD_TOOLSET_ROWS);
    #[automatically_derived]
    impl ::pb::__private::Composed for Atlas {
        const COMPOSITION: &'static ::pb::__private::Composition = &::pb::__private::Composition::new(
            "atlas",
            __PEGBOARD_EXTENSIONS,
            &__PEGBOARD_TOOLSET_ROWS,
            &__PEGBOARD_COMPONENT_ROWS,
            &[
                ::pb::__private::Reference {
                    hash: 14805309489008294579406357962621187230u128,
                    name: "find_place",
                    kind: ::pb::__private::Refers::Tool,
                    place: "line 1",
                },
            ],
            ::pb::__private::Rules {
                prefix: "",
                mcp_names: true,
                instructions_budget: 2048usize,
                description_budget: 2048usize,
            },
        );
    }
    #[automatically_derived]
    #[allow(unused_variables, reason = "a server without extensions reads none of them")]
    impl ::pb::__private::Dispatch for Atlas {
        fn call(
            &self,
            __pegboard_at: ::pb::__private::Address,
            __pegboard_request: ::pb::__private::Call,
        ) -> ::pb::__private::Called<'_> {
            match __pegboard_at.extension {
                0u16 => {
                    <Globe as ::pb::__private::OneToolsetImplPerType>::call(
                        &self.globe,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                1u16 => {
                    <lib::Search<
                        Pg,
                    > as ::pb::__private::OneToolsetImplPerType>::call(
                        &self.search,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                _ => ::pb::__private::no_such_index(),
            }
        }
        fn get(
            &self,
            __pegboard_at: ::pb::__private::Address,
            __pegboard_request: ::pb::__private::Get,
        ) -> ::pb::__private::Got<'_> {
            match __pegboard_at.extension {
                0u16 => {
                    <Globe as ::pb::__private::OneToolsetImplPerType>::get(
                        &self.globe,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                1u16 => {
                    <lib::Search<
                        Pg,
                    > as ::pb::__private::OneToolsetImplPerType>::get(
                        &self.search,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                _ => ::pb::__private::no_such_index(),
            }
        }
        fn read(
            &self,
            __pegboard_at: ::pb::__private::Address,
            __pegboard_request: ::pb::__private::Read,
        ) -> ::pb::__private::ReadBack<'_> {
            match __pegboard_at.extension {
                0u16 => {
                    <Globe as ::pb::__private::OneToolsetImplPerType>::read(
                        &self.globe,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                1u16 => {
                    <lib::Search<
                        Pg,
                    > as ::pb::__private::OneToolsetImplPerType>::read(
                        &self.search,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                _ => ::pb::__private::no_such_index(),
            }
        }
        fn complete(
            &self,
            __pegboard_at: ::pb::__private::Address,
            __pegboard_request: ::pb::__private::Complete,
        ) -> ::pb::__private::Completed<'_> {
            match __pegboard_at.extension {
                0u16 => {
                    <Globe as ::pb::__private::OneToolsetImplPerType>::complete(
                        &self.globe,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                1u16 => {
                    <lib::Search<
                        Pg,
                    > as ::pb::__private::OneToolsetImplPerType>::complete(
                        &self.search,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                _ => ::pb::__private::no_such_index(),
            }
        }
        fn wakings(&self) -> ::pb::__private::Wakings {
            ::pb::__private::wakings([
                <Globe as ::pb::__private::OneToolsetImplPerType>::waking(&self.globe),
                <lib::Search<
                    Pg,
                > as ::pb::__private::OneToolsetImplPerType>::waking(&self.search),
            ])
        }
        fn start(
            &self,
            __pegboard_extension: ::pb::__private::primitive::u16,
        ) -> ::pb::__private::Hook<'_> {
            match __pegboard_extension {
                0u16 => {
                    <Globe as ::pb::__private::OneToolsetImplPerType>::start(&self.globe)
                }
                1u16 => {
                    <lib::Search<
                        Pg,
                    > as ::pb::__private::OneToolsetImplPerType>::start(&self.search)
                }
                _ => ::pb::__private::no_hook(),
            }
        }
        fn stop(
            &self,
            __pegboard_extension: ::pb::__private::primitive::u16,
        ) -> ::pb::__private::Hook<'_> {
            match __pegboard_extension {
                0u16 => {
                    <Globe as ::pb::__private::OneToolsetImplPerType>::stop(&self.globe)
                }
                1u16 => {
                    <lib::Search<
                        Pg,
                    > as ::pb::__private::OneToolsetImplPerType>::stop(&self.search)
                }
                _ => ::pb::__private::no_hook(),
            }
        }
    }
    const __PEGBOARD_JSON: ::pb::__private::primitive::usize = ::pb::__private::toolsets_json_length::<
        { __PEGBOARD_COMPONENTS + 1 },
    >(<Atlas as ::pb::__private::Server>::CATALOG);
    static __PEGBOARD_MOUNTED: [::pb::__private::Mounted; 2usize] = [
        <<Globe as ::pb::__private::OneToolsetImplPerType>::Mounted<
            Atlas,
        > as ::pb::__private::MountedIn<Atlas, 0>>::MOUNTED,
        <<lib::Search<
            Pg,
        > as ::pb::__private::OneToolsetImplPerType>::Mounted<
            Atlas,
        > as ::pb::__private::MountedIn<Atlas, 0>>::MOUNTED,
    ];
    #[automatically_derived]
    impl ::pb::__private::Server for Atlas {
        const CATALOG: &'static ::pb::__private::Catalog = &::pb::__private::Catalog::new(
            ::pb::__private::Identity {
                name: "atlas",
                title: ::pb::__private::Option::Some("Atlas"),
                version: "2.0.0",
                description: ::pb::__private::Option::Some("Real places."),
                website_url: ::pb::__private::Option::Some("https://example.com"),
                icons: ::pb::__private::Option::Some(|| ::pb::__private::icons([
                    icon(),
                ])),
                logging: true,
            },
            <Atlas as ::pb::__private::Composed>::COMPOSITION,
            &__PEGBOARD_MOUNTED,
            ::pb::__private::Passages {
                from: 0u16,
                all: &[
                    ::pb::__private::Passage {
                        shape: ::pb::__private::Shape::Leaf,
                        pieces: &[
                            ::pb::__private::Piece::Text(
                                "Start with find_place.\n",
                                23usize,
                            ),
                        ],
                        references: &[0u16],
                        inside: 0u16,
                        gap: "",
                    },
                ],
            },
            <Atlas as ::pb::__private::MountedIn<Atlas, 0>>::MOUNTED,
        );
        const TOOLSETS_JSON: &'static ::pb::__private::primitive::str = ::pb::__private::text(
            &::pb::__private::toolsets_json::<
                __PEGBOARD_JSON,
                { __PEGBOARD_COMPONENTS + 1 },
            >(<Atlas as ::pb::__private::Server>::CATALOG),
        );
        fn shared(self) -> ::pb::__private::Arc<::pb::__private::Erased> {
            ::pb::__private::server_shared_by_all_clients(self)
        }
    }
    const _: () = <<Globe as ::pb::__private::OneToolsetImplPerType>::Mounted<
        Atlas,
    > as ::pb::__private::MountedIn<Atlas, 0usize>>::CHECK;
    const _: () = <<Globe as ::pb::__private::OneToolsetImplPerType>::Mounted<
        Atlas,
    > as ::pb::__private::MountedIn<Atlas, 1usize>>::CHECK;
    const _: () = <<Globe as ::pb::__private::OneToolsetImplPerType>::Mounted<
        Atlas,
    > as ::pb::__private::MountedIn<Atlas, 2usize>>::CHECK;
    const _: () = <<Globe as ::pb::__private::OneToolsetImplPerType>::Mounted<
        Atlas,
    > as ::pb::__private::MountedIn<Atlas, 3usize>>::CHECK;
    const _: () = <<Globe as ::pb::__private::OneToolsetImplPerType>::Mounted<
        Atlas,
    > as ::pb::__private::MountedIn<Atlas, 4usize>>::CHECK;
    const _: () = <<lib::Search<
        Pg,
    > as ::pb::__private::OneToolsetImplPerType>::Mounted<
        Atlas,
    > as ::pb::__private::MountedIn<Atlas, 0usize>>::CHECK;
    const _: () = <<lib::Search<
        Pg,
    > as ::pb::__private::OneToolsetImplPerType>::Mounted<
        Atlas,
    > as ::pb::__private::MountedIn<Atlas, 1usize>>::CHECK;
    const _: () = <<lib::Search<
        Pg,
    > as ::pb::__private::OneToolsetImplPerType>::Mounted<
        Atlas,
    > as ::pb::__private::MountedIn<Atlas, 2usize>>::CHECK;
    const _: () = <<lib::Search<
        Pg,
    > as ::pb::__private::OneToolsetImplPerType>::Mounted<
        Atlas,
    > as ::pb::__private::MountedIn<Atlas, 3usize>>::CHECK;
    const _: () = <<lib::Search<
        Pg,
    > as ::pb::__private::OneToolsetImplPerType>::Mounted<
        Atlas,
    > as ::pb::__private::MountedIn<Atlas, 4usize>>::CHECK;
    const _: () = ::pb::__private::check_instructions(
        <Atlas as ::pb::__private::Server>::CATALOG,
    );
};
