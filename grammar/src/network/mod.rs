//! The network of a grammar: its productions as the engine's [`Instruction`]s.
//!
//! Invariant: an instruction other than [`Instruction::Fail`] leads to the end of its definition. So
//! every prefix that a network reads is the prefix of a text.

mod called;

use std::collections::HashMap;

use rfcbnf_engine::recognizer::{Address, Definition, DefinitionId, Instruction, Network, Rounds};

use crate::octets::OctetSet;
use crate::resolved::{self, ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Quantifier};
use called::Called;

/// How a reference changes what its production derives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Mode {
    case: Case,
    quantifier: Quantifier,
}

/// Returns the network of the productions of a grammar. The first definitions are its productions,
/// in its order, with letters as written.
pub(crate) fn network(grammar: &ResolvedGrammar<'_>) -> Network {
    let called = Called::of(grammar);
    let mut builder = Builder {
        grammar,
        called: &called,
        instructions: Vec::new(),
        definitions: Vec::new(),
        known: HashMap::new(),
    };
    let mut productions = grammar.users_last().to_vec();
    productions.sort_unstable();
    for production in productions {
        let mode = Mode {
            case: Case::Exact,
            quantifier: Quantifier::Greedy,
        };
        builder.definition(production, mode);
    }
    let mut next = 0;
    while next < builder.definitions.len() {
        builder.define(next);
        next += 1;
    }
    let definitions = builder.definitions.into_iter();
    let definitions = definitions.map(|(_, _, definition)| definition).collect();
    Network::new(builder.instructions, definitions, called.has_cycle())
}

/// Returns the definition of a production with letters as written.
pub(crate) fn definition(production: resolved::ProductionId) -> DefinitionId {
    number(production.index())
}

/// Returns the name of a production that excludes texts and leads to a production that is called:
/// a network does not know how much of an excluded text a call has derived.
pub(crate) fn excluding<'g>(
    grammar: &ResolvedGrammar<'g>,
    start: resolved::ProductionId,
) -> Option<&'g str> {
    let called = Called::of(grammar);
    let excluding = grammar.reachable_from(start).into_iter().filter(|&one| {
        let excludes = !grammar.production(one).source().excluded.is_empty();
        let mut reached = grammar.reachable_from(one).into_iter();
        excludes && reached.any(|other| called.contains(other))
    });
    let mut names = excluding.map(|one| grammar.production(one).name());
    names.next()
}

struct Builder<'b, 'g> {
    grammar: &'b ResolvedGrammar<'g>,
    called: &'b Called,
    instructions: Vec<Instruction>,
    definitions: Vec<(resolved::ProductionId, Mode, Definition)>,
    known: HashMap<(resolved::ProductionId, Mode), DefinitionId>,
}

impl Builder<'_, '_> {
    /// Returns the definition of a production. Its instructions are added later.
    fn definition(&mut self, production: resolved::ProductionId, mode: Mode) -> DefinitionId {
        if let Some(&known) = self.known.get(&(production, mode)) {
            return known;
        }
        let resolved = self.grammar.production(production);
        let excluded = resolved.source().excluded.iter();
        let definition = Definition {
            production: production.into(),
            start: 0,
            is_called: self.called.contains(production),
            is_nullable: self.grammar.properties(resolved.body()).is_nullable(),
            excluded: excluded.map(|text| text.as_bytes().to_vec()).collect(),
        };
        let id = number(self.definitions.len());
        self.definitions.push((production, mode, definition));
        self.known.insert((production, mode), id);
        id
    }

    fn define(&mut self, index: usize) {
        let (production, mode, _) = self.definitions[index];
        let production = self.grammar.production(production);
        let end = self.add(Instruction::Return);
        let is_excluded = production.source().excluded.iter().any(String::is_empty);
        let start = if is_excluded {
            self.add(Instruction::Fail)
        } else {
            self.expression(production.body(), mode, end)
        };
        self.definitions[index].2.start = start;
    }

    fn add(&mut self, instruction: Instruction) -> Address {
        self.instructions.push(instruction);
        number(self.instructions.len() - 1)
    }

