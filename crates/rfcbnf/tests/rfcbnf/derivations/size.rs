//! Long texts and many trees.

use rfcbnf::derivations::Node;

use super::{all_of, grammar};
use crate::extent::few_or_many;
use crate::grammars::rfc1738;

#[test]
fn the_first_of_exponentially_many_trees_comes_at_once() {
    let grammar = grammar("s = *x\nx = y | z\ny = \"a\"\nz = \"a\" | \"aa\"\n");
    let text = "a".repeat(2_000);
    let mut trees = all_of(&grammar, "s", &text);
    let first = trees.next().expect("it is derived");
    assert_eq!(first.iter().count(), 4_001);
    assert_eq!(trees.take(999).count(), 999);
}

#[test]
fn dead_ends_are_not_walked_into() {
    let grammar = grammar("s = *x \"b\"\nx = y | z\ny = \"a\"\nz = \"a\" | \"aa\"\n");
    let text = "a".repeat(2_000);
    assert_eq!(all_of(&grammar, "s", &text).count(), 0);
    assert_eq!(all_of(&grammar, "s", &(text + "b")).take(100).count(), 100);
}

#[test]
fn exponentially_many_derivations_of_one_tree_are_one() {
    let grammar = grammar("s = *[ \"a\" | \"aa\" | \"aaa\" ] [ x ]\nx = \"a\"\n");
    let text = "a".repeat(5_000);
    assert_eq!(all_of(&grammar, "s", &text).count(), 2);
}

#[test]
fn a_long_text_has_a_first_tree() {
    let grammar = rfc1738();
    let text = "gopher://h/0".to_owned() + &"a%09".repeat(few_or_many(5_000, 25_000));
    let mut trees = all_of(&grammar, "gopherurl", &text);
    let first = trees.next().expect("it is derived");
    let selector = first.iter().find(|node| node.production() == "selector");
    assert_eq!(selector.map(Node::span), Some(12..13));
    assert_eq!(trees.take(3).count(), 3);
}

#[test]
fn many_rounds_do_not_overflow_the_stack() {
    let grammar = rfc1738();
    let rounds = few_or_many(100_000, 1_000_000);
    let text = "a".repeat(rounds);
    let mut trees = all_of(&grammar, "urlpath", &text);
    let first = trees.next().expect("it is derived");
    assert_eq!(first.root().children().count(), rounds);
    assert!(trees.next().is_none());
    assert_eq!(all_of(&grammar, "urlpath", &(text + "~")).count(), 0);
}

#[test]
fn megabytes_do_not_overflow_the_stack() {
    let grammar = grammar("s = *\"a\" *\"a\" [ x ]\nx = 1*\"a\"\n");
    let text = "a".repeat(few_or_many(1_000_000, 10_000_000));
    let mut trees = all_of(&grammar, "s", &text);
    assert_eq!(trees.next().expect("it is derived").iter().count(), 1);
}
