//! Searches for texts on which a generated parser and the grammar file disagree about the verdict,
//! the longest prefix or the error. The first octet of an input chooses the production.

#![no_main]

#[expect(dead_code, reason = "the tests use all of it")]
#[path = "../../../tests/rfc1738/exactness/reference.rs"]
mod reference;
mod unpack;

use libfuzzer_sys::fuzz_target;

use reference::Reference;
use unpack::unpack;

fuzz_target!(init: unpack("exactness"), |input: &[u8]| {
    Reference::get().compare_chosen(input);
});
