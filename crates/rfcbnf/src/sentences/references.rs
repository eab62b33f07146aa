//! The references that a production leads to, in the texts of a cover.
//!
//! A cover takes every alternative, every optional part and every repetition, so it also has every
//! reference that a derivation can have: a reference is in the body of its production, or in one of
//! these parts.

use std::ops::Range;

use super::near_misses::{marks, near_miss_within};
use super::{CoverTooLarge, RecursiveSentences, Sentences};
use crate::automaton::Automaton;
use crate::rejection::Rejection;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Encoding;

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
            references: references(&self.grammar, self.start),
            texts: self.covering(0),
            encoding: self.grammar.grammar().encoding,
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
