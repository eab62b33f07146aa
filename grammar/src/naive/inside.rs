//! Where the naive reading of one production goes wrong.
//!
//! The body of the production is an automaton over the text and over the nodes directly below
//! that of the production, which stand for what its references derive. A state with a place in
//! the text is alive where the derivation can go on from there to the end.
//!
//! Invariant: states and places together are linear in the text, and each is visited once.

use std::collections::{HashMap, HashSet};

use super::Octets;
use super::blame::Fault;
use super::program::{Program, Run, begins, within};
use crate::derivations::Node;
use crate::syntax::{Case, Expression, Kind, Span};

type State = usize;

/// What a state can do.
enum Step<'g> {
    End,
    /// To be replaced.
    Open,
    Any(Vec<State>),
    Literal(&'g str, Case, State),
    Reference(&'g str, State),
}

pub(super) struct Inside<'g, 't, 'p> {
    body: &'g Expression,
    case: Case,
    text: &'t str,
    program: &'p Program<'g>,
    run: Run<'p, 'g>,
    children: Vec<(&'t str, Octets)>,
    steps: Vec<Step<'g>>,
    /// For a part, the number of its rounds that are over, and the state behind it, the state
    /// before it.
    known: HashMap<(*const Expression, u32, State), State>,
    alive: HashSet<(State, usize)>,
}

impl<'g, 't, 'p> Inside<'g, 't, 'p>
where
    't: 'p,
{
    pub(super) fn new(
        body: &'g Expression,
        case: Case,
        node: Node<'t>,
        program: &'p Program<'g>,
    ) -> Self {
        let start = node.span().start;
        let within = |span: Octets| span.start - start..span.end - start;
        let children = node.children();
        Self {
            body,
            case,
            text: node.text(),
            program,
            run: Run::new(program, node.text()),
            children: children
                .map(|child| (child.production(), within(child.span())))
                .collect(),
            steps: vec![Step::End],
            known: HashMap::new(),
            alive: HashSet::new(),
        }
    }

    /// The part where the naive reading goes wrong, what it took there, and what it did. All
    /// octets of the text are counted from the start of the node.
    pub(super) fn fault(mut self) -> Option<(Span, Option<Octets>, Fault)> {
        let end = 0;
        let start = self.before(self.body, end);
        self.find_alive();
        debug_assert!(self.alive.contains(&(start, 0)));
        self.walk(self.body, 0, end)
    }

    /// The state before a part that leads to the state behind it.
    fn before(&mut self, part: &'g Expression, behind: State) -> State {
        self.before_round(part, 0, behind)
    }

    /// The same for a repetition of which some rounds are over; those beyond the least of an
    /// unbounded one are not counted.
    fn before_round(&mut self, part: &'g Expression, round: u32, behind: State) -> State {
        let key = (std::ptr::from_ref(part), round, behind);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let state = self.steps.len();
        self.steps.push(Step::Open);
        self.known.insert(key, state);
        self.steps[state] = match &part.kind {
            Kind::Alternation(members) => {
                let members = members.iter();
                Step::Any(members.map(|member| self.before(member, behind)).collect())
            }
            Kind::Sequence(members) => {
                let members = members.iter().rev();
                let first = members.fold(behind, |behind, member| self.before(member, behind));
                Step::Any(vec![first])
            }
            Kind::Optional(body) => Step::Any(vec![self.before(body, behind), behind]),
            Kind::Repetition { least, most, body } => {
                let mut ways = Vec::new();
                if most.is_none_or(|most| round < most) {
                    let next = self.before_round(part, after(round, *least, *most), behind);
                    ways.push(self.before(body, next));
                }
                if round >= *least {
                    ways.push(behind);
                }
                Step::Any(ways)
            }
            Kind::Literal { text, case, .. } => {
                Step::Literal(text, within(*case, self.case), behind)
            }
            Kind::Reference { name, .. } => Step::Reference(name, behind),
        };
        state
    }

    /// Goes back from the end. A place is a number of octets and a number of nodes.
    fn find_alive(&mut self) {
        let mut before: Vec<Vec<State>> = vec![Vec::new(); self.steps.len()];
        for (state, step) in self.steps.iter().enumerate() {
            match step {
                Step::End | Step::Open => {}
                Step::Any(next) => next.iter().for_each(|&next| before[next].push(state)),
                Step::Literal(_, _, next) | Step::Reference(_, next) => before[*next].push(state),
            }
        }
        let last = (0, self.text.len(), self.children.len());
        let mut seen = HashSet::from([last]);
        let mut waiting = vec![last];
        while let Some((state, at, count)) = waiting.pop() {
            self.alive.insert((state, at));
            for &previous in &before[state] {
                let place = self.back(previous, at, count);
                let place = place.map(|(at, count)| (previous, at, count));
                waiting.extend(place.filter(|place| seen.insert(*place)));
            }
        }
    }

    /// From where the state leads to the place.
    fn back(&self, state: State, at: usize, count: usize) -> Option<(usize, usize)> {
        let last = count.checked_sub(1).map(|last| &self.children[last]);
        match &self.steps[state] {
            Step::Literal(text, case, _) => {
                let start = at.checked_sub(text.len())?;
                let is_free = last.is_none_or(|(_, span)| span.end <= start);
                (is_free && begins(self.text, start, text, *case)).then_some((start, count))
            }
            Step::Reference(name, _) => {
                let (found, span) = last?;
                (found == name && span.end == at).then_some((span.start, count - 1))
            }
            Step::End | Step::Open | Step::Any(_) => Some((at, count)),
        }
    }

    fn end(&mut self, part: &Expression, at: usize) -> Option<usize> {
        let node = self.program.node_of(part, self.case)?;
        self.run.end(node, at)
    }

    fn is_alive(&mut self, state: State, at: usize) -> bool {
        self.alive.contains(&(state, at))
    }

    /// Follows the naive reading into a part before which the derivation is alive and behind
    /// which it is not.
    fn walk(
        &mut self,
        part: &'g Expression,
        at: usize,
        behind: State,
    ) -> Option<(Span, Option<Octets>, Fault)> {
        let took = self.end(part, at).map(|end| at..end);
        match &part.kind {
            Kind::Sequence(members) => self.walk_sequence(members, at, behind),
            Kind::Alternation(members) => {
                let taken = members.iter().find(|member| self.end(member, at).is_some());
                let mut needed = members.iter();
                let needed = needed.find(|member| {
                    let state = self.before(member, behind);
                    self.is_alive(state, at)
                })?;
                match taken {
                    Some(taken) => {
                        let state = self.before(taken, behind);
                        if self.is_alive(state, at) {
                            return self.walk(taken, at, behind);
                        }
                        let needed = needed.span.clone();
                        Some((taken.span.clone(), took, Fault::Alternative { needed }))
                    }
                    None => self.walk(needed, at, behind),
                }
            }
            Kind::Optional(body) => {
                let state = self.before(body, behind);
                if self.is_alive(state, at) {
                    return self.walk(body, at, behind);
                }
                Some((part.span.clone(), took, Fault::Option))
            }
            Kind::Repetition { .. } => self.walk_rounds(part, at, behind),
            Kind::Literal { .. } => None,
            Kind::Reference { name, .. } => {
                let mut children = self.children.iter();
                let needed = children.find(|(found, span)| found == name && span.start == at)?;
                let needed = needed.1.clone();
                Some((part.span.clone(), took, Fault::Extent { needed }))
            }
        }
    }

    fn walk_sequence(
        &mut self,
        members: &'g [Expression],
        mut at: usize,
        behind: State,
    ) -> Option<(Span, Option<Octets>, Fault)> {
        let mut states = vec![behind];
        for member in members.iter().skip(1).rev() {
            let behind = *states.last()?;
            states.push(self.before(member, behind));
        }
        for (member, &behind) in members.iter().zip(states.iter().rev()) {
            match self.end(member, at) {
                Some(end) if self.is_alive(behind, end) => at = end,
                _ => return self.walk(member, at, behind),
            }
        }
        None
    }

    fn walk_rounds(
        &mut self,
        part: &'g Expression,
        mut at: usize,
        behind: State,
    ) -> Option<(Span, Option<Octets>, Fault)> {
        let Kind::Repetition { least, most, body } = &part.kind else {
            return None;
        };
        let mut round = 0;
        while most.is_none_or(|most| round < most) {
            round = after(round, *least, *most);
            let next = self.before_round(part, round, behind);
            let inside = self.before(body, next);
            let end = self.end(body, at);
            if !self.is_alive(inside, at) {
                let took = end.map(|end| at..end);
                return Some((part.span.clone(), took, Fault::Round));
            }
            match end {
                Some(end) if self.is_alive(next, end) => at = end,
                _ => return self.walk(body, at, next),
            }
        }
        None
    }
}

/// The number of rounds after another one.
fn after(round: u32, least: u32, most: Option<u32>) -> u32 {
    match most {
        None => least.min(round + 1),
        Some(_) => round + 1,
    }
}
