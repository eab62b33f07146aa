//! From a plan to a program: each expression of a body becomes a part, a combinator with its arguments.
//!
//! A part is made after the parts in it, and a production after those that it uses. A production is compiled
//! with letters as written, and once more with letters in any case if the grammar uses it in that way.
//!
//! The plan says how the members of a sequence follow each other. Members with a [`Join::Plain`] boundary
//! between them run one after the other. At any other boundary, all members after it become one part, the
//! rest, and a [`Part::Joined`] runs the member before it and the rest. For example, `*"a" "ab" "c"` becomes
//! a [`PartJoin::Rounds`] of `"a"` with the rest `"ab" "c"`, which is a [`Part::Sequence`].
//!
//! A body becomes a single [`Part::Search`] if a decision needs an automaton that is too large, if a member can leave
//! any number of octets to its rest, if rounds can be empty or their ends compete, or if combinators would run the
//! same parts too often: those that look ahead, and alternatives that begin with the same production, run parts
//! several times, and inside each other they multiply.

use rfcbnf_engine::dfa::List;
use rfcbnf_engine::{CharacterSet, ProductionId};

use super::search::{self, Exclusions, SearchError};
use super::{
    Alternative, CharacterFacts, Definition, DefinitionId, Part, PartId, PartJoin, Program,
    ProgramError, Rounds,
};
use crate::automaton::TooLarge;
use crate::octets::OctetSet;
use crate::plan::{Backtrack, Boundary, Choice, Join, Plan};
use crate::resolved::{self, ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Production};

/// The number of productions from which on an alternation looks at the next character first.
const PREDICTED: usize = 4;

/// The greatest number of alternatives that `ranked` takes.
const RANKED: usize = 20;

/// Compiles the productions of two plans. See [`Program::new`].
pub(super) fn program(
    exact: &Plan<'_>,
    any_case: &Plan<'_>,
    is_character: &dyn Fn(&str) -> bool,
) -> Result<Program, ProgramError> {
    let mut compiler = Compiler {
        exact,
        any_case,
        is_character,
        costs: Vec::new(),
        program: Program {
            exact: vec![DefinitionId::MAX; exact.resolved().productions().len()],
            any_case: vec![DefinitionId::MAX; any_case.resolved().productions().len()],
            ..Program::default()
        },
    };
    for &production in exact.resolved().users_last() {
        let name = exact.resolved().production(production).name();
        let in_any_case = any_case.resolved().find(name);
        let variants = [
            in_any_case.map(|production| (any_case, production)),
            Some((exact, production)),
        ];
        for (plan, variant) in variants.into_iter().flatten() {
            let source = Source {
                plan,
                is_in_any_case: std::ptr::eq(plan, any_case),
                production: variant,
            };
            compiler.production(&source, production)?;
        }
    }
    Ok(compiler.program)
}

struct Compiler<'c, 'g> {
    exact: &'c Plan<'g>,
    any_case: &'c Plan<'g>,
    is_character: &'c dyn Fn(&str) -> bool,
    program: Program,
    /// The greatest number of terminals that each part can run at one offset.
    costs: Vec<u64>,
}

/// The reason why an expression has no combinators of its own: an automaton that the decision
/// needs is too large, or a part can leave any number of octets to its rest.
struct NeedsSearch;

impl From<TooLarge> for NeedsSearch {
    fn from(TooLarge: TooLarge) -> Self {
        Self
    }
}

/// A production of one of the two plans.
struct Source<'c, 'g> {
    plan: &'c Plan<'g>,
    is_in_any_case: bool,
    production: resolved::ProductionId,
}

impl<'g> Source<'_, 'g> {
    fn resolved(&self) -> &ResolvedGrammar<'g> {
        self.plan.resolved()
    }
}

