//! A walk through the productions, as states and the steps between them.
//!
//! Invariants:
//! - a state knows what is open around it, so two paths that meet in one state at one offset
//!   have the same future;
//! - a state has either silent steps, in priority order, or one step that is not silent;
//! - a cycle of steps consumes at least one octet.

use std::collections::HashMap;

use super::STATES;
use super::stacks::{BOTTOM, Exclusion, Frame, Mode, Stack, StackId, Stacks};
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Quantifier};

/// A state, by its index in the table.
pub(super) type StateId = usize;

/// Makes the states of a production when a text first leads to them.
#[derive(Debug)]
pub(super) struct Machine<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    start: ProductionId,
    /// Whether trees show a production where it is not the root.
    is_shown: Vec<bool>,
    stacks: Stacks,
    states: Vec<State>,
    state_ids: HashMap<State, StateId>,
    steps: Steps,
}

/// The steps of the states that have been explored.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// The range of each state in `all`; `None` before it is explored.
    ranges: Vec<Option<(usize, usize)>>,
    all: Vec<Step>,
}

/// What a step does to the tree and to the offset in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Silent,
    /// Begins a node.
    Open(ProductionId),
    /// Ends the innermost node.
    Close,
    /// Consumes an octet of the set.
    Octet(OctetSet),
}

/// A transition from one state to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) action: Action,
    pub(super) target: StateId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    /// Before the whole text.
    Start,
    /// Before the expression.
    Before(ExpressionId, Mode, StackId),
    /// Between two rounds of the repetition, after `u32` of them.
    Rounds(ExpressionId, Mode, u32, StackId),
    /// Within the terminal.
    Within(Terminal, Mode, StackId),
    /// Within the terminal, before an octet of the set. The stack is that behind the octet.
    Among(OctetSet, Terminal, Mode, StackId),
    /// Behind whatever the stack does not hold.
    Behind(StackId),
}

/// A position in a literal or a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Terminal {
    expression: ExpressionId,
    /// The index of the sequence of octets in a range; 0 in a literal.
    sequence: usize,
    /// The number of octets before the position.
    length: usize,
}

/// The state behind the whole text.
pub(super) const END: StateId = 0;

/// The state before the whole text.
pub(super) const START: StateId = 1;

impl Steps {
    /// Returns the steps of an explored state.
    pub(super) fn of(&self, state: StateId) -> &[Step] {
        let (from, to) = self.ranges[state].unwrap_or_default();
        &self.all[from..to]
    }
}

impl<'r, 'g> Machine<'r, 'g> {
    /// Prepares the walk through a production. It shows the nodes of the productions that
    /// `is_shown` says, and the root.
    pub(super) fn new(
        grammar: &'r ResolvedGrammar<'g>,
        start: ProductionId,
        is_shown: Vec<bool>,
    ) -> Self {
        let mut machine = Self {
            grammar,
            start,
            is_shown,
            stacks: Stacks::new(),
            states: Vec::new(),
            state_ids: HashMap::new(),
            steps: Steps::default(),
        };
        machine.state(State::Behind(BOTTOM));
        machine.state(State::Start);
        machine
    }

    /// Returns the steps from a state that [`Machine::explore`] has seen.
    pub(super) fn steps(&self, state: StateId) -> &[Step] {
        self.steps.of(state)
    }

    /// Returns whether there are too many states.
    pub(super) fn is_too_large(&self) -> bool {
        self.states.len() > STATES
    }

    /// Keeps the steps and drops what is needed to find more.
    pub(super) fn into_steps(self) -> Steps {
        self.steps
    }

    /// Returns whether a path can lead on from the state if this octet, or the end of the text,
    /// is next. May return true where none does.
    pub(super) fn may_continue(&self, state: StateId, octet: Option<u8>) -> bool {
        let State::Before(expression, mode, _) = self.states[state] else {
            return true;
        };
        let properties = self.grammar.properties(expression);
        let first = properties.first().around(mode.case);
        properties.is_nullable() || octet.is_some_and(|octet| first.contains(octet))
    }

