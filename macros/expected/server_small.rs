// #[derive(Server)]
// #[server(name = "clock")]
// struct Tower {
//     clock: Clock,
// }
// ---
const _: () = {
    const __PEGBOARD_EXTENSIONS: &[&::pegboard::__private::Table; 1usize] = &[
        <Clock as ::pegboard::__private::OneToolsetImplPerType>::TABLE,
    ];
    const __PEGBOARD_TOOLSETS: ::pegboard::__private::primitive::usize = ::pegboard::__private::count_toolsets(
        __PEGBOARD_EXTENSIONS,
    );
    const __PEGBOARD_COMPONENTS: ::pegboard::__private::primitive::usize = ::pegboard::__private::count_components(
        __PEGBOARD_EXTENSIONS,
    );
    static __PEGBOARD_TOOLSET_ROWS: [::pegboard::__private::ToolsetRow; __PEGBOARD_TOOLSETS] = ::pegboard::__private::merge_toolsets::<
        __PEGBOARD_TOOLSETS,
    >(__PEGBOARD_EXTENSIONS);
    static __PEGBOARD_COMPONENT_ROWS: [::pegboard::__private::ComponentRow; __PEGBOARD_COMPONENTS] = ::pegboard::__private::merge_components::<
        __PEGBOARD_COMPONENTS,
        1usize,
    >(__PEGBOARD_EXTENSIONS, &__PEGBOARD_TOOLSET_ROWS);
    #[automatically_derived]
    impl ::pegboard::__private::Composed for Tower {
        const COMPOSITION: &'static ::pegboard::__private::Composition = &::pegboard::__private::Composition::new(
            "clock",
            __PEGBOARD_EXTENSIONS,
            &__PEGBOARD_TOOLSET_ROWS,
            &__PEGBOARD_COMPONENT_ROWS,
            &[],
            ::pegboard::__private::Rules {
                prefix: "",
                mcp_names: false,
                instructions_budget: 2048usize,
                description_budget: 2048usize,
            },
        );
    }
    #[automatically_derived]
    #[allow(unused_variables, reason = "a server without extensions reads none of them")]
    impl ::pegboard::__private::Dispatch for Tower {
        fn call(
            &self,
            __pegboard_at: ::pegboard::__private::Address,
            __pegboard_request: ::pegboard::__private::Call,
        ) -> ::pegboard::__private::Called<'_> {
            match __pegboard_at.extension {
                0u16 => {
                    <Clock as ::pegboard::__private::OneToolsetImplPerType>::call(
                        &self.clock,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                _ => ::pegboard::__private::no_such_index(),
            }
        }
        fn get(
            &self,
            __pegboard_at: ::pegboard::__private::Address,
            __pegboard_request: ::pegboard::__private::Get,
        ) -> ::pegboard::__private::Got<'_> {
            match __pegboard_at.extension {
                0u16 => {
                    <Clock as ::pegboard::__private::OneToolsetImplPerType>::get(
                        &self.clock,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                _ => ::pegboard::__private::no_such_index(),
            }
        }
        fn read(
            &self,
            __pegboard_at: ::pegboard::__private::Address,
            __pegboard_request: ::pegboard::__private::Read,
        ) -> ::pegboard::__private::ReadBack<'_> {
            match __pegboard_at.extension {
                0u16 => {
                    <Clock as ::pegboard::__private::OneToolsetImplPerType>::read(
                        &self.clock,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                _ => ::pegboard::__private::no_such_index(),
            }
        }
        fn complete(
            &self,
            __pegboard_at: ::pegboard::__private::Address,
            __pegboard_request: ::pegboard::__private::Complete,
        ) -> ::pegboard::__private::Completed<'_> {
            match __pegboard_at.extension {
                0u16 => {
                    <Clock as ::pegboard::__private::OneToolsetImplPerType>::complete(
                        &self.clock,
                        __pegboard_at.index,
                        __pegboard_request,
                    )
                }
                _ => ::pegboard::__private::no_such_index(),
            }
        }
        fn wakings(&self) -> ::pegboard::__private::Wakings {
            ::pegboard::__private::wakings([
                <Clock as ::pegboard::__private::OneToolsetImplPerType>::waking(
                    &self.clock,
                ),
            ])
        }
        fn start(
            &self,
            __pegboard_extension: ::pegboard::__private::primitive::u16,
        ) -> ::pegboard::__private::Hook<'_> {
            match __pegboard_extension {
                0u16 => {
                    <Clock as ::pegboard::__private::OneToolsetImplPerType>::start(
                        &self.clock,
                    )
                }
                _ => ::pegboard::__private::no_hook(),
            }
        }
        fn stop(
            &self,
            __pegboard_extension: ::pegboard::__private::primitive::u16,
        ) -> ::pegboard::__private::Hook<'_> {
            match __pegboard_extension {
                0u16 => {
                    <Clock as ::pegboard::__private::OneToolsetImplPerType>::stop(
                        &self.clock,
                    )
                }
                _ => ::pegboard::__private::no_hook(),
            }
        }
    }
    const __PEGBOARD_JSON: ::pegboard::__private::primitive::usize = ::pegboard::__private::toolsets_json_length::<
        { __PEGBOARD_COMPONENTS + 1 },
    >(<Tower as ::pegboard::__private::Server>::CATALOG);
    static __PEGBOARD_MOUNTED: [::pegboard::__private::Mounted; 1usize] = [
        <<Clock as ::pegboard::__private::OneToolsetImplPerType>::Mounted<
            Tower,
        > as ::pegboard::__private::MountedIn<Tower, 0>>::MOUNTED,
    ];
    #[automatically_derived]
    impl ::pegboard::__private::Server for Tower {
        const CATALOG: &'static ::pegboard::__private::Catalog = &::pegboard::__private::Catalog::new(
            ::pegboard::__private::Identity {
                name: "clock",
                title: ::pegboard::__private::Option::None,
                version: ::pegboard::__private::core::env!("CARGO_PKG_VERSION"),
                description: ::pegboard::__private::Option::None,
                website_url: ::pegboard::__private::Option::None,
                icons: ::pegboard::__private::Option::None,
                logging: false,
            },
            <Tower as ::pegboard::__private::Composed>::COMPOSITION,
            &__PEGBOARD_MOUNTED,
            ::pegboard::__private::Passages {
                from: 0u16,
                all: &[],
            },
            ::pegboard::__private::Mounted {
                masks: &[],
                resolved: &[],
            },
        );
        const TOOLSETS_JSON: &'static ::pegboard::__private::primitive::str = ::pegboard::__private::text(
            &::pegboard::__private::toolsets_json::<
                __PEGBOARD_JSON,
                { __PEGBOARD_COMPONENTS + 1 },
            >(<Tower as ::pegboard::__private::Server>::CATALOG),
        );
        fn shared(self) -> ::pegboard::__private::Arc<::pegboard::__private::Erased> {
            ::pegboard::__private::server_shared_by_all_clients(self)
        }
    }
    const _: () = <<Clock as ::pegboard::__private::OneToolsetImplPerType>::Mounted<
        Tower,
    > as ::pegboard::__private::MountedIn<Tower, 0usize>>::CHECK;
    const _: () = <<Clock as ::pegboard::__private::OneToolsetImplPerType>::Mounted<
        Tower,
    > as ::pegboard::__private::MountedIn<Tower, 1usize>>::CHECK;
    const _: () = <<Clock as ::pegboard::__private::OneToolsetImplPerType>::Mounted<
        Tower,
    > as ::pegboard::__private::MountedIn<Tower, 2usize>>::CHECK;
    const _: () = <<Clock as ::pegboard::__private::OneToolsetImplPerType>::Mounted<
        Tower,
    > as ::pegboard::__private::MountedIn<Tower, 3usize>>::CHECK;
    const _: () = <<Clock as ::pegboard::__private::OneToolsetImplPerType>::Mounted<
        Tower,
    > as ::pegboard::__private::MountedIn<Tower, 4usize>>::CHECK;
    const _: () = ::pegboard::__private::check_instructions(
        <Tower as ::pegboard::__private::Server>::CATALOG,
    );
};
