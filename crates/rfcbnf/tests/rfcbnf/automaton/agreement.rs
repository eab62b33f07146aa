//! Automata accept exactly the texts that productions derive by the definition of derivatives.
//!
//! The comparison is a decision, not a sample: it visits every pair of a derivative and a state
//! that some text leads to.

use std::sync::LazyLock;

use rfcbnf::automaton::{Automata, Automaton, DfaState};
use rfcbnf::octets::OctetSet;
use rfcbnf::syntax::Grammar;

use super::derivatives::{DerivativeGraph, Derivatives};
use super::support::{automata, grammar, small};
use crate::extent::few_or_many;

/// Finds a text on which the two disagree: about the text itself, about whether an accepted text
/// begins with it, or about the characters that can follow it.
fn disagreement(automaton: &Automaton, graph: &DerivativeGraph) -> Option<Vec<u8>> {
    let index = |(state, derivative): (Option<DfaState>, usize)| {
        let state = state.map_or(automaton.states().len(), DfaState::number);
        state * graph.steps.len() + derivative
    };
    let start = (Some(automaton.start()), 0);
    let mut seen = vec![false; (automaton.states().len() + 1) * graph.steps.len()];
    seen[index(start)] = true;
    let mut waiting = vec![(start, Vec::new())];
    while let Some(((state, derivative), text)) = waiting.pop() {
        let is_accepted = state.is_some_and(|state| automaton.is_accepting(state));
        // An automaton without texts still has its start state.
        let is_viable = state.is_some_and(|state| is_accepted || !automaton.next(state).is_empty());
        let next = state.map_or(OctetSet::EMPTY, |state| automaton.next(state));
        let steps = &graph.steps[derivative];
        let of_graph = (graph.accepting[derivative], graph.is_live[derivative]);
        if (is_accepted, is_viable) != of_graph || next != graph.next[derivative] {
            return Some(text);
        }
        for octet in 0..=u8::MAX {
            let state = state.and_then(|state| automaton.step(state, octet));
            let pair = (state, steps[usize::from(octet)]);
            if !std::mem::replace(&mut seen[index(pair)], true) {
                let mut text = text.clone();
                text.push(octet);
                waiting.push((pair, text));
            }
        }
    }
    None
}

/// Returns the derivatives of each production.
fn graphs(grammar: &Grammar) -> Vec<DerivativeGraph> {
    let mut derivatives = Derivatives::new(grammar);
    let productions = grammar.productions.iter();
    productions
        .map(|production| DerivativeGraph::of(&mut derivatives, &production.name))
        .collect()
}

/// Those of RFC 1738.
static GRAPHS: LazyLock<Vec<DerivativeGraph>> = LazyLock::new(|| graphs(grammar()));

fn assert_agree(grammar: &Grammar, automata: &Automata<'_>, graphs: &[DerivativeGraph]) {
    for (production, graph) in grammar.productions.iter().zip(graphs) {
        let automaton = automata
            .production(&production.name)
            .expect("the production exists");
        assert_eq!(disagreement(automaton, graph), None, "{}", production.name);
    }
}

/// Does the same with new automata.
fn assert_all_agree(grammar: &Grammar) {
    let automata = Automata::new(grammar).expect("no production is too large");
    assert_agree(grammar, &automata, &graphs(grammar));
}

#[test]
fn every_production_accepts_what_its_derivatives_accept() {
    assert_eq!(grammar().productions.len(), 67);
    assert_agree(grammar(), automata(), &GRAPHS);
}

#[test]
fn automata_and_derivatives_of_other_documents_agree() {
    for bnf in [
        include_str!("../../grammars/rfc1945.bnf"),
        include_str!("../../grammars/rfc2396.bnf"),
        include_str!("../../grammars/dates.bnf"),
        include_str!("../../grammars/phone.bnf"),
    ] {
        assert_all_agree(&rfcbnf::read(bnf).expect("the grammar has no errors"));
    }
}

