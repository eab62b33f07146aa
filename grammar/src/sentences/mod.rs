//! Texts that a production derives, made at random, and texts that are nearly derived.
//!
//! Everything is computed from the grammar, with its readings, and is the same for the same
//! seed on every platform. What the automaton of the production accepts is what is valid here:
//! a production that a reading takes words from derives none of them.

mod cover;
mod derive;
mod examples;
mod instructive;
mod near_misses;
mod parts;
mod random;
mod words;

use std::collections::HashSet;

pub use cover::Sentence;
pub use examples::CHOICES;
pub use near_misses::{NearMiss, NearMisses};

use crate::automaton::{Automaton, AutomatonError};
use crate::syntax::{Grammar, Span};
use derive::{LONG, derive};
use parts::Parts;
use random::Random;
use words::Words;

/// After how many attempts in a row without a new text all texts are gone through in order.
const FRUITLESS: usize = 64;

/// The texts of a production.
///
/// ```
/// use rfcbnf::sentences::Sentences;
///
/// let grammar = rfcbnf::read("time = 2digit \":\" 2digit\ndigit = \"0\" | \"1\" | \"2\"\n")?;
/// let sentences = Sentences::new(&grammar, "time")?;
/// let texts: Vec<String> = sentences.random(7).take(2).collect();
/// assert_eq!(texts, ["21:20", "21:11"]);
/// assert_eq!(sentences.random(7).count(), 81);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sentences<'g> {
    grammar: &'g Grammar,
    production: String,
    parts: Parts,
    automaton: Automaton,
}

/// Something that a derivation can use, or choose.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Use {
    /// The production in which it is.
    pub production: String,
    /// The part of the production, in octets of the grammar's source.
    pub span: Span,
    /// What kind of use it is.
    pub kind: UseKind,
}

/// What can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UseKind {
    /// The production, whose body the part is.
    Production,
    /// The part, which is an alternative, within brackets or not.
    Alternative,
    /// The optional part, present.
    Present,
    /// The optional part, absent.
    Absent,
    /// As few rounds of the repetition as there may be. What repeats a fixed number of times
    /// leaves no choice.
    Fewest,
    /// More rounds than that, and more than one; where there may be no more than one, one.
    Several,
}

impl<'g> Sentences<'g> {
    /// Prepares the texts of a production.
    ///
    /// # Errors
    ///
    /// [`AutomatonError`], where the grammar has no such production, or where it or one that
    /// it uses is too large.
    pub fn new(grammar: &'g Grammar, production: &str) -> Result<Self, AutomatonError> {
        Ok(Self {
            grammar,
            production: production.to_owned(),
            automaton: Automaton::new(grammar, production)?,
            parts: Parts::of(grammar, production),
        })
    }

    /// The automaton of the production.
    #[must_use]
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// All that derivations of the production can use, each once. Where readings exclude words
    /// there can be uses that no derivation has.
    #[must_use]
    pub fn uses(&self) -> Vec<&Use> {
        let reached = self.parts.reached().into_iter();
        reached.map(|used| &self.parts.uses[used]).collect()
    }

    /// Texts from derivations at random, each once. Alternatives are as likely as each other,
    /// but of characters those kinds come more often that have more members; letters without
    /// regard to case are mostly as written; names are short and repetitions have few rounds.
    ///
    /// Where nothing new comes of that, all texts follow in the order of their lengths, so an
    /// end means that there are no others.
    ///
    /// Remembers the texts that it gave.
    #[must_use]
    pub fn random(&self, seed: u64) -> Texts<'_> {
        Texts {
            parts: &self.parts,
            random: Random::new(seed),
            words: Words::new(&self.automaton),
            is_random: true,
            seen: HashSet::new(),
        }
    }

    /// Texts that the production does not derive, though one edit makes a text of them that it
    /// derives: a character is inserted, deleted or replaced, or two neighbours change places.
    /// Each comes once. No text holds CR or LF; of the characters outside ASCII, `é` stands for
    /// all.
    ///
    /// Where nothing new comes of edits at random, all edits of all texts follow, so an end
    /// means that there are no others.
    ///
    /// ```
    /// use rfcbnf::sentences::Sentences;
    ///
    /// let grammar = rfcbnf::read("number = 1*3digit\ndigit = \"0\" | \"1\"\n")?;
    /// let sentences = Sentences::new(&grammar, "number")?;
    /// let miss = sentences.near_misses(1).next().unwrap();
    /// assert!(sentences.automaton().accepts(miss.of.as_bytes()));
    /// assert!(!sentences.automaton().accepts(miss.text.as_bytes()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn near_misses(&self, seed: u64) -> NearMisses<'_> {
        NearMisses::new(self, seed)
    }
}

/// Texts at random. See [`Sentences::random`].
pub struct Texts<'s> {
    parts: &'s Parts,
    random: Random,
    words: Words<'s>,
    is_random: bool,
    seen: HashSet<String>,
}

impl Iterator for Texts<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        for _ in 0..FRUITLESS {
            if !self.is_random {
                break;
            }
            let derivation = derive(self.parts, &mut self.random, &[], LONG);
            if let Some(derivation) = derivation
                && self.seen.insert(derivation.text.clone())
            {
                return Some(derivation.text);
            }
        }
        self.is_random = false;
        let Self { words, seen, .. } = self;
        words.find(|word| seen.insert(word.clone()))
    }
}
