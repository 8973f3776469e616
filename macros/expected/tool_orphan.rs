// #[tool(read_only)]
// fn geo_distance() -> String {
//     "878 km".into()
// }
// ---
::core::compile_error! {
    "`#[tool]` stands in no toolset, so nobody could switch it off; write it in an `impl` block under `#[toolset(…)]` (a macro in such a block is expanded too late to be seen: let the macro write the whole block)"
}
fn geo_distance() -> String {
    "878 km".into()
}
