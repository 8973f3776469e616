// /// Searching.
// #[toolset(name = "search")]
// impl<'d, D: Store, const LIMIT: usize> Search<'d, D, LIMIT>
// where
//     D::Key: Clone,
// {
//     /// Finds by key.
//     #[tool]
//     fn find(&self, Parameters(key): Parameters<D::Key>) -> String {
//         self.0.get(key)
//     }
// }
// ---
/// Searching.
impl<'d, D: Store, const LIMIT: usize> Search<'d, D, LIMIT>
where
    D::Key: Clone,
{
    /// Finds by key.
    #[tool(__pegboard_inside_a_toolset)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "what a request gives is the function's own"
    )]
    fn find(&self, Parameters(key): Parameters<D::Key>) -> String {
        self.0.get(key)
    }
}
#[automatically_derived]
#[allow(deprecated, reason = "a deprecated tool is still called here")]
impl<'d, D: Store, const LIMIT: usize> ::pegboard::__private::OneToolsetImplPerType
for Search<'d, D, LIMIT>
where
    D::Key: Clone,
{
    const TABLE: &'static ::pegboard::__private::Table = {
        #[allow(
            unused_imports,
            reason = "only needed where an argument is no `Parameters`, a result no `Json`"
        )]
        use ::pegboard::__private::{NoInput as _, NoOutput as _};
        &::pegboard::__private::Table {
            type_name: "Search",
            toolsets: &[
                ::pegboard::__private::Toolset {
                    hash: 337043063208007409110553319535510140521u128,
                    name: "search",
                    title: ::pegboard::__private::Option::None,
                    description: ::pegboard::__private::Option::Some(::pegboard::__private::Description {
                        plain: "Searching.",
                        units: 10usize,
                        passages: ::pegboard::__private::Passages {
                            from: 0u16,
                            all: &[],
                        },
                    }),
                    default: ::pegboard::__private::Option::None,
                    always: ::pegboard::__private::Option::None,
                    instructions: ::pegboard::__private::Passages {
                        from: 0u16,
                        all: &[],
                    },
                },
            ],
            components: &[
                ::pegboard::__private::Component {
                    hash: 140119916508801412174813405450712261386u128,
                    name: "find",
                    toolset: 0u16,
                    index: 0u16,
                    title: ::pegboard::__private::Option::None,
                    description: ::pegboard::__private::Description {
                        plain: "Finds by key.",
                        units: 13usize,
                        passages: ::pegboard::__private::Passages {
                            from: 0u16,
                            all: &[],
                        },
                    },
                    icons: ::pegboard::__private::Option::None,
                    meta: ::pegboard::__private::Option::None,
                    about: ::pegboard::__private::About::Tool {
                        hints: ::pegboard::__private::Hints {
                            read_only: ::pegboard::__private::Option::None,
                            destructive: ::pegboard::__private::Option::None,
                            idempotent: ::pegboard::__private::Option::None,
                            open_world: ::pegboard::__private::Option::None,
                        },
                        inputs: &[::pegboard::__private::described::<D::Key>],
                        takes_context: false,
                        output: ::pegboard::__private::Output::<String>::schema,
                    },
                },
            ],
            named: &[140119916508801412174813405450712261386u128],
            references: &[],
            broken: false,
        }
    };
    type Mounted<__PegboardServer: ::pegboard::__private::Composed> = Self;
    fn call(
        &self,
        __pegboard_index: ::pegboard::__private::primitive::u16,
        #[allow(
            unused_mut,
            unused_variables,
            reason = "not every function takes something"
        )]
        mut __pegboard_request: ::pegboard::__private::Call,
    ) -> ::pegboard::__private::Called<'_> {
        match __pegboard_index {
            0u16 => {
                let __pegboard_0 = match ::pegboard::__private::parameters::<
                    D::Key,
                >(&mut __pegboard_request) {
                    ::pegboard::__private::Result::Ok(__pegboard_value) => {
                        __pegboard_value
                    }
                    ::pegboard::__private::Result::Err(__pegboard_error) => {
                        return ::pegboard::__private::refuse(__pegboard_error);
                    }
                };
                ::pegboard::__private::finish_now(
                    Self::find(self, __pegboard_0),
                    ::pegboard::__private::answer::<String>,
                )
            }
            _ => ::pegboard::__private::no_such_index(),
        }
    }
}
#[automatically_derived]
impl<
    'd,
    __PegboardServer: ::pegboard::__private::Composed,
    D: Store,
    const LIMIT: usize,
    const __PEGBOARD_NTH: ::pegboard::__private::primitive::usize,
> ::pegboard::__private::MountedIn<__PegboardServer, __PEGBOARD_NTH>
for Search<'d, D, LIMIT>
where
    D::Key: Clone,
{
    const RESOLVED: &'static [::pegboard::__private::Mask] = &::pegboard::__private::resolve::<
        0usize,
    >(
        <__PegboardServer as ::pegboard::__private::Composed>::COMPOSITION,
        <Self as ::pegboard::__private::OneToolsetImplPerType>::TABLE.references,
    );
    const MASKS: &'static [::pegboard::__private::Mask] = &::pegboard::__private::masks::<
        0usize,
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
