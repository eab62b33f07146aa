//! A walk through the productions, as states and the steps between them.
//!
//! Invariants:
//! - a state knows what is open around it, so two ways that meet in a state at one place of a
//!   text have the same future;
//! - a state has either silent steps, in priority order, or one step that is not silent;
//! - no steps lead back to where they began without an octet in between.

use std::collections::HashMap;

use super::expressions::{ExpressionId, Expressions, Form, ProductionId};
use super::stacks::{BOTTOM, Frame, Manner, Stack, StackId, Stacks};
use crate::syntax::{Case, Quantifier};

/// A state by its place in the table.
pub(super) type StateId = usize;

/// The states known so far.
#[derive(Debug)]
pub(super) struct Machine {
    expressions: Expressions,
    stacks: Stacks,
    states: Vec<State>,
    state_ids: HashMap<State, StateId>,
    /// The steps of each state as a part of the next field, once they are known.
    ranges: Vec<Option<(usize, usize)>>,
    steps: Vec<Step>,
}

/// What a step does to the tree and to the place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Silent,
    /// A node begins.
    Open(ProductionId),
    /// The innermost node ends.
    Close,
    /// An octet is passed over.
    Octet {
        octet: u8,
        case: Case,
    },
}

/// A way from one state to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) action: Action,
    pub(super) target: StateId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    /// Before the expression.
    Before(ExpressionId, Manner, StackId),
    /// Between rounds of the repetition, after so many.
    Rounds(ExpressionId, Manner, u32, StackId),
    /// Within the literal, after so many octets.
    Within(ExpressionId, Manner, usize, StackId),
    /// Behind whatever lies on the stack.
    Behind(StackId),
}

/// The state behind everything.
pub(super) const END: StateId = 0;

/// The state before everything.
pub(super) const START: StateId = 1;

impl Machine {
    pub(super) fn new(expressions: Expressions) -> Self {
        let manner = Manner {
            case: Case::Exact,
            quantifier: Quantifier::Greedy,
        };
        let start = State::Before(expressions.start, manner, BOTTOM);
        let mut machine = Self {
            expressions,
            stacks: Stacks::new(),
            states: Vec::new(),
            state_ids: HashMap::new(),
            ranges: Vec::new(),
            steps: Vec::new(),
        };
        machine.state(State::Behind(BOTTOM));
        machine.state(start);
        machine
    }

    /// The names of the productions, by [`ProductionId`].
    pub(super) fn names(&self) -> Vec<String> {
        self.expressions.names()
    }

    /// The steps from a state that [`Machine::explore`] has seen.
    pub(super) fn steps(&self, state: StateId) -> &[Step] {
        let (from, to) = self.ranges[state].unwrap_or_default();
        &self.steps[from..to]
    }

    /// Whether the state can be left where this octet stands, or where the text ends. May say
    /// yes where it cannot.
    pub(super) fn may_pass(&self, state: StateId, octet: Option<u8>) -> bool {
        match self.states[state] {
            State::Before(expression, manner, _) => {
                self.expressions.may_open(expression, manner.case, octet)
            }
            _ => true,
        }
    }

    /// Makes the steps from a state known.
    pub(super) fn explore(&mut self, state: StateId) {
        if self.ranges[state].is_some() {
            return;
        }
        let steps = match self.states[state] {
            State::Before(expression, manner, stack) => self.enter(expression, manner, stack),
            State::Rounds(repetition, manner, count, stack) => {
                self.rounds(repetition, manner, count, stack)
            }
            State::Within(literal, manner, place, stack) => {
                self.read(literal, manner, place, stack)
            }
            State::Behind(stack) => self.leave(stack),
        };
        let from = self.steps.len();
        for (action, target) in steps {
            let target = self.state(target);
            self.steps.push(Step { action, target });
        }
        self.ranges[state] = Some((from, self.steps.len()));
    }

    fn enter(
        &mut self,
        expression: ExpressionId,
        manner: Manner,
        stack: StackId,
    ) -> Vec<(Action, State)> {
        let silent = |state| (Action::Silent, state);
        match self.expressions.form(expression) {
            Form::Alternation(members) => {
                let members = members.iter();
                let before = |&member| silent(State::Before(member, manner, stack));
                members.map(before).collect()
            }
            Form::Sequence(_) => vec![silent(self.member(expression, manner, 0, stack))],
            Form::Optional(body) => vec![
                silent(State::Before(*body, manner, stack)),
                silent(State::Behind(stack)),
            ],
            Form::Repetition { .. } => {
                vec![silent(State::Rounds(expression, manner, 0, stack))]
            }
            Form::Literal { octets, .. } if octets.is_empty() => {
                vec![silent(State::Behind(stack))]
            }
            Form::Literal { .. } => vec![silent(State::Within(expression, manner, 0, stack))],
            &Form::Reference {
                production,
                case,
                quantifier,
            } => {
                let ignored = case == Case::Ignored || manner.case == Case::Ignored;
                let case = if ignored { Case::Ignored } else { Case::Exact };
                self.open(production, Manner { case, quantifier }, stack)
            }
        }
    }

