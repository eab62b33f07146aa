//! The alternatives that a tree takes.
//!
//! A tree has the productions and what each derives, and not the alternatives of their bodies. The body of
//! a production is read again between the children of its node, where each reference takes a child:
//!
//! ```text
//! a = b [ "," b ]      children of a: b 0..1, b 2..3      so: b, then "," and b
//! ```
//!
//! Where several ways lead through a body with the same children, the first one in priority order counts.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::sentences::UseKind;
use crate::syntax::Case;

/// The greatest number of expressions that are read at some place of one node. Above it, the alternatives of
/// the node are not known.
const EXPRESSIONS: usize = 1 << 19;

/// A node of a tree: its depth, and what its production derives.
pub(super) type TreeNode = (usize, ProductionId, Range<usize>);

/// A place in a body: the offset, and the number of children before it.
type At = (usize, usize);

/// What a node of a tree uses an expression as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Usage {
    /// Its production, an alternative, or an optional part.
    Part(UseKind),
    /// A repetition of that many rounds, without empty ones.
    Rounds(usize),
    /// A range that derives this octet.
    Octet(u8),
    /// A reference that this node derives.
    Child(usize),
}

/// An expression that a node of a tree uses.
#[derive(Debug, Clone)]
pub(super) struct Taken {
    /// The index of the node.
    pub(super) node: usize,
    pub(super) expression: ExpressionId,
    pub(super) usage: Usage,
    /// What the expression derives.
    pub(super) text: Range<usize>,
}

impl Taken {
    pub(super) fn part(&self) -> Option<(ExpressionId, UseKind)> {
        match self.usage {
            Usage::Part(kind) => Some((self.expression, kind)),
            _ => None,
        }
    }
}

/// Returns the expressions that a tree uses. Its nodes are in preorder.
pub(super) fn taken(grammar: &ResolvedGrammar<'_>, text: &[u8], nodes: &[TreeNode]) -> Vec<Taken> {
    let mut taken = Vec::new();
    let mut cases = vec![Case::Exact; nodes.len()];
    for (index, (depth, production, span)) in nodes.iter().enumerate() {
        let body = grammar.production(*production).body();
        taken.push(Taken {
            node: index,
            expression: body,
            usage: Usage::Part(UseKind::Production),
            text: span.clone(),
        });
        let below = nodes.iter().enumerate().skip(index + 1);
        let below = below.take_while(|(_, node)| node.0 > *depth);
        let children: Vec<usize> = below
            .filter(|(_, node)| node.0 == depth + 1)
            .map(|(index, _)| index)
            .collect();
        let spans = children
            .iter()
            .map(|&child| (nodes[child].1, nodes[child].2.clone()));
        let mut reading = Reading {
            grammar,
            node: index,
            text: &text[..span.end],
            children: spans.collect(),
            case: cases[index],
            ends: HashMap::new(),
            left: EXPRESSIONS,
            taken: Vec::new(),
            references: Vec::new(),
        };
        let (from, to) = ((span.start, 0), (span.end, children.len()));
        if reading.ends(body, from).contains(&to) {
            reading.take(body, from, to);
        }
        for (child, case) in reading.references {
            cases[children[child]] = case;
        }
        for mut one in reading.taken {
            if let Usage::Child(child) = &mut one.usage {
                *child = children[*child];
            }
            taken.push(one);
        }
    }
    taken
}

/// A body that is read between the children of a node.
struct Reading<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    /// The index of the node.
    node: usize,
    /// The text up to the end of the node.
    text: &'r [u8],
    children: Vec<(ProductionId, Range<usize>)>,
    case: Case,
    /// Where each expression can end, in priority order.
    ends: HashMap<(ExpressionId, At), Vec<At>>,
    /// The number of expressions that may still be read.
    left: usize,
    /// Children are those of the node, from 0 on.
    taken: Vec<Taken>,
    /// The children that references took, with the case of their letters.
    references: Vec<(usize, Case)>,
}

