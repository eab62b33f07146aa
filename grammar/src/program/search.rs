//! The tables of productions that are matched by search.

use rfcbnf_engine::combinators::{SearchState, StateIndex};
use rfcbnf_engine::{CharacterSet, ProductionId};

use crate::octets::OctetSet;
use crate::resolved::{self, ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Quantifier};

/// The greatest number of states of a table.
pub(super) const STATES: usize = 10_000;

/// The reason why there is no table.
pub(super) enum SearchError {
    /// The table would have more than [`STATES`] states.
    TooManyStates,
    /// A reading excludes texts from the production of this name.
    Excluding(String),
}

/// Returns the table of a production's body. All productions in it become part of the table.
pub(super) fn table(
    resolved: &ResolvedGrammar<'_>,
    is_character: &dyn Fn(&str) -> bool,
    id_of: &dyn Fn(&str) -> ProductionId,
    production: resolved::ProductionId,
) -> Result<Vec<SearchState>, SearchError> {
    let mut builder = Builder {
        resolved,
        is_character,
        id_of,
        states: vec![SearchState::Accept],
    };
    let mode = Mode {
        case: Case::Exact,
        quantifier: Quantifier::Greedy,
    };
    let body = resolved.production(production).body();
    let start = builder.expression(body, mode, ACCEPT)?;
    Ok(in_reading_order(&builder.states, start))
}

/// Numbers the states in the order in which a reader meets them, from the start.
fn in_reading_order(states: &[SearchState], start: StateIndex) -> Vec<SearchState> {
    let mut numbers = vec![StateIndex::MAX; states.len()];
    let mut order = Vec::new();
    let mut waiting = vec![start];
    while let Some(state) = waiting.pop() {
        let number = &mut numbers[state as usize];
        if *number != StateIndex::MAX {
            continue;
        }
        *number = StateIndex::try_from(order.len()).unwrap_or(StateIndex::MAX);
        order.push(state);
        match states[state as usize] {
            SearchState::Either(first, second) => waiting.extend([second, first]),
            SearchState::Consume(_, next)
            | SearchState::Open(_, next)
            | SearchState::OpenCharacter(_, next)
            | SearchState::Close(next) => waiting.push(next),
            SearchState::Accept => {}
        }
    }
    let number = |state: StateIndex| numbers[state as usize];
    let renumbered = order.iter().map(|&state| match states[state as usize] {
        SearchState::Either(one, other) => SearchState::Either(number(one), number(other)),
        SearchState::Consume(set, next) => SearchState::Consume(set, number(next)),
        SearchState::Open(id, next) => SearchState::Open(id, number(next)),
        SearchState::OpenCharacter(id, next) => SearchState::OpenCharacter(id, number(next)),
        SearchState::Close(next) => SearchState::Close(number(next)),
        SearchState::Accept => SearchState::Accept,
    });
    renumbered.collect()
}

/// The state at the end of the match.
const ACCEPT: StateIndex = 0;

/// What a reference says about everything in its production.
#[derive(Clone, Copy)]
struct Mode {
    case: Case,
    quantifier: Quantifier,
}

struct Builder<'b, 'g> {
    resolved: &'b ResolvedGrammar<'g>,
    is_character: &'b dyn Fn(&str) -> bool,
    id_of: &'b dyn Fn(&str) -> ProductionId,
    states: Vec<SearchState>,
}

impl Builder<'_, '_> {
    fn add(&mut self, state: SearchState) -> Result<StateIndex, SearchError> {
        if self.states.len() >= STATES {
            return Err(SearchError::TooManyStates);
        }
        let index = StateIndex::try_from(self.states.len());
        self.states.push(state);
        index.map_err(|_| SearchError::TooManyStates)
    }

