//! Grammars from which no code is generated.

use rfcbnf::generate::generate;
use rfcbnf::{Layout, Prose, Readings};

use super::support::{body, refusal, small};

#[test]
fn a_grammar_with_too_many_productions_is_refused() {
    let productions = |count: usize| {
        let productions = (0..count).map(|number| format!("a{number} = \"x\"\n"));
        productions.collect::<Vec<_>>().concat()
    };
    assert_eq!(
        refusal(&productions(1025)),
        "the grammar has 1025 productions, and generated code can have 1024 at most: divide the grammar"
    );
    // It takes long to generate code from that many, so something else is wrong here.
    let allowed = productions(1023) + "A0 = \"x\"\n";
    assert_eq!(
        refusal(&allowed),
        "productions `a0` and `A0` would both be called `a0` in Rust: rename one of them"
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_grammar_with_as_many_productions_as_allowed_has_code() {
    let productions = (0..1024).map(|number| format!("a{number} = \"x\"\n"));
    assert!(small(&productions.collect::<String>(), "").is_ok());
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
        "production `a` is too large to be decided: its automaton takes more than 10000 states or 64 MiB, or the grammar more than 8 million steps"
    );
}

#[test]
fn excluded_texts_end_where_the_production_cannot_go_on() {
    let reading = "[[reading]]\nid = \"none\"\nproductions = [\"b\"]\nsection = \"1\"\ndecision = \"So.\"\n\
                   why = \"Because.\"\napply = { exclude = { names-under = \"a\" } }\n";
    let b = |bnf: &str| {
        let mut files = small(bnf, reading).expect("code can be generated");
        body(&files.remove("rules/things.rs").expect("the module"), "b")
    };
    // What is left begins with `c`: after "a", nothing is viable.
    let short = b("a = \"ab:\" | \"aB:\"\nb = \"ab:\" | \"cd:\"\n");
    assert!(short.contains("except(&[\"a\"], "), "{short}");
    // "aX" and "xy" begin with parts of the excluded texts.
    let long = b("a = \"ab:\" | \"xyz:\"\nb = \"ab:\" | \"AX\" | \"xyz:\" | \"xy\"\n");
    assert!(long.contains("except(&[\"ab\", \"xyz\"], "), "{long}");
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

/// Returns the reason why nothing is generated from a grammar with this layout.
fn refusal_of_layout(layout: &str) -> String {
    let grammar = rfcbnf::read("; Things\n\na = \"x\"\n").expect("the grammar has no errors");
    let layout = Layout::from_toml(layout).expect("the layout is well formed");
    let readings = Readings::default();
    let error = generate(&grammar, &readings, &Prose::default(), &layout);
    error.expect_err("the layout is wrong").to_string()
}

#[test]
fn a_module_with_an_unsuitable_file_name_is_refused() {
    for name in [
        "../../evil",
        "/tmp/x",
        "",
        "x y",
        "Things",
        "9p",
        "self",
        "gen",
        "mod",
        "bodies",
        "tables",
    ] {
        let layout =
            format!("[[module]]\nname = {name:?}\nsection = \"1\"\nheadings = [\"Things\"]\n");
        assert_eq!(
            refusal_of_layout(&layout),
            format!(
                "the layout names a module {name:?}: a name is a lowercase letter, followed by lowercase letters, \
                 digits and `_`, and it is neither a keyword of Rust nor `mod`, `bodies` or `tables`"
            )
        );
    }
}

#[test]
fn a_layout_for_what_the_grammar_lacks_is_refused() {
    assert_eq!(
        refusal_of_layout(
            "[[module]]\nname = \"other\"\nsection = \"1\"\nheadings = [\"Things\", \"Other things\"]\n"
        ),
        "the layout puts the heading \"Other things\" into the module `other`, but the grammar has no such heading"
    );
    assert_eq!(
        refusal_of_layout("[crate]\nname = \"Things\"\n"),
        "\"Things\" cannot be the name of the crate: a name is a lowercase letter, followed by lowercase letters, \
         digits, `-` and `_`, and it is neither a keyword of Rust nor a crate that the generated code uses"
    );
    assert_eq!(
        refusal_of_layout("[crate]\ntitle = \"a \\\"b\\\"\"\n"),
        "the layout has the title \"a \\\"b\\\"\": a title is one line without quotation marks, backquotes, \
         backslashes, braces and percent signs"
    );
    assert_eq!(
        refusal_of_layout("[crate]\nlicense = \"MIT\\n\"\n"),
        "the layout has the license \"MIT\\n\": a license is an expression of SPDX, such as `MIT OR Apache-2.0`"
    );
    assert_eq!(
        refusal_of_layout("[characters]\nproductions = [\"a\", \"digit\"]\n"),
        "the layout lists \"digit\" as a character production, which the grammar does not define"
    );
}
