//! Random texts that a production derives, and near misses that it does not derive.
//!
//! ```
//! use rfcbnf::sentences::Sentences;
//!
//! let grammar = rfcbnf::read("sign = [ \"+\" | \"-\" ] \"1\"\n")?;
//! let sentences = Sentences::new(&grammar, "sign")?;
//! assert_eq!(sentences.random(7).count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything is computed from the grammar with its readings. The same seed gives the same texts
//! on every platform. The automaton of the production decides what is valid: it rejects the
//! texts that a reading excludes.

mod cover;
mod derive;
mod enumeration;
mod examples;
mod near_misses;
mod recursive;
mod shortened;
mod shortest;
mod texts;
mod uses;

pub use cover::{CoverTooLarge, Sentence};
pub(crate) use cover::{Covered, Referring};
pub use examples::CHOICES;
pub use near_misses::{NearMiss, NearMisses};
pub use recursive::{RecursiveSentences, RecursiveSentencesError};
pub(crate) use shortened::shortened;
pub use shortened::shrunk;
pub(crate) use shortest::Shortest;
pub use shortest::shortest_text;
pub use texts::{TextKind, TextsError, texts};

use std::collections::HashSet;

use crate::automaton::{Automaton, AutomatonError};
use crate::octets::OctetSet;
use crate::random::Random;
use crate::syntax::{Grammar, Span};
use derive::{LONG, derive};
use enumeration::Enumeration;
use near_misses::{AgainFromStart, Source};
use uses::{TooManyUses, Uses};

/// The number of attempts in a row without a new text after which an iterator goes through all
/// texts in order.
const FRUITLESS: usize = 64;

/// The texts of a production.
///
/// ```
/// use rfcbnf::sentences::Sentences;
///
/// let grammar = rfcbnf::read("time = 2digit \":\" 2digit\ndigit = \"0\" | \"1\" | \"2\"\n")?;
/// let sentences = Sentences::new(&grammar, "time")?;
/// let texts: Vec<Vec<u8>> = sentences.random(7).take(2).collect();
/// assert_eq!(texts, [b"21:20", b"21:11"]);
/// assert_eq!(sentences.random(7).count(), 81);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sentences<'g> {
    grammar: &'g Grammar,
    production: String,
    uses: Uses<'g>,
    automaton: Automaton,
}

/// A part of a production that a derivation can use, or a choice that it can make.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Use {
    /// The production that contains the part.
    pub production: String,
    /// The part, in byte offsets of the grammar file.
    pub span: Span,
    /// What kind of use it is.
    pub kind: UseKind,
}

/// The kinds of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UseKind {
    /// The production is used; the part is its body.
    Production,
    /// The part is used as an alternative.
    Alternative,
    /// The part is optional and present.
    Present,
    /// The part is optional and absent.
    Absent,
    /// The part is a repetition with its smallest number of rounds. A fixed number of rounds is
    /// no choice, and therefore no use.
    Fewest,
    /// The part is a repetition with more rounds than that, and with at least two if it can have
    /// two.
    Several,
}

impl<'g> Sentences<'g> {
    /// Prepares the texts of a production.
    ///
    /// # Errors
    ///
    /// [`AutomatonError`] if the grammar has no such production, or if the automaton of it, or of
    /// one that it uses, is too large.
    pub fn new(grammar: &'g Grammar, production: &str) -> Result<Self, AutomatonError> {
        Ok(Self {
            grammar,
            production: production.to_owned(),
            automaton: Automaton::new(grammar, production)?,
            uses: Uses::of(grammar, production).map_err(|TooManyUses| {
                AutomatonError::TooManyUses {
                    production: production.to_owned(),
                }
            })?,
        })
    }

    /// Returns the automaton of the production.
    #[must_use]
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// Returns the uses that derivations of the production can have, each once. If readings
    /// exclude texts, there can be uses that no derivation has.
    #[must_use]
    pub fn uses(&self) -> Vec<&Use> {
        let reached = self.uses.reached().into_iter();
        reached.map(|used| &self.uses.all[used]).collect()
    }

    /// Returns the texts of random derivations, each once.
    ///
    /// All alternatives are equally likely, except that kinds of characters with more members
    /// are more likely. Letters whose case is ignored are mostly as written. Names are short and
    /// repetitions have few rounds.
    ///
    /// When random derivations give nothing new, all texts follow in the order of their lengths.
    /// If the iterator ends, there are no other texts.
    ///
    /// The iterator remembers the texts that it has returned.
    #[must_use]
    pub fn random(&self, seed: u64) -> Texts<'_> {
        Texts {
            uses: &self.uses,
            random: Random::new(seed),
            in_order: Enumeration::new(&self.automaton),
            is_random: true,
            seen: HashSet::new(),
        }
    }

    /// Returns texts that the production does not derive, each one edit away from a text that it
    /// derives. Each comes once.
    ///
    /// An edit inserts, deletes or replaces a character, or swaps two neighbours. If the numbers of
    /// the grammar are octets, a character is an octet. Edits insert printable characters of ASCII
    /// and what texts of the production contain. If these are ASCII, `é` stands for all characters
    /// outside ASCII.
    ///
    /// When random edits give nothing new, all edits of all texts follow. The iterator ends if
    /// there are no more texts, or if a thousand texts in a row give no near miss.
    ///
    /// ```
    /// use rfcbnf::sentences::Sentences;
    ///
    /// let grammar = rfcbnf::read("number = 1*3digit\ndigit = \"0\" | \"1\"\n")?;
    /// let sentences = Sentences::new(&grammar, "number")?;
    /// let miss = sentences.near_misses(1).next().unwrap();
    /// assert!(sentences.automaton().accepts(&miss.of));
    /// assert!(!sentences.automaton().accepts(&miss.text));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn near_misses(&self, seed: u64) -> NearMisses<'_> {
        let states = self.automaton.states();
        let octets = states.fold(OctetSet::EMPTY, |octets, state| {
            octets | self.automaton.next(state)
        });
        let source = Source {
            encoding: self.grammar.encoding,
            octets,
            texts: Box::new(self.random(seed)),
            in_order: Box::new(Enumeration::new(&self.automaton)),
            is_valid: Box::new(|text| self.automaton.accepts(text)),
        };
        NearMisses::new(source, seed)
    }
}

/// An iterator over random texts. See [`Sentences::random`].
pub struct Texts<'s> {
    uses: &'s Uses<'s>,
    random: Random,
    in_order: Enumeration<'s>,
    is_random: bool,
    seen: HashSet<Vec<u8>>,
}

impl AgainFromStart for Texts<'_> {
    fn forget(&mut self) {
        self.seen.clear();
        self.is_random = true;
    }
}

impl Iterator for Texts<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        for _ in 0..FRUITLESS {
            if !self.is_random {
                break;
            }
            let derivation = derive(self.uses, &mut self.random, &[], LONG);
            if let Some(derivation) = derivation
                && self.seen.insert(derivation.text.clone())
            {
                return Some(derivation.text);
            }
        }
        self.is_random = false;
        let Self { in_order, seen, .. } = self;
        in_order.find(|text| seen.insert(text.clone()))
    }
}
