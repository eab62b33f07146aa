//! The subset construction: a state is the set of threads that a prefix leads to, in two orders.
//!
//! Octets that lead from every state to the same state are a class, and a step is found once for a class. If
//! texts lead to more than [`STATES`] states, all but the start and the current one are
//! forgotten.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rfcbnf_engine::utf8::{self, viable_prefix};
use rfcbnf_engine::{CharacterProduction, CharacterSet, ProductionId};

use super::outcome::{self, Outcome};
use super::positions::{Positions, Remembered};
use super::threads::{self, ThreadList, Threads};
use super::{Facts, POSITIONS, STATES};
use crate::automaton::{octet_classes, with_most_readable};
use crate::octets::OctetSet;
use crate::program;
use crate::resolved::{self, ResolvedGrammar};

/// The number of a state.
pub(super) type StateId = usize;

/// The states of a production's errors, each made when it is first reached.
#[derive(Debug)]
pub(super) struct Subsets {
    threads: Threads,
    characters: Vec<CharacterProduction>,
    /// Octets that lead from every state to the same state, and one of them, the most readable first.
    classes: Vec<(OctetSet, u8)>,
    class_of: [usize; 256],
    states: Vec<State>,
    numbers: HashMap<Arc<ThreadList>, StateId>,
}

#[derive(Debug)]
struct State {
    threads: Arc<ThreadList>,
    /// Where each class leads.
    steps: Vec<Step>,
    found: Option<Arc<Found>>,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Unknown,
    Nowhere,
    To(StateId),
}

/// What is known of a state.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) outcome: Outcome,
    /// The octets that can come next.
    pub(super) next: CharacterSet,
    /// The characters that can come next; none if the grammar is one of octets.
    pub(super) characters: Vec<RangeInclusive<char>>,
    /// Whether the text can end here.
    pub(super) can_end: bool,
}

impl Subsets {
    /// The state of the empty text.
    pub(super) const START: StateId = 0;

    /// Returns the states of a production; `None` if it has too many positions.
    pub(super) fn new(
        grammar: &ResolvedGrammar<'_>,
        production: resolved::ProductionId,
        facts: &Facts,
    ) -> Option<Self> {
        let table = program::positions(grammar, production)?;
        if table.states.len() > POSITIONS {
            return None;
        }
        let remembered = Remembered::new(&facts.excluded, &facts.characters);
        let encoding = grammar.grammar().encoding;
        let positions = Positions::new(table, encoding, production.into(), remembered);
        let sets = positions.octets().into_iter();
        let sets = sets.chain(positions.remembered().octets());
        let classes = with_most_readable(octet_classes(sets.map(OctetSet::from)));
        let mut class_of = [0; 256];
        for (index, (class, _)) in classes.iter().enumerate() {
            for octet in class.iter() {
                class_of[usize::from(octet)] = index;
            }
        }
        let mut subsets = Self {
            threads: Threads::new(positions),
            characters: facts.characters.clone(),
            class_of,
            classes,
            states: Vec::new(),
            numbers: HashMap::new(),
        };
        let start = subsets.threads.start();
        subsets.number(start);
        Some(subsets)
    }

    /// Returns the number of states so far.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns whether the production has too many ways between its positions. What is known is wrong
    /// then.
    pub(super) fn is_too_large(&self) -> bool {
        self.threads.are_too_many()
    }

    pub(super) fn production(&self) -> ProductionId {
        self.threads.outermost()
    }

    /// Returns whether octets are those of characters in UTF-8.
    pub(super) fn is_of_characters(&self) -> bool {
        self.threads.are_of_characters()
    }

    /// Returns the length of the longest viable prefix of the text, and what is known of its state.
    /// `None` if the production is too large.
    pub(super) fn after(&mut self, text: &[u8]) -> Option<(usize, Arc<Found>)> {
        let (offset, state) = viable_prefix(self.is_of_characters(), text, |text| {
            self.longest_viable_prefix(text)
        });
        let found = self.find(state);
        (!self.is_too_large()).then_some((offset, found))
    }

    fn longest_viable_prefix(&mut self, text: &[u8]) -> (usize, StateId) {
        let mut state = Self::START;
        for (offset, &octet) in text.iter().enumerate() {
            if self.len() > STATES {
                state = self.restart_in(state);
            }
            let class = self.class_of[usize::from(octet)];
            match self.step(state, class) {
                Some(next) => state = next,
                None => return (offset, state),
            }
        }
        (text.len(), state)
    }

    /// Returns the steps from a state: the octets, the most readable of them, and the next state. The
    /// most readable step comes first.
    pub(super) fn steps(&mut self, from: StateId) -> Vec<(OctetSet, u8, StateId)> {
        let mut steps: Vec<(OctetSet, u8, StateId)> = Vec::new();
        for index in 0..self.classes.len() {
            let (class, octet) = self.classes[index];
            let Some(next) = self.step(from, index) else {
                continue;
            };
            match steps.iter_mut().find(|(_, _, known)| *known == next) {
                Some((octets, ..)) => *octets |= class,
                None => steps.push((class, octet, next)),
            }
        }
        steps
    }

    /// Returns what is known of a state.
    pub(super) fn find(&mut self, state: StateId) -> Arc<Found> {
        let Self {
            threads,
            characters,
            states,
            ..
        } = self;
        let state = &mut states[state];
        let found = state.found.get_or_insert_with(|| {
            let places = outcome::places(threads, &state.threads);
            let can_end = outcome::can_end(threads, &state.threads);
            let all = places.iter().map(|place| place.octets);
            Arc::new(Found {
                outcome: Outcome::of(threads, &state.threads, characters, (&places, can_end)),
                next: all.fold(CharacterSet::EMPTY, CharacterSet::union),
                characters: utf8::union(places.into_iter().flat_map(|place| place.characters)),
                can_end,
            })
        });
        Arc::clone(found)
    }

    /// Returns the next state.
    fn step(&mut self, from: StateId, class: usize) -> Option<StateId> {
        match self.states[from].steps[class] {
            Step::To(next) => return Some(next),
            Step::Nowhere => return None,
            Step::Unknown => {}
        }
        let (_, octet) = self.classes[class];
        let mut next = self.threads.step(&self.states[from].threads, octet);
        threads::settle(&self.threads, &mut next);
        let next = (!next.is_empty()).then(|| self.number(next));
        self.states[from].steps[class] = next.map_or(Step::Nowhere, Step::To);
        next
    }

    fn number(&mut self, threads: ThreadList) -> StateId {
        if let Some(&known) = self.numbers.get(&threads) {
            return known;
        }
        let number = self.states.len();
        let threads = Arc::new(threads);
        self.numbers.insert(Arc::clone(&threads), number);
        self.states.push(State {
            threads,
            steps: vec![Step::Unknown; self.classes.len()],
            found: None,
        });
        number
    }

    /// Forgets all states but the start and one more, so that a long text cannot fill the memory. Returns
    /// the new number of that one.
    fn restart_in(&mut self, state: StateId) -> StateId {
        let kept = [Self::START, state].map(|state| ThreadList::clone(&self.states[state].threads));
        self.states.clear();
        self.numbers.clear();
        let [_, state] = kept.map(|threads| self.number(threads));
        state
    }
}
