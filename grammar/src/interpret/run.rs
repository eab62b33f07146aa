//! Runs a program over an input.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser as _};
use rfcbnf_engine::Text;
use rfcbnf_engine::combinators::{
    Alternatives, any_of, any_of_any_case, backtrack, character, except, first_derivation,
    in_range, in_ranges, literal, literal_any_case, longest, predicted, production, ranked, repeat,
    run, shortest, shortest_within, with_dense_dfa,
};

use crate::program::{Alternative, Definition, Part, PartId, PartJoin, Program, Rounds};

/// The result of a part: the rest, and the consumed input.
type Matched<I, E> = IResult<I, I, E>;

/// Consumes the longest prefix that the production derives.
pub(super) fn definition<I: Text, E: ParseError<I>>(
    program: &Program,
    definition: &Definition,
    input: I,
) -> Matched<I, E> {
    let body = |input| body(program, definition, input);
    match (definition.character, &definition.dfa) {
        (Some(facts), _) => character(definition.id, facts.whole, facts.first, body)(input),
        (None, Some(dfa)) => {
            let (is_nested, list) = (!definition.is_leaf, definition.list);
            with_dense_dfa(definition.id, is_nested, list, dfa, body)(input)
        }
        (None, None) => production(definition.id, body)(input),
    }
}

fn body<I: Text, E: ParseError<I>>(
    program: &Program,
    definition: &Definition,
    input: I,
) -> Matched<I, E> {
    let body = |input| part(program, definition.body, input);
    if definition.excluded.is_empty() {
        return body(input);
    }
    let start = input.clone();
    consumed(&start, except(&definition.excluded, body)(input))
}

fn part<I: Text, E: ParseError<I>>(program: &Program, id: PartId, input: I) -> Matched<I, E> {
    match program.part(id) {
        Part::Literal { octets, any_case } => {
            if *any_case {
                literal_any_case(octets).parse_complete(input)
            } else {
                literal(octets).parse_complete(input)
            }
        }
        Part::AnyOf {
            characters,
            any_case: true,
        } => any_of_any_case(characters.as_str())(input),
        Part::AnyOf {
            characters,
            any_case: false,
        } => any_of(characters.as_str())(input),
        Part::AnyOfSet(set) => any_of(*set)(input),
        &Part::InRange { first, last } => in_range(first..=last)(input),
        Part::InRanges(ranges) => in_ranges(ranges)(input),
        Part::Production(called) => definition(program, program.definition(*called), input),
        Part::Ordered(alternatives) => first(program, alternatives, input),
        Part::Ranked(parts, order) => ranked(order, Members { program, parts })(input),
        Part::Longest(parts) => longest(Members { program, parts })(input),
        Part::Sequence(parts) => sequence(program, parts, &input),
        Part::Optional(body) => optional(program, *body, input),
        Part::Run {
            least, quick, body, ..
        } => run(*least, *quick, |input| part(program, *body, input))(input),
        Part::Repeat(Rounds { least, most, body }) => {
            repeat(*least, *most, |input| part(program, *body, input))(input)
        }
        Part::Search(states) => first_derivation(states)(input),
        Part::Joined { join, part, rest } => {
            let start = input.clone();
            consumed(&start, joined(program, join, [*part, *rest], input))
        }
    }
}

/// Takes the first alternative that matches, as nom's `alt` does.
fn first<I: Text, E: ParseError<I>>(
    program: &Program,
    alternatives: &[Alternative],
    input: I,
) -> Matched<I, E> {
    for alternative in alternatives {
        let body = |input| part(program, alternative.part, input);
        let result = match &alternative.predicted {
            Some(first) => predicted(*first, body).parse(input.clone()),
            None => body(input.clone()),
        };
        match result {
            Err(Err::Error(_)) => {}
            result => return result,
        }
    }
    Err(Err::Error(E::from_error_kind(input, ErrorKind::Alt)))
}

/// Matches one part after the other, as a tuple of parsers does.
fn sequence<I: Text, E: ParseError<I>>(
    program: &Program,
    parts: &[PartId],
    input: &I,
) -> Matched<I, E> {
    let mut rest = input.clone();
    for &id in parts {
        (rest, _) = part(program, id, rest)?;
    }
    let consumed = input.before(&rest);
    Ok((rest, consumed))
}

/// Matches the body or nothing, as nom's `opt` does.
fn optional<I: Text, E: ParseError<I>>(program: &Program, body: PartId, input: I) -> Matched<I, E> {
    match part(program, body, input.clone()) {
        Err(Err::Error(_)) => {
            let nothing = input.before(&input);
            Ok((input, nothing))
        }
        result => result,
    }
}

/// Matches a part that leaves octets to its rest.
fn joined<I: Text, E: ParseError<I>>(
    program: &Program,
    join: &PartJoin,
    [first, rest]: [PartId; 2],
    input: I,
) -> IResult<I, (), E> {
    let first = |input| part(program, first, input);
    let rest = |input| part(program, rest, input);
    match *join {
        PartJoin::Option { is_greedy: true } => backtrack::greedy_optional(first, rest)(input),
        PartJoin::Option { is_greedy: false } => backtrack::optional(first, rest)(input),
        PartJoin::Rounds {
            is_greedy: true,
            least,
            most,
        } => backtrack::greedy_many(least, most, first, rest)(input),
        PartJoin::Rounds {
            is_greedy: false,
            least,
            most,
        } => backtrack::many(least, most, first, rest)(input),
        PartJoin::Shortest {
            begins,
            is_within: true,
        } => shortest_within(begins, first, rest)(input),
        PartJoin::Shortest {
            begins,
            is_within: false,
        } => shortest(begins, first, rest)(input),
    }
}

/// The alternatives of an alternation.
struct Members<'p> {
    program: &'p Program,
    parts: &'p [PartId],
}

impl<I: Text, E: ParseError<I>> Alternatives<I, E> for Members<'_> {
    fn count(&self) -> usize {
        self.parts.len()
    }

    fn alternative(&mut self, index: usize, input: I) -> IResult<I, (), E> {
        let (rest, _) = part(self.program, self.parts[index], input)?;
        Ok((rest, ()))
    }
}

/// Returns the rest, and the input before it.
fn consumed<I: Text, E>(start: &I, result: IResult<I, (), E>) -> Matched<I, E> {
    result.map(|(rest, ())| {
        let consumed = start.before(&rest);
        (rest, consumed)
    })
}
