//! Compares every short text, and its tree with the first derivation by the grammar file; the reading `gopher-tab`, with its
//! definition: among all divisions of a gopher path, the one with the shortest selector, and among these the one with the shortest
//! search; and the kept inputs of the fuzz targets that compare the parsers with the grammar.

use std::path::Path;

use rfc1738::{Node, Rule, parse};
use rfcbnf::octets::OctetSet;

use super::reference::Reference;
use crate::extent::few_or_many;
use crate::replay::replay;
use crate::texts::every_text;

/// The greatest number of texts over the classes of characters for one production: few, and many.
const MOST: [usize; 2] = [2_000, 20_000];

/// A character outside ASCII, which no production derives.
const FOREIGN: &str = "é";

fn compare(rule: Rule, prefix: &str, pieces: &[&str], most: usize) {
    let reference = Reference::get();
    every_text(prefix, pieces, most, &mut |text| {
        reference.compare(rule, text);
    });
}

/// Returns the first or the last character of each class that the production distinguishes, and one
/// outside ASCII.
fn representatives(rule: Rule, choose: fn(OctetSet) -> Option<u8>) -> Vec<String> {
    let classes = Reference::get().automaton(rule).classes();
    let ascii = OctetSet::range(0, 0x7f);
    let octets = classes.iter().filter_map(|&class| choose(class & ascii));
    let characters = octets.map(|octet| char::from(octet).to_string());
    characters.chain([FOREIGN.to_owned()]).collect()
}

fn first(class: OctetSet) -> Option<u8> {
    class.lowest()
}

fn last(class: OctetSet) -> Option<u8> {
    class.iter().last()
}

/// Returns the number of texts that [`every_text`] makes of `pieces` pieces.
fn number_of_texts(pieces: usize, most: usize) -> usize {
    (0..=most).fold(0, |number, _| number * pieces + 1)
}

/// Returns the greatest length for which the texts are few enough.
fn length(pieces: usize) -> usize {
    let most = few_or_many(MOST[0], MOST[1]);
    let mut length = 0;
    while number_of_texts(pieces, length + 1) <= most {
        length += 1;
    }
    length
}

#[test]
fn every_text_over_the_classes_gets_the_reference_verdict() {
    let mut lengths = Vec::new();
    for rule in Rule::ALL {
        for choose in [first, last] {
            let pieces = representatives(rule, choose);
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            compare(rule, "", &pieces, length(pieces.len()));
            lengths.push(length(pieces.len()));
        }
    }
    // `url` has 38 classes of characters, `digit` has 2.
    assert_eq!(lengths.iter().min(), Some(&2));
    assert_eq!(lengths.iter().max(), Some(&few_or_many(6, 8)));
}

#[test]
fn every_short_host_gets_the_reference_verdict() {
    for rule in [
        Rule::Host,
        Rule::Hostname,
        Rule::Domainlabel,
        Rule::Toplabel,
    ] {
        compare(rule, "", &["a", "1", ".", "-"], 6);
    }
    compare(Rule::Hostnumber, "", &["1", ".", "12"], 8);
    compare(Rule::Host, "", &["1", "1.", "a"], 7);
}

#[test]
fn every_short_login_gets_the_reference_verdict() {
    for rule in [Rule::Login, Rule::Hostport] {
        compare(rule, "", &["a", "1", ".", ":", "@", "%41"], 4);
    }
    compare(Rule::IpSchemepart, "//", &["a", "1", ":", "@", "/", "."], 4);
    compare(Rule::Telneturl, "telnet://", &["a", "1", ":", "@", "/"], 4);
}

#[test]
fn every_short_url_of_each_scheme_gets_the_reference_verdict() {
    compare(
        Rule::Url,
        "http://",
        &["a", "1", ".", ":", "/", "?", "@"],
        4,
    );
    compare(
        Rule::Url,
        "ftp://",
        &["a", ":", "@", "/", ";type=", "d", "~"],
        4,
    );
    compare(Rule::Url, "news:", &["a", "1", "*", "@", ".", "%", "/"], 4);
    compare(Rule::Url, "nntp://h", &["a", "1", ":", "/", "-"], 4);
    compare(Rule::Url, "wais://h", &["a", "/", "?", "%4", "1"], 5);
    compare(Rule::Url, "mailto:", &["a", "@", "%", "4", "~"], 4);
    compare(Rule::Url, "file://", &["a", "1.", "/", ":", "localhost"], 4);
    compare(Rule::Url, "prospero://h/", &["a", "/", ";", "=", "~"], 5);
    compare(Rule::Url, "gopher://h", &["a", "1", "/", "%09", ":"], 5);
    compare(Rule::Url, "x-new:", &["/", "a", ":", "@", "1", "~"], 5);
}