impl Compiler<'_, '_> {
    /// Compiles one variant of a production. `exact` is its id in the plan for exact case.
    fn production(
        &mut self,
        source: &Source<'_, '_>,
        exact: resolved::ProductionId,
    ) -> Result<(), ProgramError> {
        let production = source.resolved().production(source.production);
        let body = self.body(source)?;
        let automaton = source.plan.automaton(source.production);
        let character = (self.is_character)(production.name()).then(|| CharacterFacts {
            whole: CharacterSet::of(&automaton.whole_characters().characters()),
            first: CharacterSet::of(&automaton.first().characters()),
        });
        let definition = self.program.definitions.len();
        let grammar = source.resolved().grammar();
        let uses = grammar.production(production.name()).map(Production::uses);
        let inside = grammar.reachable_from(uses.into_iter().flatten());
        let is_leaf = inside.iter().all(|name| (self.is_character)(name));
        self.program.definitions.push(Definition {
            id: number(exact.index()),
            name: production.name().to_owned(),
            is_in_any_case: source.is_in_any_case,
            character,
            excluded: source.plan.excluded(source.production).to_vec(),
            cost: self.costs[body],
            body,
            dfa: automaton.dense(),
            is_leaf,
            list: self.list(source),
        });
        if source.is_in_any_case {
            self.program.any_case[source.production.index()] = definition;
        } else {
            self.program.exact[source.production.index()] = definition;
        }
        Ok(())
    }

    /// Returns the list whose elements are the nodes in the trees of a production.
    fn list(&self, source: &Source<'_, '_>) -> Option<List> {
        let resolved = source.resolved();
        let name = resolved.production(source.production).name();
        let production = resolved.grammar().production(name)?;
        let list = source.plan.flat_list(production, self.is_character)?;
        let id = |name| Some(number(self.exact.resolved().find(name)?.index()));
        let (each, end) = (id(list.each)?, id(list.last)?);
        Some(match list.separator {
            Some(separator) => List::separated(each, separator, end),
            None => List::one(each),
        })
    }

    /// Compiles the body of a production. It is a search if its combinators would not be exact, or
    /// would run the same parts too often.
    fn body(&mut self, source: &Source<'_, '_>) -> Result<PartId, ProgramError> {
        let before = self.program.parts.len();
        let production = source.resolved().production(source.production);
        if let Ok(body) = self.expression(source, production.body())
            && !is_explosive(&self.program, body, self.costs[body])
        {
            return Ok(body);
        }
        self.program.parts.truncate(before);
        self.costs.truncate(before);
        let id_of = |name: &str| {
            let exact = self.exact.resolved().find(name);
            number(exact.map_or(usize::MAX, resolved::ProductionId::index))
        };
        let table = search::table(
            source.resolved(),
            self.is_character,
            &id_of,
            source.production,
            Exclusions::Refused,
        );
        let production = || production.name().to_owned();
        let table = table.map_err(|error| match error {
            SearchError::TooManyStates => ProgramError::TooManyStates {
                production: production(),
            },
            SearchError::Excluding(inner) => ProgramError::Excluding {
                production: production(),
                inner,
            },
        });
        Ok(self.add(Part::Search(table?.states)))
    }

    fn add(&mut self, part: Part) -> PartId {
        self.costs.push(cost(&self.program, &part, &self.costs));
        self.program.parts.push(part);
        self.program.parts.len() - 1
    }

    fn expression(
        &mut self,
        source: &Source<'_, '_>,
        id: ExpressionId,
    ) -> Result<PartId, NeedsSearch> {
        let part = match source.resolved().kind(id) {
            ResolvedKind::Alternation(members) => self.alternation(source, id, members)?,
            ResolvedKind::Sequence(members) => return self.sequence(source, id, members, 0),
            ResolvedKind::Optional(body) => Part::Optional(self.expression(source, *body)?),
            ResolvedKind::Repetition { least, most, body } => {
                self.repetition(source, id, (*least, *most), *body)?
            }
            ResolvedKind::Literal { octets, case } => Part::Literal {
                octets: octets.to_vec(),
                any_case: matters(*case, octets),
            },
            ResolvedKind::Reference {
                production, case, ..
            } => Part::Production(self.reference(source, *production, *case)),
            ResolvedKind::Range(sequences) => return Ok(self.range(sequences)),
            // An undefined name derives no text, and a checked grammar has none.
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => Part::Longest(Vec::new()),
        };
        Ok(self.add(part))
    }

