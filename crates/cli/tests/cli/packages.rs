//! The published packages: their files, and the compiler that builds them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use crate::documentation::find;

/// The published packages, with the folders that each of them may contain.
const PUBLISHED: [(&str, &[&str]); 5] = [
    ("rfcbnf-engine", &["src/"]),
    ("rfcbnf", &["library/", "src/"]),
    ("rfc1738", &["src/", "examples/"]),
    ("rfc1738-views", &["src/"]),
    ("rfc1738-cli", &["src/"]),
];

/// The files that each package has at its top.
const AT_TOP: [&str; 4] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// The other files that a package may have at its top.
const MAY_BE_AT_TOP: [&str; 4] = [
    ".cargo_vcs_info.json",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml.orig",
];

#[test]
fn a_package_has_only_its_sources_licenses_and_readme() {
    for (package, folders) in PUBLISHED {
        let list = cargo(&["package", "--list", "--allow-dirty", "--package", package]);
        let files: BTreeSet<&str> = list.lines().collect();
        for file in AT_TOP {
            assert!(files.contains(file), "{package} lacks {file}");
        }
        let is_expected = |file: &&str| {
            AT_TOP.contains(file)
                || MAY_BE_AT_TOP.contains(file)
                || folders.iter().any(|folder| file.starts_with(folder))
        };
        let unexpected: Vec<&&str> = files.iter().filter(|file| !is_expected(file)).collect();
        assert!(unexpected.is_empty(), "{package}: {unexpected:?}");
    }
}

#[test]
fn the_library_page_lists_what_its_examples_need() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |name| fs::read_to_string(docs.join(name)).expect("the file is read");
    let page = read("library.md");
    let manifest: toml::Table = block(&page, "toml").parse().expect("a manifest");
    let tested: toml::Table = read("Cargo.toml").parse().expect("a manifest");
    let listed = manifest["dependencies"].as_table().expect("a table");
    // These features, those of the tests of the manual, are what the examples are compiled with.
    let features = |dependency: &toml::Value| dependency["features"].clone();
    let tested = &tested["dev-dependencies"]["rfc1738"];
    assert_eq!(features(&listed["rfc1738"]), features(tested));
    let mut used = BTreeSet::from(["rfc1738"]);
    for example in page.split("```rust").skip(1) {
        let example = example.split("```").next().unwrap_or_default();
        for (index, _) in example.match_indices("::") {
            let name = example[..index].rsplit(|one: char| !one.is_alphanumeric() && one != '_');
            used.extend(name.take(1).filter(|name| CRATES.contains(name)));
        }
    }
    assert_eq!(
        listed.keys().map(String::as_str).collect::<BTreeSet<_>>(),
        used
    );
}

/// The packages that the tests of the manual depend on.
const CRATES: [&str; 8] = [
    "miette",
    "nom",
    "nom_locate",
    "rfc1738",
    "rfcbnf",
    "serde",
    "serde_json",
    "toml",
];

/// Returns the first block of the language in a page.
fn block<'p>(page: &'p str, language: &str) -> &'p str {
    let (_, rest) = page
        .split_once(&format!("```{language}\n"))
        .expect("a block");
    rest.split_once("```").expect("an end").0
}

#[test]
fn the_published_packages_are_the_default_members() {
    let metadata = metadata();
    let packages = packages(metadata);
    let defaults = strings(&metadata["workspace_default_members"]);
    let defaults: BTreeSet<&str> = defaults.map(|id| name(packages[id])).collect();
    let published: BTreeSet<&str> = PUBLISHED.iter().map(|(package, _)| *package).collect();
    assert_eq!(defaults, published);
    let members = strings(&metadata["workspace_members"]).map(|id| packages[id]);
    // Without `publish` in its manifest, the field is null: the package may go to any registry.
    let may_be_published: BTreeSet<&str> = members
        .filter(|package| package["publish"].is_null())
        .map(name)
        .collect();
    assert_eq!(may_be_published, published);
}

