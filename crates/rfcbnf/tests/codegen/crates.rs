//! Crates of grammars that are hard for the generator: names that Rust keeps for itself, and octets that are no text.

use std::collections::HashSet;
use std::fs;

use rfcbnf::generate::{CRATE_HEADER, CrateSources, Dependencies, Files};
use syn::Item;

use crate::cargo::{cargo, folder, project};

const GRAMMARS: [(&str, &str); 2] = [
    ("frames", include_str!("frames.bnf")),
    ("keywords", include_str!("keywords.bnf")),
];

fn generated(name: &str, grammar: &str) -> Files {
    let sources = CrateSources {
        name,
        grammar,
        notation: None,
        readings: None,
        layout: None,
        rule: None,
        dependencies: Dependencies::Checkout(concat!(env!("CARGO_MANIFEST_DIR"), "/..")),
    };
    sources.generate().expect("code can be generated").files
}

#[test]
fn generated_crates_are_rust_and_define_each_name_once() {
    for (name, grammar) in GRAMMARS {
        let files = generated(name, grammar).into_iter();
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
    for (name, grammar) in GRAMMARS {
        for (path, text) in generated(name, grammar) {
            let path = top.join(name).join(path);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
            fs::write(path, text).expect("the file can be written");
        }
    }
    // The checkout's profiles and versions, so that cargo builds few packages of others again.
    let manifest = fs::read_to_string(project().join("Cargo.toml")).expect("it can be read");
    let profiles = manifest.find("[profile.dev]");
    let profiles = &manifest[profiles.expect("the profiles are last")..];
    let members = GRAMMARS.map(|(name, _)| name);
    let workspace = format!("[workspace]\nmembers = {members:?}\nresolver = \"3\"\n\n");
    fs::write(top.join("Cargo.toml"), workspace + profiles).expect("the file can be written");
    fs::copy(project().join("Cargo.lock"), top.join("Cargo.lock")).expect("it can be copied");
    cargo(&top, "test", &["--all-features"]);
    cargo(&top, "doc", &["--all-features", "--no-deps"]);
    let deny_warnings = ["--all-targets", "--all-features", "--", "-Dwarnings"];
    cargo(&top, "clippy", &deny_warnings);
}
