//! Errors by a table: one run over the text instead of two runs of the combinators.
//!
//! Everything that an error says, except for the character at its offset, is a function of the
//! longest viable prefix. A finite automaton with an output in every state computes it (E. Moore:
//! Gedanken-experiments on Sequential Machines, 1956). The generator writes one for all productions
//! that have one within its limits: its states are those of the minimal automata of the productions, divided
//! where errors name different productions after two texts. Productions share states.
//!
//! In `list = item *[ "," item ]`, `item = "a" | "b"`, the prefixes `a`, `b` and `a,b` lead to one state.
//! Its output is: `","` or the end of the text is expected, in `list`. So `a!` and `a,b!` have the same
//! error at different offsets.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::expected::Expected;
use super::facts::{DEPTH, ErrorOutcome, Facts};
use super::small_stack::SmallStack;
use crate::character_set::CharacterSet;
use crate::production::{Production, ProductionId};
use crate::utf8::{self, viable_prefix};

/// A state as the generated code writes it: the index of the list of what an error expects there,
/// the index of its context, the number of octets of an unfinished character production before it,
/// and its transitions. Each transition leads from the set of octets with an index to a state. No
/// two sets of a state have an octet in common. [`ErrorTable`] has an example.
pub struct ErrorState(pub u16, pub u16, pub u8, pub &'static [(u16, u16)]);

/// The innermost production that is open in some states: the index of the context outside of it,
/// which comes before it, and its id. An outermost production has its own index.
/// [`ErrorTable`] has an example.
pub struct ErrorContext(pub u16, pub ProductionId);

/// What an error says in a state, and the indexes of its first transition and after its last one.
#[derive(Clone, Copy)]
struct State {
    transitions: (u16, u16),
    expected: u16,
    context: u16,
    begun: u8,
}

/// The automaton with this number of states and of transitions. [`ErrorTable`] has an example.
pub struct ErrorStates<const STATES: usize, const TRANSITIONS: usize> {
    states: [State; STATES],
    /// The transitions of all states: the index of a set of octets, and the next state.
    transitions: [(u16, u16); TRANSITIONS],
}

/// This number of lists of what errors expect, with this number of items together. [`ErrorTable`] has
/// an example.
pub struct ErrorLists<const LISTS: usize, const ITEMS: usize> {
    items: [Expected<ProductionId>; ITEMS],
    /// Where each list ends.
    ends: [u32; LISTS],
}

/// The errors of productions: an automaton over octets with an output in every state. Each
/// production has a start state.
///
/// ```
/// use rfcbnf_engine::{CharacterSet, ErrorContext, ErrorLists, ErrorState, ErrorStates, ErrorTable};
/// use rfcbnf_engine::{Expected, ProductionId};
///
/// const LIST: ProductionId = ProductionId::new(0);
/// const ITEM: ProductionId = ProductionId::new(1);
///
/// /// `list = item *[ "," item ]` and `item = "a"`. The start of `list` is state 0.
/// static ERRORS: ErrorTable = {
///     static STATES: ErrorStates<2, 2> = ErrorStates::new(&[
///         ErrorState(0, 1, 0, &[(0, 1)]),
///         ErrorState(1, 0, 0, &[(1, 0)]),
///     ]);
///     static EXPECTED: ErrorLists<2, 3> = ErrorLists::new(&[
///         &[Expected::Character('a')],
///         &[Expected::Character(','), Expected::EndOfText],
///     ]);
///     ErrorTable::new(
///         &STATES,
///         &[CharacterSet::of("a"), CharacterSet::of(",")],
///         &EXPECTED,
///         &[ErrorContext(0, LIST), ErrorContext(0, ITEM)],
///     )
/// };
/// ```
///
/// A production returns errors by it from [`Parse::error`](crate::Parse::error).
pub struct ErrorTable {
    states: &'static [State],
    transitions: &'static [(u16, u16)],
    sets: &'static [CharacterSet],
    expected: &'static [Expected<ProductionId>],
    /// Where each list of what is expected ends.
    ends: &'static [u32],
    contexts: &'static [ErrorContext],
}

impl<const LISTS: usize, const ITEMS: usize> ErrorLists<LISTS, ITEMS> {
    /// Puts the items of all lists into one.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if there is another number of items than the type says.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the numbers are small enough"
    )]
    pub const fn new(lists: &[&[Expected<ProductionId>]; LISTS]) -> Self {
        let mut all = Self {
            items: [Expected::EndOfText; ITEMS],
            ends: [0; LISTS],
        };
        let mut written = 0;
        let mut list = 0;
        while list < LISTS {
            let mut index = 0;
            while index < lists[list].len() {
                all.items[written] = lists[list][index];
                written += 1;
                index += 1;
            }
            all.ends[list] = written as u32;
            list += 1;
        }
        assert!(written == ITEMS, "there is another number of items");
        all
    }
}