    /// Compiles a range of characters. A character can be several octets.
    fn range(&mut self, sequences: &[Vec<OctetSet>]) -> PartId {
        let mut alternatives = Vec::new();
        for sequence in sequences {
            // The octets of a character are not taken one by one, because a `&str` has no part of it.
            let part = match sequence[..] {
                [octets] => one_of(octets),
                _ => Part::InRanges(sequence.iter().flat_map(|octets| octets.ranges()).collect()),
            };
            alternatives.push(self.add(part));
        }
        if let [only] = alternatives.as_slice() {
            return *only;
        }
        let alternatives = alternatives.into_iter().map(|part| Alternative {
            predicted: None,
            part,
        });
        self.add(Part::Ordered(alternatives.collect()))
    }

    fn reference(
        &self,
        source: &Source<'_, '_>,
        production: resolved::ProductionId,
        case: Case,
    ) -> DefinitionId {
        let name = source.resolved().production(production).name();
        let automaton = source.plan.automaton(production);
        let has_letters = || automaton.contains_any(|octet| octet.is_ascii_alphabetic());
        let in_any_case = self.any_case.resolved().find(name);
        if case == Case::Ignored
            && has_letters()
            && let Some(production) = in_any_case
        {
            return self.program.any_case[production.index()];
        }
        let exact = self.exact.resolved().find(name);
        exact.map_or(DefinitionId::MAX, |exact| self.program.exact[exact.index()])
    }

    fn alternation(
        &mut self,
        source: &Source<'_, '_>,
        id: ExpressionId,
        members: &[ExpressionId],
    ) -> Result<Part, NeedsSearch> {
        let resolved = source.resolved();
        let choice = source.plan.alternatives(id)?.choice.clone();
        let shown = members.iter();
        let shown = shown.filter(|&&member| self.is_shown(resolved, member));
        let predicts = choice == Choice::Ordered && shown.count() >= PREDICTED;
        let mut left = members.len();
        let mut alternatives = Vec::new();
        for group in members.chunk_by(|one, other| are_alike(resolved, *one, *other)) {
            left -= group.len();
            let mut predicted = None;
            let part = if group.len() > 1 {
                self.add(any_of(resolved, group))
            } else {
                if predicts && left > 0 && self.is_shown(resolved, group[0]) {
                    let facts = source.plan.facts(group[0])?;
                    predicted = (!facts.is_nullable).then(|| CharacterSet::of(&facts.first));
                }
                self.expression(source, group[0])?
            };
            alternatives.push(Alternative { predicted, part });
        }
        let count = alternatives.len();
        let parts = || alternatives.iter().map(|one| one.part).collect();
        Ok(match choice {
            Choice::Ordered => Part::Ordered(alternatives),
            // The ranking has the indexes of the members, so each has to be a part of its own.
            Choice::Ranked(ranking) if count == members.len() && count <= RANKED => {
                Part::Ranked(parts(), ranking)
            }
            Choice::Ranked(_) | Choice::Longest => Part::Longest(parts()),
        })
    }

    /// Returns whether the expression is a production that trees without characters show.
    fn is_shown(&self, resolved: &ResolvedGrammar<'_>, id: ExpressionId) -> bool {
        match resolved.kind(id) {
            ResolvedKind::Reference { production, .. } => {
                !(self.is_character)(resolved.production(*production).name())
            }
            _ => false,
        }
    }

    /// Returns whether the expression refers to productions that trees without characters show.
    fn has_shown_parts(&self, resolved: &ResolvedGrammar<'_>, id: ExpressionId) -> bool {
        let mut found = false;
        resolved.visit(id, &mut |part| found |= self.is_shown(resolved, part));
        found
    }

    /// Compiles the members of a sequence from the one with that index on.
    fn sequence(
        &mut self,
        source: &Source<'_, '_>,
        id: ExpressionId,
        members: &[ExpressionId],
        from: usize,
    ) -> Result<PartId, NeedsSearch> {
        let mut parts = Vec::new();
        for (index, &member) in members.iter().enumerate().skip(from) {
            if index + 1 < members.len() {
                let boundary = source.plan.boundary(id, index)?;
                if boundary.join != Join::Plain {
                    let rest = self.sequence(source, id, members, index + 1)?;
                    let joined = self.joined(source, boundary, member, rest)?;
                    parts.push(self.add(joined));
                    break;
                }
            }
            parts.push(self.expression(source, member)?);
        }
        Ok(self.in_sequence(parts))
    }

