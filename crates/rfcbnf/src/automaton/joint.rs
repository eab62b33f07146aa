//! From the network to the automata of productions.
//!
//! The instructions of a production become a nondeterministic automaton from their end. References lead
//! to automata that are known. Only productions that lead to each other are made together: all of them
//! become one nondeterministic automaton. At the right end, a reference is a step to the beginning of the
//! production that it names, and nothing has to be remembered, because nothing follows it:
//!
//! ```text
//! a = "x" b | "y"        a ──x──► b     a ──y──► end
//! b = "z" a              b ──z──► a
//! ```
//!
//! At the left end, the same holds in the mirror. Every production has a state in which a text of it
//! has just ended. A reference leads from there to what follows it, and the parts before the first
//! reference begin where the text begins:
//!
//! ```text
//! list = item | list "," item      begin ──item──► list      list ──,item──► list
//! ```
//!
//! The production that is asked for decides where the automaton begins (right end) or where texts end
//! (left end). A production that does not recurse is at the right end.

use std::collections::HashMap;

use rfcbnf_engine::recognizer::{DefinitionId, Instruction};

use super::Automaton;
use super::limits::{TooLarge, Work};
use super::nfa::{Added, Nfa, NfaBuilder, NfaState, Transitions, Using};
use crate::network::{Lowered, Region, Source};
use crate::obstacles::End;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar};
use crate::syntax::{Case, Encoding, Expression, Grammar, Production};

/// A production, or productions that lead to each other at one end. Other productions are known.
pub(super) struct Set {
    grammar: Grammar,
    end: End,
}

/// The part of a grammar that a text has to use.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// The number of the production that it is, or that it is in; `None` if that is not in the set.
    pub(super) production: Option<usize>,
    /// Its number among the expressions of the production, each before its children; `None` if it is
    /// the whole production.
    pub(super) part: Option<usize>,
}

/// What the automata of all productions of a set are made from.
struct Joint<'s> {
    set: &'s Set,
    nfa: Nfa,
    /// For each production, its states.
    states: Vec<Vec<NfaState>>,
}

/// The productions of a set while they are added.
struct Members<'m> {
    lowered: &'m Lowered<'m>,
    end: End,
    /// The production that texts have to use, if it is one of these.
    target: Option<usize>,
    tracks: usize,
    /// For each definition, the states, one on each track, in which it begins, or in which a text of it
    /// has just ended.
    states: Vec<Vec<NfaState>>,
}

