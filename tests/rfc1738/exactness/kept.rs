//! Compares the seeds of the fuzz target, and the inputs on which it failed.

use std::fs;
use std::path::Path;

use super::reference::Reference;

/// Compares the contents of all files in a folder. Returns their number.
fn compare(folder: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(&folder).into_iter().flatten();
    let mut count = 0;
    for file in files {
        let path = file.expect("the folder can be read").path();
        println!("{}", path.display());
        Reference::get().compare_all(&fs::read(path).expect("the file can be read"));
        count += 1;
    }
    count
}

#[test]
fn the_seeds_and_past_failures_of_the_fuzzer_get_the_reference_verdict() {
    assert_ne!(compare("fuzz/corpus/exactness"), 0, "the seeds are missing");
    // The folder exists only after a failure.
    compare("fuzz/artifacts/exactness");
}