#[test]
fn no_test_is_in_a_target_that_runs_none() {
    let metadata = metadata();
    let packages = packages(metadata);
    let members = strings(&metadata["workspace_members"]).map(|id| packages[id]);
    let targets = members.flat_map(|package| package["targets"].as_array().expect("a list"));
    let targets = targets.filter(|target| target["kind"][0] != "custom-build");
    let (silent, tested): (Vec<&Value>, Vec<&Value>) =
        targets.partition(|target| target["test"] == false);
    let root = |target: &Value| PathBuf::from(text(&target["src_path"]));
    let silent: Vec<PathBuf> = silent.into_iter().map(root).collect();
    let tested: Vec<PathBuf> = tested.into_iter().map(root).collect();
    assert!(
        silent
            .iter()
            .any(|root| root.ends_with("crates/cli/src/main.rs"))
    );
    let mut idle = Vec::new();
    for root in silent {
        find(root.parent().expect("it is in a folder"), &mut |path| {
            // Files of generated crates run there.
            let is_rust = path.extension()? == "rs" && !path.iter().any(|name| name == "templates");
            let has_test = is_rust && fs::read_to_string(path).ok()?.contains("#[test]");
            let is_idle = has_test && tested.iter().all(|root| root != path);
            idle.extend(is_idle.then(|| path.to_owned()));
            Some(())
        });
    }
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn no_dependency_of_a_published_package_declares_a_newer_compiler() {
    let metadata = metadata();
    let packages = packages(metadata);
    let nodes = metadata["resolve"]["nodes"]
        .as_array()
        .expect("cargo lists nodes");
    let nodes: BTreeMap<&str, &Value> =
        nodes.iter().map(|node| (text(&node["id"]), node)).collect();
    let mut waiting: Vec<&str> = strings(&metadata["workspace_default_members"]).collect();
    let ours = compiler(packages[waiting[0]]).expect("the packages declare a compiler");
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let theirs = compiler(packages[id]);
        assert!(theirs <= Some(ours), "{id} needs {theirs:?}");
        let dependencies = nodes[id]["deps"].as_array().expect("a node has deps");
        let needed = dependencies.iter().filter(|dependency| {
            let mut kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            kinds.any(|kind| kind["kind"] != "dev")
        });
        waiting.extend(needed.map(|dependency| text(&dependency["pkg"])));
    }
    assert!(seen.len() > PUBLISHED.len(), "there are dependencies");
}

/// Returns the version of the compiler that the package declares.
fn compiler(package: &Value) -> Option<[u32; 2]> {
    let declared = package["rust_version"].as_str()?;
    let mut numbers = declared
        .split('.')
        .map(|number| number.parse().expect("it is a number"));
    Some([numbers.next()?, numbers.next().unwrap_or(0)])
}

/// Returns the metadata of the workspace for this platform. The packages for other platforms need
/// not be on this machine.
fn metadata() -> &'static Value {
    static METADATA: LazyLock<Value> = LazyLock::new(made_metadata);
    &METADATA
}

fn made_metadata() -> Value {
    let cargo_version = cargo(&["--version", "--verbose"]);
    let mut lines = cargo_version.lines();
    let host = lines.find_map(|line| line.strip_prefix("host: "));
    let host = host.expect("cargo says for what it was built");
    let format = ["metadata", "--format-version", "1", "--locked"];
    let metadata = cargo(&[&format[..], &["--filter-platform", host]].concat());
    serde_json::from_str(&metadata).expect("cargo writes JSON")
}

#[test]
fn the_first_run_compiles_few_packages() {
    // A newcomer waits for each of them. Before a number rises: what else has the function? Versions of
    // `textwrap` after 0.16.2 break lines with the tables of `icu_segmenter`, which come in 23 packages.
    let compiled = |features: &[&str]| {
        let tree = ["tree", "--locked", "--package", "rfc1738-cli"];
        let edges = ["--edges", "normal,build", "--prefix", "none"];
        let tree = cargo(&[&tree[..], &edges, features].concat());
        let packages = tree.lines().filter_map(|line| line.split(" (").next());
        packages.map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let first = compiled(&[]);
    assert!(first.len() <= 100, "{}: {first:#?}", first.len());
    let server: Vec<_> = compiled(&["--features", "lsp"])
        .difference(&first)
        .filter_map(|package| package.split(' ').next().map(str::to_owned))
        .collect();
    assert_eq!(server, ["gen-lsp-types"]);
}

/// Returns the packages by their ids.
fn packages(metadata: &Value) -> BTreeMap<&str, &Value> {
    let packages = metadata["packages"]
        .as_array()
        .expect("cargo lists packages");
    packages
        .iter()
        .map(|package| (text(&package["id"]), package))
        .collect()
}

fn name(package: &Value) -> &str {
    text(&package["name"])
}

fn strings(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().expect("it is a list").iter().map(text)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("it is a string")
}

/// Runs cargo at the top of the repository and returns what it prints.
fn cargo(arguments: &[&str]) -> String {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(top)
        .output()
        .expect("cargo starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).expect("cargo writes UTF-8")
}
