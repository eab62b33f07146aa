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
fn a_production_that_leads_to_itself_behind_an_octet_has_derivations() {
    let grammar = grammar("s = \"(\" s \")\" | \"a\"\n");
    let trees = derivations(&grammar, "s", "((a))").expect("every cycle consumes an octet");
    let trees: Vec<String> = trees.map(|tree| tree.to_string()).collect();
    assert_eq!(
        trees,
        ["s 0..5 \"((a))\"\n  s 1..4 \"(a)\"\n    s 2..3 \"a\"\n"]
    );
}

#[test]
fn left_recursion_is_an_error() {
    for (text, name, cycle) in [
        ("s = s \"a\" | \"a\"\n", "s", "s → s"),
        ("s = [ \"b\" ] t\nt = *\"c\" s | \"a\"\n", "t", "t → s → t"),
    ] {
        let error = derivations(&grammar(text), "s", "a").expect_err("it recurses");
        assert_eq!(
            error.to_string(),
            format!(
                "production `{name}` refers to itself before it consumes anything ({cycle}); write \
                 a repetition in place of the recursion"
            )
        );
    }
}
