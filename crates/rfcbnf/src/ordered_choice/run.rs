//! The grammar as ordered choice with greedy repetition, run on one text.
//!
//! Invariant: nothing is matched twice at one offset, so the time is linear in the text. What is open is
//! kept on a stack of its own, because recursion at the right end opens a production for each octet.

use std::collections::HashMap;
use std::sync::Arc;

use rfcbnf_engine::recognizer::{MOST_SIZE, SIZE, SIZE_OF_AN_OCTET, TreeRecord};

use crate::derivations::DerivationTree;
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Case;

/// An expression, how its surroundings compare letters, and an offset at which it is matched.
type Key = (ExpressionId, Case, usize);

/// An expression whose match has begun, and what is left of it.
struct Frame<'r>(Key, Progress<'r>);

/// What is left of an expression after its part that is matched now.
enum Progress<'r> {
    Alternation(&'r [ExpressionId]),
    Sequence(&'r [ExpressionId]),
    Optional,
    Reference,
    Rounds(Rounds),
}

/// A repetition whose next round begins at `at`.
struct Rounds {
    body: ExpressionId,
    /// The number of rounds that have to follow.
    least: u32,
    /// The number of rounds that can follow these; `None` without a limit.
    left: Option<u32>,
    at: usize,
    /// The offsets at which optional rounds began.
    between: Vec<usize>,
}

/// What a match does next.
enum Next {
    Enter(ExpressionId, Case, usize),
    /// The match that was entered last has ended, or failed.
    Leave(Option<usize>),
}

/// A part of a match that is added to a tree.
enum Part {
    Production(ProductionId, Case),
    /// Ends the node of this index.
    Close(usize),
    Expression(ExpressionId, Case),
    /// Rounds of a repetition up to an offset, at least that many.
    Rounds(ExpressionId, Case, usize, u32),
}

/// The results of matching expressions of a grammar in a text.
pub(super) struct Run<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    text: &'r [u8],
    ends: HashMap<Key, Option<usize>>,
    /// The end of a repetition, by an offset between two of its rounds.
    tails: HashMap<Key, usize>,
    /// The greatest number of both.
    most: usize,
}

/// The size of a match that is known, with its room in the table, in numbers of 32 bits.
const MATCH: usize = 20;

impl<'r, 'g> Run<'r, 'g> {
    pub(super) fn new(grammar: &'r ResolvedGrammar<'g>, text: &'r [u8]) -> Self {
        let size = text.len().saturating_mul(SIZE_OF_AN_OCTET);
        let size = size.saturating_add(SIZE).min(MOST_SIZE);
        Self {
            most: size / MATCH,
            grammar,
            text,
            ends: HashMap::new(),
            tails: HashMap::new(),
        }
    }

    /// Returns the number of matches that are known.
    pub(super) fn matches(&self) -> usize {
        self.ends.len() + self.tails.len()
    }

    /// Returns whether there are too many matches, so that nothing else matches.
    pub(super) fn is_full(&self) -> bool {
        self.matches() > self.most
    }

    /// Returns where the match of a production ends that begins at `at`; `None` if it fails.
    pub(super) fn production(
        &mut self,
        production: ProductionId,
        case: Case,
        at: usize,
    ) -> Option<usize> {
        if self.is_excluded(production, at) {
            return None;
        }
        self.end(self.grammar.production(production).body(), case, at)
    }

    /// Returns where the match of an expression ends that begins at `at`; `None` if it fails.
    /// `case` says how the surroundings of the expression compare letters.
    pub(super) fn end(&mut self, expression: ExpressionId, case: Case, at: usize) -> Option<usize> {
        let mut open = Vec::new();
        let mut next = Next::Enter(expression, case, at);
        loop {
            next = match next {
                Next::Enter(expression, case, at) => self.enter(&mut open, (expression, case, at)),
                Next::Leave(end) => match open.pop() {
                    Some(frame) => self.leave(&mut open, frame, end),
                    None => return end,
                },
            };
        }
    }

