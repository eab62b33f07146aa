//! Where the naive reading of one production goes wrong.
//!
//! The body of the production is an automaton over the text and over the children of the node,
//! which stand for what the references derive. A state is live at an offset if the derivation
//! can go on from there to the end.
//!
//! Invariant: the number of pairs of a state and an offset is linear in the text, and each is
//! visited once.

use std::collections::{HashMap, HashSet};

use super::Octets;
use super::run::{Run, matches_sets};
use crate::derivations::DerivationNode;
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Span};

/// What the naive reading can do wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It takes an alternative, but a later one is needed.
    Alternative {
        /// The alternative that is needed, in byte offsets of the grammar file.
        needed: Span,
    },
    /// It takes an optional part that has to be absent.
    Option,
    /// It takes another round of a repetition that has to end.
    Round,
    /// It takes a production with another length than the derivation.
    Extent {
        /// The part of the text that the production has to derive, in byte offsets.
        needed: Octets,
    },
}

type State = usize;

/// What a state can do.
enum Step {
    End,
    /// The state is not built yet.
    Reserved,
    Any(Vec<State>),
    /// One octet from each set.
    Octets(Vec<OctetSet>, State),
    Reference(ProductionId, State),
}

/// The search for the fault in the body of a production.
pub(super) struct FaultSearch<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    body: ExpressionId,
    case: Case,
    text: &'r [u8],
    run: Run<'r, 'g>,
    children: Vec<(ProductionId, Octets)>,
    steps: Vec<Step>,
    /// The state before an expression, by the expression, the number of its rounds that are over
    /// and the state after it.
    known: HashMap<(ExpressionId, u32, State), State>,
    live: HashSet<(State, usize)>,
}

/// The expression where the naive reading goes wrong, the part of the text that it matches
/// there, and what it does wrong. Offsets into the text are counted from the start of the node.
type Found = (Span, Option<Octets>, Fault);

impl<'r, 'g> FaultSearch<'r, 'g> {
    pub(super) fn new(
        grammar: &'r ResolvedGrammar<'g>,
        body: ExpressionId,
        case: Case,
        node: DerivationNode<'r>,
    ) -> Self {
        let start = node.span().start;
        let within = |span: Octets| span.start - start..span.end - start;
        let children = node.children();
        Self {
            grammar,
            body,
            case,
            text: node.text(),
            run: Run::new(grammar, node.text()),
            children: children
                .map(|child| (child.id(), within(child.span())))
                .collect(),
            steps: vec![Step::End],
            known: HashMap::new(),
            live: HashSet::new(),
        }
    }

    pub(super) fn run(mut self) -> Option<Found> {
        let end = 0;
        self.before(self.body, end);
        self.find_live();
        self.walk(self.body, 0, end)
    }

    /// Returns the state before an expression that leads to the state after it.
    fn before(&mut self, expression: ExpressionId, after: State) -> State {
        self.before_round(expression, 0, after)
    }

