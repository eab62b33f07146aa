//! Productions whose derivations cannot be computed.

use rfcbnf::derivations::{DerivationsError, derivations};

use super::grammar;

#[test]
fn a_production_that_is_not_defined_is_an_error() {
    let grammar = grammar("s = \"a\"\n");
    let error = derivations(&grammar, "S", "a").expect_err("it is not there");
    assert_eq!(error, DerivationsError::Unknown("S".to_owned()));
    assert_eq!(error.to_string(), "there is no production `S`");
}

#[test]
fn a_used_production_that_is_not_defined_is_an_error() {
    let mut grammar = grammar("s = t\nt = \"a\"\nu = \"b\"\n");
    grammar.productions.remove(1);
    let error = derivations(&grammar, "s", "a").expect_err("it is not there");
    assert_eq!(error, DerivationsError::Unknown("t".to_owned()));
    assert_eq!(
        derivations(&grammar, "u", "b")
            .expect("the production is defined")
            .count(),
        1
    );
}

#[test]
fn recursion_is_an_error() {
    let mut grammar = grammar("s = t\nt = \"a\" | u\nu = \"b\"\n");
    grammar.productions[2].body = grammar.productions[0].body.clone();
    let error = derivations(&grammar, "s", "a").expect_err("it recurses");
    assert!(matches!(error, DerivationsError::Recursive(_)), "{error}");
}