    /// Finds the steps from a state.
    pub(super) fn explore(&mut self, state: StateId) {
        if self.steps.ranges[state].is_some() {
            return;
        }
        let steps = match self.states[state] {
            State::Start => {
                let mode = Mode {
                    case: Case::Exact,
                    quantifier: Quantifier::Greedy,
                };
                self.open(self.start, mode, BOTTOM)
            }
            State::Before(expression, mode, stack) => self.enter(expression, mode, stack),
            State::Rounds(repetition, mode, count, stack) => {
                self.rounds(repetition, mode, count, stack)
            }
            State::Within(terminal, mode, stack) => self.within(terminal, mode, stack),
            State::Among(octets, terminal, mode, stack) => {
                vec![self.consume(octets, terminal, mode, stack)]
            }
            State::Behind(stack) => self.leave(stack),
        };
        let from = self.steps.all.len();
        for (action, target) in steps {
            let target = self.state(target);
            self.steps.all.push(Step { action, target });
        }
        self.steps.ranges[state] = Some((from, self.steps.all.len()));
    }

    fn enter(
        &mut self,
        expression: ExpressionId,
        mode: Mode,
        stack: StackId,
    ) -> Vec<(Action, State)> {
        let silent = |state| (Action::Silent, state);
        match self.grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let members = members.iter();
                let before = |&member| silent(State::Before(member, mode, stack));
                members.map(before).collect()
            }
            ResolvedKind::Sequence(_) => vec![silent(self.member(expression, mode, 0, stack))],
            ResolvedKind::Optional(body) => vec![
                silent(State::Before(*body, mode, stack)),
                silent(State::Behind(stack)),
            ],
            ResolvedKind::Repetition { .. } => {
                vec![silent(State::Rounds(expression, mode, 0, stack))]
            }
            ResolvedKind::Literal { octets, .. } if octets.is_empty() => {
                vec![silent(State::Behind(stack))]
            }
            ResolvedKind::Literal { .. } => {
                vec![silent(State::Within(
                    Terminal::new(expression, 0),
                    mode,
                    stack,
                ))]
            }
            ResolvedKind::Range(sequences) => {
                let sequences = (0..sequences.len()).map(|index| Terminal::new(expression, index));
                let within = |terminal| silent(State::Within(terminal, mode, stack));
                sequences.map(within).collect()
            }
            &ResolvedKind::Reference {
                production,
                case,
                quantifier,
                ..
            } => {
                let case = case.within(mode.case);
                self.open(production, Mode { case, quantifier }, stack)
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => Vec::new(),
        }
    }

    fn open(
        &mut self,
        production: ProductionId,
        mode: Mode,
        stack: StackId,
    ) -> Vec<(Action, State)> {
        let definition = self.grammar.production(production);
        let excluded = &definition.source().excluded;
        if excluded.iter().any(String::is_empty) {
            return Vec::new();
        }
        let exclusion = Exclusion::of(excluded);
        let inside = self.stacks.push(Frame::Node(production, exclusion), stack);
        let action = if self.is_visible(production, stack) {
            Action::Open(production)
        } else {
            Action::Silent
        };
        vec![(action, State::Before(definition.body(), mode, inside))]
    }

    /// Returns whether trees show a node of the production in this stack.
    fn is_visible(&self, production: ProductionId, below: StackId) -> bool {
        below == BOTTOM || self.is_shown[production.index()]
    }

    /// Returns the state before a member of a sequence.
    fn member(
        &mut self,
        sequence: ExpressionId,
        mode: Mode,
        index: usize,
        stack: StackId,
    ) -> State {
        let members = self.grammar.kind(sequence).children();
        let Some(&member) = members.get(index) else {
            return State::Behind(stack);
        };
        let stack = if index + 1 < members.len() {
            let rest = Frame::Members(sequence, mode, index + 1);
            self.stacks.push(rest, stack)
        } else {
            stack
        };
        State::Before(member, mode, stack)
    }

    fn rounds(
        &mut self,
        repetition: ExpressionId,
        mode: Mode,
        count: u32,
        stack: StackId,
    ) -> Vec<(Action, State)> {
        let &ResolvedKind::Repetition { least, most, body } = self.grammar.kind(repetition) else {
            return Vec::new();
        };
        let mut steps = Vec::new();
        if most.is_none_or(|most| count < most) {
            // Without a limit, all counts from `least` on have the same future.
            let next = count.saturating_add(1);
            let round = Frame::Round {
                repetition,
                mode,
                count: if most.is_none() {
                    next.min(least)
                } else {
                    next
                },
                is_pending: count >= least,
            };
            let inside = self.stacks.push(round, stack);
            steps.push((Action::Silent, State::Before(body, mode, inside)));
        }
        if count >= least {
            steps.push((Action::Silent, State::Behind(stack)));
        }
        if mode.quantifier == Quantifier::Lazy {
            steps.reverse();
        }
        steps
    }

    /// Returns the set of octets at the position, and whether it is the last one.
    fn octets(&self, terminal: Terminal, mode: Mode) -> (OctetSet, bool) {
        let length = terminal.length;
        match self.grammar.kind(terminal.expression) {
            ResolvedKind::Literal { octets, case } => {
                let octet = OctetSet::single(octets[length]);
                let case = case.within(mode.case);
                (octet.compared(case), length + 1 == octets.len())
            }
            ResolvedKind::Range(sequences) => {
                let sequence = &sequences[terminal.sequence];
                let octets = sequence[length].compared(mode.case);
                (octets, length + 1 == sequence.len())
            }
            _ => (OctetSet::EMPTY, true),
        }
    }

    /// Consumes an octet at the position. Octets that change the stack in different ways have
    /// states of their own.
    fn within(&mut self, terminal: Terminal, mode: Mode, stack: StackId) -> Vec<(Action, State)> {
        let (octets, _) = self.octets(terminal, mode);
        if !self.stacks.is_watching(stack) {
            return vec![self.consume(octets, terminal, mode, stack)];
        }
        let mut groups: Vec<(StackId, Vec<u8>)> = Vec::new();
        for octet in octets.iter() {
            let Some(stack) = self.stacks.advance(self.grammar, stack, octet) else {
                continue;
            };
            match groups.iter_mut().find(|(known, _)| *known == stack) {
                Some((_, group)) => group.push(octet),
                None => groups.push((stack, vec![octet])),
            }
        }
        if let [(stack, group)] = groups.as_slice() {
            let octets = group.iter().copied().collect();
            return vec![self.consume(octets, terminal, mode, *stack)];
        }
        let among = groups.into_iter().map(|(stack, group)| {
            let octets = group.into_iter().collect();
            let state = State::Among(octets, terminal, mode, stack);
            (Action::Silent, state)
        });
        among.collect()
    }

    /// Returns the step over an octet of the set, to the stack behind it.
    fn consume(
        &self,
        octets: OctetSet,
        terminal: Terminal,
        mode: Mode,
        stack: StackId,
    ) -> (Action, State) {
        let (_, is_last) = self.octets(terminal, mode);
        let target = if is_last {
            State::Behind(stack)
        } else {
            let length = terminal.length + 1;
            State::Within(Terminal { length, ..terminal }, mode, stack)
        };
        (Action::Octet(octets), target)
    }

    fn leave(&mut self, stack: StackId) -> Vec<(Action, State)> {
        let Stack { frame, below, .. } = self.stacks.top(stack);
        match frame {
            Frame::Bottom
            | Frame::Round {
                is_pending: true, ..
            } => Vec::new(),
            Frame::Members(sequence, mode, index) => {
                vec![(Action::Silent, self.member(sequence, mode, index, below))]
            }
            Frame::Round {
                repetition,
                mode,
                count,
                ..
            } => vec![(
                Action::Silent,
                State::Rounds(repetition, mode, count, below),
            )],
            Frame::Node(production, _) => {
                let action = if self.is_visible(production, below) {
                    Action::Close
                } else {
                    Action::Silent
                };
                vec![(action, State::Behind(below))]
            }
        }
    }

    fn state(&mut self, state: State) -> StateId {
        let (states, ranges) = (&mut self.states, &mut self.steps.ranges);
        *self.state_ids.entry(state).or_insert_with(|| {
            states.push(state);
            ranges.push(None);
            states.len() - 1
        })
    }
}

impl Terminal {
    fn new(expression: ExpressionId, sequence: usize) -> Self {
        Self {
            expression,
            sequence,
            length: 0,
        }
    }
}

impl Action {
    /// Returns whether the step can be taken if this octet, or the end of the text, is next.
    pub(super) fn fits(self, next: Option<u8>) -> bool {
        match self {
            Self::Octet(octets) => next.is_some_and(|next| octets.contains(next)),
            _ => true,
        }
    }

    /// Returns how many octets the step consumes.
    pub(super) fn length(self) -> usize {
        usize::from(matches!(self, Self::Octet(_)))
    }

    /// Returns whether two steps that fit the same offset of a text have the same effect.
    pub(super) fn is_like(self, other: Self) -> bool {
        matches!((self, other), (Self::Octet(_), Self::Octet(_))) || self == other
    }
}