    /// Does the same for a repetition with `round` rounds over. Rounds of an unlimited
    /// repetition beyond its smallest number are not counted.
    fn before_round(&mut self, expression: ExpressionId, round: u32, after: State) -> State {
        let key = (expression, round, after);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let state = self.steps.len();
        self.steps.push(Step::Reserved);
        self.known.insert(key, state);
        let grammar = self.grammar;
        self.steps[state] = match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let members = members.iter();
                Step::Any(members.map(|&member| self.before(member, after)).collect())
            }
            ResolvedKind::Sequence(members) => {
                let members = members.iter().rev();
                let first = members.fold(after, |after, &member| self.before(member, after));
                Step::Any(vec![first])
            }
            ResolvedKind::Optional(body) => Step::Any(vec![self.before(*body, after), after]),
            ResolvedKind::Repetition { least, most, body } => {
                let mut next = Vec::new();
                if most.is_none_or(|most| round < most) {
                    let further = round_after(round, *least, *most);
                    let further = self.before_round(expression, further, after);
                    next.push(self.before(*body, further));
                }
                if round >= *least {
                    next.push(after);
                }
                Step::Any(next)
            }
            ResolvedKind::Literal { octets, .. } if octets.is_empty() => Step::Any(vec![after]),
            ResolvedKind::Literal { octets, case } => {
                let case = case.within(self.case);
                let set = |&octet| OctetSet::single(octet).compared(case);
                Step::Octets(octets.iter().map(set).collect(), after)
            }
            ResolvedKind::Range(sequences) => {
                let mut next = Vec::new();
                for sequence in sequences {
                    let sets = sequence.iter().map(|set| set.compared(self.case));
                    next.push(self.steps.len());
                    self.steps.push(Step::Octets(sets.collect(), after));
                }
                Step::Any(next)
            }
            ResolvedKind::Reference { production, .. } => Step::Reference(*production, after),
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => Step::Any(Vec::new()),
        };
        state
    }

    /// Goes backwards from the end. A position is a byte offset and a number of children.
    fn find_live(&mut self) {
        let mut before: Vec<Vec<State>> = vec![Vec::new(); self.steps.len()];
        for (state, step) in self.steps.iter().enumerate() {
            match step {
                Step::End | Step::Reserved => {}
                Step::Any(next) => next.iter().for_each(|&next| before[next].push(state)),
                Step::Octets(_, next) | Step::Reference(_, next) => before[*next].push(state),
            }
        }
        let last = (0, self.text.len(), self.children.len());
        let mut seen = HashSet::from([last]);
        let mut waiting = vec![last];
        while let Some((state, at, count)) = waiting.pop() {
            self.live.insert((state, at));
            for &previous in &before[state] {
                let position = self.back(previous, at, count);
                let position = position.map(|(at, count)| (previous, at, count));
                waiting.extend(position.filter(|position| seen.insert(*position)));
            }
        }
    }

    /// Returns the position from which the state leads to this position.
    fn back(&self, state: State, at: usize, count: usize) -> Option<(usize, usize)> {
        let last = count.checked_sub(1).map(|last| &self.children[last]);
        match &self.steps[state] {
            Step::Octets(sets, _) => {
                let start = at.checked_sub(sets.len())?;
                let is_free = last.is_none_or(|(_, span)| span.end <= start);
                (is_free && matches_sets(self.text, start, sets)).then_some((start, count))
            }
            Step::Reference(production, _) => {
                let (found, span) = last?;
                (found == production && span.end == at).then_some((span.start, count - 1))
            }
            Step::End | Step::Reserved | Step::Any(_) => Some((at, count)),
        }
    }

    /// Returns where the naive reading of an expression ends.
    fn end(&mut self, expression: ExpressionId, at: usize) -> Option<usize> {
        self.run.end(expression, self.case, at)
    }

    fn is_live(&self, state: State, at: usize) -> bool {
        self.live.contains(&(state, at))
    }

    fn span(&self, expression: ExpressionId) -> Span {
        self.grammar.expression(expression).span().clone()
    }

    /// Follows the naive reading into an expression. The derivation is live before it, but not
    /// after what the naive reading matches with it.
    fn walk(&mut self, expression: ExpressionId, at: usize, after: State) -> Option<Found> {
        let took = self.end(expression, at).map(|end| at..end);
        let grammar = self.grammar;
        match grammar.kind(expression) {
            ResolvedKind::Sequence(members) => self.walk_sequence(members, at, after),
            ResolvedKind::Alternation(members) => self.walk_alternation(members, at, after, took),
            ResolvedKind::Optional(body) => {
                let state = self.before(*body, after);
                if self.is_live(state, at) {
                    return self.walk(*body, at, after);
                }
                Some((self.span(expression), took, Fault::Option))
            }
            ResolvedKind::Repetition { .. } => self.walk_rounds(expression, at, after),
            ResolvedKind::Literal { .. }
            | ResolvedKind::Range(_)
            | ResolvedKind::Undefined(_)
            | ResolvedKind::Unknown => None,
            ResolvedKind::Reference { production, .. } => {
                let mut children = self.children.iter();
                let needed =
                    children.find(|(found, span)| found == production && span.start == at)?;
                let needed = needed.1.clone();
                Some((self.span(expression), took, Fault::Extent { needed }))
            }
        }
    }

    fn walk_alternation(
        &mut self,
        members: &[ExpressionId],
        at: usize,
        after: State,
        took: Option<Octets>,
    ) -> Option<Found> {
        let mut candidates = members.iter().copied();
        let taken = candidates.find(|&member| self.end(member, at).is_some());
        let mut candidates = members.iter().copied();
        let needed = candidates.find(|&member| {
            let state = self.before(member, after);
            self.is_live(state, at)
        })?;
        let Some(taken) = taken else {
            return self.walk(needed, at, after);
        };
        let state = self.before(taken, after);
        if self.is_live(state, at) {
            return self.walk(taken, at, after);
        }
        let needed = self.span(needed);
        Some((self.span(taken), took, Fault::Alternative { needed }))
    }

    fn walk_sequence(
        &mut self,
        members: &[ExpressionId],
        mut at: usize,
        after: State,
    ) -> Option<Found> {
        let mut states = vec![after];
        for &member in members.iter().skip(1).rev() {
            let after = *states.last()?;
            states.push(self.before(member, after));
        }
        for (&member, &after) in members.iter().zip(states.iter().rev()) {
            match self.end(member, at) {
                Some(end) if self.is_live(after, end) => at = end,
                _ => return self.walk(member, at, after),
            }
        }
        None
    }

    fn walk_rounds(
        &mut self,
        repetition: ExpressionId,
        mut at: usize,
        after: State,
    ) -> Option<Found> {
        let &ResolvedKind::Repetition { least, most, body } = self.grammar.kind(repetition) else {
            return None;
        };
        let mut round = 0;
        while most.is_none_or(|most| round < most) {
            round = round_after(round, least, most);
            let next = self.before_round(repetition, round, after);
            let inside = self.before(body, next);
            let end = self.end(body, at);
            if !self.is_live(inside, at) {
                let took = end.map(|end| at..end);
                return Some((self.span(repetition), took, Fault::Round));
            }
            match end {
                // Ordered choice leaves a repetition after a round without text.
                Some(end) if end == at && round >= least => {
                    return self.walk_empty_round(body, at, next);
                }
                Some(end) if self.is_live(next, end) => at = end,
                _ => return self.walk(body, at, next),
            }
        }
        None
    }

    /// Does the same as [`Self::walk`] for a round that matches nothing where the derivation goes on
    /// with another round.
    fn walk_empty_round(&mut self, body: ExpressionId, at: usize, after: State) -> Option<Found> {
        let ResolvedKind::Alternation(members) = self.grammar.kind(body) else {
            return self.walk(body, at, after);
        };
        let mut candidates = members.iter().copied();
        let taken = candidates.find(|&member| self.end(member, at).is_some())?;
        let needed = candidates.find(|&member| {
            let state = self.before(member, after);
            self.is_live(state, at) && self.end(member, at) > Some(at)
        })?;
        let needed = self.span(needed);
        Some((
            self.span(taken),
            Some(at..at),
            Fault::Alternative { needed },
        ))
    }
}

/// Returns the number of rounds after one more.
fn round_after(round: u32, least: u32, most: Option<u32>) -> u32 {
    match most {
        None => least.min(round + 1),
        Some(_) => round + 1,
    }
}