impl Set {
    pub(super) fn new<'p>(
        productions: impl IntoIterator<Item = &'p Production>,
        encoding: Encoding,
        end: End,
    ) -> Self {
        let grammar = Grammar {
            encoding,
            productions: productions.into_iter().cloned().collect(),
            ..Grammar::default()
        };
        Self { grammar, end }
    }

    /// Returns the set of an expression alone.
    pub(super) fn of_expression(body: &Expression, encoding: Encoding) -> Self {
        let nameless = Production::of("", body.clone());
        Self::new([&nameless], encoding, End::Right)
    }

    /// Returns the automaton of each production, in their order.
    pub(super) fn automata<'a>(
        &self,
        find: &'a dyn Fn(&str) -> Option<&'a Automaton>,
        work: &'a Work,
    ) -> Result<Vec<Automaton>, TooLarge> {
        self.all(find, work)?.automata(work)
    }

    /// Returns the automaton of the first production.
    pub(super) fn first<'a>(
        &self,
        find: &'a dyn Fn(&str) -> Option<&'a Automaton>,
        work: &'a Work,
    ) -> Result<Automaton, TooLarge> {
        self.all(find, work)?.automaton(0, work)
    }

    /// Returns the automata of those texts of each production that use the target. `using` has those
    /// of other productions.
    pub(super) fn using<'a>(
        &self,
        find: &'a dyn Fn(&str) -> Option<&'a Automaton>,
        (target, using): (Target, &'a HashMap<&'a str, Automaton>),
        work: &'a Work,
    ) -> Result<Vec<Automaton>, TooLarge> {
        let mut builder = NfaBuilder::new(find, Using::Target(using), work);
        let nowhere = builder.either(&[])?;
        let joint = self.joint(builder, [nowhere, Nfa::END], Some(target))?;
        joint.automata(work)
    }

    /// Returns the automata of prefixes of the texts of each production. `own` has those that a production
    /// ends with itself, and `known` those that a reference to another production ends with. Excluded
    /// texts are not left out.
    pub(super) fn prefixes<'a>(
        &self,
        find: &'a dyn Fn(&str) -> Option<&'a Automaton>,
        (own, known): (&[Option<Automaton>], &'a HashMap<&'a str, Automaton>),
        work: &'a Work,
    ) -> Result<Vec<Automaton>, TooLarge> {
        let mut builder = NfaBuilder::new(find, Using::Prefixes(known), work);
        let nowhere = builder.either(&[])?;
        let mut starts = Vec::new();
        for prefixes in own {
            let prefixes = prefixes.as_ref();
            let start = prefixes.map(|prefixes| builder.embed(prefixes, Case::Exact, Nfa::END));
            starts.push(start.transpose()?);
        }
        let mut joint = self.joint(builder, [nowhere], None)?;
        for (number, start) in starts.into_iter().enumerate() {
            // All texts of productions that lead to each other at the left end begin at one place.
            let begin = match self.end {
                End::Right => joint.states[number][0],
                End::Left => joint.nfa.start,
            };
            joint.nfa.states[begin as usize].empty.extend(start);
        }
        let numbers = 0..self.grammar.productions.len();
        let automata = numbers.map(|number| {
            if self.end == End::Right {
                joint.nfa.start = joint.states[number][0];
            }
            joint.nfa.determinized(work)
        });
        automata.collect()
    }

    fn all<'a>(
        &self,
        find: &'a dyn Fn(&str) -> Option<&'a Automaton>,
        work: &'a Work,
    ) -> Result<Joint<'_>, TooLarge> {
        self.joint(
            NfaBuilder::new(find, Using::Nothing, work),
            [Nfa::END],
            None,
        )
    }

    /// Adds all productions. `ends` has the state in which texts end, on each track.
    fn joint<const N: usize>(
        &self,
        mut nfa: NfaBuilder<'_>,
        ends: [NfaState; N],
        target: Option<Target>,
    ) -> Result<Joint<'_>, TooLarge> {
        let resolved = ResolvedGrammar::new(&self.grammar);
        let part = target.and_then(|target| target.expression(&resolved));
        let lowered = Lowered::open(&resolved, part);
        let whole = target.filter(|target| target.part.is_none());
        let mut members = Members {
            lowered: &lowered,
            end: self.end,
            target: whole.and_then(|target| target.production),
            tracks: N,
            states: Vec::new(),
        };
        let begin = nfa.either(&[])?;
        for _ in &lowered.definitions {
            let states = (0..N).map(|_| nfa.state(Transitions::default()));
            members.states.push(states.collect::<Result<_, _>>()?);
        }
        for (own, (source, _, region)) in members.states.iter().zip(&lowered.definitions) {
            if !matches!(source, Source::Production(_)) {
                continue;
            }
            match self.end {
                End::Right => {
                    let starts = members.region(&mut nfa, *region, ends)?;
                    for (&state, start) in own.iter().zip(starts) {
                        nfa.lead(state, start)?;
                    }
                }
                End::Left => {
                    let next = std::array::from_fn(|track| own[track]);
                    let starts: [NfaState; N] = members.region(&mut nfa, *region, next)?;
                    nfa.lead(begin, starts[0])?;
                }
            }
        }
        Ok(Joint {
            set: self,
            nfa: nfa.build(begin),
            states: members.states,
        })
    }
}

