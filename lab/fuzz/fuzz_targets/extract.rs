//! Searches for documents whose matches change if they arrive in pieces. The first octets of an input
//! choose the pieces.

#![no_main]

#[path = "../../../tests/rfc1738/extract/pieces.rs"]
mod pieces;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| pieces::compare_chosen(input));
