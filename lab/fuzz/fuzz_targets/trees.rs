//! Searches for texts whose tree is not the first derivation. The first octet of an input chooses the
//! production.
//!
//! Derivations take time, so `exactness` does not compare trees.

#![no_main]

#[expect(dead_code, reason = "the tests use all of it")]
#[path = "../../../tests/rfc1738/exactness/reference.rs"]
mod reference;
mod unpack;

use libfuzzer_sys::{Corpus, fuzz_target};

use reference::Reference;
use unpack::unpack;

// Texts without a tree do not become seeds.
fuzz_target!(init: unpack("trees"), |input: &[u8]| -> Corpus {
    match Reference::get().compare_chosen(input) {
        Some((rule, text)) => {
            assert!(Reference::get().compare_tree(rule, text));
            Corpus::Keep
        }
        None => Corpus::Reject,
    }
});
