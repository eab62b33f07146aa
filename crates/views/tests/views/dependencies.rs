//! The dependencies of the package. None needs files, threads or terminals, because
//! `wasm32-unknown-unknown` has none.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the test runs cargo; views do not"
)]

use std::collections::BTreeSet;
use std::process::Command;

/// Every package that the views may depend on, directly or not.
///
/// Before a name is added, its package must build for `wasm32-unknown-unknown` and do its work
/// there. `miette` does so with its feature `fancy-no-syscall`.
const ALLOWED: &[&str] = &[
    "anstyle",
    "anstyle-owo-colors",
    "bytecount",
    "cfg-if",
    "csv",
    "csv-core",
    "itoa",
    "maud",
    "memchr",
    "miette",
    "nom",
    "nom_locate",
    "owo-colors",
    "quick-xml",
    "railroad",
    "rand_core",
    "rand_pcg",
    "rfc1738",
    "rfc1738-views",
    "rfcbnf",
    "rfcbnf-engine",
    "ryu",
    "serde",
    "serde_core",
    "serde_json",
    "serde_spanned",
    "strsim",
    "textwrap",
    "thiserror",
    "toml",
    "toml_datetime",
    "toml_parser",
    "toml_writer",
    "unicode-linebreak",
    "unicode-width",
    "winnow",
    "zmij",
];

#[test]
fn the_views_depend_on_nothing_that_needs_an_operating_system() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--package", "rfc1738-views"])
        .args(["--edges", "normal,no-proc-macro"])
        .args(["--target", "wasm32-unknown-unknown"])
        .args(["--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let tree = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    let found: BTreeSet<&str> = tree
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let allowed: BTreeSet<&str> = ALLOWED.iter().copied().collect();
    assert_eq!(found, allowed);
}
