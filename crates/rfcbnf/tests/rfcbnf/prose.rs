//! Remarks and examples name existing productions, and examples are derived.

use std::collections::HashSet;

use rfcbnf::automaton::Automata;
use rfcbnf::rfc1738::PROSE;
use rfcbnf::{Layout, Prose};

use crate::grammars::rfc1738;

fn own_prose() -> Prose {
    Prose::from_toml(PROSE).expect("the prose is well formed")
}

/// Returns the error of prose on a small grammar.
fn refusal(toml: &str) -> String {
    let grammar = rfcbnf::read("a = b\nb = \"x\"\n").expect("the grammar has no errors");
    let prose = Prose::from_toml(toml).expect("the prose is well formed");
    let error = prose.check(&grammar).expect_err("a name is unknown");
    error.to_string()
}

#[test]
fn the_prose_of_rfc_1738_is_about_its_productions() {
    own_prose().check(&rfc1738()).expect("every name is known");
}

#[test]
fn every_section_is_one_of_the_rfc() {
    let sections = [
        "2.1", "2.2", "3", "3.1", "3.2", "3.2.1", "3.2.2", "3.2.3", "3.3", "3.4.1", "3.4.3", "3.5",
        "3.6", "3.7", "3.8", "3.9", "3.10", "3.11", "4",
    ];
    let prose = own_prose();
    let mut named = HashSet::new();
    for production in &rfc1738().productions {
        named.extend(
            prose
                .remarks(&production.name)
                .map(|remark| remark.section.clone()),
        );
    }
    assert_eq!(named, sections.map(str::to_owned).into());
}

#[test]
fn every_example_is_derived_by_its_production() {
    let (grammar, prose) = (rfc1738(), own_prose());
    let automata = Automata::new(&grammar).expect("the productions are small");
    for production in &grammar.productions {
        let name = &production.name;
        if let Some(example) = prose.example(name) {
            let automaton = automata.production(name).expect("the production exists");
            assert!(automaton.accepts(example.as_bytes()), "{name} {example}");
        }
    }
}

#[test]
fn every_production_that_derives_more_than_characters_has_an_example() {
    let layout = Layout::from_toml(include_str!("../../../../grammar/layout.toml"))
        .expect("the layout is fine");
    let prose = own_prose();
    for production in &rfc1738().productions {
        let name = &production.name;
        assert_eq!(
            prose.example(name).is_some(),
            !layout.is_character(name),
            "{name}"
        );
    }
}

#[test]
fn remarks_come_in_file_order_and_with_their_productions_only() {
    let prose = own_prose();
    let sections = |name: &'static str| -> Vec<String> {
        let remarks = prose.remarks(name);
        remarks.map(|remark| remark.section.clone()).collect()
    };
    assert_eq!(sections("fpath"), ["3.2.2", "3.10"]);
    assert_eq!(sections("user"), ["3.1"]);
    assert!(sections("lowalpha").is_empty());
    assert!(sections("no-such-production").is_empty());
}

#[test]
fn a_remark_on_an_unknown_production_is_an_error() {
    assert_eq!(
        refusal(
            "[[remark]]\nproductions = [\"a\", \"hots\"]\nsection = \"1\"\ntext = \"So it is.\"\n"
        ),
        "the prose names the production `hots`, which the grammar does not define"
    );
}

#[test]
fn an_example_of_an_unknown_production_is_an_error() {
    assert_eq!(
        refusal("[examples]\na = \"x\"\nhots = \"x\"\n"),
        "the prose names the production `hots`, which the grammar does not define"
    );
}

#[test]
fn the_error_of_a_malformed_file_names_the_line() {
    let error = Prose::from_toml("[[remark]]\nproductions = [\"a\"]\nsection = \"1\"\n");
    assert_eq!(
        error.expect_err("the text is missing").to_string(),
        "the prose cannot be read: TOML parse error at line 1, column 1
  |
1 | [[remark]]
  | ^^^^^^^^^^
missing field `text`
"
    );
    let error = Prose::from_toml("remarks = []\n").expect_err("there is no such field");
    assert!(
        error
            .to_string()
            .contains("unknown field `remarks`, expected one of `remark`, `note`, `examples`"),
        "{error}"
    );
}
