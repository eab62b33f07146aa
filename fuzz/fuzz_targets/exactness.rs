//! Looks for texts about which the generated parsers and the grammar file disagree. The input
//! is the text; every production is asked about it.
//!
//! The comparison is that of the tests, and `cargo test --test rfc1738 exactness::kept` repeats it for
//! the inputs that failed, which lie in `fuzz/artifacts/exactness`, and for the seeds.

#![no_main]

#[path = "../../tests/rfc1738/exactness/reference.rs"]
mod reference;

use libfuzzer_sys::fuzz_target;

use reference::Reference;

fuzz_target!(|text: &[u8]| Reference::get().compare_all(text));
