//! Replays the kept inputs of the fuzz target `random_grammars`.

use std::cell::Cell;
use std::path::Path;

use super::driven::compare_chosen;
use crate::replay::replay;

#[test]
fn the_kept_inputs_of_random_grammars_agree_with_the_automata() {
    let fuzz = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../lab/fuzz"));
    let texts = Cell::new(0);
    let check = |input: &[u8]| texts.set(texts.get() + compare_chosen(input));
    assert!(replay(fuzz, "random_grammars", check) >= 20);
    // The grammars of the seeds have at least ten texts each.
    assert!(texts.get() > 200, "{} texts", texts.get());
}
