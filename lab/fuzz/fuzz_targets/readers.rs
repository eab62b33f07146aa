//! Searches for files on which a reader of grammars, readings, layouts or prose panics, or names a
//! place outside the file. The first octet of an input chooses the reader.

#![no_main]

#[path = "../../../crates/rfcbnf/tests/rfcbnf/reader/invariants.rs"]
mod invariants;
mod unpack;

use libfuzzer_sys::fuzz_target;

use unpack::unpack;

fuzz_target!(init: unpack("readers"), |input: &[u8]| {
    invariants::check_chosen(input);
});
