//! Exports to pest, which refuses left recursion and empty rounds.

use rfcbnf::export::pest;

use super::read;

fn refused(text: &str) -> String {
    pest(&read(text), None)
        .expect_err("pest refuses it")
        .to_string()
}

#[test]
fn pest_gets_recursion_behind_an_octet() {
    let grammar = read("e = t *( \"+\" t )\nt = \"1\" | \"(\" e \")\"\n");
    let written = pest(&grammar, None).expect("every cycle consumes an octet");
    assert!(
        written.contains("not decided, because they recurse: e, t"),
        "{written}"
    );
    assert!(
        written.contains("t = ${ \"1\" | \"(\" ~ e ~ \")\" }"),
        "{written}"
    );
}

#[test]
fn pest_refuses_left_recursion() {
    assert_eq!(
        refused("e = e \"+\" \"1\" | \"1\"\n"),
        "production `e` is left-recursive, and that notation refuses \
         this: e → e; write a repetition in place of the recursion"
    );
    assert_eq!(
        refused("e = [ \"-\" ] t\nt = *\"1\" e | \"2\"\n"),
        "production `e` is left-recursive, and that notation refuses \
         this: e → t → e; write a repetition in place of the recursion"
    );
}

#[test]
fn pest_refuses_what_the_grammar_does_not_define() {
    assert_eq!(
        refused("a = \"x\" b\n"),
        "production `a` uses `b`, which the grammar does not define"
    );
}

#[test]
fn pest_gets_repetitions_whose_rounds_consume_something() {
    let written = |text: &str| {
        let written = pest(&read(text), None).expect("it has an equivalent");
        let last = written.lines().rfind(|line| line.starts_with("l = "));
        last.expect("the production is written").to_owned()
    };
    assert_eq!(
        written("l = *( [ \"a\" ] [ \"b\" ] )\n"),
        "l = ${ (\"a\" ~ \"b\"? | \"b\")* }"
    );
    assert_eq!(written("l = *( *\"a\" )\n"), "l = ${ (\"a\"+)* }");
    assert_eq!(
        written("l = 3*w \".\"\nw = *\"a\"\n"),
        "l = ${ (\"a\"+)* ~ \".\" }"
    );
}