impl<const STATES: usize, const TRANSITIONS: usize> ErrorStates<STATES, TRANSITIONS> {
    /// Puts the transitions of all states into one list.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if there are 65,536 states or transitions, or if
    /// there is another number of transitions than the type says.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the numbers are small enough"
    )]
    pub const fn new(states: &[ErrorState; STATES]) -> Self {
        const LIMIT: usize = u16::MAX as usize;
        assert!(
            STATES < LIMIT && TRANSITIONS < LIMIT,
            "too many states or transitions"
        );
        let state = State {
            transitions: (0, 0),
            expected: 0,
            context: 0,
            begun: 0,
        };
        let mut tables = Self {
            states: [state; STATES],
            transitions: [(0, 0); TRANSITIONS],
        };
        let mut written = 0;
        let mut number = 0;
        while number < STATES {
            let ErrorState(expected, context, begun, transitions) = states[number];
            let first = written;
            let mut index = 0;
            while index < transitions.len() {
                tables.transitions[written] = transitions[index];
                written += 1;
                index += 1;
            }
            tables.states[number] = State {
                transitions: (first as u16, written as u16),
                expected,
                context,
                begun,
            };
            number += 1;
        }
        assert!(
            written == TRANSITIONS,
            "there is another number of transitions"
        );
        tables
    }
}

impl ErrorTable {
    /// Returns the table of these states. `sets` are the octets of transitions, `expected` are the
    /// lists of what errors expect, and `contexts` are the productions that are open.
    #[must_use]
    pub const fn new<
        const STATES: usize,
        const TRANSITIONS: usize,
        const LISTS: usize,
        const ITEMS: usize,
    >(
        states: &'static ErrorStates<STATES, TRANSITIONS>,
        sets: &'static [CharacterSet],
        expected: &'static ErrorLists<LISTS, ITEMS>,
        contexts: &'static [ErrorContext],
    ) -> Self {
        Self {
            states: &states.states,
            transitions: &states.transitions,
            sets,
            expected: &expected.items,
            ends: &expected.ends,
            contexts,
        }
    }

    /// Returns what an error says of the text.
    pub(super) fn facts<P: Production>(&self, rule: P, start: u16, text: &[u8]) -> Facts<P> {
        let is_of_characters = P::is_of_characters(&rule.grammar());
        let (offset, state) = viable_prefix(is_of_characters, text, |text| {
            self.longest_viable_prefix(usize::from(start), text)
        });
        #[cfg(feature = "steps")]
        crate::steps::count(offset);
        let next = self.next(state);
        let state = self.states[state];
        let outcome = ErrorOutcome {
            expected: self.expected(state.expected),
            next,
            context: &[],
            begun: usize::from(state.begun),
        };
        let context = self.context(rule, state.context);
        outcome.facts(rule, text, offset, context)
    }

