//! Replays the kept inputs of the fuzz targets that compare the parsers with the grammar.

use std::path::Path;

use super::reference::Reference;
use crate::replay::replay;

/// The folder of the fuzz targets.
const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/fuzz");

#[test]
fn the_kept_inputs_of_exactness_get_the_reference_verdict() {
    let check = |input: &[u8]| {
        Reference::get().compare_chosen(input);
    };
    assert!(replay(Path::new(FUZZ), "exactness", check) >= 40);
}

#[test]
fn the_kept_inputs_of_trees_get_the_first_derivation() {
    let check = |input: &[u8]| {
        if let Some((rule, text)) = Reference::get().compare_chosen(input) {
            assert!(Reference::get().compare_tree(rule, text));
        }
    };
    assert!(replay(Path::new(FUZZ), "trees", check) >= 67);
}
