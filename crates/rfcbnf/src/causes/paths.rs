//! Texts along the paths of an automaton.
//!
//! A complete suite is complete for parsers with as many states as the automaton. These texts find
//! faults of larger ones: each step is followed by every way to end, and each loop is repeated.

use std::collections::{HashMap, VecDeque};

use crate::automaton::{Automaton, DfaState, access_texts};

/// The greatest number of ways to end that are tried after each step.
const ENDS: usize = 6;

/// The greatest number of rounds of a loop. Limits on the number of digits are often lower.
const ROUNDS: usize = 10;

/// Returns the texts, in letters of the alphabet. They are spelled with the first letter of each
/// class, and again with the last.
pub(super) fn texts(automaton: &Automaton, alphabet: &[u8]) -> Vec<Vec<u8>> {
    let backwards: Vec<u8> = alphabet.iter().rev().copied().collect();
    let mut texts = spelled(automaton, alphabet);
    texts.extend(spelled(automaton, &backwards));
    texts
}

/// Returns the texts with the first letter of each class in this order.
fn spelled(automaton: &Automaton, alphabet: &[u8]) -> Vec<Vec<u8>> {
    let letters = representatives(automaton, alphabet);
    let steps = steps(automaton, &letters);
    let step = |&state: &DfaState, letter| automaton.step(state, letter);
    let access: HashMap<DfaState, Vec<u8>> =
        access_texts(automaton.start(), &letters, step).collect();
    let ends = automaton
        .states()
        .filter(|&state| automaton.is_accepting(state));
    let completions: Vec<HashMap<DfaState, Vec<u8>>> = ends
        .take(ENDS)
        .map(|end| completions(&steps, end))
        .collect();
    let mut texts = Vec::new();
    for &(state, letter, next) in &steps {
        let before = &access[&state];
        for completions in &completions {
            let Some(completion) = completions.get(&next) else {
                continue;
            };
            texts.push([before, &[letter][..], completion].concat());
            if next == state {
                let rounds = (2..=ROUNDS).map(|rounds| vec![letter; rounds]);
                texts.extend(rounds.map(|rounds| [before, &rounds[..], completion].concat()));
            }
        }
    }
    texts
}

/// A state, a letter, and the state after it.
type Step = (DfaState, u8, DfaState);

/// Returns the first letter of each class in the order of the alphabet.
fn representatives(automaton: &Automaton, alphabet: &[u8]) -> Vec<u8> {
    let mut seen = vec![false; automaton.classes().len()];
    let first = |letter: &&u8| {
        let seen = &mut seen[automaton.class_of(**letter)];
        !std::mem::replace(seen, true)
    };
    alphabet.iter().filter(first).copied().collect()
}

/// Returns the steps of the automaton with these letters.
fn steps(automaton: &Automaton, letters: &[u8]) -> Vec<Step> {
    let steps = automaton.states().flat_map(|state| {
        let letters = letters.iter();
        letters.filter_map(move |&letter| Some((state, letter, automaton.step(state, letter)?)))
    });
    steps.collect()
}

/// Returns a shortest text that leads from each state to the end, as far as there is one.
fn completions(steps: &[Step], end: DfaState) -> HashMap<DfaState, Vec<u8>> {
    let mut completions = HashMap::from([(end, Vec::new())]);
    let mut waiting = VecDeque::from([end]);
    while let Some(state) = waiting.pop_front() {
        for &(from, letter, _) in steps.iter().filter(|(.., next)| *next == state) {
            if !completions.contains_key(&from) {
                let mut text = vec![letter];
                text.extend_from_slice(&completions[&state]);
                completions.insert(from, text);
                waiting.push_back(from);
            }
        }
    }
    completions
}
