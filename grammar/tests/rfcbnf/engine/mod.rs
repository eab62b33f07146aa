//! The engine without a generator: its parts, and a grammar that is written by hand.

mod dfa;
mod errors;
mod recognized;
mod sample;

use rfcbnf_engine::wide::nodes_up_to;

use sample::Sample::Lines;

#[test]
fn a_tree_of_too_many_productions_is_not_made() {
    assert_eq!(nodes_up_to(Lines, "a", 3), Some(3));
    assert_eq!(nodes_up_to(Lines, "a\tb", 3), None);
    assert_eq!(nodes_up_to(Lines, "a\tb", 4), Some(4));
}
