//! Texts of one production, and whether another production derives them, too.
//!
//! The texts to a depth have an automaton. Those that the other production derives to a greater depth
//! are taken away, which often leaves none. The others are asked one by one, the shortest first. Where
//! none of them decides, some texts of any depth are made at random, and one that decides is made shorter.
//!
//! Invariant: both productions have decided about each text that is returned.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::Among;
use crate::automaton::{Automaton, AutomatonError, Work};
use crate::octets::OctetSet;
use crate::recognizer::{ParserError, Recognizer};
use crate::sentences::{RecursiveSentences, shortened};
use crate::syntax::Grammar;

/// The most texts that a production is asked for.
const ASKED: usize = 4_000;

/// The most octets that these texts have together.
const OCTETS: usize = 100_000;

/// The number of texts that are made at random.
const RANDOM: usize = 100;

/// The most octets of a text made at random from which each part is taken: the parts are as many as half of its square.
const WITH_PARTS: usize = 200;

/// A production, and what decides about its texts.
pub(super) struct Asked<'g> {
    grammar: &'g Grammar,
    name: &'g str,
    decider: Decider<'g>,
    /// Whether it recurses, so that some texts may be deeper than any depth.
    recurses: bool,
    /// The texts to each depth that was asked for, or why they have no automaton.
    to_depth: RefCell<HashMap<u32, Result<Rc<Automaton>, AutomatonError>>>,
}

enum Decider<'g> {
    Automaton(&'g Automaton),
    Recognizer(Box<Recognizer>),
}

/// The search for a text that only one of two productions derives.
pub(super) enum Only {
    /// There is one.
    Text(Vec<u8>, Among),
    /// There is none among the texts to the depth that have at most this many octets; `None` for any length.
    None(Option<usize>),
}

