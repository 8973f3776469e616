//! A hook that nothing would run.

use pegboard::prelude::*;

struct Globe;

impl Globe {
    #[on_start]
    fn load(&self) {}

    #[on_stop]
    fn close(&self) {}
}

fn main() {
    Globe.load();
    Globe.close();
}
