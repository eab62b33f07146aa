//! The comparison of productions that correspond and have different names.

use rfcbnf::automaton::Automaton;
use rfcbnf::difference::{PairResult, Pairs, PairsError, Side, compare_pairs};
use rfcbnf::syntax::Grammar;

use crate::grammars::{read, rfc1738};

const RFC3986: &str = include_str!("../../../../examples/grammars/rfc3986.abnf");
const PAIRS: &str = include_str!("../../../../examples/grammars/rfc1738-rfc3986.toml");

fn pairs(toml: &str, a: &Grammar, b: &Grammar) -> Pairs {
    Pairs::from_toml(toml, a, b).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns a text of the first production that the second does not derive, the shortest first, by
/// trying all texts of a few characters.
fn tried(one: &Automaton, other: &Automaton, longest: usize) -> Option<usize> {
    let alphabet = b"a0:/?@~;+[]#%.A!";
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    for length in 0..=longest {
        let is_only = |text: &Vec<u8>| one.accepts(text) && !other.accepts(text);
        if texts.iter().any(is_only) {
            return Some(length);
        }
        let longer = texts.iter().flat_map(|text| {
            let next = alphabet.iter();
            next.map(|&octet| [text.as_slice(), &[octet]].concat())
        });
        texts = longer.collect();
    }
    None
}

#[test]
fn rfc_1738_and_rfc_3986_differ_as_short_texts_show() {
    let (a, b) = (rfc1738(), read(RFC3986));
    let compared = compare_pairs(&a, &b, &pairs(PAIRS, &a, &b), 1);
    assert_eq!(compared.len(), 30);
    for pair in &compared {
        let of_a = Automaton::new(&a, &pair.a).expect("the production is small");
        let of_b = Automaton::new(&b, &pair.b).expect("the production is small");
        let (only_a, only_b) = match &pair.result {
            PairResult::Equal => (None, None),
            PairResult::Differs(texts) => (texts.only_a.as_deref(), texts.only_b.as_deref()),
            PairResult::NoneFound(_) | PairResult::Abstained { .. } => panic!("{pair:?}"),
        };
        for (text, one, other) in [(only_a, &of_a, &of_b), (only_b, &of_b, &of_a)] {
            let found = tried(one, other, 3);
            match text {
                None => assert_eq!(found, None, "{pair:?}"),
                Some(text) => {
                    assert!(one.accepts(text) && !other.accepts(text), "{pair:?}");
                    assert!(found.is_none_or(|length| length >= text.len()), "{pair:?}");
                    assert!(text.len() > 3 || found.is_some(), "{pair:?}");
                }
            }
        }
    }
}

#[test]
fn a_pair_is_compared_unless_it_has_prose() {
    let a = read("a = \"x\"\nb = \"(\" b \")\" | \"x\"\n");
    let b = read("a = 1000( 1000\"x\" )\nc = \"x\"\nd = \"x\" | \"(\" d \")\"\ne = <prose>\n");
    let pair = |(a, b)| format!("[[pair]]\na = \"{a}\"\nb = \"{b}\"\n");
    let named = [("a", "a"), ("b", "c"), ("a", "c"), ("b", "d"), ("b", "e")];
    let toml: &str = &named.map(pair).concat();
    let results = compare_pairs(&a, &b, &pairs(toml, &a, &b), 1);
    let said: Vec<String> = results
        .iter()
        .map(|pair| match &pair.result {
            PairResult::Abstained { side, why } => format!("{side:?} {why}"),
            PairResult::Equal => "equal".to_owned(),
            PairResult::Differs(texts) => {
                let shown = |text: &Option<Vec<u8>>| {
                    let text = text.as_deref().unwrap_or(b"-");
                    String::from_utf8_lossy(text).into_owned()
                };
                format!("{} {}", shown(&texts.only_a), shown(&texts.only_b))
            }
            PairResult::NoneFound(searched) => format!("{searched:?}"),
        })
        .collect();
    assert_eq!(
        said,
        [
            "x -",
            "(x) -",
            "equal",
            "equal",
            "B production `e` uses prose: <prose>"
        ]
    );
}

#[test]
fn a_missing_name_is_an_error_with_its_line() {
    let (a, b) = (read("a = \"x\"\n"), read("b = \"x\"\n"));
    let wrong = "[[pair]]\na = \"a\"\nb = \"b\"\n\n[[pair]]\na = \"a\"\nb = \"a\"\n";
    let error = Pairs::from_toml(wrong, &a, &b).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 7, second grammar: there is no production `a`"
    );
    let error = Pairs::from_toml("[[pair]]\na = \"b\"\nb = \"b\"\n", &a, &b).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, first grammar: there is no production `b`"
    );
    for malformed in [
        "pair = 1\n",
        "[[pair]]\na = \"a\"\n",
        "[[pair]]\na = \"a\"\nb = \"b\"\nc = 1\n",
        "?",
    ] {
        let error = Pairs::from_toml(malformed, &a, &b).unwrap_err();
        assert!(matches!(error, PairsError::Malformed(_)), "{malformed}");
    }
}

#[test]
fn productions_without_a_counterpart_are_listed_in_order() {
    let (a, b) = (
        read("a = \"x\"\nc = \"y\"\n"),
        read("b = \"x\"\nd = \"y\"\n"),
    );
    let pairs = pairs("[[pair]]\na = \"c\"\nb = \"b\"\n", &a, &b);
    assert_eq!(pairs.without_counterpart(Side::A, &a), ["a"]);
    assert_eq!(pairs.without_counterpart(Side::B, &b), ["d"]);
}
