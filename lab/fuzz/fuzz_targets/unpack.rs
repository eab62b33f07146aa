//! Writes the seeds of a target, which are cases of one file, as the files that libFuzzer reads.

#[expect(dead_code, reason = "the tests use all of it")]
#[path = "../../../tests/cases.rs"]
mod cases;

use std::fs;
use std::path::Path;

/// Writes each seed of a target into its corpus, the folder that `cargo fuzz run` reads without another argument.
pub(crate) fn unpack(target: &str) {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = fuzz.join("corpus").join(target);
    fs::create_dir_all(&corpus).expect("the folder can be made");
    for seed in cases::read(&fuzz.join(format!("seeds/{target}.txt"))) {
        fs::write(corpus.join(seed.title), seed.text).expect("the seed can be written");
    }
}
