//! Compares the library's tree with the first derivation by the grammar file.

use rfc1738::Rule;

use super::reference::Reference;
use crate::extent::few_or_many;
use crate::texts::every_text;

#[test]
fn the_tree_of_every_example_is_the_first_derivation() {
    let reference = Reference::get();
    for rule in Rule::ALL {
        assert!(reference.compare_tree(rule, rule.example()), "{rule}");
    }
}

#[test]
fn the_trees_of_short_texts_are_the_first_derivations() {
    let reference = Reference::get();
    let pieces = ["a", "1", "%41", "-", ".", "*", "/", ":", "@", ";", "?", "="];
    for rule in Rule::ALL {
        every_text("", &pieces, few_or_many(1, 2), &mut |text| {
            reference.compare_tree(rule, text);
        });
    }
}

#[test]
fn the_trees_of_short_urls_are_the_first_derivations() {
    let reference = Reference::get();
    for (prefix, pieces) in [
        ("http://", &["a", "1.", ":", "/", "?"][..]),
        ("ftp://", &["a", ":", "@", "/", ";type=d"]),
        ("news:", &["a", "1", "*", "@", "."]),
        ("nntp://h", &["a", "1", ":", "/", "-"]),
        ("wais://h", &["a", "/", "?", "%41", ":1"]),
        ("mailto:", &["a", "@", "%41", "/"]),
        ("file://", &["a", "1.", "/", "localhost"]),
        ("prospero://h/", &["a", "/", ";", "="]),
        ("gopher://h", &["a", "1", "/", "%09", ":"]),
        ("x-new:", &["/", "a", ":", "@", "1"]),
    ] {
        let mut derived = 0;
        every_text(prefix, pieces, few_or_many(3, 4), &mut |text| {
            derived += usize::from(reference.compare_tree(Rule::Url, text));
        });
        assert!(derived > few_or_many(3, 10), "{prefix}: {derived}");
    }
}
