//! Example texts of productions, compared with the automaton and the derivation trees.

use std::collections::HashSet;

use rfcbnf::Prose;
use rfcbnf::automaton::{Automata, Through};
use rfcbnf::derivations::derivations;
use rfcbnf::rfc1738::PROSE;
use rfcbnf::sentences::{NearMiss, Sentences};
use rfcbnf::syntax::{Grammar, Kind};

use crate::extent::few_or_many;
use crate::grammars::{all, read, rfc1738};
use crate::texts::utf8;

fn sentences<'g>(grammar: &'g Grammar, production: &str) -> Sentences<'g> {
    Sentences::new(grammar, production).expect("the production is small")
}

fn shortest(grammar: &Grammar, production: &str) -> Vec<String> {
    let texts = sentences(grammar, production).shortest();
    let texts = texts.expect("it is not too large").into_iter();
    texts.map(utf8).collect()
}

fn typical(grammar: &Grammar, production: &str) -> Option<String> {
    sentences(grammar, production).typical().map(utf8)
}

fn near_miss(grammar: &Grammar, production: &str, text: &str) -> NearMiss {
    let miss = sentences(grammar, production).near_miss_of(text);
    miss.expect("there is one to every text")
}

#[test]
fn shortest_texts_are_distinct_and_begin_with_a_shortest_one() {
    for grammar in all() {
        let automata = Automata::new(&grammar).expect("the productions are small");
        for production in &grammar.productions {
            let name = &production.name;
            let automaton = automata.production(name).expect("the production exists");
            let texts = shortest(&grammar, name);
            let distinct: HashSet<&String> = texts.iter().collect();
            assert_eq!(distinct.len(), texts.len(), "{name} {texts:?}");
            assert!(texts.iter().all(|text| automaton.accepts(text.as_bytes())));
            assert!(texts.is_sorted_by_key(String::len), "{name} {texts:?}");
            let least = automaton.shortest().map(|text| text.len());
            assert_eq!(texts.first().map(String::len), least, "{name}");
        }
    }
}

#[test]
fn every_alternative_of_the_production_has_its_shortest_text() {
    for grammar in all() {
        let automata = Automata::new(&grammar).expect("the productions are small");
        for production in &grammar.productions {
            let Kind::Alternation(members) = &production.body.kind else {
                continue;
            };
            let texts = shortest(&grammar, &production.name);
            for number in 1..=members.len() {
                let through = Through::Alternative {
                    production: production.name.clone(),
                    number,
                };
                let text = automata.shortest_through(&production.name, &through);
                let text = utf8(text.expect("it is small").expect("it derives something"));
                assert!(texts.contains(&text), "{} {text}", production.name);
            }
        }
    }
}

#[test]
fn shortest_texts_show_the_choices_of_the_production() {
    let grammar = rfc1738();
    assert_eq!(
        shortest(&grammar, "httpurl"),
        ["http://a", "http://a/", "http://a/?", "http://a:0"]
    );
    assert_eq!(
        shortest(&grammar, "fsegment"),
        ["", "a", "?", ":", "@", "&", "="]
    );
    assert_eq!(shortest(&grammar, "port"), ["0", "1", "2", "3"]);
    assert_eq!(shortest(&grammar, "lowalpha").len(), 26);
    assert_eq!(shortest(&read("a = \"x\"\n"), "a"), ["x"]);
}

#[test]
fn a_typical_text_is_the_same_each_time() {
    let grammar = rfc1738();
    let text = || typical(&grammar, "httpurl");
    assert_eq!(text(), text());
    let phone = read(include_str!("../grammars/phone.bnf"));
    let number = typical(&phone, "number");
    assert_eq!(number.as_deref(), Some("+25857 ext.498"));
}

#[test]
fn a_typical_text_repeats_even_long_parts() {
    let grammar = read(
        "sum = product *( ( \"+\" | \"-\" ) product )\n\
         product = factor *( ( \"*\" | \"/\" ) factor )\n\
         factor = number | \"(\" number *( ( \"+\" | \"-\" ) number ) \")\"\n\
         number = [ \"-\" ] 1*digit [ \".\" 1*digit ]\n\
         digit = \"0\" | \"1\" | \"2\" | \"3\" | \"4\"\n",
    );
    for name in ["sum", "product"] {
        let text = typical(&grammar, name).expect("the production derives a text");
        let mut trees = derivations(&grammar, name, &text).expect("it is small");
        let tree = trees.next().expect("it is derived");
        assert!(tree.root().children().count() > 1, "{text}");
    }
    let day = read("day = digit | digit digit\ndigit = \"0\" | \"1\"\n");
    let text = typical(&day, "day").expect("the production derives a text");
    assert_eq!(text.len(), 2, "{text}");
}

