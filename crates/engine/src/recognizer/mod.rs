//! A recognizer for productions that recurse.
//!
//! Unless such a production recurses at one end only, no automaton decides about it, and combinators
//! overflow their stack or never end. The recognizer follows all derivations of a text at the same
//! time, over a [`Network`] of the productions.
//!
//! - `positions`, `states`: productions that do not recurse are laid into those that use them and run
//!   as an automaton, which is made while texts are read. So there is work for each octet only where
//!   an automaton has it, and more only where a recursive production begins or ends.
//! - `contexts`: what a recursive production returns to. They are shared by all derivations with the
//!   same future.
//! - `configurations`: sets of threads as the states of an automaton over the octets of a text.
//! - `forward` reads a text: verdict, furthest offset, and what can be next.
//! - `lookahead` finds the first derivation of a valid text from its beginning, where a few octets decide each step.
//! - `live` reads a valid text from its end: what leads there.
//! - `backtracking` is another parser, which tries one way after another: its steps are a trace.
//! - `first` walks along the first derivation, through what is live, and keeps what it does at a point.
//! - `derivations`: all derivations of a text, the first one first.
//! - `prefixes` and `open`: for an error, what is open where the text goes wrong.
//! - `nearest`: the valid texts that take the fewest edits.
//! - `recognize`: the functions for the productions of a grammar that has a network.
//!
//! Time is linear for left recursion, right recursion also with a nullable tail, nesting, iteration,
//! and ambiguity whose parts do not recurse; at worst it is cubic. The tests of `rfcbnf` count steps.
//!
//! # An example
//!
//! `pair` is a small automaton in which a call of `pair` is a step. A *thread* is a state and a context,
//! which says where the derivation goes on after this `pair`:
//!
//! ```text
//! pair = "(" [ pair ] ")"     A: "("     B: pair, then C; or ")"     C: ")"     D: the end
//!
//! offset   next   threads, each with what its pair returns to
//!   0       (     A, the end of the text
//!   1       (     B, the end of the text    A, C: the call of the inner pair
//!   2       )     B, C                      no call, because no pair begins with ")"
//!   3       )     D, C                      C, the end of the text: the inner pair has ended
//!   4             D, the end of the text    the text is derived
//! ```
//!
//! Invariant: a recognizer that gives up says so, by a value of its own: [`LimitReached`] is no
//! verdict.

mod backtracking;
mod configurations;
mod contexts;
mod derivations;
mod first;
mod forward;
mod interner;
mod live;
#[cfg(all(feature = "fast", not(target_family = "wasm")))]
mod lookahead;
mod nearest;
mod network;
mod open;
mod positions;
mod prefixes;
mod recognize;
mod results;
mod states;
mod undecided;

pub use crate::tree::TreeRecord;
pub use backtracking::{MOST_SHOWN_STEPS, SHOWN_STEPS, SHOWN_STEPS_OF_AN_OCTET};
pub use derivations::{DerivationLimit, Derivations};
pub use nearest::{
    Edit, NEAREST_COUNTED, NEAREST_DISTANCE, NEAREST_SIZE, NEAREST_STEPS, Nearest, NearestCount,
    NearestLimit, NearestQuestion, Repair, Repaired, Weights,
};
pub use network::{Address, Definition, DefinitionId, Instruction, Network, Rounds};
pub(crate) use open::Open;
pub use recognize::{
    Recognize, characters_after, is_valid, match_prefix, next, parse_in_detail, recognize,
    recognized, trace, verdict, viable_prefix, visit,
};
pub use undecided::{ParseError, Undecided, UnknownText};

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::character_set::CharacterSet;
use configurations::Configurations;
use contexts::Contexts;
use first::Ways;
use forward::Forward;
use live::Live;
#[cfg(all(feature = "fast", not(target_family = "wasm")))]
use lookahead::Lookahead;
use open::CachedPrefixNetwork;
use positions::Positions;
use states::{StateSets, States};

/// The number of steps that a text may take, whatever its length. A step moves a thread over an octet,
/// or looks at what one returns to.
pub const STEPS: usize = 20_000_000;

/// The number of steps that a text may take for each of its octets, in addition to [`STEPS`].
pub const STEPS_OF_AN_OCTET: usize = 100;

/// The size of all tables together, with those of the tree, that a text may take, whatever its length, in
/// numbers of 32 bits.
pub const SIZE: usize = 60_000_000;

/// The size that a text may take for each of its octets, in addition to [`SIZE`].
pub const SIZE_OF_AN_OCTET: usize = 20;

/// The greatest size of all tables together, in numbers of 32 bits. A command keeps the text besides, and stays
/// below 512 MiB.
pub const MOST_SIZE: usize = 90_000_000;

/// The greatest size of a cache that is kept for the next text, in numbers of 32 bits.
const KEPT: usize = 20_000_000;

/// The greatest size of the contexts that are kept for the next text, in numbers of 32 bits.
const KEPT_CONTEXTS: usize = 1 << 16;

/// The number of entries at which the size of the tables is checked again.
const UNCHECKED: usize = 64;

/// What a text takes is above a limit, so a question about it is not decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitReached {
    /// More steps than [`STEPS`] and [`STEPS_OF_AN_OCTET`] allow.
    Steps,
    /// More memory than [`SIZE`] and [`SIZE_OF_AN_OCTET`] allow, or than [`MOST_SIZE`].
    Size,
}

