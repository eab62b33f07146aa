//! Replays the kept inputs of a fuzz target. The tests of the packages share this file.

use std::fs;
use std::path::Path;

use crate::cases;

/// Checks the seeds of a target and the inputs on which it failed once. `fuzz` is the folder of the
/// targets. Returns the number of inputs.
///
/// The folder of failures exists only after the first failure.
pub(crate) fn replay(fuzz: &Path, target: &str, check: impl Fn(&[u8])) -> usize {
    let seeds = cases::read(&fuzz.join(format!("seeds/{target}.txt")));
    let seeds = seeds.into_iter().map(|seed| (seed.title, seed.text));
    let failures = fs::read_dir(fuzz.join("regressions").join(target));
    let failures = failures.into_iter().flatten().map(|entry| {
        let path = entry.expect("the folder can be read").path();
        let input = fs::read(&path).expect("the input can be read");
        (path.display().to_string(), input)
    });
    let inputs = seeds.chain(failures).inspect(|(name, input)| {
        // The output of a failed test ends with the input that failed.
        println!("{name}");
        check(input);
    });
    inputs.count()
}
