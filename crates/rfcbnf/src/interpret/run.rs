//! Runs a program on a collector.

use rfcbnf_engine::combinators::{
    Alternatives, Step, any_of, any_of_any_case, backtrack, character, chars, except,
    first_derivation, in_range, in_ranges, literal, literal_any_case, longest, opt, predicted,
    production, ranked, repeat, run, shortest, shortest_within, with_dense_dfa,
};
use rfcbnf_engine::{Collector, Table};

use crate::program::{Alternative, Definition, Part, PartId, PartJoin, Program, Rounds};

/// Runs a production at an offset. Returns the offset after the longest match.
pub(super) fn definition<C: Collector>(
    program: &Program,
    definition: &Definition,
    collector: &mut C,
    at: usize,
) -> Option<usize> {
    let body = |collector: &mut C, at| body(program, definition, collector, at);
    match (definition.character, &definition.dfa) {
        (Some(facts), _) => {
            let table = Table::of_characters(definition.id, facts.whole, facts.first);
            character(table, body)(collector, at)
        }
        (None, Some(dfa)) => {
            let (is_nested, list) = (!definition.is_leaf, definition.list);
            with_dense_dfa(definition.id, is_nested, list, dfa, body)(collector, at)
        }
        (None, None) => production(definition.id, body)(collector, at),
    }
}

fn body<C: Collector>(
    program: &Program,
    definition: &Definition,
    collector: &mut C,
    at: usize,
) -> Option<usize> {
    let body = |collector: &mut C, at| part(program, definition.body, collector, at);
    if definition.excluded.is_empty() {
        return body(collector, at);
    }
    except(&definition.excluded, body)(collector, at)
}

fn part<C: Collector>(
    program: &Program,
    id: PartId,
    collector: &mut C,
    at: usize,
) -> Option<usize> {
    let step = |id: PartId| move |collector: &mut C, at| part(program, id, collector, at);
    match program.part(id) {
        Part::Literal { octets, any_case } => {
            if *any_case {
                literal_any_case(octets)(collector, at)
            } else {
                literal(octets)(collector, at)
            }
        }
        Part::AnyOf {
            characters,
            any_case: true,
        } => any_of_any_case(characters.as_str())(collector, at),
        Part::AnyOf {
            characters,
            any_case: false,
        } => any_of(characters.as_str())(collector, at),
        Part::AnyOfSet(set) => any_of(*set)(collector, at),
        &Part::InRange { first, last } => in_range(first..=last)(collector, at),
        Part::InRanges(ranges) => in_ranges(ranges)(collector, at),
        Part::Production(called) => definition(program, program.definition(*called), collector, at),
        Part::Ordered(alternatives) => Members {
            parts: alternatives,
            run: |one: &Alternative, collector: &mut C, at| match &one.predicted {
                Some(first) => predicted(*first, step(one.part))(collector, at),
                None => part(program, one.part, collector, at),
            },
        }
        .first(collector, at),
        Part::Ranked(parts, order) => {
            let run = |one: &PartId, collector: &mut C, at| part(program, *one, collector, at);
            read(&ranked(order, Members { parts, run }), collector, at)
        }
        Part::Longest(parts) => {
            let run = |one: &PartId, collector: &mut C, at| part(program, *one, collector, at);
            read(&longest(Members { parts, run }), collector, at)
        }
        Part::Sequence(parts) => {
            let mut parts = parts.iter();
            parts.try_fold(at, |at, one| part(program, *one, collector, at))
        }
        Part::Optional(body) => opt(step(*body))(collector, at),
        Part::Run { least, quick, body } => run(*least, chars(*quick, step(*body)))(collector, at),
        Part::Repeat(Rounds { least, most, body }) => {
            repeat(*least, *most, step(*body))(collector, at)
        }
        Part::Search(states) => first_derivation(states)(collector, at),
        Part::Joined { join, part, rest } => joined(join, step(*part), step(*rest), collector, at),
    }
}

/// Matches a part that leaves octets to its rest.
fn joined<C: Collector>(
    join: &PartJoin,
    first: impl Step<C>,
    rest: impl Step<C>,
    collector: &mut C,
    at: usize,
) -> Option<usize> {
    match *join {
        PartJoin::Option { is_greedy: true } => {
            backtrack::greedy_optional(first, rest)(collector, at)
        }
        PartJoin::Option { is_greedy: false } => backtrack::optional(first, rest)(collector, at),
        PartJoin::Rounds {
            is_greedy: true,
            least,
            most,
        } => backtrack::greedy_many(least, most, first, rest)(collector, at),
        PartJoin::Rounds {
            is_greedy: false,
            least,
            most,
        } => backtrack::many(least, most, first, rest)(collector, at),
        PartJoin::Shortest {
            begins,
            is_within: true,
        } => shortest_within(begins, first, rest)(collector, at),
        PartJoin::Shortest {
            begins,
            is_within: false,
        } => shortest(begins, first, rest)(collector, at),
    }
}

/// Runs a part.
fn read<C>(step: &impl Step<C>, collector: &mut C, at: usize) -> Option<usize> {
    step.read(collector, at)
}

/// The alternatives of an alternation.
struct Members<'p, T, F> {
    parts: &'p [T],
    run: F,
}

impl<C: Collector, T, F: Fn(&T, &mut C, usize) -> Option<usize>> Alternatives<C>
    for Members<'_, T, F>
{
    fn count(&self) -> usize {
        self.parts.len()
    }

    fn alternative(&self, index: usize, collector: &mut C, at: usize) -> Option<usize> {
        (self.run)(self.parts.get(index)?, collector, at)
    }
}