    /// Adds an expression that goes on at `next`. Returns its start.
    fn expression(&mut self, expression: ExpressionId, mode: Mode, next: Address) -> Address {
        let grammar = self.grammar;
        if grammar.properties(expression).shortest().is_none() {
            return self.add(Instruction::Fail);
        }
        match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => self.alternation(members, mode, next),
            ResolvedKind::Sequence(members) => {
                let members = members.iter().rev();
                members.fold(next, |next, &member| self.expression(member, mode, next))
            }
            ResolvedKind::Optional(body) => {
                let start = self.expression(*body, mode, next);
                self.add(Instruction::Either(start, next))
            }
            &ResolvedKind::Repetition { least, most, body } => {
                self.repetition((least, most), body, mode, next)
            }
            ResolvedKind::Literal { octets, case } => {
                let case = case.within(mode.case);
                let sets = octets.iter().rev();
                self.octets(
                    sets.map(|&octet| OctetSet::single(octet).compared(case)),
                    next,
                )
            }
            ResolvedKind::Range(sequences) => {
                let starts = sequences.iter().map(|sequence| {
                    let sets = sequence.iter().rev();
                    self.octets(sets.map(|set| set.compared(mode.case)), next)
                });
                let starts: Vec<Address> = starts.collect();
                self.first_of(&starts)
            }
            &ResolvedKind::Reference {
                production,
                case,
                quantifier,
                ..
            } => {
                let case = case.within(mode.case);
                let definition = self.definition(production, Mode { case, quantifier });
                self.add(Instruction::Call(definition, next))
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => self.add(Instruction::Fail),
        }
    }

    /// Adds alternatives. Neighbors that derive single octets become one set.
    fn alternation(&mut self, members: &[ExpressionId], mode: Mode, next: Address) -> Address {
        let grammar = self.grammar;
        let octets = |member: &ExpressionId| grammar.kind(*member).octet(mode.case);
        let both = |one: &_, other: &_| octets(one).is_some() && octets(other).is_some();
        let mut starts = Vec::new();
        for group in members.chunk_by(both) {
            starts.push(if group.len() > 1 {
                let sets = group.iter().filter_map(octets);
                let union = sets.fold(OctetSet::EMPTY, |all, set| all | set);
                self.octets(std::iter::once(union), next)
            } else {
                self.expression(group[0], mode, next)
            });
        }
        self.first_of(&starts)
    }

    fn first_of(&mut self, starts: &[Address]) -> Address {
        let is_possible = |&start: &Address| self.instructions[start as usize] != Instruction::Fail;
        let possible: Vec<Address> = starts.iter().copied().filter(is_possible).collect();
        let Some((&last, before)) = possible.split_last() else {
            return self.add(Instruction::Fail);
        };
        let before = before.iter().rev();
        before.fold(last, |rest, &start| {
            self.add(Instruction::Either(start, rest))
        })
    }

    /// Adds one octet of each set, the last one first.
    fn octets(&mut self, sets: impl Iterator<Item = OctetSet>, next: Address) -> Address {
        sets.fold(next, |next, set| {
            let set = set.iter().map(char::from).collect();
            self.add(Instruction::Octet(set, next))
        })
    }

    fn repetition(
        &mut self,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
        mode: Mode,
        next: Address,
    ) -> Address {
        let properties = self.grammar.properties(body);
        if most == Some(0) || properties.shortest().is_none() {
            return next;
        }
        let is_lazy = mode.quantifier == Quantifier::Lazy;
        let either = |round, next| {
            if is_lazy {
                Instruction::Either(next, round)
            } else {
                Instruction::Either(round, next)
            }
        };
        if most.is_none() && least <= 1 && !properties.is_nullable() {
            let again = self.add(Instruction::Fail);
            let round = self.expression(body, mode, again);
            self.instructions[again as usize] = either(round, next);
            return if least == 0 { again } else { round };
        }
        let end = self.add(Instruction::EndRound);
        let rounds = Rounds {
            least,
            most,
            is_lazy,
            has_empty_nodes: most.is_none() && has_empty_nodes(self.grammar, body),
            body: self.expression(body, mode, end),
            next,
        };
        self.add(Instruction::Repeat(rounds))
    }
}

/// Returns whether the expression derives the empty text by way of a production.
fn has_empty_nodes(grammar: &ResolvedGrammar<'_>, expression: ExpressionId) -> bool {
    if !grammar.properties(expression).is_nullable() {
        return false;
    }
    match grammar.kind(expression) {
        ResolvedKind::Reference { .. } => true,
        kind => {
            let mut below = kind.children().iter();
            below.any(|&one| has_empty_nodes(grammar, one))
        }
    }
}

/// A grammar of at most 65,536 productions has fewer than 2^32 instructions.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