#[test]
fn languages_that_differ_are_distinguished() {
    let bnf = "a = *\"x\" \"y\"\n";
    let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    let graph = DerivativeGraph::of(&mut Derivatives::new(&grammar), "a");
    assert_eq!(disagreement(&small(bnf), &graph), None);
    for other in [
        "a = 1*\"x\" \"y\"\n",
        "a = *\"x\" \"y\" [ \"y\" ]\n",
        "a = *\"x\"\n",
    ] {
        assert!(disagreement(&small(other), &graph).is_some(), "{other}");
    }
}

/// Follows a text through derivatives alone. Returns the length of the longest prefix that is
/// derived, the length of the viable prefix, and the characters that can follow that.
fn followed(graph: &DerivativeGraph, text: &[u8]) -> (Option<usize>, usize, OctetSet) {
    let (mut state, mut longest, mut viable) = (0, None, 0);
    for (index, octet) in text.iter().copied().map(Some).chain([None]).enumerate() {
        viable = index;
        if graph.accepting[state] {
            longest = Some(index);
        }
        match octet.map(|octet| graph.steps[state][usize::from(octet)]) {
            Some(next) if graph.is_live[next] => state = next,
            _ => break,
        }
    }
    (longest, viable, graph.next[state])
}

#[test]
fn prefixes_of_all_short_texts_are_those_that_derivatives_find() {
    let letters = || "aZ0-.:/@%;?é".chars();
    let mut endings = vec![String::new()];
    endings.extend(letters().map(String::from));
    endings.extend(letters().flat_map(|one| letters().map(move |two| format!("{one}{two}"))));
    for (production, graph) in grammar().productions.iter().zip(&*GRAPHS) {
        let automaton = automata()
            .production(&production.name)
            .expect("the production exists");
        let shortest = automaton.shortest().expect("it derives a text");
        let beginnings = (0..=shortest.len()).map(|length| &shortest[..length]);
        let texts = beginnings.flat_map(|begin| {
            endings
                .iter()
                .map(move |end| [begin, end.as_bytes()].concat())
        });
        for text in texts {
            let prefix = automaton.viable_prefix(&text);
            let longest = automaton.longest_prefix(&text);
            let found = (longest, prefix.length(), prefix.next());
            let expected = followed(graph, &text);
            assert_eq!(found, expected, "{}: {text:?}", production.name);
            let is_accepted = expected.0 == Some(text.len());
            assert_eq!(automaton.accepts(&text), is_accepted);
        }
    }
}

#[test]
fn counts_cases_and_exclusions_of_small_grammars_agree() {
    for bnf in [
        "a = 2*3[ \"x\" ] \"x\"\n",
        "a = *4( \"x\" | \"xy\" ) 1*( \"y\" )\n",
        "a = 3( [ \"a\" ] \"b\" | [ \"c\" ] ) \"c\"\n",
        "a = *( b \"x\" ) 2b\nb = \"x\" | \"y\" | [ \"z\" ]\n",
    ] {
        let Ok(mut grammar) = rfcbnf::read(bnf) else {
            panic!("{bnf} is fine");
        };
        assert_all_agree(&grammar);
        grammar.productions[0].excluded = vec!["XX".to_owned(), "yx".to_owned()];
        assert_all_agree(&grammar);
    }
    let mut grammar = grammar().clone();
    for production in &mut grammar.productions {
        production.excluded.clear();
    }
    // It takes longer than all others, and has no exclusion of its own.
    let left_out = few_or_many("url", "");
    grammar.productions.retain(|one| one.name != left_out);
    assert_all_agree(&grammar);
}

#[test]
fn ranges_of_octets_and_of_characters_agree() {
    for bnf in [
        "a = 1*( %x80-FF / %x00-1F )\n",
        "a = *( b / %x41-5A ) %xFF\nb = %x61.FF / %s\"x\"\n",
        "a = 2*3( %x7E-82 [ \"y\" ] ) / \"y\" %x80\n",
        "a = *( %x7E-3FF ) [ %xFFF0-1000F ]\n",
        "a = 1*( \"i\" / %xE9.201C ) %xD7F0-E00F\n",
    ] {
        assert_all_agree(&rfcbnf::read(bnf).expect("the grammar has no errors"));
    }
}
