//! Crates of grammars that are hard for the generator: names that Rust keeps for itself, and octets that are no text.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use rfcbnf::generate::{CRATE_HEADER, CrateSources, Dependencies, Files};
use syn::Item;

use crate::cargo::{cargo, folder, output_of, project, target};

/// The grammars: a name, the text, and readings and a layout for one of them.
const GRAMMARS: [(&str, &str, Option<[&str; 2]>); 6] = [
    ("frames", include_str!("frames.bnf"), None),
    ("keywords", include_str!("keywords.bnf"), None),
    (
        "rfc1808",
        include_str!("../../../../examples/grammars/rfc1808.bnf"),
        Some([
            include_str!("../../../../examples/grammars/rfc1808.readings.toml"),
            include_str!("../../../../examples/grammars/rfc1808.layout.toml"),
        ]),
    ),
    (
        "rfc5322",
        include_str!("../../../../examples/grammars/rfc5322.abnf"),
        None,
    ),
    ("rfc5646", include_str!("../../library/rfc5646.abnf"), None),
    ("rfc8259", include_str!("../../library/rfc8259.abnf"), None),
];

fn generated(name: &str, grammar: &str, others: Option<[&str; 2]>) -> Files {
    let sources = CrateSources {
        name,
        grammar,
        notation: None,
        readings: others.map(|[readings, _]| readings),
        layout: others.map(|[_, layout]| layout),
        prose: None,
        rule: None,
        dependencies: Dependencies::Checkout(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")),
    };
    sources.generate().expect("code can be generated").files
}

/// Returns a package whose documentation tests are the programs of the manual about generated crates.
fn manual() -> Files {
    let text = include_str!("../../../../docs/crates.md");
    let text = text.replace("```rust,ignore", "```rust");
    let uses = ["rfc3986", "rfc8259"].map(|name| text.contains(&format!("use {name}::")));
    assert_eq!(uses, [true; 2], "the manual shows both");
    let rfc3986 = project().join("crates/rfc3986").display().to_string();
    let manifest = format!(
        "[package]\nname = \"manual\"\nedition = \"2024\"\n\n[dependencies]\n\
         rfc3986 = {{ path = '{rfc3986}', features = [\"miette\", \"typed\"] }}\n\
         rfc8259 = {{ path = \"../rfc8259\", features = [\"typed\"] }}\n"
    );
    let code = "//! The manual.\n#![cfg(doctest)]\n#[doc = include_str!(\"../crates.md\")]\nstruct Manual;\n";
    let files = [
        ("Cargo.toml", manifest),
        ("crates.md", text),
        ("src/lib.rs", code.to_owned()),
    ];
    files.map(|(path, text)| (path.to_owned(), text)).into()
}

#[test]
fn generated_crates_are_rust_and_define_each_name_once() {
    for (name, grammar, others) in GRAMMARS {
        let files = generated(name, grammar, others).into_iter();
        for (path, text) in files.filter(|(_, text)| text.starts_with(CRATE_HEADER)) {
            let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
            let mut names = HashSet::new();
            for item in file.items {
                let defined = match item {
                    Item::Const(item) => item.ident,
                    Item::Enum(item) => item.ident,
                    Item::Fn(item) => item.sig.ident,
                    Item::Mod(item) => item.ident,
                    Item::Static(item) => item.ident,
                    Item::Struct(item) => item.ident,
                    _ => continue,
                };
                assert!(
                    names.insert(defined.to_string()),
                    "{name}/{path}: {defined}"
                );
            }
        }
    }
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn generated_crates_pass_their_tests_and_lints() {
    let top = folder("crates");
    let _ = fs::remove_dir_all(&top);
    let crates = GRAMMARS.map(|(name, grammar, others)| (name, generated(name, grammar, others)));
    let crates: Vec<(&str, Files)> = crates.into_iter().chain([("manual", manual())]).collect();
    let members: Vec<&str> = crates.iter().map(|(name, _)| *name).collect();
    for (name, files) in &crates {
        for (path, text) in files {
            let path = top.join(name).join(path);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
            fs::write(path, text).expect("the file can be written");
        }
    }
    // The checkout's profiles and versions, so that cargo builds few packages of others again.
    let manifest = fs::read_to_string(project().join("Cargo.toml")).expect("it can be read");
    let profiles = manifest.find("[profile.dev]");
    let profiles = &manifest[profiles.expect("the profiles are last")..];
    let workspace = format!("[workspace]\nmembers = {members:?}\nresolver = \"3\"\n\n");
    fs::write(top.join("Cargo.toml"), workspace + profiles).expect("the file can be written");
    fs::copy(project().join("Cargo.lock"), top.join("Cargo.lock")).expect("it can be copied");
    cargo(&top, "test", &["--all-features"]);
    cargo(&top, "doc", &["--all-features", "--no-deps"]);
    let deny_warnings = ["--all-targets", "--all-features", "--", "-Dwarnings"];
    cargo(&top, "clippy", &deny_warnings);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_build_script_writes_parsers() {
    let copy = copy_of_example(
        "build_script",
        &["build.rs", "grammar/dates.abnf", "src/main.rs"],
    );
    let run = |text| {
        let run = ["run", "--quiet", "--offline", "--", text];
        let mut cargo = Command::new(env!("CARGO"));
        let cargo = cargo.current_dir(&copy).env("CARGO_TARGET_DIR", target());
        output_of(cargo.args(run))
    };
    let output = run("1994-12,1994-12-24");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(tree.starts_with("dates 0..18 "), "{output:?}");
    assert!(tree.contains("    day 16..18 \"24\"\n"), "{output:?}");
    assert!(output.stderr.is_empty(), "a warning: {output:?}");
    let wrong = "date = year \"-\" mouth\nyear = 4DIGIT\n";
    fs::write(copy.join("grammar/dates.abnf"), wrong).expect("the file can be written");
    let output = run("");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{output:?}");
    assert!(error.contains("grammar/dates.abnf:1:17: "), "{output:?}");
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn serde_reads_json_from_the_events_of_its_grammar() {
    let copy = copy_of_example(
        "json_deserializer",
        &[
            "build.rs",
            "grammar/layout.toml",
            "src/de.rs",
            "src/error.rs",
            "src/lib.rs",
            "src/nodes.rs",
            "tests/serde_json.rs",
        ],
    );
    cargo(&copy, "test", &[]);
    cargo(&copy, "clippy", &["--all-targets", "--", "-Dwarnings"]);
}

/// Copies files of a package of `examples`, so that it is built with the packages of the checkout's lock file.
fn copy_of_example(name: &str, files: &[&str]) -> PathBuf {
    let copy = folder(name);
    let _ = fs::remove_dir_all(&copy);
    for path in [&["Cargo.toml"], files].concat() {
        let example = project().join("examples").join(name);
        let text = fs::read_to_string(example.join(path)).expect("it can be read");
        let packages = project().join("crates").display().to_string();
        let path = copy.join(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        let text = text.replace("../../crates", &packages);
        fs::write(path, text).expect("the file can be written");
    }
    fs::copy(project().join("Cargo.lock"), copy.join("Cargo.lock")).expect("it can be copied");
    copy
}
