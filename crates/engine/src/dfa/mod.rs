//! The DFA fast path.
//!
//! A production with matches of unbounded length has its minimal DFA in addition to its
//! combinators, if the DFA is small enough. If the collector wants nothing from inside the
//! production, or if the DFA knows it, the DFA matches the text in one pass. DFA
//! and combinators match the same longest prefix, so nothing else changes.
//!
//! ```
//! use rfcbnf_engine::combinators::{any_of, chars, run, with_dfa};
//! use rfcbnf_engine::dfa::{DfaState, LeafDfa, ShiftTable};
//! use rfcbnf_engine::spans::match_length;
//! use rfcbnf_engine::{CharacterSet, ProductionId, Table};
//!
//! /// 1*digit: one class of characters, and two states. The second one accepts.
//! static DIGITS: LeafDfa = {
//!     static TABLE: ShiftTable<2, 1> =
//!         ShiftTable::new(&["0123456789"], &[DfaState(false, [2]), DfaState(true, [2])]);
//!     LeafDfa::new(TABLE.transitions())
//! };
//! const DIGIT: CharacterSet = CharacterSet::of("0123456789");
//!
//! let table = Table::with_dfa(ProductionId::new(0), &DIGITS);
//! let digits = with_dfa(table, run(1, chars(DIGIT, any_of(DIGIT))));
//! assert_eq!(match_length("80/x", digits), Some(2));
//! ```

#[cfg(feature = "dense")]
mod dense;
#[cfg(feature = "fast")]
mod fast;
#[cfg(not(feature = "fast"))]
mod small;

#[cfg(feature = "dense")]
pub use dense::DenseDfa;
#[cfg(feature = "fast")]
pub use fast::{PairTable, ShiftTable, Transitions};
#[cfg(not(feature = "fast"))]
pub use small::{ClassTable, PairTable, ShiftTable, Transitions};

use crate::character_set::CharacterSet;
use crate::production::{ProductionId, ProductionSet};

/// The DFA of a production whose trees hold character productions only.
pub type LeafDfa = Dfa<LEAF>;

/// The DFA of a production whose trees hold the elements of a list.
pub type ListDfa = Dfa<LIST>;

/// The DFA of a production whose trees hold other productions as well.
pub type NestedDfa = Dfa<NESTED>;

/// What trees of a production hold besides character productions: nothing.
const LEAF: u8 = 0;

/// The elements of a list.
pub(crate) const LIST: u8 = 1;

/// Anything else.
pub(crate) const NESTED: u8 = 2;

/// The minimal DFA of a production. `INSIDE` says what the production's trees hold, so that the compiler makes
/// no code for bodies that never run.
///
/// [`LeafDfa::new`], [`ListDfa::of_list`] and [`NestedDfa::new`] make one of a static table; [the module](self) has an example.
pub struct Dfa<const INSIDE: u8> {
    transitions: Transitions,
    /// The productions inside the production's trees, without the character productions.
    inside: ProductionSet,
    /// The list whose elements are the nodes inside a match, without the character productions.
    list: Option<List>,
}

/// Alternatives of a production, between which the state of its DFA at the end of the match decides.
/// [`decided`](crate::combinators::decided) has an example.
#[derive(Clone, Copy)]
pub struct Alternatives {
    /// Octets that the matches of only one alternative begin with, with the index of that alternative.
    pub decisive: &'static [(CharacterSet, u8)],
    /// The alternatives that are productions whose nodes are known, with their indexes.
    pub members: &'static [(u8, Alternative)],
    /// The index of an alternative for each state: the first that derives the texts that lead there.
    pub chosen: &'static [u8],
}

/// An alternative of a production: another production, whose trees hold the elements of a list or character
/// productions only. [`Alternatives`] has them.
pub struct Alternative {
    /// The production.
    pub production: ProductionId,
    /// Its list, if it derives one.
    pub list: Option<List>,
}

/// A state as the generated code writes it: whether it accepts, and the next state for each
/// class of characters. States are numbered from 1, the start; 0 means that no transition exists.
/// [The module](self) has an example.
pub struct DfaState<const CLASSES: usize>(pub bool, pub [u8; CLASSES]);

/// A prefix of a text and the state that it leads to. Only parsers of this package make one, so it
/// has no example.
#[derive(Debug, Clone, Copy)]
pub struct Prefix {
    /// The state at its end.
    state: u64,
    /// Its length in octets.
    pub(crate) length: usize,
}

impl LeafDfa {
    /// Returns the DFA of a production without nested productions.
    #[must_use]
    pub const fn new(transitions: Transitions) -> Self {
        Self {
            transitions,
            inside: ProductionSet::EMPTY,
            list: None,
        }
    }
}

impl ListDfa {
    /// Returns the DFA of a production whose matches are lists.
    #[must_use]
    pub const fn of_list(list: List, transitions: Transitions) -> Self {
        Self {
            transitions,
            inside: ProductionSet::EMPTY.with(list.each).with(list.last),
            list: Some(list),
        }
    }
}

impl NestedDfa {
    /// Returns the DFA of a production whose trees hold these productions.
    #[must_use]
    pub const fn new(inside: ProductionSet, transitions: Transitions) -> Self {
        Self {
            transitions,
            inside,
            list: None,
        }
    }

    /// Returns the length of the longest match, and the number of the state at its end, from 0.
    #[inline]
    pub(crate) fn match_and_state(&self, octets: &[u8]) -> Option<(usize, usize)> {
        let end = self.longest_match(octets, self.viable_prefix(octets))?;
        Some((end.length, self.transitions.number(end.state)))
    }
}

