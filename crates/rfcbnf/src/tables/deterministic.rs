//! Whether a grammar is LL(1) or LR(1), so that no text has two derivations.
//!
//! The states of LR(1) (D. Knuth, 1965) are sets of items: a rule, a place in it, and the letters that can follow the
//! rule there. If no state both reads on and ends a rule with one letter, and none ends two rules with one, then a parser
//! without choice finds the only derivation. Equal right sides of one variable count as one: they make equal trees.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::letters::{END, LetterSet};
use super::rules::{Rules, Symbol};
use super::{Sets, TablesError, conflict, rules};
use crate::syntax::Grammar;

/// The most states, and the most items of all states together.
const STATES: usize = 2_000;
const ITEMS: usize = 100_000;

/// Why no text has two derivations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Determinism {
    /// The next character decides which alternative is taken.
    Ll1,
    /// What was read and the next character decide which production ended.
    Lr1,
}

/// A rule, and a place in it. The rules of all variables have one number each.
type Item = (usize, usize);

/// Items with the letters that can follow.
type Items = BTreeMap<Item, LetterSet>;

/// Returns why no text of a production has two derivations; `None` if the production is neither LL(1) nor LR(1), or too
/// large.
pub(crate) fn determinism(
    grammar: &Grammar,
    production: &str,
) -> Result<Option<Determinism>, TablesError> {
    let rules = rules(grammar, production)?;
    let sets = Sets::of(&rules);
    if conflict::conflicts(&rules, &sets, &rules.order()).is_empty() {
        return Ok(Some(Determinism::Ll1));
    }
    let lr1 = Lr1::of(&rules, &sets);
    Ok(lr1.is_deterministic().then_some(Determinism::Lr1))
}

struct Lr1<'r> {
    rules: &'r Rules,
    sets: &'r Sets,
    /// The variable and the right side of each rule. The last one has the start alone.
    all: Vec<(usize, &'r [Symbol])>,
    of_variables: Vec<Vec<usize>>,
}

impl<'r> Lr1<'r> {
    fn of(rules: &'r Rules, sets: &'r Sets) -> Self {
        let mut all = Vec::new();
        let mut of_variables = Vec::new();
        for (variable, source) in rules.variables.iter().enumerate() {
            let words: BTreeSet<&[Symbol]> =
                source.words.iter().map(|word| &*word.symbols).collect();
            let first = all.len();
            all.extend(words.into_iter().map(|word| (variable, word)));
            of_variables.push((first..all.len()).collect());
        }
        all.push((usize::MAX, &[Symbol::Variable(0)]));
        Self {
            rules,
            sets,
            all,
            of_variables,
        }
    }

    /// Returns whether no state has a choice.
    fn is_deterministic(&self) -> bool {
        let start = Items::from([((self.all.len() - 1, 0), LetterSet::single(END))]);
        let mut known = HashSet::from([start.clone()]);
        let mut waiting = vec![start];
        let mut items = 0;
        while let Some(kernel) = waiting.pop() {
            let Some(next) = self.next(&kernel, &mut items) else {
                return false;
            };
            for kernel in next {
                if known.insert(kernel.clone()) {
                    waiting.push(kernel);
                }
            }
            if known.len() > STATES || items > ITEMS {
                return false;
            }
        }
        true
    }

    /// Returns the kernels that follow a state; `None` if the state has a choice, or is too large.
    fn next(&self, kernel: &Items, count: &mut usize) -> Option<Vec<Items>> {
        let closed = self.closed(kernel, count)?;
        let mut read = LetterSet::EMPTY;
        let mut ended = LetterSet::EMPTY;
        let mut by_letter: BTreeMap<u8, Items> = BTreeMap::new();
        let mut by_variable: BTreeMap<usize, Items> = BTreeMap::new();
        for (&(rule, place), &follow) in &closed {
            let further = (rule, place + 1);
            match self.all[rule].1.get(place) {
                None => {
                    if !(ended & follow).is_empty() {
                        return None;
                    }
                    ended |= follow;
                }
                Some(&Symbol::Variable(variable)) => {
                    by_variable
                        .entry(variable)
                        .or_default()
                        .insert(further, follow);
                }
                Some(&Symbol::Set(set)) => {
                    let set = self.rules.sets[set];
                    read |= set;
                    for letter in set.iter() {
                        by_letter.entry(letter).or_default().insert(further, follow);
                    }
                }
            }
        }
        if !(read & ended).is_empty() {
            return None;
        }
        Some(
            by_letter
                .into_values()
                .chain(by_variable.into_values())
                .collect(),
        )
    }

    /// Adds the items of the variables that can come next.
    fn closed(&self, kernel: &Items, count: &mut usize) -> Option<Items> {
        let mut closed = kernel.clone();
        let mut waiting: Vec<Item> = kernel.keys().copied().collect();
        while let Some((rule, place)) = waiting.pop() {
            *count += 1;
            if *count > ITEMS {
                return None;
            }
            let word = self.all[rule].1;
            let Some(&Symbol::Variable(variable)) = word.get(place) else {
                continue;
            };
            let (first, can_end) = self.sets.first_of(self.rules, &word[place + 1..]);
            let own = closed[&(rule, place)];
            let follow = if can_end { first | own } else { first };
            for &other in &self.of_variables[variable] {
                let known = closed.get(&(other, 0)).copied();
                let more = known.map_or(follow, |known| known | follow);
                if known != Some(more) {
                    closed.insert((other, 0), more);
                    waiting.push((other, 0));
                }
            }
        }
        Some(closed)
    }
}