impl fmt::Display for LimitReached {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps => write!(
                formatter,
                "the text takes more than {STEPS} steps and {STEPS_OF_AN_OCTET} for each octet"
            ),
            Self::Size => write!(
                formatter,
                "the text takes tables of more than {} megabytes and {} octets for each octet, or {} megabytes",
                SIZE * 4 / 1_000_000,
                SIZE_OF_AN_OCTET * 4,
                MOST_SIZE * 4 / 1_000_000
            ),
        }
    }
}

impl core::error::Error for LimitReached {}

/// What a recognizer finds out about a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recognition {
    /// The length in bytes of the text.
    pub length: usize,
    /// The length in bytes of the longest prefix that the definition derives; `None` if it derives
    /// none.
    pub longest: Option<usize>,
    /// The length in bytes of the longest prefix that a text of the definition begins with.
    pub furthest: usize,
    /// The octets that can follow that prefix.
    pub next: CharacterSet,
    /// Whether the text could end there.
    pub can_end: bool,
}

impl Recognition {
    /// Returns whether the definition derives the whole text.
    #[must_use]
    pub fn accepts_all(&self) -> bool {
        self.longest == Some(self.length)
    }
}

/// What a network has found out while it read texts. Later texts need less time with it.
///
/// A cache belongs to one [`Network`].
#[derive(Clone, Default)]
pub struct Cache {
    positions: Positions,
    states: States,
    contexts: Contexts,
    configurations: Configurations,
    state_sets: StateSets,
    live: Live,
    ways: Ways,
    #[cfg(all(feature = "fast", not(target_family = "wasm")))]
    lookahead: Lookahead,
    /// For errors, once there is one.
    beginnings: Option<Box<CachedPrefixNetwork>>,
    /// The steps of the texts that were read without an error.
    steps: usize,
    /// The definitions that reach a limit before the first octet of any text, with or without positions for empty
    /// rounds, and the limit.
    too_large: Vec<((DefinitionId, bool), LimitReached)>,
}

/// Writes the size.
impl fmt::Debug for Cache {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = formatter.debug_struct("Cache");
        written.field("size", &self.size()).finish_non_exhaustive()
    }
}

impl Cache {
    /// Returns an empty cache.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties the cache if it takes too much room to be kept for the next text. The functions for productions
    /// do so themselves.
    pub fn trim(&mut self) {
        if self.size() > KEPT {
            self.empty();
        }
    }

    /// Forgets all but which definitions are too large: to find that out takes a limit each time.
    fn empty(&mut self) {
        *self = Self {
            positions: self.positions.emptied(),
            too_large: core::mem::take(&mut self.too_large),
            ..Self::new()
        };
    }

    /// Forgets the contexts of the texts before, and the configurations that name them, if they take too much room.
    fn forget_threads(&mut self) {
        if self.contexts.size() > KEPT_CONTEXTS {
            self.contexts.clear();
            self.configurations.clear();
        }
    }

    /// Returns the size of the tables, in numbers of 32 bits.
    #[must_use]
    pub fn size(&self) -> usize {
        let tables = self.positions.size() + self.states.size() + self.state_sets.size();
        let beginnings = self.beginnings.as_ref().map_or(0, |one| one.size());
        let threads = self.contexts.size() + self.configurations.size();
        #[cfg(all(feature = "fast", not(target_family = "wasm")))]
        let tables = tables + self.lookahead.size();
        tables + threads + self.live.size() + self.ways.size() + beginnings
    }
}

impl Network {
    /// Reads a text as far as it is the beginning of a text of the definition.
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the text takes too many steps or too much memory.
    pub fn recognize(
        &self,
        cache: &mut Cache,
        definition: DefinitionId,
        text: &[u8],
    ) -> Result<Recognition, LimitReached> {
        Ok(Forward::new(self, cache, text).run(definition)?.0)
    }
}

/// What a text may still take.
#[derive(Debug, Clone, Copy)]
struct Limit {
    steps: usize,
    size: usize,
    /// The number of entries since the size was checked.
    unchecked: usize,
}

impl Limit {
    fn for_text(text: &[u8]) -> Self {
        let steps = text.len().saturating_mul(STEPS_OF_AN_OCTET);
        let size = text.len().saturating_mul(SIZE_OF_AN_OCTET);
        Self {
            steps: steps.saturating_add(STEPS),
            size: size.saturating_add(SIZE).min(MOST_SIZE),
            unchecked: 0,
        }
    }

    /// Returns the number of steps that a text has taken of those that it may take.
    fn taken(&self, text: &[u8]) -> usize {
        Self::for_text(text).steps - self.steps
    }

    fn take(&mut self, steps: usize) -> Result<(), LimitReached> {
        #[cfg(feature = "steps")]
        crate::steps::count(steps);
        self.steps = self.steps.checked_sub(steps).ok_or(LimitReached::Steps)?;
        Ok(())
    }

    /// Returns an error if the tables are too large. Each entry adds little, so the size is computed
    /// once for many of them.
    fn grow(&mut self, entries: usize, size: impl FnOnce() -> usize) -> Result<(), LimitReached> {
        self.unchecked += entries;
        if self.unchecked < UNCHECKED {
            return Ok(());
        }
        self.unchecked = 0;
        if size() > self.size {
            return Err(LimitReached::Size);
        }
        Ok(())
    }
}
