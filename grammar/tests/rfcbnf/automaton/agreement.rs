//! Two implementations from one grammar derive the same words.

use std::collections::HashSet;

use rfcbnf::automaton::{Automaton, State};
use rfcbnf::language::{Language, Languages};

use super::support::{automaton, grammar, small};

/// A text that one of them has and the other has not, found by walking both at once.
fn disagreement(automaton: &Automaton, language: &Language) -> Option<String> {
    type Pair = (Option<State>, Option<u32>);
    let start: Pair = (Some(automaton.start()), Some(0));
    let mut seen = HashSet::from([start]);
    let mut waiting = vec![(start, String::new())];
    while let Some(((mine, theirs), text)) = waiting.pop() {
        let is_mine = mine.is_some_and(|state| automaton.is_accepting(state));
        let is_theirs = theirs.is_some_and(|state| language.accepting(state));
        if is_mine != is_theirs {
            return Some(text);
        }
        for octet in 0..128_u8 {
            let mine = mine.and_then(|state| automaton.step(state, char::from(octet)));
            let theirs = theirs.and_then(|state| language.step(state, usize::from(octet)));
            if (mine, theirs) != (None, None) && seen.insert((mine, theirs)) {
                let mut text = text.clone();
                text.push(char::from(octet));
                waiting.push(((mine, theirs), text));
            }
        }
    }
    None
}

#[test]
fn every_production_has_the_words_that_the_generator_works_with() {
    let languages = Languages::new(grammar()).expect("no production is too large");
    assert_eq!(grammar().productions.len(), 67);
    for production in &grammar().productions {
        let language = languages.production(&production.name).expect("it is there");
        let found = disagreement(automaton(&production.name), language);
        assert_eq!(found, None, "{}", production.name);
    }
}

#[test]
fn languages_that_differ_are_told_apart() {
    let bnf = "a = *\"x\" \"y\"\n";
    let grammar = rfcbnf::read(bnf).expect("the grammar is fine");
    let languages = Languages::new(&grammar).expect("it is not too large");
    let language = languages.production("a").expect("it is there");
    assert_eq!(disagreement(&small(bnf), language), None);
    for other in [
        "a = 1*\"x\" \"y\"\n",
        "a = *\"x\" \"y\" [ \"y\" ]\n",
        "a = *\"x\"\n",
    ] {
        assert!(disagreement(&small(other), language).is_some(), "{other}");
    }
}

#[test]
fn documents_other_than_rfc_1738_are_read_alike_too() {
    for bnf in [
        include_str!("../../grammars/rfc1945.bnf"),
        include_str!("../../grammars/rfc2396.bnf"),
    ] {
        let grammar = rfcbnf::read(bnf).expect("the grammar is fine");
        let languages = Languages::new(&grammar).expect("no production is too large");
        for production in &grammar.productions {
            let language = languages.production(&production.name).expect("it is there");
            let automaton = Automaton::new(&grammar, &production.name).expect("it is small");
            assert_eq!(
                disagreement(&automaton, language),
                None,
                "{}",
                production.name
            );
        }
    }
}