impl<'g> Asked<'g> {
    /// Prepares a production with its automaton, if it has one. `recurses` says whether it has none because it recurses.
    pub(super) fn new(
        grammar: &'g Grammar,
        name: &'g str,
        (automaton, recurses): (Option<&'g Automaton>, bool),
    ) -> Result<Self, ParserError> {
        let decider = match automaton {
            Some(automaton) => Decider::Automaton(automaton),
            None => Decider::Recognizer(Recognizer::new(grammar, name)?.into()),
        };
        Ok(Self {
            grammar,
            name,
            decider,
            recurses,
            to_depth: RefCell::default(),
        })
    }

    /// Returns the automaton of all texts, if there is one: alone, a production can have one that is too large beside
    /// all others.
    pub(super) fn all(&self) -> Option<Rc<Automaton>> {
        // A production that does not recurse has no deeper texts.
        (!self.recurses).then(|| self.to_depth(1).ok())?
    }

    /// Finds a text of this production that the other does not derive.
    ///
    /// Returns an error if the texts to the depth have no automaton, and those made at random do not
    /// show a difference.
    pub(super) fn only(&self, other: &Self, depth: u32) -> Result<Only, AutomatonError> {
        let to_depth = match self.to_depth(depth) {
            Ok(own) => self.only_to_depth(&own, other, depth),
            Err(error) => Err(error),
        };
        if let Ok(Only::Text(..)) = to_depth {
            return to_depth;
        }
        match (&self.decider, &to_depth) {
            // All texts have been compared.
            (Decider::Automaton(_), Ok(Only::None(None))) => {}
            _ => {
                if let Some((text, among)) = self.only_at_random(other) {
                    return Ok(Only::Text(text, among));
                }
            }
        }
        to_depth
    }

    /// Returns the single octets that this production derives and the other does not.
    pub(super) fn single_octets(&self, other: &Self) -> OctetSet {
        let only = (0..=u8::MAX).filter(|&octet| self.is_only(other, &[octet]) == Some(true));
        only.fold(OctetSet::EMPTY, |all, octet| all | OctetSet::single(octet))
    }

    fn only_to_depth(
        &self,
        own: &Automaton,
        other: &Self,
        depth: u32,
    ) -> Result<Only, AutomatonError> {
        let too_large = |_| AutomatonError::TooLarge {
            production: self.name.to_owned(),
        };
        let work = Work::new();
        // Where the texts to a depth are too large, so are those to a greater one.
        let known = other.to_depth(depth).map(|known| {
            let deeper = other.to_depth(depth.saturating_mul(2).saturating_add(1));
            deeper.unwrap_or(known)
        });
        let known = known.unwrap_or_else(|_| Rc::new(Automaton::empty()));
        let terminals = self.terminals().into_iter().chain(other.terminals());
        let texts = own.differences(&known, terminals, &work);
        let mut texts = texts.map_err(too_large)?;
        let mut octets = 0;
        for _ in 0..ASKED {
            let length = texts.next_length();
            let Some(text) = texts.next().filter(|_| octets < OCTETS) else {
                break;
            };
            octets += text.len();
            match self.is_only(other, &text) {
                Some(true) => {
                    let among = match self.decider {
                        Decider::Automaton(_) => Among::All,
                        Decider::Recognizer(_) => Among::ToDepth(depth),
                    };
                    return Ok(Only::Text(text, among));
                }
                Some(false) => {}
                None => return Ok(Only::None(searched(length))),
            }
        }
        Ok(Only::None(searched(texts.next_length())))
    }

    fn only_at_random(&self, other: &Self) -> Option<(Vec<u8>, Among)> {
        let sentences = RecursiveSentences::new(self.grammar, self.name).ok()?;
        let random = sentences.random(0).take(RANDOM);
        let mut texts: Vec<Vec<u8>> = sentences.cover(0).into_iter().chain(random).collect();
        texts.sort_by_key(Vec::len);
        let mut texts = texts.into_iter();
        let is_only = |text: &[u8]| self.is_only(other, text) == Some(true);
        let mut text = shortened(texts.find(|text| is_only(text))?, is_only);
        if text.len() > WITH_PARTS {
            return Some((text, Among::Random));
        }
        loop {
            let mut is_decided = true;
            let mut rests = without_a_part(&text);
            let rest = rests.find(|rest| {
                let is_only = self.is_only(other, rest);
                is_decided &= is_only.is_some();
                is_only == Some(true)
            });
            drop(rests);
            text = match rest {
                Some(rest) => shortened(rest, is_only),
                None if is_decided => return Some((text, Among::Irreducible)),
                None => return Some((text, Among::Random)),
            };
        }
    }

    /// Returns whether this production derives the text and the other does not; `None` if one of them
    /// gives up.
    fn is_only(&self, other: &Self, text: &[u8]) -> Option<bool> {
        if other.accepts(text)? {
            return Some(false);
        }
        self.accepts(text)
    }

    fn accepts(&self, text: &[u8]) -> Option<bool> {
        match &self.decider {
            Decider::Automaton(automaton) => Some(automaton.accepts(text)),
            Decider::Recognizer(recognizer) => Some(recognizer.recognize(text).ok()?.accepts_all()),
        }
    }

    fn to_depth(&self, depth: u32) -> Result<Rc<Automaton>, AutomatonError> {
        let mut known = self.to_depth.borrow_mut();
        let made = known.entry(depth).or_insert_with(|| match self.decider {
            Decider::Automaton(automaton) => Ok(Rc::new(automaton.clone())),
            Decider::Recognizer(_) => {
                Automaton::to_depth(self.grammar, self.name, depth).map(Rc::new)
            }
        });
        made.clone()
    }

    /// Returns sets of octets. Those that are in the same sets are interchangeable.
    fn terminals(&self) -> Vec<OctetSet> {
        match &self.decider {
            Decider::Automaton(_) => Vec::new(),
            Decider::Recognizer(recognizer) => recognizer.terminals(),
        }
    }
}

/// Returns the text without each of its parts, the longest parts first.
fn without_a_part(text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (1..=text.len()).rev().flat_map(move |length| {
        let starts = 0..=text.len() - length;
        starts.map(move |start| [&text[..start], &text[start + length..]].concat())
    })
}

/// Returns the length to which a search went if the first text that it left has a length.
fn searched(left: Option<usize>) -> Option<usize> {
    left.map(|length| length.saturating_sub(1))
}
