//! Productions as states and the steps between them.
//!
//! Invariant: from every state that a step leads to, a text can be completed.

use std::collections::HashMap;

use super::STATES;
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Grammar};

/// The number of a state.
pub(super) type StateId = u32;

/// The number of a [`Called`] production.
pub(super) type CalledId = u32;

/// The states of the productions of a grammar.
///
/// Invariant: the first called productions are those of the grammar, in its order and in the case in
/// which they are written.
#[derive(Debug, Default)]
pub(super) struct Network {
    pub(super) states: Vec<State>,
    pub(super) called: Vec<Called>,
}

/// What leads on from a state.
#[derive(Debug, Clone)]
pub(super) enum State {
    /// One of the octets.
    Octet(OctetSet, StateId),
    /// A text of the production.
    Call(CalledId, StateId),
    /// Nothing: the states that are reached without an octet.
    Either(Vec<StateId>),
    /// The production ends here.
    End(CalledId),
}

/// A production, in the letter case of the references to it.
#[derive(Debug)]
pub(super) struct Called {
    pub(super) start: StateId,
    /// Whether it derives the empty text.
    pub(super) is_nullable: bool,
}

/// The productions take too many states.
#[derive(Debug)]
pub(super) struct TooManyStates;

impl Network {
    /// Builds the states. Does not recurse along references.
    pub(super) fn new(grammar: &Grammar) -> Result<Self, TooManyStates> {
        let grammar = ResolvedGrammar::new(grammar);
        let mut builder = Builder {
            grammar: &grammar,
            network: Self::default(),
            known: HashMap::new(),
            waiting: Vec::new(),
        };
        let mut productions = grammar.users_last().to_vec();
        productions.sort_unstable_by_key(|production| production.index());
        for production in productions {
            builder.call(production, Case::Exact);
        }
        while let Some((production, case, id)) = builder.waiting.pop() {
            let end = builder.state(State::End(id))?;
            let body = grammar.production(production).body();
            let start = builder.expression(body, case, end)?;
            builder.network.called[id as usize].start = start;
        }
        let mut network = builder.network;
        let nullable = network.leading_to_ends(false);
        for called in &mut network.called {
            called.is_nullable = nullable[called.start as usize];
        }
        network.drop_unproductive();
        Ok(network)
    }

    /// Returns whether each state leads to the end of its production, with or without octets on the
    /// way.
    fn leading_to_ends(&self, takes_octets: bool) -> Vec<bool> {
        let mut before: Vec<Vec<StateId>> = vec![Vec::new(); self.states.len()];
        let mut callers: Vec<Vec<StateId>> = vec![Vec::new(); self.called.len()];
        let mut started: Vec<Vec<CalledId>> = vec![Vec::new(); self.states.len()];
        for (id, called) in (0..).zip(&self.called) {
            started[called.start as usize].push(id);
        }
        let mut waiting = Vec::new();
        for (id, state) in (0..).zip(&self.states) {
            match state {
                State::Octet(set, next) => {
                    if takes_octets && !set.is_empty() {
                        before[*next as usize].push(id);
                    }
                }
                State::Call(called, next) => {
                    before[*next as usize].push(id);
                    callers[*called as usize].push(id);
                }
                State::Either(next) => {
                    for &next in next {
                        before[next as usize].push(id);
                    }
                }
                State::End(_) => waiting.push(id),
            }
        }
        let mut leads = vec![false; self.states.len()];
        while let Some(id) = waiting.pop() {
            if std::mem::replace(&mut leads[id as usize], true) {
                continue;
            }
            let callers = started[id as usize]
                .iter()
                .flat_map(|&called| &callers[called as usize]);
            for &user in before[id as usize].iter().chain(callers) {
                let is_ready = match &self.states[user as usize] {
                    State::Call(called, next) => {
                        let start = self.called[*called as usize].start;
                        leads[start as usize] && leads[*next as usize]
                    }
                    _ => true,
                };
                if is_ready && !leads[user as usize] {
                    waiting.push(user);
                }
            }
        }
        leads
    }

    /// Replaces the states from which no text can be completed by states that lead nowhere.
    fn drop_unproductive(&mut self) {
        let leads = self.leading_to_ends(true);
        for (state, leads_on) in self.states.iter_mut().zip(&leads) {
            if !leads_on {
                *state = State::Either(Vec::new());
            } else if let State::Either(next) = state {
                next.retain(|&next| leads[next as usize]);
            }
        }
    }
}

struct Builder<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    network: Network,
    known: HashMap<(ProductionId, Case), CalledId>,
    /// The productions whose states are still to be built.
    waiting: Vec<(ProductionId, Case, CalledId)>,
}

impl Builder<'_, '_> {
    fn call(&mut self, production: ProductionId, case: Case) -> CalledId {
        if let Some(&known) = self.known.get(&(production, case)) {
            return known;
        }
        // There are at most two for each production.
        let id = CalledId::try_from(self.network.called.len()).unwrap_or(CalledId::MAX);
        self.network.called.push(Called {
            start: 0,
            is_nullable: false,
        });
        self.known.insert((production, case), id);
        self.waiting.push((production, case, id));
        id
    }

    fn state(&mut self, state: State) -> Result<StateId, TooManyStates> {
        if self.network.states.len() >= STATES {
            return Err(TooManyStates);
        }
        self.network.states.push(state);
        StateId::try_from(self.network.states.len() - 1).map_err(|_| TooManyStates)
    }

    /// Adds an expression that goes on with `next`. Returns the state in which it begins.
    fn expression(
        &mut self,
        expression: ExpressionId,
        case: Case,
        next: StateId,
    ) -> Result<StateId, TooManyStates> {
        let grammar = self.grammar;
        match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                let members = members.iter();
                let starts = members.map(|&member| self.expression(member, case, next));
                let starts = starts.collect::<Result<_, _>>()?;
                self.state(State::Either(starts))
            }
            ResolvedKind::Sequence(members) => {
                let mut members = members.iter().rev();
                members.try_fold(next, |next, &member| self.expression(member, case, next))
            }
            ResolvedKind::Optional(body) => {
                let start = self.expression(*body, case, next)?;
                self.state(State::Either(vec![start, next]))
            }
            &ResolvedKind::Repetition { least, most, body } => {
                let optional = if let Some(most) = most {
                    (least..most).try_fold(next, |start, _| {
                        let start = self.expression(body, case, start)?;
                        self.state(State::Either(vec![start, next]))
                    })?
                } else {
                    let rounds = self.state(State::Either(Vec::new()))?;
                    let start = self.expression(body, case, rounds)?;
                    self.network.states[rounds as usize] = State::Either(vec![start, next]);
                    rounds
                };
                (0..least).try_fold(optional, |start, _| self.expression(body, case, start))
            }
            ResolvedKind::Literal { octets, case: own } => {
                let case = own.within(case);
                octets.iter().rev().try_fold(next, |next, &octet| {
                    let set = OctetSet::single(octet).compared(case);
                    self.state(State::Octet(set, next))
                })
            }
            ResolvedKind::Range(sequences) => {
                let mut starts = Vec::new();
                for sequence in sequences {
                    let mut sets = sequence.iter().rev();
                    starts.push(sets.try_fold(next, |next, set| {
                        self.state(State::Octet(set.compared(case), next))
                    })?);
                }
                self.state(State::Either(starts))
            }
            &ResolvedKind::Reference {
                production,
                case: own,
                ..
            } => {
                let called = self.call(production, own.within(case));
                self.state(State::Call(called, next))
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => {
                self.state(State::Either(Vec::new()))
            }
        }
    }
}