impl Target {
    /// Returns the expression; `None` if it is not in the set, or a whole production.
    fn expression(self, resolved: &ResolvedGrammar<'_>) -> Option<ExpressionId> {
        let production = resolved.productions().get(self.production?)?;
        let mut expressions = Vec::new();
        resolved.visit(production.body(), &mut |one| expressions.push(one));
        expressions.get(self.part?).copied()
    }
}

impl Joint<'_> {
    fn automata(mut self, work: &Work) -> Result<Vec<Automaton>, TooLarge> {
        let numbers = 0..self.set.grammar.productions.len();
        numbers.map(|number| self.automaton(number, work)).collect()
    }

    fn automaton(&mut self, number: usize, work: &Work) -> Result<Automaton, TooLarge> {
        let states = &self.states[number];
        let automaton = match self.set.end {
            End::Right => {
                self.nfa.start = states[0];
                self.nfa.determinized(work)
            }
            End::Left => {
                let last = states[states.len() - 1] as usize;
                self.nfa.states[last].empty.push(Nfa::END);
                let automaton = self.nfa.determinized(work);
                self.nfa.states[last].empty.pop();
                automaton
            }
        };
        let excluded = &self.set.grammar.productions[number].excluded;
        match excluded.as_slice() {
            [] => automaton,
            excluded => automaton?.excluding(excluded, work),
        }
    }
}

impl Members<'_> {
    /// Adds the instructions of a region that goes on at `next`.
    fn region<const N: usize>(
        &self,
        nfa: &mut NfaBuilder<'_>,
        region: Region,
        next: [NfaState; N],
    ) -> Added<N> {
        let instructions = &self.lowered.instructions;
        let mut starts = HashMap::from([(region.end, next)]);
        for address in region.backwards(instructions) {
            let start = match &instructions[address as usize] {
                Instruction::Octet(set, next) => {
                    let set = (*set).into();
                    nfa.on_each_track(starts[next], |nfa, next| nfa.one_of(set, next))?
                }
                Instruction::Either(first, second) => {
                    nfa.either_on_each_track(&[starts[first], starts[second]])?
                }
                Instruction::Repeat(rounds) => {
                    let (counts, next) = ((rounds.least, rounds.most), starts[&rounds.next]);
                    nfa.repetition(counts, next, &mut |nfa, next| {
                        self.region(nfa, Region::of_round(rounds), next)
                    })?
                }
                Instruction::Call(definition, next) => self.call(nfa, *definition, starts[next])?,
                Instruction::EndRound | Instruction::Return => next,
                Instruction::Fail => nfa.either_on_each_track(&[])?,
            };
            starts.insert(address, start);
        }
        Ok(starts[&region.start])
    }

    fn call<const N: usize>(
        &self,
        nfa: &mut NfaBuilder<'_>,
        definition: DefinitionId,
        next: [NfaState; N],
    ) -> Added<N> {
        let (source, mode, region) = self.lowered.definitions[definition as usize];
        match source {
            Source::Production(production) => self.member(nfa, (definition, production), next),
            Source::Name(name) => nfa.known(name, mode.case, next),
            Source::Part(_) => {
                // The target: what follows it may use it again or not.
                let [start] = self.region(nfa, region, [next[N - 1]])?;
                Ok([start; N])
            }
        }
    }

    /// Adds a reference to one of the productions of the set.
    fn member<const N: usize>(
        &self,
        nfa: &mut NfaBuilder<'_>,
        (definition, production): (DefinitionId, ProductionId),
        next: [NfaState; N],
    ) -> Added<N> {
        let states = &self.states[definition as usize];
        let last = states[self.tracks - 1];
        // Inside the target, and before it, every text counts.
        let counts = self.target == Some(production.index()) || N < self.tracks;
        match self.end {
            End::Right => Ok(std::array::from_fn(|track| {
                let counts = counts || next[track] == Nfa::END;
                if counts { last } else { states[track] }
            })),
            End::Left => {
                for (track, &state) in states.iter().enumerate() {
                    nfa.lead(state, next[if counts { N - 1 } else { track }])?;
                }
                Ok([nfa.either(&[])?; N])
            }
        }
    }
}
