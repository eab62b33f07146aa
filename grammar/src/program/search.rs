//! The tables of productions that are matched by search.

use rfcbnf_engine::combinators::{SearchState, StateIndex};
use rfcbnf_engine::{CharacterSet, ProductionId};

use crate::octets::OctetSet;
use crate::resolved::{self, ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Quantifier};

/// The greatest number of states of a table.
pub(super) const STATES: usize = 100_000;

/// The reason why there is no table.
pub(super) enum SearchError {
    /// The table would have more than [`STATES`] states.
    TooManyStates,
    /// A reading excludes texts from the production of this name.
    Excluding(String),
}

/// Whether a search can lead through a production that must not begin with some texts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exclusions {
    /// It cannot.
    Refused,
    /// It can, and derives these texts as well.
    Ignored,
}

/// Returns the table of a production's body. All productions in it become part of the table.
pub(super) fn table(
    resolved: &ResolvedGrammar<'_>,
    is_character: &dyn Fn(&str) -> bool,
    id_of: &dyn Fn(&str) -> ProductionId,
    production: resolved::ProductionId,
    exclusions: Exclusions,
) -> Result<Vec<SearchState>, SearchError> {
    let mut builder = Builder {
        resolved,
        is_character,
        id_of,
        exclusions,
        states: vec![
            SearchState::Accept,
            SearchState::Consume(CharacterSet::EMPTY, ACCEPT),
        ],
    };
    let mode = Mode {
        case: Case::Exact,
        quantifier: Quantifier::Greedy,
    };
    let body = resolved.production(production).body();
    let [start] = builder.expression(body, mode, [ACCEPT])?;
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

/// The state that leads nowhere.
const DEAD: StateIndex = 1;

/// The first states of an expression, by track. On the last track, the innermost optional round has
/// consumed an octet, so that it can end. On the other one, if there is one, it has not.
type Starts<const N: usize> = Result<[StateIndex; N], SearchError>;

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
    exclusions: Exclusions,
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

    /// Adds a state for each track. Tracks that lead to the same state share one.
    fn on_each_track<const N: usize>(
        &mut self,
        next: [StateIndex; N],
        mut add: impl FnMut(&mut Self, StateIndex) -> Result<StateIndex, SearchError>,
    ) -> Starts<N> {
        let mut starts = next;
        for track in 0..N {
            starts[track] = match next[track] {
                DEAD => DEAD,
                last if track > 0 && next[0] == last => starts[0],
                next => add(self, next)?,
            };
        }
        Ok(starts)
    }

    /// Adds the choice between two states. The first has priority.
    fn either(&mut self, first: StateIndex, second: StateIndex) -> Result<StateIndex, SearchError> {
        match (first, second) {
            (DEAD, only) | (only, DEAD) => Ok(only),
            _ if first == second => Ok(first),
            _ => self.add(SearchState::Either(first, second)),
        }
    }

    /// Adds the choice between one more round and the end of a repetition.
    fn more(
        &mut self,
        round: StateIndex,
        end: StateIndex,
        mode: Mode,
    ) -> Result<StateIndex, SearchError> {
        match mode.quantifier {
            Quantifier::Greedy => self.either(round, end),
            Quantifier::Lazy => self.either(end, round),
        }
    }

    /// Adds the states of an expression, which lead to `next`.
    fn expression<const N: usize>(
        &mut self,
        id: ExpressionId,
        mode: Mode,
        next: [StateIndex; N],
    ) -> Starts<N> {
        let resolved = self.resolved;
        match resolved.kind(id) {
            ResolvedKind::Alternation(members) => self.alternation(members, mode, next),
            ResolvedKind::Sequence(members) => {
                let mut members = members.iter().rev();
                members.try_fold(next, |next, &member| self.expression(member, mode, next))
            }
            ResolvedKind::Optional(body) => {
                let mut starts = self.expression(*body, mode, next)?;
                for (start, next) in starts.iter_mut().zip(next) {
                    *start = self.either(*start, next)?;
                }
                Ok(starts)
            }
            ResolvedKind::Repetition { least, most, body } => {
                self.repetition((*least, *most), *body, mode, next)
            }
            ResolvedKind::Literal { octets, .. } if octets.is_empty() => Ok(next),
            ResolvedKind::Literal { octets, case } => {
                let case = case.within(mode.case);
                let octets = octets.iter();
                let sets = octets.map(|&octet| OctetSet::single(octet).compared(case));
                self.octets(sets.rev(), next)
            }
            ResolvedKind::Range(sequences) => {
                let mut firsts = Vec::new();
                for sequence in sequences {
                    let sets = sequence.iter().map(|set| set.compared(mode.case));
                    firsts.push(self.octets(sets.rev(), next)?);
                }
                self.first_of(&firsts)
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
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => Ok([DEAD; N]),
        }
    }

    /// Adds a state for one octet of each set, the last one first.
    fn octets<const N: usize>(
        &mut self,
        mut sets: impl Iterator<Item = OctetSet>,
        next: [StateIndex; N],
    ) -> Starts<N> {
        let start = sets.try_fold(next[N - 1], |next, octets| {
            self.add(SearchState::Consume(characters(octets), next))
        });
        Ok([start?; N])
    }

    fn reference<const N: usize>(
        &mut self,
        production: resolved::ProductionId,
        mode: Mode,
        next: [StateIndex; N],
    ) -> Starts<N> {
        let definition = self.resolved.production(production);
        let name = definition.name();
        let is_refused = self.exclusions == Exclusions::Refused;
        if is_refused && !definition.source().excluded.is_empty() {
            return Err(SearchError::Excluding(name.to_owned()));
        }
        let close =
            self.on_each_track(next, |builder, next| builder.add(SearchState::Close(next)))?;
        let body = self.expression(definition.body(), mode, close)?;
        let id = (self.id_of)(name);
        let is_character = (self.is_character)(name);
        self.on_each_track(body, |builder, body| {
            builder.add(if is_character {
                SearchState::OpenCharacter(id, body)
            } else {
                SearchState::Open(id, body)
            })
        })
    }

    fn alternation<const N: usize>(
        &mut self,
        members: &[ExpressionId],
        mode: Mode,
        next: [StateIndex; N],
    ) -> Starts<N> {
        let resolved = self.resolved;
        let octets = |member: &ExpressionId| resolved.kind(*member).octet(mode.case);
        let mut firsts = Vec::new();
        let both = |one: &_, other: &_| octets(one).is_some() && octets(other).is_some();
        for group in members.chunk_by(both) {
            firsts.push(if group.len() > 1 {
                let sets = group.iter().filter_map(octets);
                let union = sets.fold(OctetSet::EMPTY, |all, set| all | set);
                self.octets(std::iter::once(union), next)?
            } else {
                self.expression(group[0], mode, next)?
            });
        }
        self.first_of(&firsts)
    }

    /// Adds the choice between these states in this order.
    fn first_of<const N: usize>(&mut self, firsts: &[[StateIndex; N]]) -> Starts<N> {
        let firsts = firsts.iter().rev();
        let mut starts = [DEAD; N];
        for first in firsts {
            for (start, &first) in starts.iter_mut().zip(first) {
                *start = self.either(first, *start)?;
            }
        }
        Ok(starts)
    }

    fn repetition<const N: usize>(
        &mut self,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
        mode: Mode,
        next: [StateIndex; N],
    ) -> Starts<N> {
        let end = next[N - 1];
        let mut first = next;
        let mut last_round = None;
        if let Some(most) = most {
            let mut after = end;
            for _ in least..most {
                let round = self.round(body, mode, after)?;
                after = self.more(round, end, mode)?;
                last_round = Some((round, after));
            }
        } else {
            let after = self.add(SearchState::Accept)?;
            let round = self.round(body, mode, after)?;
            self.states[after as usize] = match mode.quantifier {
                Quantifier::Greedy => SearchState::Either(round, end),
                Quantifier::Lazy => SearchState::Either(end, round),
            };
            last_round = Some((round, after));
        }
        if let Some((round, after)) = last_round {
            for (track, first) in first.iter_mut().enumerate() {
                *first = if track + 1 == N {
                    after
                } else {
                    self.more(round, *first, mode)?
                };
            }
        }
        for _ in 0..least {
            first = self.expression(body, mode, first)?;
        }
        Ok(first)
    }

    /// Adds an optional round, which consumes at least one octet.
    fn round(
        &mut self,
        body: ExpressionId,
        mode: Mode,
        after: StateIndex,
    ) -> Result<StateIndex, SearchError> {
        if !self.resolved.properties(body).is_nullable() {
            let [start] = self.expression(body, mode, [after])?;
            return Ok(start);
        }
        let [start, _] = self.expression(body, mode, [DEAD, after])?;
        Ok(start)
    }
}

fn characters(octets: OctetSet) -> CharacterSet {
    octets.iter().collect()
}
