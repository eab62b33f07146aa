//! Words that tell the states of an automaton apart.
//!
//! A tree of words: the first is for all states, and splits them into those that accept it and
//! those that do not; each part has its next word, until a part is a single state. The words on
//! the way to a state identify it. Two states share the word at which their ways part, and one
//! of them accepts it: the identifiers are harmonized.
//!
//! The first word is the empty one, so each identifier holds it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::completed::Completed;

/// A harmonized family of state identifiers.
pub(super) struct Identifiers {
    /// For each state, its words, shortest first.
    words: Vec<Vec<String>>,
}

/// A word that may tell states apart.
struct Candidate {
    word: String,
    /// For each state, whether it accepts the word.
    accepting: Vec<bool>,
}

impl Identifiers {
    pub(super) fn new(automaton: &Completed) -> Self {
        let candidates = candidates(automaton);
        let weights = weights(automaton);
        let mut words = vec![vec![String::new()]; automaton.states()];
        let (accepting, rejecting) =
            (0..automaton.states()).partition(|&state| automaton.is_accepting(state));
        let mut parts: Vec<Vec<usize>> = vec![accepting, rejecting];
        while let Some(part) = parts.pop() {
            let Some(best) = best(&candidates, &weights, &part) else {
                continue;
            };
            for &state in &part {
                words[state].push(best.word.clone());
            }
            let (accepting, rejecting) = part.iter().partition(|&&state| best.accepting[state]);
            parts.extend([accepting, rejecting]);
        }
        for words in &mut words {
            words.sort_by_key(String::len);
        }
        Self { words }
    }

    /// The words that identify the state.
    pub(super) fn of(&self, state: usize) -> &[String] {
        &self.words[state]
    }

    /// Whether the word is one of those that identify the state.
    pub(super) fn holds(&self, state: usize, word: &str) -> bool {
        self.words[state].iter().any(|known| known == word)
    }
}

/// The word that splits the part best: it tells the most states from the most steps that lead
/// to others.
fn best<'c>(
    candidates: &'c [Candidate],
    weights: &[usize],
    part: &[usize],
) -> Option<&'c Candidate> {
    let gain = |candidate: &Candidate| {
        let (mut states, mut steps) = ([0, 0], [0, 0]);
        for &state in part {
            let side = usize::from(candidate.accepting[state]);
            states[side] += 1;
            steps[side] += weights[state];
        }
        states[0] * steps[1] + states[1] * steps[0]
    };
    let gains = candidates
        .iter()
        .map(|candidate| (gain(candidate), candidate));
    let splitting = gains.filter(|(gain, _)| *gain > 0);
    let best = splitting.min_by_key(|(gain, candidate)| (Reverse(*gain), candidate.word.len()));
    best.map(|(_, candidate)| candidate)
}

/// The number of characters that lead to each state, from all states together, and one for the
/// state itself.
fn weights(automaton: &Completed) -> Vec<usize> {
    let mut weights = vec![1; automaton.states()];
    for state in 0..automaton.states() {
        for &(_, class) in automaton.alphabet() {
            weights[automaton.step(state, class)] += 1;
        }
    }
    weights
}

/// Words that together tell any two states apart, and more that many states have in common.
fn candidates(automaton: &Completed) -> Vec<Candidate> {
    let mut candidates = distinguishing(automaton);
    let known: HashSet<String> = candidates.iter().map(|known| known.word.clone()).collect();
    let more = completions(automaton)
        .into_iter()
        .filter(|word| !known.contains(word));
    candidates.extend(more.map(|word| Candidate {
        accepting: verdicts(automaton, &word),
        word,
    }));
    candidates
}

/// The empty word, and each word that splits the states further than the words before it did,
/// made of a character and one of them. When there are no more, any two states are split.
fn distinguishing(automaton: &Completed) -> Vec<Candidate> {
    let states = 0..automaton.states();
    let accepting = states.clone().map(|state| automaton.is_accepting(state));
    let mut words = vec![Candidate {
        word: String::new(),
        accepting: accepting.collect(),
    }];
    let mut parts: Vec<usize> = states.clone().map(|_| 0).collect();
    refine(&mut parts, &words[0].accepting);
    let mut next = 0;
    while next < words.len() {
        for (class, members) in automaton.classes().iter().enumerate() {
            let after = states.clone().map(|state| automaton.step(state, class));
            let accepting: Vec<bool> = after.map(|state| words[next].accepting[state]).collect();
            if refine(&mut parts, &accepting) {
                let word = format!("{}{}", members[0], words[next].word);
                words.push(Candidate { word, accepting });
            }
        }
        next += 1;
    }
    words
}

/// Splits the parts, one number for each state, by the verdicts. Whether one was split.
fn refine(parts: &mut Vec<usize>, accepting: &[bool]) -> bool {
    let mut numbers = HashMap::new();
    let finer = parts.iter().zip(accepting).map(|part| {
        let fresh = numbers.len();
        *numbers.entry(part).or_insert(fresh)
    });
    let finer: Vec<usize> = finer.collect();
    let is_finer = finer.iter().max() > parts.iter().max();
    *parts = finer;
    is_finer
}

/// For each state but the sink, a shortest word that it accepts; in order, each once.
fn completions(automaton: &Completed) -> BTreeSet<String> {
    let states = 0..automaton.states();
    let accepting = states.map(|state| automaton.is_accepting(state).then(String::new));
    let mut words: Vec<Option<String>> = accepting.collect();
    loop {
        let longer: Vec<Option<String>> = (0..automaton.states())
            .map(|state| {
                words[state]
                    .clone()
                    .or_else(|| completion(automaton, state, &words))
            })
            .collect();
        if longer == words {
            return words.into_iter().flatten().collect();
        }
        words = longer;
    }
}

/// A character and the word of the state to which it leads.
fn completion(automaton: &Completed, state: usize, words: &[Option<String>]) -> Option<String> {
    let mut classes = automaton.classes().iter().enumerate();
    classes.find_map(|(class, members)| {
        let rest = words[automaton.step(state, class)].as_ref()?;
        Some(format!("{}{rest}", members[0]))
    })
}

/// For each state, whether it accepts the word.
fn verdicts(automaton: &Completed, word: &str) -> Vec<bool> {
    let classes: Vec<usize> = word.chars().map(|it| automaton.class_of(it)).collect();
    let end = |state| {
        let steps = classes.iter();
        steps.fold(state, |state, &class| automaton.step(state, class))
    };
    let ends = (0..automaton.states()).map(end);
    ends.map(|state| automaton.is_accepting(state)).collect()
}
