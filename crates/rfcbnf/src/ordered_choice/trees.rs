//! Texts that the naive reading rejects, or reads with another tree than the first derivation: those of an
//! automaton, the shortest first, and some at random.

use super::{Comparing, Readings};
use crate::automaton::{Automaton, Work};
use crate::network::terminals;
use crate::sentences::{RecursiveSentences, shortened};
use crate::syntax::Grammar;

/// The most texts of a grammar that are read, of a production, and the most octets that the latter have
/// together.
const ALL_TEXTS: usize = 40_000;
const TEXTS: usize = 500;
const OCTETS: usize = 10_000;

/// The greatest length of a text that is made at random. Of these, a fifth as many are read.
const RANDOM_LENGTH: usize = 200;

/// The trees of the texts that the naive reading accepts, beside the first derivations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trees {
    /// They are the same for all texts.
    Same,
    /// A text has another tree.
    Different {
        /// The text: a shortest one, or if those up to its length are too many to be read, one from
        /// which no octet can be taken.
        text: Vec<u8>,
    },
    /// They are the same for all texts up to a length, and longer ones were not read.
    SameUpTo {
        /// The length in octets.
        length: usize,
    },
}

/// What is found among some texts.
pub(super) struct Found {
    /// A text that the naive reading rejects.
    pub(super) rejected: Option<Vec<u8>>,
    pub(super) trees: Trees,
}

/// Reads texts of a production in both ways, one of the productions of the grammar. `automaton` accepts all
/// of them, or those to a depth. Looks for a text that is rejected only if `wants_rejected`.
pub(super) fn read(
    grammar: &Grammar,
    (readings, comparing): (Readings<'_, '_>, &mut Comparing),
    automaton: Option<&Automaton>,
    wants_rejected: bool,
) -> Found {
    let mut search = Search {
        readings,
        comparing,
        most: TEXTS.min(ALL_TEXTS / grammar.productions.len().max(1)),
        rejected: None,
        different: None,
        wants_rejected,
    };
    let length = automaton.map_or(Some(0), |automaton| search.texts_of(automaton));
    if !search.is_done() && length.is_some() {
        search.random(grammar);
    }
    let trees = match (search.different, length) {
        (Some(text), _) => Trees::Different { text },
        (None, None) => Trees::Same,
        (None, Some(length)) => Trees::SameUpTo { length },
    };
    Found {
        rejected: search.rejected,
        trees,
    }
}

/// What the naive reading does with a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It rejects a text that the production derives.
    Rejected,
    /// It accepts the text with another tree.
    Different,
    Alike,
}

impl Readings<'_, '_> {
    /// Returns what the naive reading does with a text; `None` if that is too much to find out.
    fn kind(self, text: &[u8], comparing: &mut Comparing) -> Option<Kind> {
        if comparing.left == 0 {
            return None;
        }
        let compared = self.compare_in(text, comparing).ok()?;
        Some(match (compared.naive, compared.tree) {
            (None, Some(_)) => Kind::Rejected,
            (Some(naive), Some(tree)) if naive != tree => Kind::Different,
            _ => Kind::Alike,
        })
    }
}

struct Search<'r, 'g> {
    readings: Readings<'r, 'g>,
    comparing: &'r mut Comparing,
    /// The most texts of the automaton that are read.
    most: usize,
    rejected: Option<Vec<u8>>,
    different: Option<Vec<u8>>,
    wants_rejected: bool,
}

impl Search<'_, '_> {
    fn is_done(&self) -> bool {
        self.different.is_some() && (self.rejected.is_some() || !self.wants_rejected)
    }

    /// Reads texts of an automaton. Returns the length up to which it has read all; `None` if those are all.
    fn texts_of(&mut self, automaton: &Automaton) -> Option<usize> {
        let sets = terminals(self.readings.network);
        let Ok(mut texts) = automaton.differences(&Automaton::empty(), sets, &Work::new()) else {
            return Some(0);
        };
        let mut octets = 0;
        for _ in 0..self.most {
            let length = texts.next_length()?.saturating_sub(1);
            let text = texts.next()?;
            octets += text.len();
            if octets > OCTETS || self.add(&text).is_none() || self.is_done() {
                return Some(length);
            }
        }
        Some(texts.next_length()?.saturating_sub(1))
    }

    fn random(&mut self, grammar: &Grammar) {
        let production = self.readings.grammar.production(self.readings.production);
        let Ok(sentences) = RecursiveSentences::new(grammar, production.name()) else {
            return;
        };
        let random = sentences.random(0).take(self.most / 5);
        let texts = random.filter(|text| text.len() <= RANDOM_LENGTH);
        let mut texts: Vec<Vec<u8>> = texts.collect();
        texts.sort_by_key(Vec::len);
        for text in texts {
            if self.is_done() {
                return;
            }
            let readings = self.readings;
            if let Some(kind) = readings.kind(&text, self.comparing)
                && self.wanted(kind).is_some()
            {
                let comparing = &mut *self.comparing;
                let text = shortened(text, |text| readings.kind(text, comparing) == Some(kind));
                if let Some(wanted) = self.wanted(kind) {
                    *wanted = Some(text);
                }
            }
        }
    }

    /// Reads a text; `None` if that is too much.
    fn add(&mut self, text: &[u8]) -> Option<()> {
        let kind = self.readings.kind(text, self.comparing)?;
        if let Some(wanted) = self.wanted(kind) {
            *wanted = Some(text.to_vec());
        }
        Some(())
    }

    /// Returns where a text of this kind is kept, if one is wanted and none is known.
    fn wanted(&mut self, kind: Kind) -> Option<&mut Option<Vec<u8>>> {
        let found = match kind {
            Kind::Rejected if self.wants_rejected => &mut self.rejected,
            Kind::Different => &mut self.different,
            Kind::Rejected | Kind::Alike => return None,
        };
        found.is_none().then_some(found)
    }
}