impl Reading<'_, '_> {
    fn ends(&mut self, expression: ExpressionId, from: At) -> Vec<At> {
        if let Some(known) = self.ends.get(&(expression, from)) {
            return known.clone();
        }
        let Some(left) = self.left.checked_sub(1) else {
            return Vec::new();
        };
        self.left = left;
        let grammar = self.grammar;
        let ends = match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let ends = members.iter().flat_map(|&member| self.ends(member, from));
                distinct(ends.collect())
            }
            ResolvedKind::Sequence(members) => {
                let mut places = vec![from];
                for &member in members {
                    let ends = places.iter().flat_map(|&at| self.ends(member, at));
                    places = distinct(ends.collect());
                }
                places
            }
            &ResolvedKind::Optional(body) => {
                let mut ends = self.ends(body, from);
                ends.push(from);
                distinct(ends)
            }
            &ResolvedKind::Repetition { least, most, body } => {
                let least = self.least(body, least);
                let levels = self.levels(body, most, from);
                let ends = levels.into_iter().skip(least).rev().flatten();
                distinct(ends.collect())
            }
            ResolvedKind::Literal { octets, case } => {
                let case = case.within(self.case);
                let sets = octets
                    .iter()
                    .map(|&octet| OctetSet::single(octet).compared(case));
                self.after(from, sets).into_iter().collect()
            }
            ResolvedKind::Range(sequences) => {
                let case = self.case;
                let ends = sequences.iter().filter_map(|sequence| {
                    self.after(from, sequence.iter().map(|set| set.compared(case)))
                });
                ends.collect()
            }
            ResolvedKind::Reference { production, .. } => {
                let child = self.children.get(from.1);
                let child = child.filter(|(id, span)| id == production && span.start == from.0);
                child
                    .map(|(_, span)| (span.end, from.1 + 1))
                    .into_iter()
                    .collect()
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => Vec::new(),
        };
        self.ends.insert((expression, from), ends.clone());
        ends
    }

    /// Returns the place after an octet of each set, if no child begins before it.
    fn after(&self, (offset, child): At, sets: impl Iterator<Item = OctetSet>) -> Option<At> {
        let mut end = offset;
        for set in sets {
            self.text.get(end).filter(|octet| set.contains(**octet))?;
            end += 1;
        }
        let next = self
            .children
            .get(child)
            .map_or(self.text.len(), |(_, span)| span.start);
        (end <= next).then_some((end, child))
    }

    /// Returns what a number of rounds counts as. One round of `*x` is neither of both.
    fn kind_of(
        &self,
        rounds: usize,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
    ) -> Option<UseKind> {
        if most == Some(least) {
            None
        } else if rounds <= self.least(body, least) {
            Some(UseKind::Fewest)
        } else if rounds > 1 || most == Some(1) {
            Some(UseKind::Several)
        } else {
            None
        }
    }

    /// Returns the least number of rounds that are not empty.
    fn least(&self, body: ExpressionId, least: u32) -> usize {
        let is_nullable = self.grammar.properties(body).is_nullable();
        let least = if is_nullable { 0 } else { least };
        usize::try_from(least).unwrap_or(usize::MAX)
    }

    /// Returns the places after each number of rounds, as long as there are any. A round is not empty.
    fn levels(&mut self, body: ExpressionId, most: Option<u32>, from: At) -> Vec<Vec<At>> {
        let most = most.and_then(|most| usize::try_from(most).ok());
        let mut levels = vec![vec![from]];
        while let Some(last) = levels.last()
            && most.is_none_or(|most| levels.len() <= most)
        {
            let mut next = Vec::new();
            for at in last.clone() {
                next.extend(self.ends(body, at).into_iter().filter(|end| *end != at));
            }
            let next = distinct(next);
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
        levels
    }

    /// Takes the first way through the expression from one place to another. There is one.
    fn take(&mut self, expression: ExpressionId, from: At, to: At) {
        let grammar = self.grammar;
        match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let mut members = members.iter().copied();
                if let Some(member) = members.find(|&one| self.ends(one, from).contains(&to)) {
                    self.add(member, Usage::Part(UseKind::Alternative), from, to);
                    self.take(member, from, to);
                }
            }
            ResolvedKind::Sequence(members) => self.take_sequence(members, from, to),
            &ResolvedKind::Optional(body) => {
                if self.ends(body, from).contains(&to) {
                    self.add(expression, Usage::Part(UseKind::Present), from, to);
                    self.take(body, from, to);
                } else {
                    self.add(expression, Usage::Part(UseKind::Absent), from, to);
                }
            }
            &ResolvedKind::Repetition { least, most, body } => {
                let rounds = self.take_rounds((least, most), body, from, to);
                self.add(expression, Usage::Rounds(rounds), from, to);
                if let Some(kind) = self.kind_of(rounds, (least, most), body) {
                    self.add(expression, Usage::Part(kind), from, to);
                }
            }
            ResolvedKind::Reference { case, .. } => {
                self.references.push((from.1, case.within(self.case)));
                self.add(expression, Usage::Child(from.1), from, to);
            }
            ResolvedKind::Range(_) => {
                if let [octet] = self.text[from.0..to.0] {
                    self.add(expression, Usage::Octet(octet), from, to);
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, expression: ExpressionId, usage: Usage, from: At, to: At) {
        self.taken.push(Taken {
            node: self.node,
            expression,
            usage,
            text: from.0..to.0,
        });
    }

    fn take_sequence(&mut self, members: &[ExpressionId], from: At, to: At) {
        let mut places = vec![vec![from]];
        for &member in members {
            let before = places.last().cloned().unwrap_or_default();
            let ends = before.iter().flat_map(|&at| self.ends(member, at));
            places.push(distinct(ends.collect()));
        }
        // Leave the places that lead to the end.
        let mut targets = vec![to];
        for (at, &member) in members.iter().enumerate().rev() {
            places[at + 1].retain(|place| targets.contains(place));
            let before = places[at].clone();
            targets = before
                .into_iter()
                .filter(|&place| {
                    self.ends(member, place)
                        .iter()
                        .any(|end| targets.contains(end))
                })
                .collect();
        }
        let mut place = from;
        for (at, &member) in members.iter().enumerate() {
            let mut ends = self.ends(member, place).into_iter();
            let Some(next) = ends.find(|end| places[at + 1].contains(end)) else {
                return;
            };
            self.take(member, place, next);
            place = next;
        }
    }

    /// Returns the number of rounds.
    fn take_rounds(
        &mut self,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
        from: At,
        to: At,
    ) -> usize {
        let least = self.least(body, least);
        let mut levels = self.levels(body, most, from);
        // Leave the places that lead to the end.
        let mut targets = Vec::new();
        for (rounds, level) in levels.iter_mut().enumerate().rev() {
            level.retain(|&place| {
                let is_end = place == to && rounds >= least;
                is_end
                    || self
                        .ends(body, place)
                        .iter()
                        .any(|end| *end != place && targets.contains(end))
            });
            targets.clone_from(level);
        }
        let (mut place, mut rounds) = (from, 0);
        for level in levels.iter().skip(1) {
            let mut ends = self.ends(body, place).into_iter();
            let Some(next) = ends.find(|end| *end != place && level.contains(end)) else {
                break;
            };
            self.take(body, place, next);
            place = next;
            rounds += 1;
        }
        rounds
    }
}

fn distinct(places: Vec<At>) -> Vec<At> {
    let mut known = HashSet::new();
    let mut places = places;
    places.retain(|place| known.insert(*place));
    places
}
