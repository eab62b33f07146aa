//! The alternatives that a tree takes.
//!
//! A tree has the productions and what each derives. The body of each is read again between the children of its node
//! ([`Body`]). Where several ways lead through a body with the same children, the first one in priority order counts.

use std::ops::Range;

use crate::derivations::{Body, Ends, Place};
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::sentences::UseKind;
use crate::syntax::Case;

/// A node of a tree: its depth, and what its production derives.
pub(super) type TreeNode = (usize, ProductionId, Range<usize>);

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
    for (index, (depth, production, node)) in nodes.iter().enumerate() {
        let body = grammar.production(*production).body();
        taken.push(Taken {
            node: index,
            expression: body,
            usage: Usage::Part(UseKind::Production),
            text: node.clone(),
        });
        let below = nodes.iter().enumerate().skip(index + 1);
        let below = below.take_while(|(_, below)| below.0 > *depth);
        let children: Vec<usize> = below
            .filter(|(_, below)| below.0 == depth + 1)
            .map(|(index, _)| index)
            .collect();
        let within = |span: &Range<usize>| span.start - node.start..span.end - node.start;
        let read = { children.iter() }.map(|&child| (nodes[child].1, within(&nodes[child].2)));
        let case = cases[index];
        let Some(read) = Body::read(grammar, (body, case), &text[node.clone()], read.collect())
        else {
            continue;
        };
        if !read.is_live(read.before(body, Ends::OF_BODY), Place::START) {
            continue;
        }
        let mut way = Way {
            grammar,
            body: read,
            node: (index, node.start),
            text: &text[node.clone()],
            case,
            children: &children,
            cases: &mut cases,
            taken: &mut taken,
        };
        way.take(body, Place::START, Ends::OF_BODY);
    }
    taken
}

/// The first way through the body of a node.
struct Way<'w, 'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    body: Body<'r, 'g>,
    /// The index of the node, and where its text begins.
    node: (usize, usize),
    text: &'r [u8],
    case: Case,
    /// The indices of its children.
    children: &'w [usize],
    /// How letters compare in each node.
    cases: &'w mut [Case],
    taken: &'w mut Vec<Taken>,
}

impl Way<'_, '_, '_> {
    /// Takes the way through an expression from which the body can go on. Returns the place after it.
    fn take(&mut self, expression: ExpressionId, from: Place, after: Ends) -> Place {
        match self.grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let mut members = members.iter().copied();
                let member = members.find(|&one| self.is_live(one, from, after));
                member.map_or(from, |member| {
                    let usage = Usage::Part(UseKind::Alternative);
                    self.take_as(usage, (member, member), from, after)
                })
            }
            ResolvedKind::Sequence(members) => {
                let after = self.body.after_members(members, after);
                let members = members.iter().zip(after);
                members.fold(from, |at, (&member, after)| self.take(member, at, after))
            }
            &ResolvedKind::Optional(body) if self.is_live(body, from, after) => {
                let usage = Usage::Part(UseKind::Present);
                self.take_as(usage, (expression, body), from, after)
            }
            ResolvedKind::Optional(_) => {
                self.add(expression, Usage::Part(UseKind::Absent), from, from);
                from
            }
            &ResolvedKind::Repetition { least, most, body } => {
                let (to, rounds) = self.take_rounds(expression, body, from, after);
                self.add(expression, Usage::Rounds(rounds), from, to);
                if let Some(kind) = self.kind_of(rounds, (least, most), body) {
                    self.add(expression, Usage::Part(kind), from, to);
                }
                to
            }
            ResolvedKind::Literal { octets, .. } => from.after(octets.len(), 0),
            ResolvedKind::Range(_) => self.take_range(expression, from, after),
            ResolvedKind::Reference { case, .. } => self.take_child(expression, *case, from),
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => from,
        }
    }

    fn is_live(&self, expression: ExpressionId, from: Place, after: Ends) -> bool {
        self.body.is_live(self.body.before(expression, after), from)
    }

    /// Takes the way through the second expression, as a use of the first.
    fn take_as(
        &mut self,
        usage: Usage,
        (used, taken): (ExpressionId, ExpressionId),
        from: Place,
        after: Ends,
    ) -> Place {
        let index = self.taken.len();
        self.add(used, usage, from, from);
        let to = self.take(taken, from, after);
        self.taken[index].text.end += to.offset - from.offset;
        to
    }

    /// Takes as many rounds as the body can go on with. Returns the place after them, and their number.
    fn take_rounds(
        &mut self,
        repetition: ExpressionId,
        body: ExpressionId,
        from: Place,
        after: Ends,
    ) -> (Place, usize) {
        let (mut at, mut rounds) = (from, 0);
        while let Some(after) = self.body.after_round(repetition, rounds, after)
            && self.is_live(body, at.in_round(), after)
        {
            at = self.take(body, at.in_round(), after);
            rounds = rounds.saturating_add(1);
        }
        (at, usize::try_from(rounds).unwrap_or(usize::MAX))
    }

    fn take_range(&mut self, range: ExpressionId, from: Place, after: Ends) -> Place {
        let ResolvedKind::Range(sequences) = self.grammar.kind(range) else {
            return from;
        };
        let mut ends = sequences
            .iter()
            .filter_map(|sets| self.body.after_octets(sets, from));
        let to = ends
            .find(|to| self.body.is_live(after, *to))
            .unwrap_or(from);
        if let [octet] = self.text[from.offset..to.offset] {
            self.add(range, Usage::Octet(octet), from, to);
        }
        to
    }

    fn take_child(&mut self, reference: ExpressionId, case: Case, from: Place) -> Place {
        let index = self.children[from.children];
        let (_, span) = &self.body.children()[from.children];
        let to = from.after(span.end - span.start, 1);
        self.cases[index] = case.within(self.case);
        self.add(reference, Usage::Child(index), from, to);
        to
    }

    fn add(&mut self, expression: ExpressionId, usage: Usage, from: Place, to: Place) {
        let (node, start) = self.node;
        self.taken.push(Taken {
            node,
            expression,
            usage,
            text: start + from.offset..start + to.offset,
        });
    }

    /// Returns what a number of rounds counts as. One round of `*x` is neither of both.
    fn kind_of(
        &self,
        rounds: usize,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
    ) -> Option<UseKind> {
        let least_rounds = usize::try_from(self.body.least(body, least)).unwrap_or(usize::MAX);
        if most == Some(least) {
            None
        } else if rounds <= least_rounds {
            Some(UseKind::Fewest)
        } else if rounds > 1 || most == Some(1) {
            Some(UseKind::Several)
        } else {
            None
        }
    }
}
