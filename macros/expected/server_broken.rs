// #[derive(Server)]
// #[server(nmae = "clock")]
// struct Tower {
//     clock: Clock,
// }
// ---
::core::compile_error! {
    "`#[server]` has no key `nmae`; did you mean `name`?"
}
const _: () = {
    #[automatically_derived]
    impl ::pegboard::__private::Composed for Tower {
        const COMPOSITION: &'static ::pegboard::__private::Composition = &::pegboard::__private::Composition::BROKEN;
    }
    #[automatically_derived]
    impl ::pegboard::__private::Dispatch for Tower {
        fn call(
            &self,
            _: ::pegboard::__private::Address,
            _: ::pegboard::__private::Call,
        ) -> ::pegboard::__private::Called<'_> {
            let _ = (&self.clock,);
            ::pegboard::__private::no_such_index()
        }
        fn get(
            &self,
            _: ::pegboard::__private::Address,
            _: ::pegboard::__private::Get,
        ) -> ::pegboard::__private::Got<'_> {
            ::pegboard::__private::no_such_index()
        }
        fn read(
            &self,
            _: ::pegboard::__private::Address,
            _: ::pegboard::__private::Read,
        ) -> ::pegboard::__private::ReadBack<'_> {
            ::pegboard::__private::no_such_index()
        }
        fn complete(
            &self,
            _: ::pegboard::__private::Address,
            _: ::pegboard::__private::Complete,
        ) -> ::pegboard::__private::Completed<'_> {
            ::pegboard::__private::no_such_index()
        }
        fn wakings(&self) -> ::pegboard::__private::Wakings {
            ::pegboard::__private::wakings([])
        }
        fn start(
            &self,
            _: ::pegboard::__private::primitive::u16,
        ) -> ::pegboard::__private::Hook<'_> {
            ::pegboard::__private::no_hook()
        }
        fn stop(
            &self,
            _: ::pegboard::__private::primitive::u16,
        ) -> ::pegboard::__private::Hook<'_> {
            ::pegboard::__private::no_hook()
        }
    }
    #[automatically_derived]
    impl ::pegboard::__private::Server for Tower {
        const CATALOG: &'static ::pegboard::__private::Catalog = &::pegboard::__private::Catalog::BROKEN;
        const TOOLSETS_JSON: &'static ::pegboard::__private::primitive::str = "";
        fn shared(self) -> ::pegboard::__private::Arc<::pegboard::__private::Erased> {
            ::pegboard::__private::never(self)
        }
    }
};
