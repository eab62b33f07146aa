//! The combinators for spans that no production of RFC 1738 needs match what the combinators by the
//! same names match.

use nom::combinator::opt;
use nom::multi::many1_count;
use nom::{IResult, Parser as _};
use rfcbnf_engine::combinators::{any_of, backtrack, literal, longest, run, shortest};
use rfcbnf_engine::spans::combinators as spans;
use rfcbnf_engine::spans::{Selection, SpanCollector, Spans};
use rfcbnf_engine::{CharacterSet, ProductionSet};

use crate::texts::every_text;

/// Selects no production.
struct Nothing;

impl Selection for Nothing {
    const PRODUCTIONS: ProductionSet = ProductionSet::EMPTY;
}

/// What a parser leaves, without what it makes.
type Left<'t> = IResult<&'t str, (), ()>;

/// The characters "a" and "b".
const LETTERS: CharacterSet = CharacterSet::of("ab");

/// Asserts that both parsers match the same prefix of every short text over three characters.
fn compare(
    parser: impl Fn(&str) -> Left<'_>,
    step: impl Fn(&mut SpanCollector<'_, Nothing, 0>, usize) -> Option<usize>,
) {
    let mut matches = 0;
    every_text("", &["a", "b", "c"], 7, &mut |text| {
        let expected = parser(text).ok();
        let expected = expected.map(|(rest, ())| text.len() - rest.len());
        let mut end = None;
        let mut spans = Spans::<0>::NONE;
        spans.select::<Nothing>(text.as_bytes(), |collector, at| {
            end = step(collector, at);
            end
        });
        assert_eq!(end, expected, "{text}");
        matches += usize::from(expected.is_some());
    });
    assert!(matches > 0);
}

#[test]
fn an_optional_part_is_left_out_for_a_longer_match() {
    compare(
        |text| {
            let rest = longest((literal("abc"), literal("a"), literal("c")));
            backtrack::optional(literal("ab"), rest)(text)
        },
        |collector, at| {
            let rest = (
                spans::literal("abc"),
                spans::literal("a"),
                spans::literal("c"),
            );
            spans::backtrack::optional(spans::literal("ab"), spans::longest(rest))(collector, at)
        },
    );
}

#[test]
fn a_repetition_ends_where_the_rest_goes_furthest() {
    for (least, most) in [(0, None), (1, None), (2, Some(3)), (0, Some(2))] {
        compare(
            |text| {
                let rest = longest((literal("ab"), literal("bca")));
                backtrack::many(least, most, any_of("ab"), rest)(text)
            },
            |collector, at| {
                let rest = spans::longest((spans::literal("ab"), spans::literal("bca")));
                let body = spans::any_of("ab");
                spans::backtrack::many(least, most, body, rest)(collector, at)
            },
        );
    }
}

#[test]
fn a_lazy_part_is_as_short_as_the_rest_allows() {
    compare(
        |text| shortest("b", run(0, LETTERS, any_of("ab")), opt(literal("bc")))(text),
        |collector, at| {
            let first = spans::run(0, LETTERS, spans::any_of("ab"));
            let rest = spans::opt(spans::literal("bc"));
            spans::shortest("b", first, rest)(collector, at)
        },
    );
}

#[test]
fn a_repetition_with_a_least_number_fails_without_a_round() {
    compare(
        |text| many1_count(literal("ab")).map(|_| ()).parse(text),
        |collector, at| spans::many1_count(spans::literal("ab"))(collector, at),
    );
}
