//! Replays the kept inputs of the fuzz target `readers`.

use std::path::Path;

use super::invariants::check_chosen;
use crate::replay::replay;

#[test]
fn the_kept_inputs_of_readers_have_an_answer() {
    let fuzz = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../lab/fuzz"));
    assert!(replay(fuzz, "readers", check_chosen) >= 20);
}
