//! Characters as the octets of UTF-8.
//!
//! The notations of RFCs have numbers, and leave it to the reader what they are: a number above FF makes all of them
//! numbers of characters, and without one they are octets. So a grammar of characters up to FF cannot be written with
//! their numbers. `%x80-FF` would be an octet; `%xC2-C3 %x80-BF` derives the same texts as the characters.

use std::borrow::Cow;

use crate::syntax::{Encoding, Expression, Grammar, Kind};

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
