//! Searches for texts on which the generated parsers and the grammar file disagree. Every production
//! judges the input.
//!
//! The tests share the comparison. `cargo test --test rfc1738 exactness::kept` repeats it for the
//! seeds and for the failed inputs in `fuzz/artifacts/exactness`.

#![no_main]

#[path = "../../tests/rfc1738/exactness/reference.rs"]
mod reference;

use libfuzzer_sys::fuzz_target;

use reference::Reference;

fuzz_target!(|text: &[u8]| Reference::get().compare_all(text));