    fn in_sequence(&mut self, parts: Vec<PartId>) -> PartId {
        match parts.as_slice() {
            [only] => *only,
            _ => self.add(Part::Sequence(parts)),
        }
    }

    /// Compiles a part that does not simply precede its rest.
    fn joined(
        &mut self,
        source: &Source<'_, '_>,
        boundary: &Boundary,
        part: ExpressionId,
        rest: PartId,
    ) -> Result<Part, NeedsSearch> {
        let (step, is_greedy) = match &boundary.join {
            Join::Lazy { first, is_within } => {
                let join = PartJoin::Shortest {
                    begins: CharacterSet::of(first),
                    is_within: *is_within,
                };
                let part = self.expression(source, part)?;
                return Ok(Part::Joined { join, part, rest });
            }
            Join::Backtrack {
                step, is_greedy, ..
            } => (*step, *is_greedy),
            Join::Plain => return Err(NeedsSearch),
        };
        let (join, part) = match (step, source.resolved().kind(part)) {
            (Backtrack::Option, ResolvedKind::Optional(body)) => {
                (PartJoin::Option { is_greedy }, *body)
            }
            (Backtrack::Round, ResolvedKind::Repetition { least, most, body }) => {
                let (least, most) = counts(*least, *most);
                let join = PartJoin::Rounds {
                    is_greedy,
                    least,
                    most,
                };
                (join, *body)
            }
            _ => return Err(NeedsSearch),
        };
        let part = self.expression(source, part)?;
        Ok(Part::Joined { join, part, rest })
    }

    fn repetition(
        &mut self,
        source: &Source<'_, '_>,
        id: ExpressionId,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
    ) -> Result<Part, NeedsSearch> {
        // A search keeps rounds beyond the least number from being empty.
        if source.plan.rounds(id)?.witness.is_some() || source.plan.facts(body)?.is_nullable {
            return Err(NeedsSearch);
        }
        let part = self.expression(source, body)?;
        let (least, most) = counts(least, most);
        let rounds = Rounds {
            least,
            most,
            body: part,
        };
        let facts = source.plan.facts(body)?;
        // A round that trees show is a node, so its characters are not consumed at once.
        let has_quick = !facts.whole_characters.is_empty();
        if most.is_none() && has_quick && !self.has_shown_parts(source.resolved(), body) {
            return Ok(Part::Run {
                least,
                quick: CharacterSet::of(&facts.whole_characters),
                body: part,
            });
        }
        Ok(Part::Repeat(rounds))
    }
}

/// Returns alternatives of one octet each as one terminal.
fn any_of(resolved: &ResolvedGrammar<'_>, terminals: &[ExpressionId]) -> Part {
    let mut characters = String::new();
    let mut set = OctetSet::EMPTY;
    let mut case = Case::Exact;
    let mut are_literals = true;
    for &terminal in terminals {
        let kind = resolved.kind(terminal);
        set |= kind.octet(Case::Exact).unwrap_or_default();
        if let ResolvedKind::Literal { octets, case: own } = kind {
            characters.extend(octets.iter().copied().map(char::from));
            case = *own;
        } else {
            are_literals = false;
        }
    }
    if are_literals && characters.is_ascii() {
        return Part::AnyOf {
            any_case: matters(case, characters.as_bytes()),
            characters,
        };
    }
    one_of(set)
}

/// Returns the terminal for one octet of a set.
fn one_of(octets: OctetSet) -> Part {
    let mut ranges = octets.ranges();
    match (ranges.next(), ranges.next()) {
        (Some(range), None) => {
            let (first, last) = range.into_inner();
            Part::InRange { first, last }
        }
        _ => Part::AnyOfSet(octets.iter().collect()),
    }
}

/// Returns whether letters of the text match in either case.
fn matters(case: Case, text: &[u8]) -> bool {
    case == Case::Ignored && text.iter().any(u8::is_ascii_alphabetic)
}

