// #[toolset(name = "geo")]
// impl Distances for Globe {
//     /// Great-circle distance.
//     #[tool]
//     fn geo_distance() {}
// }
// ---
::core::compile_error! {
    "`#[toolset]` belongs on an inherent impl; move the tools to an `impl Type { … }` block"
}
impl Distances for Globe {
    /// Great-circle distance.
    #[tool(__pegboard_inside_a_toolset)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "what a request gives is the function's own"
    )]
    fn geo_distance() {}
}
