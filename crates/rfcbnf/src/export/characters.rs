//! Characters in notations: as ranges, and as ABNF, the notation of RFC 822 and BNF write them, with numbers, counts
//! and prose.
//!
//! These leave it to the reader what numbers are: a number above FF makes all of them numbers of characters, and
//! without one they are octets. So a grammar of characters up to FF cannot be written with their numbers. `%x80-FF`
//! would be an octet; `%xC2-C3 %x80-BF`, the octets of UTF-8, derives the same texts as the characters.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::term::Term;
use crate::notation::core_rules;
use crate::octets::OctetSet;
use crate::syntax::{Encoding, Expression, Grammar, Kind};

/// The smallest number of neighbours that form a range.
const RANGE: usize = 3;

/// Splits characters in ascending order into runs of consecutive letters or digits, or of
/// consecutive characters outside printable ASCII. A run that is too short for a range is split
/// into single characters.
///
/// ```
/// let runs: Vec<&[char]> = rfcbnf::export::runs(&['+', '0', '1', '2', 'A', 'B']).collect();
/// assert_eq!(runs, [&['+'][..], &['0', '1', '2'], &['A'], &['B']]);
/// ```
pub fn runs(characters: &[char]) -> impl Iterator<Item = &[char]> {
    let kind = |character: &char| match character {
        character if character.is_ascii_alphanumeric() => Some(0),
        character if !is_printable(*character) => Some(1),
        _ => None,
    };
    let continues = move |one: &char, other: &char| {
        kind(one).is_some() && kind(one) == kind(other) && u32::from(*one) + 1 == u32::from(*other)
    };
    let runs = characters.chunk_by(continues);
    runs.flat_map(|run| run.chunks(if run.len() < RANGE { 1 } else { run.len() }))
}

/// Returns whether the character is printable ASCII.
pub(super) fn is_printable(character: char) -> bool {
    matches!(character, ' '..='~')
}

/// Returns the [`runs`] of a set. Each octet is the character with its number.
pub(super) fn ranges(set: OctetSet) -> Vec<RangeInclusive<char>> {
    let members: Vec<char> = set.iter().map(char::from).collect();
    let runs = runs(&members).map(|run| run[0]..=run[run.len() - 1]);
    runs.collect()
}

/// Returns whether a literal in quotation marks can contain the character.
pub(super) fn is_quotable(character: char) -> bool {
    matches!(character, ' '..='~') && character != '"'
}

/// Divides a text into runs of characters that fulfill the condition and runs of others.
pub(super) fn runs_by(
    text: &str,
    condition: impl Fn(char) -> bool + Copy,
) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let fulfills = condition(rest.chars().next()?);
        let end = rest.find(|one| condition(one) != fulfills);
        let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some((run, fulfills))
    })
}

/// Writes a text with the numbers of its characters: `%x61.62`.
pub(super) fn numbers(text: &str) -> Term {
    let numbers = text.chars().map(|one| format!("{:X}", u32::from(one)));
    Term::atom(format!("%x{}", numbers.collect::<Vec<_>>().join(".")))
}

/// Writes a range of characters with their numbers: `%x61-7A`.
pub(super) fn number_range(first: char, last: char) -> Term {
    Term::atom(format!("%x{:X}-{:X}", u32::from(first), u32::from(last)))
}

/// Writes the counts of a repetition: `2*4`.
pub(super) fn counts(least: u32, most: Option<u32>) -> String {
    match (least, most) {
        (0, None) => "*".to_owned(),
        (least, None) => format!("{least}*"),
        (0, Some(most)) => format!("*{most}"),
        (least, Some(most)) if least == most => least.to_string(),
        (least, Some(most)) => format!("{least}*{most}"),
    }
}

/// Writes prose: `<any CHAR except CTLs>`. What would be read as a name or as a literal gets a word before it.
pub(super) fn prose(text: &str, is_name: impl Fn(&str) -> bool) -> Term {
    let mut text = printable(text, true);
    if !has_matching_brackets(&text) {
        text = text.replace('<', "(").replace('>', ")");
    }
    let mut core = core_rules::names();
    let is_name = is_name(&text) || core.any(|core| core.eq_ignore_ascii_case(&text));
    if is_name || text.is_empty() || text == "\"" {
        text = format!("prose: {text}");
    }
    Term::atom(format!("<{text}>"))
}

fn has_matching_brackets(text: &str) -> bool {
    let mut depth = 0_usize;
    for one in text.chars() {
        match one {
            '<' => depth += 1,
            '>' if depth == 0 => return false,
            '>' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// Says what was done.
const REMARK: &str = "Characters above %x7F are written as their octets in UTF-8: no number is above %xFF, so numbers \
                      are octets here.";

/// Returns the grammar as its numbers are to be written, and a remark if these are the octets of its characters.
pub(super) fn spelled_out<'g>(
    grammar: &'g Grammar,
    production: Option<&str>,
) -> (Cow<'g, Grammar>, Option<&'static str>) {
    let part = match production {
        Some(name) => Cow::Owned(grammar.part(grammar.lookup(name).ok().map(|one| &*one.name))),
        None => Cow::Borrowed(grammar),
    };
    let bodies = part.productions.iter().map(|one| &one.body);
    let greatest = bodies.map(Expression::greatest).max();
    let is_octet = |greatest| ('\u{80}'..='\u{ff}').contains(&greatest);
    if grammar.encoding == Encoding::Octets || !greatest.is_some_and(is_octet) {
        return (Cow::Borrowed(grammar), None);
    }
    let mut octets = part.into_owned();
    octets.encoding = Encoding::Octets;
    for production in &mut octets.productions {
        spell_out(&mut production.body);
    }
    (Cow::Owned(octets), Some(REMARK))
}

fn spell_out(expression: &mut Expression) {
    match &mut expression.kind {
        Kind::Literal { text, .. } if !text.is_ascii() => {
            *text = { text.bytes() }.map(char::from).collect();
        }
        &mut Kind::Range { first, last } if !last.is_ascii() => {
            let made = |kind| Expression {
                kind,
                span: expression.span.clone(),
            };
            let sequences = Encoding::Utf8.sequences(first, last).into_iter();
            let alternatives = sequences.map(|sequence| {
                let ranges = sequence.into_iter().map(|range| {
                    let (first, last) = range.into_inner();
                    let (first, last) = (char::from(first), char::from(last));
                    made(Kind::Range { first, last })
                });
                gathered(ranges.collect(), Kind::Sequence, &made)
            });
            *expression = gathered(alternatives.collect(), Kind::Alternation, &made);
        }
        _ => expression.children_mut().iter_mut().for_each(spell_out),
    }
}

/// Returns the only member, or several together.
fn gathered(
    mut members: Vec<Expression>,
    together: fn(Vec<Expression>) -> Kind,
    made: &dyn Fn(Kind) -> Expression,
) -> Expression {
    match members.pop() {
        Some(only) if members.is_empty() => only,
        last => {
            members.extend(last);
            made(together(members))
        }
    }
}

/// Returns the text with characters that do not print escaped as in Rust.
pub(super) fn printable(text: &str, is_ascii: bool) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        let is_plain = matches!(character, ' '..='~')
            || (!is_ascii && character.escape_debug().next() == Some(character));
        match character {
            '\t' => printable.push(' '),
            _ if is_plain => printable.push(character),
            _ => printable.extend(character.escape_unicode()),
        }
    }
    printable
}