impl Alternatives {
    /// Returns the index of the only alternative whose matches begin with the octet.
    #[inline]
    pub(crate) fn decided_by(&self, first: Option<&u8>) -> Option<usize> {
        let first = *first?;
        let mut decisive = self.decisive.iter();
        let (_, index) = decisive.find(|(octets, _)| octets.contains(first))?;
        Some(usize::from(*index))
    }

    /// Returns an alternative that is a production whose nodes are known.
    #[inline]
    pub(crate) fn member(&self, index: usize) -> Option<&Alternative> {
        let mut members = self.members.iter();
        let (_, member) = members.find(|(one, _)| usize::from(*one) == index)?;
        Some(member)
    }
}

impl<const INSIDE: u8> Dfa<INSIDE> {
    /// Returns the productions inside the production's trees, without the character productions.
    #[inline]
    pub(crate) fn inside(&self) -> &ProductionSet {
        &self.inside
    }

    /// Returns the list that those productions form, if they form one.
    #[inline]
    pub(crate) fn list(&self) -> Option<&List> {
        self.list.as_ref()
    }

    /// Runs the DFA to the end of the longest viable prefix.
    #[inline]
    pub(crate) fn viable_prefix(&self, octets: &[u8]) -> Prefix {
        let prefix = self.transitions.viable_prefix(octets);
        #[cfg(feature = "steps")]
        super::steps::count(1 + prefix.length);
        prefix
    }

    /// Returns the longest match, which lies within the viable prefix.
    #[inline]
    pub(crate) fn longest_match(&self, octets: &[u8], prefix: Prefix) -> Option<Prefix> {
        if self.transitions.is_accepting(prefix.state) {
            Some(prefix)
        } else {
            self.last_match(octets.get(..prefix.length).unwrap_or(octets))
        }
    }

    /// Runs the DFA again over a viable prefix, to find where it last accepts.
    #[cold]
    #[inline(never)]
    fn last_match(&self, octets: &[u8]) -> Option<Prefix> {
        #[cfg(feature = "steps")]
        super::steps::count(octets.len());
        self.transitions.last_match(octets)
    }
}

/// An octet that no match of a grammar contains.
const NO_CHARACTER: u8 = u8::MAX;

/// The number of octets that are examined together.
const LANES: usize = 8;

/// The lowest bit of each lane.
const LOWEST: u64 = u64::MAX / 0xff;

/// All bits of each lane but the highest.
const LOWER: u64 = LOWEST * 0x7f;

/// A list: elements that a separator separates. No element contains the separator. The positions of
/// the separators determine the tree.
///
/// ```
/// use rfcbnf_engine::ProductionId;
/// use rfcbnf_engine::dfa::List;
///
/// // *[ domainlabel "." ] toplabel
/// let (domainlabel, toplabel) = (ProductionId::new(0), ProductionId::new(1));
/// let list = List::separated(domainlabel, '.', toplabel);
/// let mut elements = Vec::new();
/// list.elements(b"w3.org", 0, |production, start, end| elements.push((production, start..end)));
/// assert_eq!(elements, [(domainlabel, 0..2), (toplabel, 3..6)]);
///
/// List::one(toplabel).elements(b"org", 0, |production, start, end| {
///     assert_eq!((production, start..end), (toplabel, 0..3));
/// });
/// ```
///
/// Invariant: the elements hold character productions only.
#[derive(Debug, Clone, Copy)]
pub struct List {
    /// The production of each element but the last.
    pub each: ProductionId,
    separator: u8,
    /// The production of the last element.
    pub last: ProductionId,
}

impl List {
    /// Returns the list `*[ each separator ] last`.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if the separator is NUL or not ASCII.
    #[must_use]
    pub const fn separated(each: ProductionId, separator: char, last: ProductionId) -> Self {
        assert!(
            separator.is_ascii() && separator != '\0',
            "the separator is an ASCII character other than NUL"
        );
        Self {
            each,
            separator: separator as u8,
            last,
        }
    }

    /// Returns the list of exactly one element.
    #[must_use]
    pub const fn one(element: ProductionId) -> Self {
        Self {
            each: element,
            separator: NO_CHARACTER,
            last: element,
        }
    }

    /// Calls `element` for each element of the list from `start` to the end of the text, with its
    /// production, its start and its end in the text.
    #[inline]
    pub fn elements(
        self,
        text: &[u8],
        start: usize,
        mut element: impl FnMut(ProductionId, usize, usize),
    ) {
        let mut start = start;
        let mut at = start;
        while at < text.len() {
            let mut separators = self.separators(lanes(text, at));
            while separators != 0 {
                let end = at + (separators.trailing_zeros() / u8::BITS) as usize;
                element(self.each, start, end);
                start = end + 1;
                separators &= separators - 1;
            }
            at += LANES;
        }
        element(self.last, start, text.len());
    }

    /// Returns the octets with the highest bit set in each separator, and no other bit.
    #[inline]
    fn separators(self, octets: u64) -> u64 {
        let others = octets ^ (LOWEST * u64::from(self.separator));
        // Only an octet of zeros neither has its highest bit set nor carries into it.
        !(((others & LOWER) + LOWER) | others | LOWER)
    }
}

/// Returns the lanes at an offset of the text, padded with zeros.
#[inline]
fn lanes(text: &[u8], at: usize) -> u64 {
    let rest = text.get(at..).unwrap_or_default();
    if let Some(lanes) = rest.first_chunk::<LANES>() {
        u64::from_le_bytes(*lanes)
    } else if let Some(last) = text.last_chunk::<LANES>() {
        u64::from_le_bytes(*last) >> (u8::BITS as usize * (LANES - rest.len()))
    } else {
        let octets = rest.iter().rev();
        octets.fold(0, |lanes, &octet| lanes << u8::BITS | u64::from(octet))
    }
}
