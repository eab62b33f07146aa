//! Replays the kept inputs of the fuzz target `extract`.

use std::path::Path;

use super::pieces::compare_chosen;
use crate::replay::replay;

#[test]
fn the_kept_inputs_of_extract_have_the_same_matches() {
    let fuzz = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/fuzz"));
    assert!(replay(fuzz, "extract", compare_chosen) >= 20);
}