    fn enter(&mut self, open: &mut Vec<Frame<'r>>, key: Key) -> Next {
        let (expression, case, at) = key;
        let grammar = self.grammar;
        let kind = grammar.kind(expression);
        if let ResolvedKind::Literal { octets, case: own } = kind {
            let matches = matches_at(self.text, at, octets, own.within(case));
            return Next::Leave(matches.then_some(at + octets.len()));
        }
        if let ResolvedKind::Range(sequences) = kind {
            let mut sequences = sequences.iter();
            let sequence = sequences.find(|sequence| {
                let sets: Vec<OctetSet> = sequence.iter().map(|set| set.compared(case)).collect();
                matches_sets(self.text, at, &sets)
            });
            return Next::Leave(sequence.map(|sequence| at + sequence.len()));
        }
        if let Some(&known) = self.ends.get(&key) {
            return Next::Leave(known);
        }
        if self.is_full() {
            return Next::Leave(None);
        }
        match kind {
            ResolvedKind::Alternation(members) => self.choose(open, key, members),
            ResolvedKind::Sequence(members) => self.go_on(open, key, members, at),
            ResolvedKind::Optional(body) => {
                open.push(Frame(key, Progress::Optional));
                Next::Enter(*body, case, at)
            }
            &ResolvedKind::Repetition { least, most, body } => {
                let rounds = Rounds {
                    body,
                    least,
                    left: most.map(|most| most - least),
                    at,
                    between: Vec::new(),
                };
                self.round(open, key, rounds)
            }
            ResolvedKind::Reference {
                production,
                case: own,
                ..
            } if !self.is_excluded(*production, at) => {
                open.push(Frame(key, Progress::Reference));
                let body = grammar.production(*production).body();
                Next::Enter(body, own.within(case), at)
            }
            ResolvedKind::Reference { .. }
            | ResolvedKind::Literal { .. }
            | ResolvedKind::Range(_)
            | ResolvedKind::Undefined(_)
            | ResolvedKind::Unknown => self.known(key, None),
        }
    }

    /// Goes on with what is open when what was entered last has ended.
    fn leave(
        &mut self,
        open: &mut Vec<Frame<'r>>,
        Frame(key, progress): Frame<'r>,
        end: Option<usize>,
    ) -> Next {
        match (progress, end) {
            (Progress::Alternation(rest), None) => self.choose(open, key, rest),
            (Progress::Sequence(rest), Some(at)) => self.go_on(open, key, rest, at),
            (Progress::Optional, None) => self.known(key, Some(key.2)),
            (Progress::Rounds(mut rounds), end) if rounds.least > 0 => match end {
                Some(end) => {
                    (rounds.at, rounds.least) = (end, rounds.least - 1);
                    self.round(open, key, rounds)
                }
                None => self.known(key, None),
            },
            (Progress::Rounds(mut rounds), end) => match end {
                Some(end) if end > rounds.at => {
                    rounds.at = end;
                    rounds.left = rounds.left.map(|left| left - 1);
                    self.round(open, key, rounds)
                }
                _ => self.end_rounds(key, rounds),
            },
            (_, end) => self.known(key, end),
        }
    }

    fn choose(&mut self, open: &mut Vec<Frame<'r>>, key: Key, members: &'r [ExpressionId]) -> Next {
        let Some((&member, rest)) = members.split_first() else {
            return self.known(key, None);
        };
        open.push(Frame(key, Progress::Alternation(rest)));
        Next::Enter(member, key.1, key.2)
    }

    fn go_on(
        &mut self,
        open: &mut Vec<Frame<'r>>,
        key: Key,
        members: &'r [ExpressionId],
        at: usize,
    ) -> Next {
        let Some((&member, rest)) = members.split_first() else {
            return self.known(key, Some(at));
        };
        open.push(Frame(key, Progress::Sequence(rest)));
        Next::Enter(member, key.1, at)
    }

    /// Begins the next round, if there can be one.
    fn round(&mut self, open: &mut Vec<Frame<'r>>, key: Key, mut rounds: Rounds) -> Next {
        let (repetition, case, _) = key;
        if rounds.least == 0 {
            match rounds.left {
                Some(0) => return self.end_rounds(key, rounds),
                Some(_) => {}
                None => {
                    if let Some(&end) = self.tails.get(&(repetition, case, rounds.at)) {
                        rounds.at = end;
                        return self.end_rounds(key, rounds);
                    }
                    rounds.between.push(rounds.at);
                }
            }
        }
        let next = Next::Enter(rounds.body, case, rounds.at);
        open.push(Frame(key, Progress::Rounds(rounds)));
        next
    }

