//! Leaves the snapshot in `OUT_DIR`.

fn main() {
    pegboard::snapshot::write::<atlas::Atlas>("toolsets.json").expect("the snapshot can be written");
}