/// Returns whether both expressions are terminals of one octet that one terminal can match.
/// Literals compare letters alike.
fn are_alike(resolved: &ResolvedGrammar<'_>, one: ExpressionId, other: ExpressionId) -> bool {
    let kinds = [one, other].map(|id| resolved.kind(id));
    let are_octets = kinds.iter().all(|kind| kind.octet(Case::Exact).is_some());
    let cases = kinds.map(|kind| match kind {
        ResolvedKind::Literal { case, .. } => Some(*case),
        _ => None,
    });
    are_octets
        && match cases {
            [Some(one), Some(other)] => one == other,
            _ => true,
        }
}

/// Returns the id by which the engine knows the production with that index.
pub(super) fn number(index: usize) -> ProductionId {
    ProductionId::new(u16::try_from(index).unwrap_or(u16::MAX))
}

fn counts(least: u32, most: Option<u32>) -> (usize, Option<usize>) {
    let count = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    (count(least), most.map(count))
}

/// The cost up to which no part is too expensive.
const CHEAP: u64 = 1 << 10;

/// How many times the cost of a definition may exceed the number of its parts.
const RUNS: u64 = 64;

/// Returns the greatest number of terminals that the part can run at one offset.
fn cost(program: &Program, part: &Part, costs: &[u64]) -> u64 {
    let of = |part: PartId| costs[part];
    let sum = |parts: &mut dyn Iterator<Item = PartId>| {
        parts.fold(0_u64, |sum, part| sum.saturating_add(of(part)))
    };
    let weighted = |part: PartId, runs: u64, rest: PartId, others: u64| {
        let (part, rest) = (
            of(part).saturating_mul(runs),
            of(rest).saturating_mul(others),
        );
        part.saturating_add(rest)
    };
    match part {
        Part::Literal { .. }
        | Part::AnyOf { .. }
        | Part::AnyOfSet(_)
        | Part::InRange { .. }
        | Part::InRanges(_)
        | Part::Search(_) => 1,
        Part::Production(definition) => program.definition(*definition).cost,
        Part::Ordered(alternatives) => sum(&mut alternatives.iter().map(|one| one.part)),
        Part::Sequence(parts) => sum(&mut parts.iter().copied()),
        // The choice runs again after the lookahead.
        Part::Ranked(parts, _) | Part::Longest(parts) => {
            sum(&mut parts.iter().copied()).saturating_mul(2)
        }
        Part::Optional(body) | Part::Run { body, .. } | Part::Repeat(Rounds { body, .. }) => {
            of(*body)
        }
        Part::Joined { join, part, rest } => match join {
            PartJoin::Option { is_greedy: true } => weighted(*part, 1, *rest, 2),
            PartJoin::Option { is_greedy: false } => weighted(*part, 2, *rest, 3),
            PartJoin::Rounds { .. } => weighted(*part, 2, *rest, 4),
            PartJoin::Shortest { .. } => weighted(*part, 4, *rest, 4),
        },
    }
}

/// Returns whether a body costs far more than it has parts.
fn is_explosive(program: &Program, body: PartId, cost: u64) -> bool {
    cost > CHEAP && cost / RUNS > u64::try_from(size(program, body)).unwrap_or(u64::MAX)
}

/// Returns the number of parts in a body, and in the definitions that it calls.
fn size(program: &Program, body: PartId) -> usize {
    let mut is_counted = vec![false; program.parts.len()];
    let mut waiting = vec![body];
    let mut size = 0;
    while let Some(part) = waiting.pop() {
        if std::mem::replace(&mut is_counted[part], true) {
            continue;
        }
        size += 1;
        match program.part(part) {
            Part::Literal { .. }
            | Part::AnyOf { .. }
            | Part::AnyOfSet(_)
            | Part::InRange { .. }
            | Part::InRanges(_)
            | Part::Search(_) => {}
            Part::Production(definition) => waiting.push(program.definition(*definition).body),
            Part::Ordered(alternatives) => waiting.extend(alternatives.iter().map(|one| one.part)),
            Part::Ranked(parts, _) | Part::Longest(parts) | Part::Sequence(parts) => {
                waiting.extend(parts);
            }
            Part::Optional(body) | Part::Run { body, .. } | Part::Repeat(Rounds { body, .. }) => {
                waiting.push(*body);
            }
            Part::Joined { part, rest, .. } => waiting.extend([part, rest]),
        }
    }
    size
}