#[test]
fn every_short_gopher_path_gets_the_reference_verdict() {
    compare(
        Rule::Gopherurl,
        "gopher://h/",
        &["a", "/", "%09", "%", "0", "~"],
        5,
    );
}

#[test]
fn every_prefix_of_a_scheme_gets_the_reference_verdict() {
    let schemes = [
        "http", "ftp", "news", "nntp", "telnet", "gopher", "wais", "mailto", "file", "prospero",
    ];
    let pieces = schemes.map(str::to_uppercase);
    let pieces = schemes.into_iter().chain(pieces.iter().map(String::as_str));
    let pieces: Vec<&str> = pieces.chain(["s", ":", "/"]).collect();
    for rule in [Rule::Url, Rule::Otherurl, Rule::Genericurl] {
        compare(rule, "", &pieces, 2);
        for scheme in schemes {
            for length in 0..=scheme.len() {
                compare(rule, &scheme[..length], &[":", "/", "a", "@"], 3);
            }
        }
    }
}

#[test]
fn gopher_parts_end_at_the_first_tab_that_works() {
    let reference = Reference::get();
    let mut count = 0;
    every_text("", &["a", "/", "%09", "+", "%0A"], 6, &mut |path| {
        check_gopher_tab(reference, path);
        count += 1;
    });
    assert_eq!(count, (5_usize.pow(7) - 1) / 4);
}

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

const PREFIX: &str = "gopher://h/1";

/// Selector, search and Gopher+ string.
type Parts<'t> = (&'t str, Option<&'t str>, Option<&'t str>);

/// Asserts that the tree divides the path as the definition does.
pub(crate) fn check_gopher_tab(reference: &Reference, path: &str) {
    let text = [PREFIX, path].concat();
    let tree = parse(Rule::Gopherurl, &text).unwrap_or_else(|error| panic!("{error}"));
    let part = |rule| tree.find(rule).map(Node::text);
    let selector = part(Rule::Selector).expect("there is a selector after a type");
    let found = (selector, part(Rule::Search), part(Rule::GopherString));
    assert_eq!(found, divided(reference, path), "{text}");
}

fn divided<'t>(reference: &Reference, path: &'t str) -> Parts<'t> {
    for (selector, rest) in splits(path) {
        if !reference
            .automaton(Rule::Selector)
            .accepts(selector.as_bytes())
        {
            continue;
        }
        if rest.is_empty() {
            return (selector, None, None);
        }
        let Some(rest) = rest.strip_prefix("%09") else {
            continue;
        };
        for (search, rest) in splits(rest) {
            let plus = rest.strip_prefix("%09");
            let ends = plus.is_some() || rest.is_empty();
            if ends && reference.automaton(Rule::Search).accepts(search.as_bytes()) {
                return (selector, Some(search), plus);
            }
        }
    }
    panic!("no way to divide {path}");
}

fn splits(text: &str) -> impl Iterator<Item = (&str, &str)> {
    (0..=text.len()).map(|at| text.split_at(at))
}

/// The folder of the fuzz targets.
const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/fuzz");

#[test]
fn the_kept_inputs_of_exactness_get_the_reference_verdict() {
    let check = |input: &[u8]| {
        Reference::get().compare_chosen(input);
    };
    assert!(replay(Path::new(FUZZ), "exactness", check) >= 40);
}

#[test]
fn the_kept_inputs_of_trees_get_the_first_derivation() {
    let check = |input: &[u8]| {
        if let Some((rule, text)) = Reference::get().compare_chosen(input) {
            assert!(Reference::get().compare_tree(rule, text));
        }
    };
    assert!(replay(Path::new(FUZZ), "trees", check) >= 67);
}
