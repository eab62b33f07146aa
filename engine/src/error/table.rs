//! Errors by a table: one run over the text instead of two runs of the combinators.
//!
//! Everything that an error says, except for what stands at its offset, is a function of the
//! longest viable prefix. A finite automaton with an output in every state computes it (E. Moore:
//! Gedanken-experiments on Sequential Machines, 1956). The generator writes one for the start of a
//! grammar, if it finds one: its states are those of the minimal automaton of the production,
//! divided where the combinators expect different productions after two texts.

use super::expected::{Expected, ExpectedStack};
use super::found::Found;
use super::small_stack::SmallStack;
use super::syntax_error::{Facts, SyntaxError};
use crate::character_set::CharacterSet;
use crate::production::Production;
use crate::production_set::ProductionId;

/// The row of an octet that no viable prefix contains, which is beyond every table.
const NO_ROW: u16 = u16::MAX;

/// The entry for a transition that does not exist.
const NOWHERE: u16 = u16::MAX;

/// A state as the generated code writes it: the index of the list of what an error expects there,
/// the index of its context, the number of octets of an unfinished character production before it,
/// and its transitions. Each transition leads from the first to the last of some neighboring
/// classes of octets to a state. States and classes are numbered from 0; state 0 is the start.
/// [`ErrorTable`] has an example.
pub struct ErrorState(pub u16, pub u16, pub u8, pub &'static [(u8, u8, u16)]);

/// What an error says in a state.
#[derive(Clone, Copy)]
struct Outcome {
    expected: u16,
    context: u16,
    begun: u8,
}

impl Outcome {
    const NONE: Self = Self {
        expected: 0,
        context: 0,
        begun: 0,
    };
}

/// The tables of an automaton with this number of states, of classes of octets, and of lists of
/// what errors expect. [`ErrorTable`] has an example.
pub struct ErrorStates<const STATES: usize, const CLASSES: usize, const LISTS: usize> {
    /// For each octet, the start of its row.
    rows: [u16; 256],
    /// For each class, the next state of each state.
    next_states: [[u16; STATES]; CLASSES],
    outcomes: [Outcome; STATES],
    expected: [(&'static [Expected<ProductionId>], CharacterSet); LISTS],
}

/// The errors of a production: an automaton over octets with an output in every state.
///
/// ```
/// use rfcbnf_engine::{CharacterSet, ErrorState, ErrorStates, ErrorTable, Expected, ProductionId};
///
/// const LIST: ProductionId = ProductionId::new(0);
/// const ITEM: ProductionId = ProductionId::new(1);
///
/// /// `list = item *[ "," item ]` and `item = "a"`.
/// static LIST_ERRORS: ErrorTable = {
///     static STATES: ErrorStates<2, 2, 2> = ErrorStates::new(
///         &[CharacterSet::of("a"), CharacterSet::of(",")],
///         &[
///             ErrorState(0, 0, 0, &[(0, 0, 1)]),
///             ErrorState(1, 1, 0, &[(1, 1, 0)]),
///         ],
///         &[
///             &[Expected::Character('a')],
///             &[Expected::Character(','), Expected::EndOfText],
///         ],
///     );
///     ErrorTable::new(&STATES, &[&[LIST, ITEM], &[LIST]])
/// };
/// ```
///
/// A production returns it from [`Production::error_table`].
pub struct ErrorTable {
    rows: &'static [u16; 256],
    next_states: &'static [u16],
    outcomes: &'static [Outcome],
    expected: &'static [(&'static [Expected<ProductionId>], CharacterSet)],
    contexts: &'static [&'static [ProductionId]],
}

