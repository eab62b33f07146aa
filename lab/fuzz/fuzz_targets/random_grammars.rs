//! Searches for grammars whose interpreted productions disagree with the automata or with the first
//! derivations. The octets of an input choose the grammar and the texts.

#![no_main]

#[path = "../../../crates/rfcbnf/tests/rfcbnf/interpret/compare.rs"]
mod compare;
#[path = "../../../crates/rfcbnf/tests/rfcbnf/interpret/driven.rs"]
mod driven;
#[expect(dead_code, reason = "the tests use all of it")]
#[path = "../../../crates/rfcbnf/tests/rfcbnf/interpret/random.rs"]
mod random;
mod unpack;

use libfuzzer_sys::fuzz_target;

use unpack::unpack;

fuzz_target!(init: unpack("random_grammars"), |input: &[u8]| {
    driven::compare_chosen(input);
});
