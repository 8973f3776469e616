//! Texts: how they are cut, and what selections show of them.
#![no_main]

#[path = "../../tests/laws/passages.rs"]
mod passages;

use passages::{Case, Keep};

/// Keeps what a case needs as constants for as long as the case.
#[derive(Default)]
struct Kept(Vec<Box<dyn FnOnce()>>);

impl Kept {
    fn keep<T: ?Sized + 'static>(&mut self, value: Box<T>) -> &'static T {
        let value: *mut T = Box::into_raw(value);
        // SAFETY: it came from a box, and goes back into it once, at the end of the case, which hands nothing out.
        self.0.push(Box::new(move || drop(unsafe { Box::from_raw(value) })));
        // SAFETY: nobody writes to it, and it lives until then.
        unsafe { &*value }
    }
}

impl Keep for Kept {
    fn all<T: 'static>(&mut self, values: Vec<T>) -> &'static [T] {
        self.keep(values.into_boxed_slice())
    }

    fn text(&mut self, text: String) -> &'static str {
        self.keep(text.into_boxed_str())
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.drain(..).for_each(|free| free());
    }
}

libfuzzer_sys::fuzz_target!(|case: Case| case.holds(&mut Kept::default()));
