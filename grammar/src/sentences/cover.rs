//! Few texts that use everything.
//!
//! A smallest set is as hard to find as any set cover. This one is greedy: of several
//! derivations that are led to what is still unused, the one that uses most of it is taken.

use std::collections::HashSet;

use super::derive::{Derivation, LONG, derive};
use super::parts::UseId;
use super::random::Random;
use super::{Sentences, Use};
use crate::derivations::derivations;

/// How many derivations are compared for each text.
const CANDIDATES: usize = 24;

/// A text with what a derivation of it uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The text.
    pub text: String,
    /// What its derivation uses, each once, in the order of the grammar.
    pub uses: Vec<Use>,
}

impl Sentences<'_> {
    /// A small set of texts whose derivations together have every one of [`Self::uses`] that a
    /// derivation of the production can have: every production, every alternative, every
    /// optional part present and absent, every repetition with as few rounds as there may be
    /// and with several.
    ///
    /// The derivation is the first in priority order, which is the tree of the text, wherever
    /// that can use what is missing. It cannot use an alternative whose texts an earlier one
    /// derives.
    ///
    /// ```
    /// use rfcbnf::sentences::Sentences;
    ///
    /// let grammar = rfcbnf::read("sign = [ \"+\" | \"-\" ] \"1\"\n")?;
    /// let cover = Sentences::new(&grammar, "sign")?.cover(0);
    /// let mut texts: Vec<&str> = cover.iter().map(|sentence| sentence.text.as_str()).collect();
    /// texts.sort();
    /// assert_eq!(texts, ["+1", "-1", "1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cover(&self, seed: u64) -> Vec<Sentence> {
        let mut random = Random::new(seed);
        let mut wanted = vec![false; self.parts.uses.len()];
        for used in self.parts.reached() {
            wanted[used] = true;
        }
        let mut chosen: Vec<Derivation> = Vec::new();
        while wanted.contains(&true) {
            let Some(mut best) = self.best(&mut random, &wanted) else {
                break;
            };
            best.uses.sort_unstable();
            best.uses.dedup();
            for &used in &best.uses {
                wanted[used] = false;
            }
            chosen.push(best);
        }
        let chosen = without_superfluous(chosen, self.parts.uses.len());
        let sentence = |derivation: Derivation| Sentence {
            text: derivation.text,
            uses: self.named(&derivation.uses),
        };
        chosen.into_iter().map(sentence).collect()
    }

    fn named(&self, uses: &[UseId]) -> Vec<Use> {
        uses.iter()
            .map(|&used| self.parts.uses[used].clone())
            .collect()
    }

    /// The derivation that uses most of what is wanted; of several, the shortest. Nothing where
    /// none uses any.
    fn best(&self, random: &mut Random, wanted: &[bool]) -> Option<Derivation> {
        let count = |derivation: &Derivation| {
            let uses: HashSet<UseId> = derivation.uses.iter().copied().collect();
            uses.into_iter().filter(|&used| wanted[used]).count()
        };
        let derived = (0..CANDIDATES).filter_map(|_| derive(&self.parts, random, wanted, LONG));
        let counted = derived.map(|derivation| (count(&derivation), derivation));
        let mut candidates: Vec<_> = counted.filter(|(count, _)| *count > 0).collect();
        candidates
            .sort_by_key(|(count, derivation)| (std::cmp::Reverse(*count), derivation.text.len()));
        let first = candidates
            .iter()
            .position(|(_, derivation)| self.is_first(derivation));
        let best = candidates.into_iter().nth(first.unwrap_or(0));
        best.map(|(_, derivation)| derivation)
    }

    /// Whether it is the first derivation of its text in priority order.
    pub(super) fn is_first(&self, derivation: &Derivation) -> bool {
        let trees = derivations(self.grammar, &self.production, &derivation.text);
        let Some(tree) = trees.ok().and_then(|mut trees| trees.next()) else {
            return false;
        };
        let nodes = derivation.nodes.iter();
        let mine =
            nodes.map(|(used, span)| (self.parts.uses[*used].production.as_str(), span.clone()));
        mine.eq(tree.iter().map(|node| (node.production(), node.span())))
    }
}

/// Leaves out those that use nothing that the others do not, the first ones first: those that
/// came later were led to what is rare.
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