    /// Adds the states of an expression, which lead to `next`. Returns the first of them.
    fn expression(
        &mut self,
        id: ExpressionId,
        mode: Mode,
        next: StateIndex,
    ) -> Result<StateIndex, SearchError> {
        match self.resolved.kind(id) {
            ResolvedKind::Alternation(members) => self.alternation(members, mode, next),
            ResolvedKind::Sequence(members) => {
                let mut members = members.iter().rev();
                members.try_fold(next, |next, &member| self.expression(member, mode, next))
            }
            ResolvedKind::Optional(body) => {
                let present = self.expression(*body, mode, next)?;
                self.add(SearchState::Either(present, next))
            }
            ResolvedKind::Repetition { least, most, body } => {
                self.repetition((*least, *most), *body, mode, next)
            }
            ResolvedKind::Literal { octets, case } => {
                let case = case.within(mode.case);
                let mut octets = octets.iter().rev();
                octets.try_fold(next, |next, &octet| {
                    let octets = OctetSet::single(octet).compared(case);
                    self.add(SearchState::Consume(characters(octets), next))
                })
            }
            ResolvedKind::Range(sequences) => {
                let mut firsts = Vec::new();
                for sequence in sequences {
                    let mut sets = sequence.iter().rev();
                    firsts.push(sets.try_fold(next, |next, octets| {
                        let octets = octets.compared(mode.case);
                        self.add(SearchState::Consume(characters(octets), next))
                    })?);
                }
                self.first_of(firsts, next)
            }
            &ResolvedKind::Reference {
                production,
                case,
                quantifier,
                ..
            } => {
                let case = case.within(mode.case);
                self.reference(production, Mode { case, quantifier }, next)
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => {
                self.add(SearchState::Consume(CharacterSet::EMPTY, next))
            }
        }
    }

    fn reference(
        &mut self,
        production: resolved::ProductionId,
        mode: Mode,
        next: StateIndex,
    ) -> Result<StateIndex, SearchError> {
        let definition = self.resolved.production(production);
        let name = definition.name();
        if !definition.source().excluded.is_empty() {
            return Err(SearchError::Excluding(name.to_owned()));
        }
        let close = self.add(SearchState::Close(next))?;
        let body = self.expression(definition.body(), mode, close)?;
        let id = (self.id_of)(name);
        self.add(if (self.is_character)(name) {
            SearchState::OpenCharacter(id, body)
        } else {
            SearchState::Open(id, body)
        })
    }

    fn alternation(
        &mut self,
        members: &[ExpressionId],
        mode: Mode,
        next: StateIndex,
    ) -> Result<StateIndex, SearchError> {
        let resolved = self.resolved;
        let octets = |member: &ExpressionId| resolved.kind(*member).octet(mode.case);
        let mut firsts = Vec::new();
        let both = |one: &_, other: &_| octets(one).is_some() && octets(other).is_some();
        for group in members.chunk_by(both) {
            firsts.push(if group.len() > 1 {
                let sets = group.iter().filter_map(octets).map(characters);
                let union = sets.fold(CharacterSet::EMPTY, CharacterSet::union);
                self.add(SearchState::Consume(union, next))?
            } else {
                self.expression(group[0], mode, next)?
            });
        }
        self.first_of(firsts, next)
    }

    /// Adds the choice between these states in this order; `next` if there are none.
    fn first_of(
        &mut self,
        mut firsts: Vec<StateIndex>,
        next: StateIndex,
    ) -> Result<StateIndex, SearchError> {
        let last = firsts.pop().unwrap_or(next);
        let mut firsts = firsts.into_iter().rev();
        firsts.try_fold(last, |others, first| {
            self.add(SearchState::Either(first, others))
        })
    }

    fn repetition(
        &mut self,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
        mode: Mode,
        next: StateIndex,
    ) -> Result<StateIndex, SearchError> {
        let mut first = next;
        if let Some(most) = most {
            for _ in least..most {
                let round = self.expression(body, mode, first)?;
                first = self.add(choice(round, next, mode))?;
            }
        } else {
            first = self.add(SearchState::Accept)?;
            let round = self.expression(body, mode, first)?;
            self.states[first as usize] = choice(round, next, mode);
        }
        for _ in 0..least {
            first = self.expression(body, mode, first)?;
        }
        Ok(first)
    }
}

/// Returns the choice between one more round and the end of a repetition.
fn choice(round: StateIndex, end: StateIndex, mode: Mode) -> SearchState {
    match mode.quantifier {
        Quantifier::Greedy => SearchState::Either(round, end),
        Quantifier::Lazy => SearchState::Either(end, round),
    }
}

fn characters(octets: OctetSet) -> CharacterSet {
    let characters: String = octets.iter().map(char::from).collect();
    CharacterSet::of(&characters)
}
