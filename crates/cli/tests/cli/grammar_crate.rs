//! `rfc1738 grammar crate`.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::assert::Assert;

use crate::command::{exits, file, given, stdout};

/// A grammar of telephone numbers, with two headings.
const PHONE: &str = "; Numbers\n\nnumber = [ \"+\" area ] 3*digit\narea = 2digit\n\n; Digits\n\n\
                     digit = \"0\" | \"1\" | \"2\"\n";

fn make(line: &str, code: i32) -> Assert {
    exits(&format!("grammar crate {line}"), code)
}

/// Returns a folder for a crate that is not there yet, below the one that the command runs in.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run can be removed");
    }
    folder
}

fn top() -> &'static Path {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    above
        .nth(2)
        .expect("the command is two folders below the top")
}

#[test]
fn a_crate_is_written_with_its_grammar_and_reported() {
    let folder = fresh("crate-phone/new");
    file("crate-phone.bnf", PHONE);
    make("crate-phone.bnf --out crate-phone/new", 0)
        .stderr("")
        .stdout(
            "\
wrote the crate crate-phone, 16 files in crate-phone/new:
  Cargo.toml
  README.md
  grammar/crate-phone.bnf
  src/lib.rs
  src/rules/digits.rs
  src/rules/mod.rs
  src/rules/numbers.rs
  src/tables/character_tables.rs
  src/tables/descriptions.rs
  src/tables/dfas.rs
  src/tables/errors.rs
  src/tables/mod.rs
  src/tables/rule.rs
  src/typed.rs
  tests/grammar.rs
  tests/snapshots/grammar__trees.snap
next: run `cargo test` in crate-phone/new
",
        );
    let read = |path: &str| fs::read_to_string(folder.join(path)).expect("it is written");
    assert_eq!(read("grammar/crate-phone.bnf"), PHONE);
    assert!(read("Cargo.toml").contains("name = \"crate-phone\""));
    assert!(read("tests/grammar.rs").contains("use crate_phone::{"));
    let trees = read("tests/snapshots/grammar__trees.snap");
    let tree = "number 0..6 \"+01201\"\n  area 1..3 \"01\"\n\n";
    assert!(trees.contains(tree), "{trees}");
}

#[test]
fn a_crate_has_the_license_of_its_layout() {
    let folder = fresh("crate-licensed");
    file("crate-licensed.bnf", PHONE);
    file(
        "crate-licensed.toml",
        "[crate]\nlicense = \"MIT OR Apache-2.0\"\n",
    );
    let line = "crate-licensed.bnf --out crate-licensed --layout crate-licensed.toml";
    make(line, 0);
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("it is written");
    assert!(
        manifest.contains("\nlicense = \"MIT OR Apache-2.0\"\n"),
        "{manifest}"
    );
}

#[test]
fn the_name_comes_from_the_option_layout_or_file() {
    let name = |arguments: &str, input: &'static str| -> String {
        let _ = fresh("crate-named");
        let line = format!("grammar crate --out crate-named {arguments}");
        let text = stdout(&given(input, &line, 0));
        let name = text.strip_prefix("wrote the crate ");
        let name = name.and_then(|rest| rest.split_once(','));
        name.expect("it says the name").0.to_owned()
    };
    file("CRATE-Name.bnf", PHONE);
    file("crate-name.toml", "[crate]\nname = \"laid-out\"\n");
    assert_eq!(name("CRATE-Name.bnf", ""), "crate-name");
    assert_eq!(
        name("CRATE-Name.bnf --layout crate-name.toml", ""),
        "laid-out"
    );
    let asked = "CRATE-Name.bnf --layout crate-name.toml --name asked";
    assert_eq!(name(asked, ""), "asked");
    assert_eq!(name("- --name asked", PHONE), "asked");
}

