//! A small set of texts that uses everything, and the references in it.
//!
//! To find a smallest set is the set cover problem, which is NP-hard. This search is greedy: it
//! leads several derivations to unused parts and takes the one that uses most of them.
//!
//! A cover takes every alternative, every optional part and every repetition, so it also has every
//! reference that a derivation can have: a reference is in the body of its production, or in one of
//! these parts.

use std::collections::HashSet;
use std::ops::Range;

use thiserror::Error;

use super::derive::{Derivation, LONG, derive};
use super::near_misses::{marks, near_miss_within};
use super::uses::UseId;
use super::{RecursiveSentences, Sentences, Use};
use crate::automaton::Automaton;
use crate::derivations::resolved_derivations;
use crate::random::Random;
use crate::rejection::Rejection;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Encoding;

/// The greatest number of derivations that the search compares for each text.
const CANDIDATES: usize = 24;

/// The greatest number of uses to cover.
const USES: usize = 1_200;

/// The number of steps for one cover. A step looks at one use for one derivation. Of many uses,
/// the search compares fewer derivations.
const STEPS: usize = 8_640_000;

/// The number of steps in which a search may find out whether derivations are the first of their
/// texts. After that, it takes the next best derivation.
pub(super) const FIRST_STEPS: usize = 20_000_000;

/// Why a production has no cover.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "production `{production}` has {uses} parts and choices to cover, and {USES} is the limit; name a smaller production"
)]
pub struct CoverTooLarge {
    production: String,
    uses: usize,
}

/// A text and what a derivation of it uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The text.
    pub text: Vec<u8>,
    /// The uses of its derivation, each once, in the order of the grammar.
    pub uses: Vec<Use>,
}

impl Sentences<'_> {
    /// Returns a small set of texts whose derivations together have all [`Self::uses`] that a
    /// derivation of the production can have: every production, every alternative, every
    /// optional part present and absent, every repetition with the smallest number of rounds
    /// and with several.
    ///
    /// Where possible, the derivation is the first in priority order, which is the tree of the
    /// text. The first derivation cannot use an alternative if an earlier one derives all of its
    /// texts.
    ///
    /// ```
    /// use rfcbnf::sentences::Sentences;
    ///
    /// let grammar = rfcbnf::read("sign = [ \"+\" | \"-\" ] \"1\"\n")?;
    /// let cover = Sentences::new(&grammar, "sign")?.cover(0)?;
    /// let mut texts: Vec<&[u8]> = cover.iter().map(|sentence| &*sentence.text).collect();
    /// texts.sort();
    /// assert_eq!(texts, [&b"+1"[..], b"-1", b"1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CoverTooLarge`] if the production has too many uses.
    pub fn cover(&self, seed: u64) -> Result<Vec<Sentence>, CoverTooLarge> {
        let sentence = |derivation: Derivation| Sentence {
            text: derivation.text,
            uses: self.named(&derivation.uses),
        };
        Ok(self.covering(seed)?.into_iter().map(sentence).collect())
    }

    /// Returns the derivations of [`Self::cover`].
    fn covering(&self, seed: u64) -> Result<Vec<Derivation>, CoverTooLarge> {
        let mut random = Random::new(seed);
        let mut wanted = vec![false; self.uses.all.len()];
        let reached = self.uses.reached();
        if reached.len() > USES {
            return Err(CoverTooLarge {
                production: self.production.clone(),
                uses: reached.len(),
            });
        }
        let candidates = STEPS / (reached.len() * reached.len()).max(1);
        let candidates = candidates.clamp(1, CANDIDATES);
        for used in reached {
            wanted[used] = true;
        }
        let mut chosen: Vec<Derivation> = Vec::new();
        let mut left = FIRST_STEPS;
        while wanted.contains(&true) {
            let Some(mut best) = self.best(&mut random, &wanted, candidates, &mut left) else {
                break;
            };
            best.uses.sort_unstable();
            best.uses.dedup();
            for &used in &best.uses {
                wanted[used] = false;
            }
            chosen.push(best);
        }
        Ok(without_superfluous(chosen, self.uses.all.len()))
    }

    fn named(&self, uses: &[UseId]) -> Vec<Use> {
        uses.iter()
            .map(|&used| self.uses.all[used].clone())
            .collect()
    }

    /// Returns the derivation with most of the wanted uses, the shortest of several; `None` if
    /// no derivation has any.
    fn best(
        &self,
        random: &mut Random,
        wanted: &[bool],
        candidates: usize,
        left: &mut usize,
    ) -> Option<Derivation> {
        let count = |derivation: &Derivation| {
            let uses: HashSet<UseId> = derivation.uses.iter().copied().collect();
            uses.into_iter().filter(|&used| wanted[used]).count()
        };
        let derived = (0..candidates).filter_map(|_| derive(&self.uses, random, wanted, LONG));
        let counted = derived.map(|derivation| (count(&derivation), derivation));
        let mut candidates: Vec<_> = counted.filter(|(count, _)| *count > 0).collect();
        candidates
            .sort_by_key(|(count, derivation)| (std::cmp::Reverse(*count), derivation.text.len()));
        let first = candidates
            .iter()
            .position(|(_, derivation)| *left == 0 || self.is_first_within(derivation, left));
        let best = candidates.into_iter().nth(first.unwrap_or(0));
        best.map(|(_, derivation)| derivation)
    }

    /// Returns whether the derivation is the first of its text in priority order. Takes the steps from `left`;
    /// all if there are too many.
    pub(super) fn is_first_within(&self, derivation: &Derivation, left: &mut usize) -> bool {
        let Some(start) = self.uses.start else {
            return false;
        };
        let trees = resolved_derivations(&self.uses.grammar, start, &derivation.text, |_| false);
        let Ok(mut trees) = trees else {
            *left = 0;
            return false;
        };
        *left = left.saturating_sub(trees.size());
        let Some(tree) = trees.next() else {
            return false;
        };
        let nodes = tree.iter().map(|node| (node.id(), node.span()));
        let derived = derivation.nodes.iter();
        nodes.eq(derived.map(|node| (node.production, node.span.clone())))
    }
}

