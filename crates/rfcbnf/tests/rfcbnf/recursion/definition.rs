//! The independent answer itself, on texts whose trees are known.

use super::enumeration::Enumeration;
use super::parts::Parts;
use super::verdict::Spans;
use super::written::read;

/// Returns each tree as its spans in brackets, and whether there are infinitely many.
fn trees(source: &str, text: &str) -> (Vec<String>, bool) {
    let grammar = read("", source);
    let parts = Parts::of(&grammar, "s");
    let spans = Spans::of(&parts, text.as_bytes());
    let trees = Enumeration::trees(&spans, 2_000).expect("they are few");
    let trees = trees.iter().map(|tree| {
        let nodes = tree.iter();
        let nodes = nodes.map(|(depth, production, from, to)| {
            format!("{depth}{}{from}{to}", parts.names[*production])
        });
        nodes.collect::<Vec<_>>().join(" ")
    });
    (trees.collect(), Enumeration::is_infinite(&spans))
}

#[test]
fn the_first_tree_takes_the_first_alternative_at_the_root() {
    let (found, is_infinite) = trees("s = s \"xx\" | s \"x\" | \"y\"\n", "yxxx");
    assert_eq!(
        found,
        ["0s04 1s02 2s01", "0s04 1s03 2s01", "0s04 1s03 2s02 3s01",]
    );
    assert!(!is_infinite);
}

#[test]
fn ambiguous_sums_have_as_many_trees_as_bracketings() {
    for (text, count) in [
        ("1", 1),
        ("1+1", 1),
        ("1+1+1", 2),
        ("1+1+1+1", 5),
        ("1+1+1+1+1", 14),
    ] {
        let (found, is_infinite) = trees("s = s \"+\" s / \"1\"\n", text);
        assert_eq!((found.len(), is_infinite), (count, false), "{text}");
    }
}

#[test]
fn a_cycle_lists_only_trees_without_repeated_nodes() {
    let found = trees("s = t | \"x\"\nt = s | \"x\"\n", "x");
    assert_eq!(
        found,
        (vec!["0s01 1t01".to_owned(), "0s01".to_owned()], true)
    );
    let found = trees("s = s s / \"a\" / \"\"\n", "");
    assert_eq!(found, (vec!["0s00".to_owned()], true));
}

#[test]
fn only_unlimited_empty_rounds_with_a_node_are_infinitely_many() {
    for (source, is_infinite) in [
        ("s = *t\nt = [ \"a\" ]\n", true),
        ("s = *2( t )\nt = [ \"a\" ]\n", false),
        ("s = 2( t )\nt = [ \"a\" ]\n", false),
        ("s = *( [ \"a\" ] )\n", false),
        ("s = *( *( t ) )\nt = [ \"a\" ]\n", true),
        ("s = *( *2( t ) )\nt = [ \"a\" ]\n", false),
        ("s = *t\nt = \"a\"\n", false),
    ] {
        assert_eq!(trees(source, "a").1, is_infinite, "{source}");
    }
}