impl<const STATES: usize, const CLASSES: usize, const LISTS: usize>
    ErrorStates<STATES, CLASSES, LISTS>
{
    /// Computes the tables from the octets of each class, the states, and the lists of what errors
    /// expect, which together name every octet with a transition.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if the tables would be too large, or if a state
    /// names a class, a state or a list that does not exist.
    #[must_use]
    pub const fn new(
        classes: &[CharacterSet; CLASSES],
        states: &[ErrorState; STATES],
        lists: &[&'static [Expected<ProductionId>]; LISTS],
    ) -> Self {
        assert!(
            STATES * CLASSES < NO_ROW as usize,
            "too many states and classes"
        );
        let mut tables = Self {
            rows: rows(classes, STATES),
            next_states: [[NOWHERE; STATES]; CLASSES],
            outcomes: [Outcome::NONE; STATES],
            expected: [(&[], CharacterSet::EMPTY); LISTS],
        };
        let mut index = 0;
        while index < LISTS {
            tables.expected[index].0 = lists[index];
            index += 1;
        }
        let mut state = 0;
        while state < STATES {
            let ErrorState(expected, context, begun, transitions) = states[state];
            tables.outcomes[state] = Outcome {
                expected,
                context,
                begun,
            };
            let mut next = CharacterSet::EMPTY;
            let mut index = 0;
            while index < transitions.len() {
                let (first_class, last_class, target) = transitions[index];
                assert!((target as usize) < STATES, "there is no such state");
                let mut class = first_class as usize;
                while class <= last_class as usize {
                    tables.next_states[class][state] = target;
                    next = next.union(classes[class]);
                    class += 1;
                }
                index += 1;
            }
            tables.expected[expected as usize].1 = next;
            state += 1;
        }
        tables
    }
}

/// Returns the start of the row of each octet.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the caller checks that the tables are smaller"
)]
const fn rows(classes: &[CharacterSet], states: usize) -> [u16; 256] {
    let mut rows = [NO_ROW; 256];
    let mut class = 0;
    while class < classes.len() {
        let mut octet = 0;
        while octet < 256 {
            if classes[class].contains(octet as u8) {
                rows[octet] = (class * states) as u16;
            }
            octet += 1;
        }
        class += 1;
    }
    rows
}

impl ErrorTable {
    /// Returns the table of these states. `contexts` are the productions that are open in them,
    /// from the outermost to the innermost.
    #[must_use]
    pub const fn new<const STATES: usize, const CLASSES: usize, const LISTS: usize>(
        states: &'static ErrorStates<STATES, CLASSES, LISTS>,
        contexts: &'static [&'static [ProductionId]],
    ) -> Self {
        Self {
            rows: &states.rows,
            next_states: states.next_states.as_flattened(),
            outcomes: &states.outcomes,
            expected: &states.expected,
            contexts,
        }
    }

    /// Returns the error in the text, which the production does not derive.
    pub(crate) fn error<P: Production>(&self, rule: P, text: &[u8]) -> SyntaxError<P> {
        let (offset, state) = self.longest_viable_prefix(text);
        #[cfg(feature = "steps")]
        crate::steps::count(offset);
        let outcome = self.outcomes[state];
        let (expected, next) = self.expected[usize::from(outcome.expected)];
        let context = self.contexts[usize::from(outcome.context)];
        let found = Found::first_of(&text[offset..]);
        let start = offset - usize::from(outcome.begun);
        let grammar = rule.grammar();
        SyntaxError::new(Facts {
            rule,
            offset,
            span: start..offset + found.map_or(0, |(_, length)| length),
            found: found.map(|(found, _)| found),
            expected: ExpectedStack::of(
                Expected::EndOfText,
                expected
                    .iter()
                    .map(|one| one.map(|id| P::from_id(grammar, id))),
            ),
            next,
            can_end: matches!(expected, [.., Expected::EndOfText]),
            context: SmallStack::of(rule, context.iter().map(|&id| P::from_id(grammar, id))),
            text: text.into(),
        })
    }

    /// Returns the length of the longest viable prefix, and the state at its end.
    fn longest_viable_prefix(&self, text: &[u8]) -> (usize, usize) {
        let mut state = 0;
        for (offset, &octet) in text.iter().enumerate() {
            // The row depends on the octet alone, so the processor finds it ahead of the state.
            let start = usize::from(self.rows[usize::from(octet)]);
            let row = self.next_states.get(start..).unwrap_or_default();
            match row.get(state) {
                Some(&next) if next != NOWHERE => state = usize::from(next),
                _ => return (offset, state),
            }
        }
        (text.len(), state)
    }
}