/// Removes derivations whose uses all occur in others. Begins with the earliest, because the
/// later ones were led to rare uses.
fn without_superfluous(mut chosen: Vec<Derivation>, uses: usize) -> Vec<Derivation> {
    let mut counts = vec![0_usize; uses];
    for derivation in &chosen {
        for &used in &derivation.uses {
            counts[used] += 1;
        }
    }
    chosen.retain(|derivation| {
        let is_needed = derivation.uses.iter().any(|&used| counts[used] == 1);
        if !is_needed {
            for &used in &derivation.uses {
                counts[used] -= 1;
            }
        }
        is_needed
    });
    chosen
}

/// A text, and the references of its derivation.
pub(crate) struct Referring {
    pub(crate) text: Vec<u8>,
    /// The references, each with what it derives. A reference can occur several times.
    pub(crate) references: Vec<(ExpressionId, Range<usize>)>,
}

/// The texts of a cover, with their references.
pub(crate) struct Covered {
    /// The references that the production leads to, its own first.
    pub(crate) references: Vec<ExpressionId>,
    pub(crate) texts: Vec<Referring>,
    encoding: Encoding,
    /// The characters that edits insert, besides those of the edited part.
    marks: Vec<u8>,
}

impl Referring {
    pub(crate) fn has(&self, reference: ExpressionId) -> bool {
        self.references.iter().any(|(it, _)| *it == reference)
    }
}

impl Covered {
    /// Returns an invalid text that one edit of the part makes from the text. `error` returns why a
    /// text is invalid; `None` if it is valid, or if nothing is known about it.
    pub(crate) fn near_miss(
        &self,
        text: &[u8],
        part: Range<usize>,
        error: impl Fn(&[u8]) -> Option<Rejection>,
    ) -> Option<Vec<u8>> {
        near_miss_within(text, part, self.encoding, &self.marks, error)
    }
}

impl Sentences<'_> {
    /// Returns the texts of [`Self::cover`], with their references.
    pub(crate) fn covered(&self) -> Result<Covered, CoverTooLarge> {
        let (grammar, start) = (&self.uses.grammar, self.uses.start);
        let derivations = self.covering(0)?.into_iter();
        let texts = derivations.map(|derivation| {
            let nodes = derivation.nodes.into_iter();
            Referring {
                text: derivation.text,
                references: nodes
                    .filter_map(|node| Some((node.reference?, node.span)))
                    .collect(),
            }
        });
        Ok(Covered {
            references: start.map_or_else(Vec::new, |start| references(grammar, start)),
            texts: texts.collect(),
            encoding: self.grammar.encoding,
            marks: marks(&self.automaton),
        })
    }

    /// Returns the automaton of the production, which knows all its texts.
    pub(crate) fn into_automaton(self) -> Automaton {
        self.automaton
    }
}

impl RecursiveSentences<'_> {
    /// Returns the texts of [`Self::cover`], with their references.
    pub(crate) fn covered(&self) -> Covered {
        let marks = self.octets().iter().filter(u8::is_ascii_punctuation);
        Covered {
            references: references(self.grammar(), self.start),
            texts: self.covering(0),
            encoding: self.grammar().grammar().encoding,
            marks: marks.collect(),
        }
    }
}

/// Returns the references in the production and in those that it leads to.
fn references(grammar: &ResolvedGrammar<'_>, start: ProductionId) -> Vec<ExpressionId> {
    let mut references = Vec::new();
    // The production itself is the last.
    for production in grammar.reachable_from(start).into_iter().rev() {
        add_references(
            grammar,
            grammar.production(production).body(),
            &mut references,
        );
    }
    references
}

/// Adds the references in the expression. Those that are repeated zero times are in no text.
fn add_references(
    grammar: &ResolvedGrammar<'_>,
    expression: ExpressionId,
    references: &mut Vec<ExpressionId>,
) {
    let kind = grammar.kind(expression);
    match kind {
        ResolvedKind::Repetition { most: Some(0), .. } => return,
        ResolvedKind::Reference { .. } => references.push(expression),
        _ => {}
    }
    for &child in kind.children() {
        add_references(grammar, child, references);
    }
}
