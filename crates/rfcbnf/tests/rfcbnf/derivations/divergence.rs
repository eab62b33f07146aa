//! The first difference between two trees.

use super::{all_of, grammar};

fn divergences(source: &str, text: &str) -> Vec<String> {
    let grammar = grammar(source);
    let mut trees = all_of(&grammar, "s", text);
    let first = trees.next().expect("it is derived");
    trees
        .map(|tree| {
            first
                .divergence(&tree)
                .expect("each tree comes once")
                .to_string()
        })
        .collect()
}

#[test]
fn trees_diverge_at_the_first_node_that_differs() {
    assert_eq!(
        divergences("s = x t *x\nt = *x\nx = \"a\"\n", "aa"),
        ["t 1..2 \"a\" against t 1..1 \"\""]
    );
    assert_eq!(
        divergences("s = \"-\" x | \"-\" y\nx = \"a\"\ny = \"a\"\n", "-a"),
        ["x 1..2 \"a\" against y 1..2 \"a\""]
    );
}

#[test]
fn trees_diverge_where_one_has_more_nodes() {
    assert_eq!(
        divergences("s = [ x ] *\"a\"\nx = \"a\"\n", "a"),
        ["x 0..1 \"a\" against nothing"]
    );
}

#[test]
fn trees_diverge_where_a_child_becomes_a_sibling() {
    let source = "s = x | x y\nx = [ y ]\ny = [ \"a\" ]\n";
    assert_eq!(
        divergences(source, ""),
        [
            "y 0..0 \"\" against nothing",
            "nothing against y 0..0 \"\"",
            "y 0..0 \"\" against y 0..0 \"\"",
        ]
    );
}

#[test]
fn a_tree_does_not_diverge_from_itself() {
    let grammar = grammar("s = *x\nx = \"a\"\n");
    let trees = || all_of(&grammar, "s", "aaa").next().expect("it is derived");
    assert!(trees().divergence(&trees()).is_none());
    assert_eq!(trees(), trees());
}