#[test]
fn files_in_the_folder_are_replaced_only_if_asked() {
    let folder = fresh("crate-again");
    file("crate-again.bnf", PHONE);
    let line = "crate-again.bnf --out crate-again";
    make(line, 0);
    fs::write(folder.join("notes.txt"), "mine").expect("it is written");
    fs::write(folder.join("src/rules/own.rs"), "// mine").expect("it is written");
    make(line, 2).stdout("").stderr(
        "error: crate-again is not empty; add --overwrite to replace the files of the crate in it\n",
    );
    file("crate-again.bnf", PHONE.replace("; Digits\n\n", ""));
    make(&format!("{line} --overwrite"), 0).stderr("");
    let is_there = |path: &str| folder.join(path).exists();
    assert!(
        is_there("notes.txt") && is_there("src/rules/own.rs") && is_there("src/rules/numbers.rs")
    );
    assert!(
        !is_there("src/rules/digits.rs"),
        "it is generated and left over"
    );
}

#[test]
fn a_checkout_is_named_by_its_path_from_the_crate() {
    let folder = fresh("crate-checkout/deep");
    file("crate-checkout.bnf", PHONE);
    let top = top().to_str().expect("the path is UTF-8");
    let made = |checkout, code| {
        let line = format!("crate-checkout.bnf --checkout '{checkout}' --out crate-checkout/deep");
        make(&line, code)
    };
    made(top, 0);
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("it is written");
    let path = manifest.split_once("rfcbnf-engine = { path = \"");
    let path = path
        .and_then(|(_, rest)| rest.split_once('"'))
        .expect("it has a path")
        .0;
    assert!(path.starts_with("../"), "{path}");
    let engine = folder
        .join(path)
        .canonicalize()
        .expect("the package is there");
    assert_eq!(
        engine,
        Path::new(top)
            .join("crates/engine")
            .canonicalize()
            .expect("so is this")
    );
    let _ = fresh("crate-checkout/deep");
    made("crate-checkout", 2).stderr(
        "error: crate-checkout is not a checkout of this project: crates/engine/Cargo.toml is missing\n",
    );
    assert!(!folder.exists());
}

#[test]
fn a_crate_of_part_of_a_grammar_names_the_rest() {
    let folder = fresh("crate-value");
    file(
        "crate-value.bnf",
        "value = \"[\" [ value ] \"]\" | digit\ndigit = \"0\" | \"1\"\nword = <any word>\nother = \"x\"\n",
    );
    make("crate-value.bnf --out crate-value", 0)
        .stderr("note: left out: production `word` uses prose: <any word>\n");
    let read = |path: &str| fs::read_to_string(folder.join(path)).expect("it is written");
    assert!(read("src/tables/network.rs").contains("\n    // `value`\n"));
    assert!(read("src/lib.rs").contains("-> Result<bool, LimitReached>"));
    let line = "crate-value.bnf --out crate-value --rule value --overwrite";
    make(line, 0).stderr("");
    assert!(
        read("src/tables/rule.rs")
            .contains("[Self; 2] = [\n        Self::Value,\n        Self::Digit,\n")
    );
    assert!(read("README.md").contains(
        "\nrfc1738 grammar crate grammar/crate-value.bnf --rule value --out . --overwrite\n"
    ));
}

#[test]
fn a_crate_has_what_its_grammar_imports() {
    let folder = fresh("crate-imports/new");
    file(
        "crate-imports.abnf",
        "wanted = range [ \":\" language-range ]\nrange = <extended-language-range, see [RFC4647]>\n",
    );
    let line = "crate-imports.abnf --import rfc4647 --out crate-imports/new";
    make(line, 0).stderr("");
    let copy = folder.join("grammar/crate-imports.bnf");
    let copy = fs::read_to_string(copy).expect("the crate has a copy of the grammar");
    assert!(copy.contains("alphanum = "), "{copy}");
}

#[test]
fn names_of_a_grammar_with_imports_stay_as_they_are() {
    let folder = fresh("crate-names/new");
    file(
        "crate-names.abnf",
        "my_range = range [ \":\" my_port ]\nmy_port = 1*digit\ndigit = %x30-33\nrange = <language-range, see [RFC4647]>\n",
    );
    let line = "crate-names.abnf --import rfc4647 --rule my_range --out crate-names/new";
    make(line, 0).stderr("");
    let copy = folder.join("grammar/crate-names.bnf");
    let copy = fs::read_to_string(copy).expect("the crate has a copy of the grammar");
    assert!(copy.contains("my_port = 1*digit\r\n"), "{copy}");
}
