//! The network of a grammar: its productions as the engine's [`Instruction`]s.
//!
//! The recognizer reads a whole [`network`]. Tables of searches and the conditions of ordered choice are
//! made from [`Lowered::closed`], a production with all that it uses, and automata from
//! [`Lowered::open`], a few productions beside others that are known.
//!
//! Invariant: in a whole network, an instruction other than [`Instruction::Fail`] leads to the end of its
//! definition. So every prefix that a network reads is the prefix of a text.
//!
//! Tables and automata are put together from their ends: the end of a part is known before its start is. So they read
//! a [`Region`], the instructions from one address to another, from its end, and need the instructions in an order in
//! which each comes after those that it leads to:
//!
//! ```text
//! "a" *( "b" ) [ "c" ]     4: Octet(a, 3)          order: 1, 2, 3, 4
//!                          3: Repeat(5 to 3, 2)    and from 5 to 3 for its rounds
//!                          2: Either(1, 0)
//!                          1: Octet(c, 0)
//! ```

mod called;

pub(crate) use called::Called;

use std::collections::{HashMap, HashSet};

use rfcbnf_engine::recognizer::{Address, Definition, DefinitionId, Instruction, Network, Rounds};

use crate::octets::OctetSet;
use crate::resolved::{self, ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Kind, Quantifier};

/// How a reference changes what its production derives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Mode {
    pub(crate) case: Case,
    quantifier: Quantifier,
}

/// What a definition derives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Source<'g> {
    /// A production.
    Production(resolved::ProductionId),
    /// A part of a production that has a definition of its own.
    Part(ExpressionId),
    /// A production of this name that the network does not have.
    Name(&'g str),
}

/// Productions as instructions. The first definitions are the productions in their order, with letters
/// as written.
pub(crate) struct Lowered<'g> {
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) definitions: Vec<(Source<'g>, Mode, Region)>,
    /// For each [`Instruction::Either`], in ascending order, its address and the end of its ways.
    choice_ends: Vec<(Address, Address)>,
}

/// Returns the network of the productions of a grammar. The first definitions are its productions,
/// in its order, with letters as written.
pub(crate) fn network(grammar: &ResolvedGrammar<'_>) -> Network {
    let called = Called::of(grammar);
    let lowered = Lowered::closed(grammar, grammar.ids());
    let definitions = lowered
        .definitions
        .iter()
        .filter_map(|(source, _, region)| {
            let &Source::Production(production) = source else {
                return None;
            };
            let resolved = grammar.production(production);
            let excluded = resolved.source().excluded.iter();
            Some(Definition {
                production: production.into(),
                start: region.start,
                is_called: called.contains(production),
                is_nullable: grammar.properties(resolved.body()).is_nullable(),
                excluded: excluded.map(|text| text.as_bytes().to_vec()).collect(),
            })
        });
    let definitions = definitions.collect();
    Network::new(lowered.instructions, definitions, called.has_cycle())
}

