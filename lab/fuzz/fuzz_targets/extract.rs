//! Searches for documents whose matches change if they arrive in pieces. The first octets of an input
//! choose the pieces.

#![no_main]

#[path = "../../../tests/rfc1738/extract/pieces.rs"]
mod pieces;
mod unpack;

use libfuzzer_sys::fuzz_target;

use unpack::unpack;

fuzz_target!(init: unpack("extract"), |input: &[u8]| {
    pieces::compare_chosen(input);
});