    fn open(
        &mut self,
        production: ProductionId,
        manner: Manner,
        stack: StackId,
    ) -> Vec<(Action, State)> {
        let definition = self.expressions.production(production);
        let body = definition.body;
        let is_shown = definition.is_shown || stack == BOTTOM;
        if definition.excluded.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        let excluded = (!definition.excluded.is_empty()).then_some((0, 0));
        let inside = self.stacks.push(Frame::Word(production, excluded), stack);
        let action = if is_shown {
            Action::Open(production)
        } else {
            Action::Silent
        };
        vec![(action, State::Before(body, manner, inside))]
    }

    /// The state before a member of a sequence.
    fn member(
        &mut self,
        sequence: ExpressionId,
        manner: Manner,
        index: usize,
        stack: StackId,
    ) -> State {
        let Form::Sequence(members) = self.expressions.form(sequence) else {
            return State::Behind(stack);
        };
        let Some(&member) = members.get(index) else {
            return State::Behind(stack);
        };
        let stack = if index + 1 < members.len() {
            self.stacks
                .push(Frame::Members(sequence, manner, index + 1), stack)
        } else {
            stack
        };
        State::Before(member, manner, stack)
    }

    fn rounds(
        &mut self,
        repetition: ExpressionId,
        manner: Manner,
        count: u32,
        stack: StackId,
    ) -> Vec<(Action, State)> {
        let &Form::Repetition { least, most, body } = self.expressions.form(repetition) else {
            return Vec::new();
        };
        let mut steps = Vec::new();
        if most.is_none_or(|most| count < most) {
            // Without a bound, counting beyond the least number tells nothing apart.
            let next = count.saturating_add(1);
            let round = Frame::Rounds {
                repetition,
                manner,
                count: if most.is_none() {
                    next.min(least)
                } else {
                    next
                },
                waits: count >= least,
            };
            let inside = self.stacks.push(round, stack);
            steps.push((Action::Silent, State::Before(body, manner, inside)));
        }
        if count >= least {
            steps.push((Action::Silent, State::Behind(stack)));
        }
        if manner.quantifier == Quantifier::Lazy {
            steps.reverse();
        }
        steps
    }

    fn read(
        &mut self,
        literal: ExpressionId,
        manner: Manner,
        place: usize,
        stack: StackId,
    ) -> Vec<(Action, State)> {
        let Form::Literal { octets, case } = self.expressions.form(literal) else {
            return Vec::new();
        };
        let ignored = *case == Case::Ignored || manner.case == Case::Ignored;
        let case = if ignored { Case::Ignored } else { Case::Exact };
        let (octet, length) = (octets[place], octets.len());
        let Some(stack) = self.stacks.pass(&self.expressions, stack, octet) else {
            return Vec::new();
        };
        let target = if place + 1 < length {
            State::Within(literal, manner, place + 1, stack)
        } else {
            State::Behind(stack)
        };
        vec![(Action::Octet { octet, case }, target)]
    }

    fn leave(&mut self, stack: StackId) -> Vec<(Action, State)> {
        let Stack { frame, below, .. } = self.stacks.top(stack);
        match frame {
            Frame::Bottom | Frame::Rounds { waits: true, .. } => Vec::new(),
            Frame::Members(sequence, manner, index) => {
                vec![(Action::Silent, self.member(sequence, manner, index, below))]
            }
            Frame::Rounds {
                repetition,
                manner,
                count,
                ..
            } => vec![(
                Action::Silent,
                State::Rounds(repetition, manner, count, below),
            )],
            Frame::Word(production, _) => {
                let is_shown = self.expressions.production(production).is_shown;
                let action = if is_shown || below == BOTTOM {
                    Action::Close
                } else {
                    Action::Silent
                };
                vec![(action, State::Behind(below))]
            }
        }
    }

    fn state(&mut self, state: State) -> StateId {
        let (states, ranges) = (&mut self.states, &mut self.ranges);
        *self.state_ids.entry(state).or_insert_with(|| {
            states.push(state);
            ranges.push(None);
            states.len() - 1
        })
    }
}

impl Action {
    /// Whether the step can be taken where this octet stands, or where the text ends.
    pub(super) fn fits(self, next: Option<u8>) -> bool {
        match (self, next) {
            (Self::Octet { .. }, None) => false,
            (Self::Octet { octet, case }, Some(next)) => match case {
                Case::Exact => octet == next,
                Case::Ignored => octet.eq_ignore_ascii_case(&next),
            },
            _ => true,
        }
    }

    /// How many octets it passes over.
    pub(super) fn length(self) -> usize {
        usize::from(matches!(self, Self::Octet { .. }))
    }

    /// Whether two steps do the same at the same place of a text that both fit.
    pub(super) fn is_like(self, other: Self) -> bool {
        matches!((self, other), (Self::Octet { .. }, Self::Octet { .. })) || self == other
    }
}
