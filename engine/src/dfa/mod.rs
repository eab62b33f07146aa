//! The DFA fast path.
//!
//! A production with matches of unbounded length has its minimal DFA in addition to its
//! combinators, if the DFA is small enough. If the observer wants no events from inside the
//! production, or if the DFA knows them, the DFA consumes the text in one pass. DFA
//! and combinators match the same longest prefix, so nothing else changes.
//!
//! ```
//! use rfcbnf_engine::combinators::{any_of, run, with_dfa};
//! use rfcbnf_engine::dfa::{DfaState, LeafDfa, ShiftTable};
//! use rfcbnf_engine::{CharacterSet, ProductionId};
//!
//! /// 1*digit: one class of characters, and two states. The second one accepts.
//! static DIGITS: LeafDfa = {
//!     static TABLE: ShiftTable<2, 1> =
//!         ShiftTable::new(&["0123456789"], &[DfaState(false, [2]), DfaState(true, [2])]);
//!     LeafDfa::new(TABLE.transitions())
//! };
//! const DIGIT: CharacterSet = CharacterSet::of("0123456789");
//!
//! let body = run(1, DIGIT, any_of(DIGIT));
//! let mut digits = with_dfa::<_, (), _, _>(ProductionId::new(0), &DIGITS, body);
//! assert_eq!(digits("80/x"), Ok(("/x", "80")));
//! ```

#[cfg(feature = "dense")]
mod dense;
#[cfg(feature = "fast")]
mod fast;
mod list;
#[cfg(not(feature = "fast"))]
mod small;

use super::character_set::CharacterSet;
use super::production_set::{ProductionId, ProductionSet};

#[cfg(feature = "dense")]
pub use dense::DenseDfa;
#[cfg(feature = "fast")]
pub use fast::{PairTable, ShiftTable, Transitions};
pub use list::List;
#[cfg(not(feature = "fast"))]
pub use small::{ClassTable, PairTable, ShiftTable, Transitions};

/// The DFA of a production whose trees hold character productions only.
pub type LeafDfa = Dfa<false>;

/// The DFA of a production whose trees hold other productions as well.
pub type NestedDfa = Dfa<true>;

/// The minimal DFA of a production.
///
/// [`LeafDfa::new`], [`NestedDfa::new`], [`NestedDfa::of_list`] and [`NestedDfa::of_alternatives`] make
/// one of a static table; [the module](self) has an example.
pub struct Dfa<const NESTED: bool> {
    transitions: Transitions,
    /// The productions inside the production's trees, without the character productions.
    inside: ProductionSet,
    /// What is known of the nodes inside a match.
    nodes: Nodes,
}

