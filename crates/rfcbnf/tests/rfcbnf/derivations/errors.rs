//! Productions whose derivations cannot be computed.

use rfcbnf::derivations::{DerivationsError, derivations};

use super::grammar;

#[test]
fn a_production_that_is_not_defined_is_an_error() {
    let grammar = grammar("s = \"a\"\n");
    let error = derivations(&grammar, "S", "a").expect_err("it is not there");
    assert!(
        matches!(error, DerivationsError::UnknownProduction(_)),
        "{error:?}"
    );
    assert_eq!(
        error.to_string(),
        "there is no production `S`; did you mean `s`?"
    );
}

#[test]
fn a_used_production_that_is_not_defined_is_an_error() {
    let mut grammar = grammar("s = t\nt = \"a\"\nu = \"b\"\n");
    grammar.productions.remove(1);
    let error = derivations(&grammar, "s", "a").expect_err("it is not there");
    assert_eq!(
        error.to_string(),
        "production `s` uses `t`, which the grammar does not define"
    );
    assert_eq!(
        derivations(&grammar, "u", "b")
            .expect("the production is defined")
            .count(),
        1
    );
}

#[test]
fn recursion_behind_an_octet_has_derivations() {
    let grammar = grammar("s = \"(\" s \")\" | \"a\"\n");
    let trees = derivations(&grammar, "s", "((a))").expect("every cycle consumes an octet");
    let trees: Vec<String> = trees.map(|tree| tree.to_string()).collect();
    assert_eq!(
        trees,
        ["s 0..5 \"((a))\"\n  s 1..4 \"(a)\"\n    s 2..3 \"a\"\n"]
    );
}

#[test]
fn an_exclusion_that_leads_to_recursion_is_an_error() {
    let mut grammar = grammar("s = t\nt = \"a\" t | \"a\"\n");
    grammar.productions[0].excluded.push("b".to_owned());
    let error = derivations(&grammar, "s", "a").expect_err("it is refused");
    assert_eq!(
        error.to_string(),
        "a reading excludes prefixes from `s`, and it leads to recursion: no recognizer knows both"
    );
}

#[test]
fn a_text_that_takes_too_many_steps_is_an_error() {
    let grammar = grammar("e = e \"+\" e | \"1\"\n");
    let text = format!("{}1", "1+".repeat(20_000));
    let error = derivations(&grammar, "e", &text).expect_err("it takes cubic time");
    assert_eq!(
        error.to_string(),
        "the text takes more than 20000000 steps and 100 for each octet"
    );
}
