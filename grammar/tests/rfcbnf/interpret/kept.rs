//! Replays the kept inputs of the fuzz target `random_grammars`.

use std::path::Path;

use super::driven::compare_chosen;
use crate::replay::replay;

#[test]
fn the_kept_inputs_of_random_grammars_agree_with_automata_and_first_derivations() {
    let fuzz = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz"));
    assert!(replay(fuzz, "random_grammars", compare_chosen) >= 20);
}