#[test]
fn a_typical_text_uses_optional_parts() {
    for (grammar, name, productions) in [
        (rfc1738(), "httpurl", &["hostport", "hpath", "search"][..]),
        (rfc1738(), "login", &["user", "password", "port"]),
        (
            read(include_str!("../grammars/phone.bnf")),
            "number",
            &["extension"],
        ),
        (
            read(include_str!("../grammars/dates.bnf")),
            "when",
            &["date", "time"],
        ),
    ] {
        let text = typical(&grammar, name).expect("the production derives a text");
        let mut trees = derivations(&grammar, name, &text).expect("the production is there");
        let tree = trees.next().expect("the text is derived");
        for production in productions {
            let has = tree.iter().any(|node| node.production() == *production);
            assert!(has, "{name} {text} {production}");
        }
    }
}

#[test]
fn typical_texts_are_derived_and_near_misses_are_not() {
    let prose = Prose::from_toml(PROSE).expect("the prose is well formed");
    for grammar in all() {
        let automata = Automata::new(&grammar).expect("the productions are small");
        for production in grammar.productions.iter().step_by(few_or_many(5, 1)) {
            let name = &production.name;
            let automaton = automata.production(name).expect("the production exists");
            let sentences = sentences(&grammar, name);
            let typical = sentences.typical().map(utf8);
            let typical = typical.expect("the production derives a text");
            assert!(automaton.accepts(typical.as_bytes()), "{name} {typical}");
            assert!(typical.len() < 80, "{name} {typical}");
            for text in prose.example(name).iter().copied().chain([&*typical]) {
                let miss = sentences.near_miss_of(text);
                let miss = miss.expect("there is one to every text");
                assert_eq!(miss.of, text.as_bytes());
                assert!(!automaton.accepts(&miss.text), "{name} {miss:?}");
                assert!(
                    is_one_edit(text, &utf8(miss.text.clone())),
                    "{name} {miss:?}"
                );
            }
        }
    }
}

/// Returns whether one edit leads from one text to the other. Compares what remains without the
/// common prefix and suffix.
fn is_one_edit(one: &str, other: &str) -> bool {
    let (mut one, mut other): (Vec<char>, Vec<char>) =
        (one.chars().collect(), other.chars().collect());
    while !one.is_empty() && one.last() == other.last() {
        one.pop();
        other.pop();
    }
    while !one.is_empty() && one.first() == other.first() {
        one.remove(0);
        other.remove(0);
    }
    matches!(
        (one.as_slice(), other.as_slice()),
        ([] | [_], [_]) | ([_], [])
    ) || matches!((one.as_slice(), other.as_slice()), ([a, b], [c, d]) if a == d && b == c)
}

#[test]
fn a_near_miss_is_wrong_where_its_error_is_instructive() {
    let grammar = rfc1738();
    let url = "http://www.host.dom:8080/books/list?author=knuth";
    let miss = near_miss(&grammar, "httpurl", url);
    assert_eq!(
        utf8(miss.text),
        "http://www.host.dom:8080books/list?author=knuth"
    );
    assert_eq!(
        near_miss(&grammar, "newsurl", "news:alt.test").text,
        b"newsalt.test"
    );
    let dates = read(include_str!("../grammars/dates.bnf"));
    assert_eq!(near_miss(&dates, "date", "2024-02-29").text, b"202402-29");
    assert_eq!(near_miss(&dates, "month", "Dec").text, b"Dc");
}

#[test]
fn a_production_without_texts_has_no_examples() {
    let mut grammar = read("a = 1*\"x\"\n");
    grammar.productions[0].excluded = vec!["x".to_owned()];
    assert!(shortest(&grammar, "a").is_empty());
    assert_eq!(sentences(&grammar, "a").typical(), None);
}
