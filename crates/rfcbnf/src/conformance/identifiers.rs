//! Texts that tell the states of an automaton apart.
//!
//! The texts form a tree. The root splits all states into those that accept it and those that do
//! not. Each part has a text of its own, until the part is a single state. The texts on the path to
//! a state identify it. Two states share the text at which their paths part, and exactly one of
//! them accepts it: the identifiers are harmonized.
//!
//! The root is the empty text, so every identifier contains it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::completed::Completed;

/// A harmonized family of state identifiers.
pub(super) struct Identifiers {
    /// For each state, its texts, the shortest first.
    texts: Vec<Vec<Vec<u8>>>,
}

/// A text that may tell states apart.
struct Candidate {
    text: Vec<u8>,
    /// Whether each state accepts the text.
    accepting: Vec<bool>,
}

impl Identifiers {
    pub(super) fn new(automaton: &Completed) -> Self {
        let candidates = candidates(automaton);
        let weights = weights(automaton);
        let mut texts = vec![vec![Vec::new()]; automaton.states()];
        let (accepting, rejecting) =
            (0..automaton.states()).partition(|&state| automaton.is_accepting(state));
        let mut parts: Vec<Vec<usize>> = vec![accepting, rejecting];
        while let Some(part) = parts.pop() {
            let Some(best) = best(&candidates, &weights, &part) else {
                continue;
            };
            for &state in &part {
                texts[state].push(best.text.clone());
            }
            let (accepting, rejecting) = part.iter().partition(|&&state| best.accepting[state]);
            parts.extend([accepting, rejecting]);
        }
        for texts in &mut texts {
            texts.sort_by_key(Vec::len);
        }
        Self { texts }
    }

    /// Returns the texts that identify the state.
    pub(super) fn of(&self, state: usize) -> &[Vec<u8>] {
        &self.texts[state]
    }

    /// Returns whether the text is one of those that identify the state.
    pub(super) fn holds(&self, state: usize, text: &[u8]) -> bool {
        self.texts[state].iter().any(|known| known == text)
    }
}

/// Returns the text that splits the part best: it tells the most states apart, weighted by the
/// number of steps that lead to them.
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
    let best = splitting.min_by_key(|(gain, candidate)| (Reverse(*gain), candidate.text.len()));
    best.map(|(_, candidate)| candidate)
}

/// Returns the number of steps to each state from all states together, plus one for the state
/// itself.
fn weights(automaton: &Completed) -> Vec<usize> {
    let mut weights = vec![1; automaton.states()];
    for state in 0..automaton.states() {
        for &(_, class) in automaton.alphabet() {
            weights[automaton.step(state, class)] += 1;
        }
    }
    weights
}

/// Returns texts that together tell any two states apart, and texts that many states accept.
fn candidates(automaton: &Completed) -> Vec<Candidate> {
    let mut candidates = distinguishing(automaton);
    let known: HashSet<Vec<u8>> = candidates.iter().map(|known| known.text.clone()).collect();
    let more = completions(automaton)
        .into_iter()
        .filter(|text| !known.contains(text));
    candidates.extend(more.map(|text| Candidate {
        accepting: verdicts(automaton, &text),
        text,
    }));
    candidates
}

/// Returns the empty text, and each text that splits the states further than the texts before it.
/// Such a text is a symbol followed by an earlier text. In the end, any two states are split.
fn distinguishing(automaton: &Completed) -> Vec<Candidate> {
    let states = 0..automaton.states();
    let accepting = states.clone().map(|state| automaton.is_accepting(state));
    let mut texts = vec![Candidate {
        text: Vec::new(),
        accepting: accepting.collect(),
    }];
    let mut parts: Vec<usize> = states.clone().map(|_| 0).collect();
    refine(&mut parts, &texts[0].accepting);
    let mut next = 0;
    while next < texts.len() {
        for (class, members) in automaton.classes().iter().enumerate() {
            let after = states.clone().map(|state| automaton.step(state, class));
            let accepting: Vec<bool> = after.map(|state| texts[next].accepting[state]).collect();
            if refine(&mut parts, &accepting) {
                let text = preceded(members[0], &texts[next].text);
                texts.push(Candidate { text, accepting });
            }
        }
        next += 1;
    }
    texts
}

/// Splits the parts, one number for each state, by the verdicts. Returns whether any part split.
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

/// Returns a shortest accepted text for each state but the sink, in order, without duplicates.
fn completions(automaton: &Completed) -> BTreeSet<Vec<u8>> {
    let states = 0..automaton.states();
    let accepting = states.map(|state| automaton.is_accepting(state).then(Vec::new));
    let mut texts: Vec<Option<Vec<u8>>> = accepting.collect();
    loop {
        let longer: Vec<Option<Vec<u8>>> = (0..automaton.states())
            .map(|state| {
                texts[state]
                    .clone()
                    .or_else(|| completion(automaton, state, &texts))
            })
            .collect();
        if longer == texts {
            return texts.into_iter().flatten().collect();
        }
        texts = longer;
    }
}

/// Returns a symbol followed by the text of the state to which it leads.
fn completion(automaton: &Completed, state: usize, texts: &[Option<Vec<u8>>]) -> Option<Vec<u8>> {
    let mut classes = automaton.classes().iter().enumerate();
    classes.find_map(|(class, members)| {
        let rest = texts[automaton.step(state, class)].as_ref()?;
        Some(preceded(members[0], rest))
    })
}

/// Returns the text after a symbol.
fn preceded(symbol: u8, text: &[u8]) -> Vec<u8> {
    let mut longer = vec![symbol];
    longer.extend_from_slice(text);
    longer
}

/// Whether each state accepts the text.
fn verdicts(automaton: &Completed, text: &[u8]) -> Vec<bool> {
    let classes: Vec<usize> = text.iter().map(|&it| automaton.class_of(it)).collect();
    let end = |state| {
        let steps = classes.iter();
        steps.fold(state, |state, &class| automaton.step(state, class))
    };
    let ends = (0..automaton.states()).map(end);
    ends.map(|state| automaton.is_accepting(state)).collect()
}