/// Returns the sets of octets that texts of a network consist of.
pub(crate) fn terminals(network: &Network) -> impl Iterator<Item = OctetSet> {
    let instructions = network.instructions().iter();
    instructions.filter_map(|instruction| match instruction {
        Instruction::Octet(set, _) => Some((*set).into()),
        _ => None,
    })
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

impl<'g> Lowered<'g> {
    /// Lowers some productions and all that they use.
    pub(crate) fn closed(
        grammar: &ResolvedGrammar<'g>,
        productions: impl IntoIterator<Item = resolved::ProductionId>,
    ) -> Self {
        Builder::new(grammar, false, None).run(productions)
    }

    /// Lowers productions whose texts depend on others: names that they do not define become
    /// [`Source::Name`], and the part of a production [`Source::Part`]. No excluded text is left out.
    pub(crate) fn open(grammar: &ResolvedGrammar<'g>, part: Option<ExpressionId>) -> Self {
        Builder::new(grammar, true, part).run(grammar.ids())
    }

    /// Returns the end of both ways of an [`Instruction::Either`]. Ordered choice takes the first way if
    /// that leads there.
    pub(crate) fn choice_end(&self, either: Address) -> Option<Address> {
        let index = self.choice_ends.binary_search_by_key(&either, |one| one.0);
        index.ok().map(|index| self.choice_ends[index].1)
    }
}

struct Builder<'b, 'g> {
    grammar: &'b ResolvedGrammar<'g>,
    /// Whether names without a definition derive texts.
    is_open: bool,
    part: Option<ExpressionId>,
    lowered: Lowered<'g>,
    known: HashMap<(Source<'g>, Mode), DefinitionId>,
}

impl<'b, 'g> Builder<'b, 'g> {
    fn new(grammar: &'b ResolvedGrammar<'g>, is_open: bool, part: Option<ExpressionId>) -> Self {
        Self {
            grammar,
            is_open,
            part,
            lowered: Lowered {
                instructions: Vec::new(),
                definitions: Vec::new(),
                choice_ends: Vec::new(),
            },
            known: HashMap::new(),
        }
    }

    fn run(mut self, productions: impl IntoIterator<Item = resolved::ProductionId>) -> Lowered<'g> {
        for production in productions {
            let mode = Mode {
                case: Case::Exact,
                quantifier: Quantifier::Greedy,
            };
            self.definition(Source::Production(production), mode);
        }
        let mut next = 0;
        while next < self.lowered.definitions.len() {
            self.define(next);
            next += 1;
        }
        self.lowered
    }

    /// Returns the definition of a source. Its instructions are added later.
    fn definition(&mut self, source: Source<'g>, mode: Mode) -> DefinitionId {
        let definitions = &mut self.lowered.definitions;
        *self.known.entry((source, mode)).or_insert_with(|| {
            definitions.push((source, mode, Region::default()));
            number(definitions.len() - 1)
        })
    }

    fn define(&mut self, index: usize) {
        let (source, mode, _) = self.lowered.definitions[index];
        let end = self.add(Instruction::Return);
        let start = match source {
            Source::Production(production) => {
                let production = self.grammar.production(production);
                if production.source().excluded.iter().any(String::is_empty) {
                    self.add(Instruction::Fail)
                } else {
                    self.expression(production.body(), mode, end)
                }
            }
            Source::Part(part) => self.kind(part, mode, end),
            Source::Name(_) => end,
        };
        self.lowered.definitions[index].2 = Region { start, end };
    }

    fn add(&mut self, instruction: Instruction) -> Address {
        self.lowered.instructions.push(instruction);
        number(self.lowered.instructions.len() - 1)
    }

    fn call(&mut self, source: Source<'g>, mode: Mode, next: Address) -> Address {
        let definition = self.definition(source, mode);
        self.add(Instruction::Call(definition, next))
    }

    /// Adds an expression that goes on at `next`. Returns its start.
    fn expression(&mut self, expression: ExpressionId, mode: Mode, next: Address) -> Address {
        if self.part == Some(expression) {
            return self.call(Source::Part(expression), mode, next);
        }
        if self.derives_no_text(expression) {
            return self.add(Instruction::Fail);
        }
        self.kind(expression, mode, next)
    }

    fn derives_no_text(&self, expression: ExpressionId) -> bool {
        !self.is_open && self.grammar.properties(expression).shortest().is_none()
    }

    fn kind(&mut self, expression: ExpressionId, mode: Mode, next: Address) -> Address {
        let grammar = self.grammar;
        match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => self.alternation(members, mode, next),
            ResolvedKind::Sequence(members) => {
                let members = members.iter().rev();
                members.fold(next, |next, &member| self.expression(member, mode, next))
            }
            ResolvedKind::Optional(body) => {
                let start = self.expression(*body, mode, next);
                self.either(start, next, next)
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
                self.first_of(&starts, next)
            }
            &ResolvedKind::Reference {
                production,
                case,
                quantifier,
                ..
            } => {
                let case = case.within(mode.case);
                let mode = Mode { case, quantifier };
                self.call(Source::Production(production), mode, next)
            }
            ResolvedKind::Undefined(name) if self.is_open => {
                let source = &grammar.expression(expression).source().kind;
                let case = match source {
                    Kind::Reference { case, .. } => case.within(mode.case),
                    _ => mode.case,
                };
                self.call(Source::Name(name), Mode { case, ..mode }, next)
            }
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => self.add(Instruction::Fail),
        }
    }

    /// Adds alternatives. Neighbors that derive single octets become one set.
    fn alternation(&mut self, members: &[ExpressionId], mode: Mode, next: Address) -> Address {
        let (grammar, part) = (self.grammar, self.part);
        let octets = |member: &ExpressionId| {
            let is_part = part == Some(*member);
            grammar.kind(*member).octet(mode.case).filter(|_| !is_part)
        };
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
        self.first_of(&starts, next)
    }

    /// Adds the choice between two ways to the same end.
    fn either(&mut self, first: Address, second: Address, end: Address) -> Address {
        let start = self.add(Instruction::Either(first, second));
        self.lowered.choice_ends.push((start, end));
        start
    }

    fn first_of(&mut self, starts: &[Address], end: Address) -> Address {
        let instructions = &self.lowered.instructions;
        let is_possible = |&start: &Address| instructions[start as usize] != Instruction::Fail;
        let possible: Vec<Address> = starts.iter().copied().filter(is_possible).collect();
        let Some((&last, before)) = possible.split_last() else {
            return self.add(Instruction::Fail);
        };
        let before = before.iter().rev();
        before.fold(last, |rest, &start| self.either(start, rest, end))
    }

    /// Adds one octet of each set, the last one first.
    fn octets(&mut self, sets: impl Iterator<Item = OctetSet>, next: Address) -> Address {
        sets.fold(next, |next, set| {
            self.add(Instruction::Octet(set.into(), next))
        })
    }

    fn repetition(
        &mut self,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
        mode: Mode,
        next: Address,
    ) -> Address {
        if most == Some(0) || self.derives_no_text(body) {
            return next;
        }
        let properties = self.grammar.properties(body);
        let is_lazy = mode.quantifier == Quantifier::Lazy;
        let is_counted = most.is_some() || least > 1 || properties.is_nullable();
        let has_empty_nodes = has_empty_nodes(self.grammar, body);
        // Rounds that are not counted lead back to the repetition, whose instruction is not known yet.
        let end = self.add(Instruction::EndRound);
        let body = self.expression(body, mode, end);
        let rounds = Rounds {
            least: if is_counted { least } else { 0 },
            most,
            is_lazy,
            has_empty_nodes,
            body,
            end,
            next,
        };
        if is_counted {
            return self.add(Instruction::Repeat(rounds));
        }
        self.lowered.instructions[end as usize] = Instruction::Repeat(rounds);
        if least == 0 { end } else { body }
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

/// Instructions from one address to another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Region {
    /// The first address.
    pub(crate) start: Address,
    /// The address after the last one.
    pub(crate) end: Address,
}

impl Region {
    /// Returns the rounds of a repetition.
    pub(crate) fn of_round(rounds: &Rounds) -> Self {
        Self {
            start: rounds.body,
            end: rounds.end,
        }
    }

    /// Returns the addresses in the region, without its end, each after those that it leads to. The
    /// rounds of repetitions are regions of their own.
    pub(crate) fn backwards(self, instructions: &[Instruction]) -> Vec<Address> {
        let mut order = Vec::new();
        let mut seen = HashSet::from([self.end]);
        let mut waiting = vec![(self.start, false)];
        while let Some((address, is_complete)) = waiting.pop() {
            if is_complete {
                order.push(address);
                continue;
            }
            if !seen.insert(address) {
                continue;
            }
            waiting.push((address, true));
            match instructions[address as usize] {
                Instruction::Octet(_, next)
                | Instruction::Call(_, next)
                | Instruction::Repeat(Rounds { next, .. }) => waiting.push((next, false)),
                Instruction::Either(first, second) => {
                    waiting.extend([(first, false), (second, false)]);
                }
                Instruction::EndRound | Instruction::Return | Instruction::Fail => {}
            }
        }
        order
    }
}
