//! Replays the kept inputs of a fuzz target. The tests of the packages share this file.

use std::fs;
use std::path::{Path, PathBuf};

/// Checks the seeds of a target and the inputs on which it failed once. `fuzz` is the folder of the
/// targets. Returns the number of inputs.
///
/// The folder of failures exists only after the first failure.
pub(crate) fn replay(fuzz: &Path, target: &str, check: impl Fn(&[u8])) -> usize {
    let folders = ["corpus", "regressions"].map(|folder| fuzz.join(folder).join(target));
    let inputs = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok());
    let inputs = inputs
        .flatten()
        .map(|entry| entry.expect("the folder can be read").path());
    let inputs: Vec<PathBuf> = inputs.collect();
    for path in &inputs {
        // The output of a failed test ends with the input that failed.
        println!("{}", path.display());
        check(&fs::read(path).expect("the input can be read"));
    }
    inputs.len()
}
