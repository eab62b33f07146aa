//! Grammars from which no code is generated.

use std::fs;
use std::path::Path;
use std::process::Command;

use rfcbnf::generate::generate;
use rfcbnf::{Layout, Prose, Readings, rfc1738};

use super::support::{LAYOUT, refusal, small};

#[test]
fn prose_about_an_unknown_production_stops_the_generator() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prose-on-nothing");
    fs::create_dir_all(&folder).expect("the folder is made");
    let files = [
        ("rfc1738.bnf", rfc1738::BNF),
        ("readings.toml", rfc1738::READINGS),
        ("layout.toml", LAYOUT),
        ("prose.toml", "[examples]\nhots = \"host.dom\"\n"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("the file is written");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_codegen"))
        .arg("--check")
        .env("CARGO_MANIFEST_DIR", &folder)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: in grammar/prose.toml:\nthe prose names the production `hots`, which the grammar does not define\n"
    );
}

#[test]
fn a_production_under_no_heading_is_refused() {
    let grammar = rfcbnf::read("a = \"x\"\n").expect("the grammar has no errors");
    let readings = Readings::default();
    let error = generate(&grammar, &readings, &Prose::default(), &Layout::default());
    assert_eq!(
        error.expect_err("it has no module").to_string(),
        "production `a` stands under no heading: put a comment line of its own above it"
    );
}

#[test]
fn two_productions_of_one_name_in_rust_are_refused() {
    assert_eq!(
        refusal("a-b = \"x\"\na_b = \"y\"\n"),
        "productions `a-b` and `a_b` would both be called `a_b` in Rust: rename one of them"
    );
}

#[test]
fn a_production_that_is_too_large_is_refused() {
    assert_eq!(
        refusal("a = 1000( 1000\"xy\" )\n"),
        "production `a` is too large to be decided: its automaton takes more than 10000 states or 64 MiB"
    );
}

#[test]
fn a_production_without_texts_after_a_reading_is_refused() {
    let reading = "[[reading]]\nid = \"none\"\nproductions = [\"b\"]\nsection = \"1\"\ndecision = \"So.\"\n\
                   why = \"Because.\"\napply = { exclude = { names-under = \"a\" } }\n";
    assert_eq!(
        small("a = \"x:\"\nb = \"x:\" \"y\"\n", reading)
            .expect_err("nothing is left")
            .to_string(),
        "production `b` derives no text"
    );
}