/// What a DFA knows of the nodes inside a match, without the character productions.
enum Nodes {
    /// Nothing.
    Unknown,
    /// They are the elements of a list.
    List(List),
    /// They are those of an alternative, which the state at the end of the match tells.
    Alternatives(&'static Alternatives),
}

/// Alternatives of a production, each of them a production that derives lists.
/// [`NestedDfa::of_alternatives`] has an example.
pub struct Alternatives {
    /// Octets that the matches of only one alternative begin with. Before these, that
    /// alternative's own DFA is run instead.
    pub decisive: CharacterSet,
    /// The alternatives.
    pub members: &'static [Alternative],
    /// The index of a member for each state: the first that derives the texts that lead there.
    pub chosen: &'static [u8],
}

/// An alternative of a production: another production, which derives lists.
/// [`NestedDfa::of_alternatives`] has an example.
pub struct Alternative {
    /// The production.
    pub production: ProductionId,
    /// Its list.
    pub list: List,
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
            nodes: Nodes::Unknown,
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
            nodes: Nodes::Unknown,
        }
    }

    /// Returns the DFA of a production whose matches are lists.
    #[must_use]
    pub const fn of_list(list: List, transitions: Transitions) -> Self {
        Self {
            transitions,
            inside: ProductionSet::EMPTY.with(list.each).with(list.last),
            nodes: Nodes::List(list),
        }
    }

    /// Returns the DFA of a production whose alternatives are productions that derive lists.
    ///
    /// ```
    /// use rfcbnf_engine::dfa::{
    ///     Alternative, Alternatives, DfaState, List, NestedDfa, ShiftTable,
    /// };
    /// use rfcbnf_engine::{CharacterSet, ProductionId, ProductionSet};
    ///
    /// const DIGIT: ProductionId = ProductionId::new(1);
    /// const fn number(production: u16, separator: char) -> Alternative {
    ///     let list = List::separated(DIGIT, separator, DIGIT);
    ///     Alternative { production: ProductionId::new(production), list }
    /// }
    ///
    /// // number = decimal | time, decimal = digit *[ "." digit ], time = digit *[ ":" digit ]
    /// static NUMBER: NestedDfa = NestedDfa::of_alternatives(
    ///     ProductionSet::EMPTY.with(DIGIT).with(ProductionId::new(2)).with(ProductionId::new(3)),
    ///     &Alternatives {
    ///         decisive: CharacterSet::EMPTY,
    ///         members: &[number(2, '.'), number(3, ':')],
    ///         chosen: &[0, 0, 0, 0, 0, 1],
    ///     },
    ///     ShiftTable::new(
    ///         &["0123456789", ".", ":"],
    ///         &[
    ///             DfaState(false, [2, 0, 0]),
    ///             DfaState(true, [0, 3, 4]),
    ///             DfaState(false, [5, 0, 0]),
    ///             DfaState(false, [6, 0, 0]),
    ///             DfaState(true, [0, 3, 0]),
    ///             DfaState(true, [0, 0, 4]),
    ///         ],
    ///     )
    ///     .transitions(),
    /// );
    /// ```
    #[must_use]
    pub const fn of_alternatives(
        inside: ProductionSet,
        alternatives: &'static Alternatives,
        transitions: Transitions,
    ) -> Self {
        Self {
            transitions,
            inside,
            nodes: Nodes::Alternatives(alternatives),
        }
    }
}

impl<const NESTED: bool> Dfa<NESTED> {
    /// Returns the productions inside the production's trees, without the character productions.
    #[inline]
    pub(crate) fn inside(&self) -> &ProductionSet {
        &self.inside
    }

    /// Returns the list that those productions form, if they form one.
    #[inline]
    pub(crate) fn list(&self) -> Option<&List> {
        match &self.nodes {
            Nodes::List(list) if NESTED => Some(list),
            _ => None,
        }
    }

    /// Returns whether the DFA knows the nodes inside a match that begins with the octet. If only
    /// one alternative does, that alternative's own DFA is smaller and knows them too.
    #[inline]
    pub(crate) fn knows_nodes(&self, first: Option<u8>) -> bool {
        match &self.nodes {
            Nodes::Unknown => false,
            Nodes::List(_) => NESTED,
            Nodes::Alternatives(Alternatives { decisive, .. }) => {
                NESTED && !first.is_some_and(|octet| decisive.contains(octet))
            }
        }
    }

    /// Returns the nodes inside a match, if the DFA knows them: the elements of a list, and the
    /// alternative above them, if there is one.
    #[inline]
    pub(crate) fn nodes(&self, end: Prefix) -> Option<(Option<ProductionId>, &List)> {
        match &self.nodes {
            Nodes::List(list) if NESTED => Some((None, list)),
            Nodes::Alternatives(alternatives) if NESTED => {
                let index = usize::from(
                    *alternatives
                        .chosen
                        .get(self.transitions.number(end.state))?,
                );
                let Alternative { production, list } = alternatives.members.get(index)?;
                Some((Some(*production), list))
            }
            _ => None,
        }
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

    /// Returns the length of the longest match and the number of the state at its end. States are
    /// numbered from 0 here.
    #[inline]
    pub(crate) fn longest_match_and_state(&self, octets: &[u8]) -> Option<(usize, usize)> {
        let end = self.longest_match(octets, self.viable_prefix(octets))?;
        Some((end.length, self.transitions.number(end.state)))
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
