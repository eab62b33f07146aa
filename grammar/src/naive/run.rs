//! The grammar as ordered choice with greedy repetition, run on one text.
//!
//! Invariant: the grammar bounds the depth of recursion, and nothing is matched twice at one
//! offset, so the time is linear in the text.

use std::collections::HashMap;
use std::sync::Arc;

use rfcbnf_engine::recognizer::TreeRecord;

use crate::derivations::Tree;
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Case;

/// The results of matching expressions of a grammar in a text.
pub(super) struct Run<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    text: &'r [u8],
    ends: HashMap<(ExpressionId, Case, usize), Option<usize>>,
    /// The end of a repetition, by an offset between two of its rounds.
    tails: HashMap<(ExpressionId, Case, usize), usize>,
}

impl<'r, 'g> Run<'r, 'g> {
    pub(super) fn new(grammar: &'r ResolvedGrammar<'g>, text: &'r [u8]) -> Self {
        Self {
            grammar,
            text,
            ends: HashMap::new(),
            tails: HashMap::new(),
        }
    }

    /// Returns where the match of a production ends that begins at `at`; `None` if it fails.
    pub(super) fn production(
        &mut self,
        production: ProductionId,
        case: Case,
        at: usize,
    ) -> Option<usize> {
        let production = self.grammar.production(production);
        let mut excluded = production.source().excluded.iter();
        if excluded.any(|excluded| matches_at(self.text, at, excluded.as_bytes(), Case::Ignored)) {
            return None;
        }
        self.end(production.body(), case, at)
    }

    /// Returns where the match of an expression ends that begins at `at`; `None` if it fails.
    /// `case` says how the surroundings of the expression compare letters.
    pub(super) fn end(&mut self, expression: ExpressionId, case: Case, at: usize) -> Option<usize> {
        let grammar = self.grammar;
        let kind = grammar.kind(expression);
        if let ResolvedKind::Literal { octets, case: own } = kind {
            let matches = matches_at(self.text, at, octets, own.within(case));
            return matches.then_some(at + octets.len());
        }
        if let ResolvedKind::Range(sequences) = kind {
            let mut sequences = sequences.iter();
            let sequence = sequences.find(|sequence| {
                let sets: Vec<OctetSet> = sequence.iter().map(|set| set.compared(case)).collect();
                matches_sets(self.text, at, &sets)
            });
            return sequence.map(|sequence| at + sequence.len());
        }
        if let Some(&known) = self.ends.get(&(expression, case, at)) {
            return known;
        }
        let end = match kind {
            ResolvedKind::Alternation(members) => {
                let mut members = members.iter();
                members.find_map(|&member| self.end(member, case, at))
            }
            ResolvedKind::Sequence(members) => {
                let mut members = members.iter();
                members.try_fold(at, |at, &member| self.end(member, case, at))
            }
            ResolvedKind::Optional(body) => Some(self.end(*body, case, at).unwrap_or(at)),
            ResolvedKind::Repetition { least, most, body } => {
                self.rounds((expression, case), (*least, *most), *body, at)
            }
            ResolvedKind::Reference {
                production,
                case: own,
                is_recursive: false,
                ..
            } => self.production(*production, own.within(case), at),
            // `read` rejects recursion, and matching it could overflow the stack.
            ResolvedKind::Reference { .. }
            | ResolvedKind::Literal { .. }
            | ResolvedKind::Range(_)
            | ResolvedKind::Undefined(_)
            | ResolvedKind::Unknown => None,
        };
        self.ends.insert((expression, case, at), end);
        end
    }

    fn rounds(
        &mut self,
        (repetition, case): (ExpressionId, Case),
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
        mut at: usize,
    ) -> Option<usize> {
        for _ in 0..least {
            at = self.end(body, case, at)?;
        }
        let mut between = Vec::new();
        let mut left = most.map_or(u32::MAX, |most| most - least);
        while left > 0 {
            if most.is_none() {
                if let Some(&end) = self.tails.get(&(repetition, case, at)) {
                    at = end;
                    break;
                }
                between.push(at);
            } else {
                left -= 1;
            }
            match self.end(body, case, at) {
                Some(end) if end > at => at = end,
                _ => break,
            }
        }
        let tails = between.into_iter();
        self.tails
            .extend(tails.map(|offset| ((repetition, case, offset), at)));
        Some(at)
    }

    /// Returns the tree of a production that matches the whole text.
    pub(super) fn tree(&mut self, production: ProductionId) -> Tree {
        let mut records = Vec::new();
        self.build_production(production, Case::Exact, 0, &mut records);
        Tree::new(&self.grammar.names(), &Arc::from(self.text), records)
    }

    fn build_production(
        &mut self,
        production: ProductionId,
        case: Case,
        at: usize,
        records: &mut Vec<TreeRecord>,
    ) -> usize {
        let index = records.len();
        records.push(TreeRecord {
            production: production.into(),
            start: at,
            end: at,
            after: index,
        });
        let body = self.grammar.production(production).body();
        let end = self.build(body, case, at, records);
        (records[index].end, records[index].after) = (end, records.len());
        end
    }

    /// Adds the nodes of an expression that matches at `at`, and returns where it ends.
    fn build(
        &mut self,
        expression: ExpressionId,
        case: Case,
        at: usize,
        records: &mut Vec<TreeRecord>,
    ) -> usize {
        let grammar = self.grammar;
        match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let mut members = members.iter();
                let taken = members.find(|&&member| self.end(member, case, at).is_some());
                taken.map_or(at, |&member| self.build(member, case, at, records))
            }
            ResolvedKind::Sequence(members) => {
                let members = members.iter();
                members.fold(at, |at, &member| self.build(member, case, at, records))
            }
            ResolvedKind::Optional(body) if self.end(*body, case, at).is_some() => {
                self.build(*body, case, at, records)
            }
            ResolvedKind::Repetition { body, .. } => {
                let end = self.end(expression, case, at).unwrap_or(at);
                let mut offset = at;
                while offset < end {
                    offset = self.build(*body, case, offset, records);
                }
                end
            }
            ResolvedKind::Literal { octets, .. } => at + octets.len(),
            ResolvedKind::Range(_) => self.end(expression, case, at).unwrap_or(at),
            ResolvedKind::Reference {
                production,
                case: own,
                ..
            } => self.build_production(*production, own.within(case), at, records),
            ResolvedKind::Optional(_) | ResolvedKind::Undefined(_) | ResolvedKind::Unknown => at,
        }
    }
}

/// Returns whether `literal` stands in the text at `at`.
fn matches_at(text: &[u8], at: usize, literal: &[u8], case: Case) -> bool {
    let found = text.get(at..at + literal.len());
    found.is_some_and(|found| match case {
        Case::Exact => found == literal,
        Case::Ignored => found.eq_ignore_ascii_case(literal),
    })
}

/// Returns whether an octet from each set stands in the text at `at`.
pub(super) fn matches_sets(text: &[u8], at: usize, sets: &[OctetSet]) -> bool {
    let found = text.get(at..at + sets.len());
    found.is_some_and(|found| {
        let mut pairs = sets.iter().zip(found);
        pairs.all(|(set, &octet)| set.contains(octet))
    })
}