    /// Returns the length of the longest viable prefix of a text, in octets. `start` is the start state of the
    /// production.
    ///
    /// # Panics
    ///
    /// Panics if the table has no such state.
    #[must_use]
    pub fn viable_prefix(&self, start: u16, text: &[u8]) -> usize {
        self.longest_viable_prefix(usize::from(start), text).0
    }

    /// Returns whether a production derives the text. `start` is the start state of the production.
    ///
    /// Its body takes a fraction of the time. But a program that shows errors holds the
    /// table anyway.
    ///
    /// # Panics
    ///
    /// Panics if the table has no such state, or if a state names anything that the table has not.
    #[must_use]
    pub fn derives(&self, start: u16, text: &[u8]) -> bool {
        let (offset, state) = self.longest_viable_prefix(usize::from(start), text);
        #[cfg(feature = "steps")]
        crate::steps::count(offset);
        let expected = self.expected(self.states[state].expected);
        offset == text.len() && matches!(expected, [.., Expected::EndOfText])
    }

    /// Returns the characters that can follow a viable prefix of the texts of a production, in ascending
    /// order; `None` without a start state of the production. The grammar is one of characters.
    ///
    /// # Panics
    ///
    /// Panics if the table has no such state.
    #[must_use]
    pub fn characters_after(
        &self,
        start: impl Into<Option<u16>>,
        prefix: &[u8],
    ) -> Option<Vec<RangeInclusive<char>>> {
        let (_, state) = self.longest_viable_prefix(usize::from(start.into()?), prefix);
        let read = utf8::transitions(state, &mut |state| {
            let transitions = self.transitions_from(state).iter();
            let read = transitions.map(|&(set, next)| (self.sets[usize::from(set)], next.into()));
            read.collect()
        });
        Some(utf8::union(read.into_iter().map(|(range, _)| range)))
    }

    /// Returns the list with this index.
    fn expected(&self, list: u16) -> &'static [Expected<ProductionId>] {
        let list = usize::from(list);
        let start = list.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.expected[start as usize..self.ends[list] as usize]
    }

    /// Returns the productions of a context from the outermost one inwards.
    fn context<P: Production>(&self, outermost: P, innermost: u16) -> SmallStack<P, DEPTH> {
        let (grammar, outermost_id) = (outermost.grammar(), outermost.id());
        let mut open = SmallStack::new(outermost);
        let mut index = innermost;
        loop {
            let ErrorContext(outside, production) = self.contexts[usize::from(index)];
            open.push(P::from_id(grammar, production));
            if production == outermost_id || outside == index {
                break;
            }
            index = outside;
        }
        open.reverse();
        open
    }

    /// Returns the octets with a transition.
    fn next(&self, state: usize) -> CharacterSet {
        let sets = self.transitions_from(state).iter();
        let sets = sets.map(|(set, _)| self.sets[usize::from(*set)]);
        sets.fold(CharacterSet::EMPTY, CharacterSet::union)
    }

    /// Returns the length of the longest viable prefix, and the state at its end.
    fn longest_viable_prefix(&self, start: usize, text: &[u8]) -> (usize, usize) {
        let (mut rest, mut state) = (text, start);
        while let [octet, after @ ..] = rest {
            let transitions = self.transitions_from(state).iter();
            let mut transitions =
                transitions.map(|&(set, next)| (&self.sets[usize::from(set)], usize::from(next)));
            let Some((set, next)) = transitions.find(|(set, _)| set.contains(*octet)) else {
                break;
            };
            rest = after;
            if next == state {
                // Most states consume a run of octets.
                let run = rest.iter().take_while(|octet| set.contains(**octet));
                rest = &rest[run.count()..];
            }
            state = next;
        }
        (text.len() - rest.len(), state)
    }

    #[inline]
    fn transitions_from(&self, state: usize) -> &'static [(u16, u16)] {
        let (start, end) = self.states[state].transitions;
        let transitions = self.transitions.get(usize::from(start)..usize::from(end));
        transitions.unwrap_or_default()
    }
}