    fn end_rounds(&mut self, key: Key, rounds: Rounds) -> Next {
        let (repetition, case, _) = key;
        let tails = rounds.between.into_iter();
        self.tails
            .extend(tails.map(|offset| ((repetition, case, offset), rounds.at)));
        self.known(key, Some(rounds.at))
    }

    fn known(&mut self, key: Key, end: Option<usize>) -> Next {
        self.ends.insert(key, end);
        Next::Leave(end)
    }

    /// Returns whether an excluded text of the production is next.
    fn is_excluded(&self, production: ProductionId, at: usize) -> bool {
        let source = self.grammar.production(production).source();
        let mut excluded = source.excluded.iter();
        excluded.any(|excluded| matches_at(self.text, at, excluded.as_bytes(), Case::Ignored))
    }

    /// Returns the tree of a production that matches the whole text.
    pub(super) fn tree(&mut self, production: ProductionId) -> DerivationTree {
        let mut records: Vec<TreeRecord> = Vec::new();
        let mut at = 0;
        let mut waiting = vec![Part::Production(production, Case::Exact)];
        while let Some(part) = waiting.pop() {
            match part {
                Part::Production(production, case) => {
                    waiting.push(Part::Close(records.len()));
                    let body = self.grammar.production(production).body();
                    waiting.push(Part::Expression(body, case));
                    records.push(TreeRecord::open(production.into(), at));
                }
                Part::Close(index) => {
                    let after = records.len();
                    records[index].close(at, after);
                }
                Part::Rounds(body, case, end, least) if at < end || least > 0 => {
                    let least = least.saturating_sub(1);
                    waiting.push(Part::Rounds(body, case, end, least));
                    waiting.push(Part::Expression(body, case));
                }
                Part::Rounds(..) => {}
                Part::Expression(expression, case) => {
                    at = self.build(&mut waiting, (expression, case, at));
                }
            }
        }
        DerivationTree::new(&self.grammar.names(), &Arc::from(self.text), records)
    }

    /// Adds the parts of an expression that matches, the last one first. Returns where they begin.
    fn build(&mut self, waiting: &mut Vec<Part>, (expression, case, at): Key) -> usize {
        let grammar = self.grammar;
        match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let mut members = members.iter();
                let taken = members.find(|&&member| self.end(member, case, at).is_some());
                waiting.extend(taken.map(|&member| Part::Expression(member, case)));
            }
            ResolvedKind::Sequence(members) => {
                let members = members.iter().rev();
                waiting.extend(members.map(|&member| Part::Expression(member, case)));
            }
            ResolvedKind::Optional(body) if self.end(*body, case, at).is_some() => {
                waiting.push(Part::Expression(*body, case));
            }
            ResolvedKind::Repetition { body, least, .. } => {
                let end = self.end(expression, case, at).unwrap_or(at);
                waiting.push(Part::Rounds(*body, case, end, *least));
            }
            ResolvedKind::Literal { octets, .. } => return at + octets.len(),
            ResolvedKind::Range(_) => return self.end(expression, case, at).unwrap_or(at),
            ResolvedKind::Reference {
                production,
                case: own,
                ..
            } => waiting.push(Part::Production(*production, own.within(case))),
            ResolvedKind::Optional(_) | ResolvedKind::Undefined(_) | ResolvedKind::Unknown => {}
        }
        at
    }
}

/// Returns whether `literal` is in the text at `at`.
fn matches_at(text: &[u8], at: usize, literal: &[u8], case: Case) -> bool {
    let found = text.get(at..at + literal.len());
    found.is_some_and(|found| match case {
        Case::Exact => found == literal,
        Case::Ignored => found.eq_ignore_ascii_case(literal),
    })
}

/// Returns whether an octet from each set is in the text at `at`.
pub(super) fn matches_sets(text: &[u8], at: usize, sets: &[OctetSet]) -> bool {
    let found = text.get(at..at + sets.len());
    found.is_some_and(|found| {
        let mut pairs = sets.iter().zip(found);
        pairs.all(|(set, &octet)| set.contains(octet))
    })
}
