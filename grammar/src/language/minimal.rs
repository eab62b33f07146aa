//! The smallest automaton of a language, where it is small.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::{ASCII, Language, NOWHERE};

/// A state of a smallest automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmallState {
    /// Whether what led here is a word.
    pub accepting: bool,
    /// The characters that lead on, by the number of the state that they lead to: the
    /// characters in ASCII order, the groups in the order of their first characters.
    pub steps: Vec<(String, usize)>,
}

impl Language {
    /// The states of the smallest automaton of the language, where there are no more than so
    /// many. The first is the start; the others are numbered as they are first reached.
    #[must_use]
    pub fn at_most(&self, most: usize) -> Option<Vec<SmallState>> {
        let classes = self.classes(most)?;
        let mut numbers = HashMap::from([(classes[0], 0)]);
        let mut waiting = VecDeque::from([0]);
        let mut states = Vec::new();
        while let Some(state) = waiting.pop_front() {
            let mut groups: Vec<(usize, String)> = Vec::new();
            for (octet, &next) in (0_u8..).zip(&self.states[state].next) {
                if next == NOWHERE {
                    continue;
                }
                let next = next as usize;
                let fresh = numbers.len();
                let number = *numbers.entry(classes[next]).or_insert_with(|| {
                    waiting.push_back(next);
                    fresh
                });
                match groups.iter_mut().find(|(target, _)| *target == number) {
                    Some((_, characters)) => characters.push(char::from(octet)),
                    None => groups.push((number, char::from(octet).to_string())),
                }
            }
            let steps = groups
                .into_iter()
                .map(|(target, characters)| (characters, target));
            states.push(SmallState {
                accepting: self.states[state].accepting,
                steps: steps.collect(),
            });
        }
        Some(states)
    }

    /// The class of each state, where two are in one class if the same words complete them;
    /// nothing where there are more classes than so many. Moore's refinement: it ends after
    /// no more rounds than there are classes.
    fn classes(&self, most: usize) -> Option<Vec<usize>> {
        let accepting = |index: usize| usize::from(self.states[index].accepting);
        let mut classes: Vec<usize> = (0..self.states.len()).map(accepting).collect();
        let mut count = 0;
        loop {
            let mut kinds: BTreeMap<(usize, Vec<usize>), usize> = BTreeMap::new();
            let mut refined = Vec::with_capacity(classes.len());
            for (state, &class) in self.states.iter().zip(&classes) {
                let mut next = vec![usize::MAX; ASCII];
                for (class, &target) in next.iter_mut().zip(&state.next) {
                    if target != NOWHERE {
                        *class = classes[target as usize];
                    }
                }
                let fresh = kinds.len();
                refined.push(*kinds.entry((class, next)).or_insert(fresh));
                if kinds.len() > most {
                    return None;
                }
            }
            if kinds.len() == count {
                return Some(refined);
            }
            count = kinds.len();
            classes = refined;
        }
    }
}
