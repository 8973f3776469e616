// #[toolset(name = "geo", description = "Places.")]
// impl<D> Globe<D> {
//     #[tool(read_olny)]
//     fn geo_distance(&mut self) -> String {
//         "878 km".into()
//     }
// }
// ---
::core::compile_error! {
    "`#[tool]` has no key `read_olny`; did you mean `read_only`?"
}
::core::compile_error! {
    "tool `geo_distance` is called by many clients at once, so it takes `&self` or no `self` at all; keep what changes behind a `Mutex` or an atomic"
}
impl<D> Globe<D> {
    #[tool(__pegboard_inside_a_toolset)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "what a request gives is the function's own"
    )]
    fn geo_distance(&mut self) -> String {
        "878 km".into()
    }
}
#[automatically_derived]
#[allow(deprecated, reason = "a deprecated tool is still called here")]
impl<D> ::pegboard::__private::OneToolsetImplPerType for Globe<D> {
    const TABLE: &'static ::pegboard::__private::Table = &::pegboard::__private::Table {
        type_name: "Globe<D>",
        broken: true,
        ..::pegboard::__private::Table::EMPTY
    };
    type Mounted<__PegboardServer: ::pegboard::__private::Composed> = Self;
}
#[automatically_derived]
impl<
    __PegboardServer: ::pegboard::__private::Composed,
    D,
    const __PEGBOARD_NTH: ::pegboard::__private::primitive::usize,
> ::pegboard::__private::MountedIn<__PegboardServer, __PEGBOARD_NTH> for Globe<D> {}
