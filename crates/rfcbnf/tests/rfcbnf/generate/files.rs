//! The generated files: their names, their order and their documentation.

use std::fs;
use std::path::Path;

use rfcbnf::generate::generate;
use rfcbnf::{Layout, Prose, Readings};

use super::support::{files, grammar, small};

#[test]
fn the_rules_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../src");
    let files = files();
    for (name, text) in files {
        let present = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(present == *text, "src/{name} is stale: run `cargo codegen`");
    }
    for inside in ["rules", "tables"] {
        for entry in fs::read_dir(folder.join(inside))
            .expect("it is there")
            .flatten()
        {
            let name = entry.file_name().into_string().expect("the name is plain");
            assert!(
                files.contains_key(&format!("{inside}/{name}")),
                "src/{inside}/{name} is left over: run `cargo codegen`"
            );
        }
    }
}

#[test]
fn the_modules_are_those_of_the_design_in_file_order() {
    let files = files();
    let root = &files["rules/mod.rs"];
    let modules: Vec<&str> = root
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert_eq!(
        modules,
        [
            "generic", "ip", "ftp", "file", "http", "gopher", "mailto", "news", "nntp", "telnet",
            "wais", "prospero", "misc",
        ]
    );
}

#[test]
fn the_rules_depend_on_the_tables_and_not_the_reverse() {
    for (name, text) in files() {
        let lines = text.lines().map(str::trim);
        let mut code = lines.filter(|line| !line.starts_with("//"));
        let names_rules = code.any(|line| line.contains("rules::") || line.contains("bodies"));
        assert!(!name.starts_with("tables/") || !names_rules, "{name}");
    }
}

#[test]
fn every_production_has_its_function_in_file_order() {
    let (grammar, files) = (grammar(), files());
    let modules = files["rules/mod.rs"]
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let code: String = modules
        .map(|module| files[&format!("rules/{module}.rs")].as_str())
        .collect();
    let mut rest = code.as_str();
    for production in &grammar.productions {
        let printed = grammar.text(production);
        let text = printed.lines().fold(String::new(), |text, line| {
            text + "    /// " + line.trim_end() + "\n"
        });
        let place = rest.find(&format!("    /// ```bnf\n{text}    /// ```\n"));
        rest =
            &rest[place.unwrap_or_else(|| panic!("{} is not where it belongs", production.name))..];
        let function = rest.find("\n    pub fn ").expect("its function follows");
        assert!(
            rest[..function].contains("assert_eq!"),
            "{} has an example",
            production.name
        );
    }
    assert_eq!(code.matches("\n    pub fn ").count(), 67);
}

#[test]
fn a_heading_that_the_layout_lacks_names_its_module() {
    let files = small("a = \"x\"\n\n; 2nd part (see there)\n\nb = \"y\"\n", "")
        .expect("code can be generated");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "rules/mod.rs",
            "rules/part_2nd.rs",
            "rules/things.rs",
            "tables/character_tables.rs",
            "tables/descriptions.rs",
            "tables/dfas.rs",
            "tables/errors.rs",
            "tables/mod.rs",
            "tables/rule.rs"
        ]
    );
}

#[test]
fn productions_under_no_heading_have_a_module_of_their_own() {
    let grammar = rfcbnf::read("a = \"x\"\n").expect("the grammar has no errors");
    let (readings, layout) = (Readings::default(), Layout::default());
    let files = generate(&grammar, &readings, &Prose::default(), &layout);
    let files = files.expect("code can be generated");
    assert!(files["rules/mod.rs"].contains("\npub mod productions;\n"));
    assert!(files["rules/productions.rs"].contains("\n    pub fn a<"));
}

#[test]
fn the_documentation_contains_the_prose() {
    let prose = "[[remark]]\nproductions = [\"a\"]\nsection = \"2.1\"\n\
                 text = \"One letter and no more, whatever some of the programs that are in wide use make of it.\"\n";
    let prose = Prose::from_toml(prose).expect("the prose is well formed");
    let grammar =
        rfcbnf::read("; Things\n\na = \"x\"\nb = a\n").expect("the grammar has no errors");
    let files = generate(&grammar, &Readings::default(), &prose, &Layout::default());
    let things = &files.expect("code can be generated")["rules/things.rs"];
    assert!(
        things.contains(
            "/// a = \"x\"\n    /// ```\n    ///\n    \
             /// Section 2.1: One letter and no more, whatever some of the programs that are in wide use\n    \
             /// make of it.\n    ///\n    /// ```\n"
        ),
        "{things}"
    );
    assert_eq!(things.matches("Section").count(), 1);
}
