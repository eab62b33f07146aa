//! Ranges that are likely mistakes.

use super::finding::FindingKind;
use super::found::{Findings, Location};
use crate::fixes::Fix;
use crate::syntax::{Case, Expression, Grammar, Kind, Notation, Span};

/// The range from the first upper case letter to the last lower case one, and what is between them.
const LETTERS: (char, char) = ('A', 'z');
const BETWEEN: &str = "[ \\ ] ^ _ `";

/// Adds a finding for each range from `A` to `z`.
pub(super) fn find(grammar: &Grammar, findings: &mut Findings) {
    for production in &grammar.productions {
        production.body.walk(&mut |part| {
            if is_of_letters(part) {
                let message = format!("derives {BETWEEN} too, which are between the letters");
                let remedy = "write a range of upper case letters and one of lower case letters";
                let location = Location::of(production).at(part);
                findings.add(location, FindingKind::LetterRange, message, remedy);
            }
        });
    }
}

/// Returns whether a part is a range from `A` to `z`, which has a finding of its own.
pub(super) fn is_of_letters(part: &Expression) -> bool {
    matches!(part.kind, Kind::Range { first, last } if (first, last) == LETTERS)
}

/// Returns what a finding says if both alternatives are ranges or characters by number, at least one of them a
/// range, and have characters in common.
pub(super) fn overlap(source: &str, [one, other]: [&Expression; 2]) -> Option<String> {
    let is_range = |part: &Expression| matches!(part.kind, Kind::Range { .. });
    if !is_range(one) && !is_range(other) {
        return None;
    }
    let (first, last) = common(one, other)?;
    let text = |part: &Expression| source.get(part.span.clone());
    let common = written(first, last, Base::Hexadecimal);
    Some(format!(
        "`{}` and `{}` both have `{common}`",
        text(one)?,
        text(other)?
    ))
}

/// Returns the fix of overlapping ranges: the later one without what the earlier one has, if that is one range.
pub(super) fn without_overlap(source: &str, [earlier, later]: [&Expression; 2]) -> Option<Fix> {
    let ((start, end), (first, last)) = (characters(earlier)?, characters(later)?);
    let rest = if start <= first && first <= end && end < last {
        (char::from_u32(u32::from(end) + 1)?, last)
    } else if first < start && start <= last && last <= end {
        (first, char::from_u32(u32::from(start).checked_sub(1)?)?)
    } else {
        return None;
    };
    let base = Base::of(source.get(later.span.clone())?);
    let text = written(rest.0, rest.1, base);
    let description = format!("write `{text}`");
    Some(Fix::new(later.span.clone(), text, description))
}

/// Returns the fix of a range from `A` to `z`: a range for each case.
pub(super) fn in_two_cases(grammar: &Grammar, span: &Span) -> Fix {
    let is_alternative = grammar.productions.iter().any(|production| {
        let mut is_found = production.body.span == *span;
        production.body.walk(&mut |part| {
            if let Kind::Alternation(members) = &part.kind {
                is_found |= members.iter().any(|member| member.span == *span);
            }
        });
        is_found
    });
    let separator = match grammar.notation {
        Notation::Abnf => '/',
        _ => '|',
    };
    let both = format!("%x41-5A {separator} %x61-7A");
    let text = if is_alternative {
        both
    } else {
        format!("( {both} )")
    };
    let description = format!("write `{text}`");
    Fix::new(span.clone(), text, description)
}

/// How a number is written.
#[derive(Clone, Copy)]
enum Base {
    Binary,
    Decimal,
    Hexadecimal,
}

impl Base {
    fn of(text: &str) -> Self {
        match text.as_bytes() {
            [b'%', b'd' | b'D', ..] => Self::Decimal,
            [b'%', b'b' | b'B', ..] => Self::Binary,
            _ => Self::Hexadecimal,
        }
    }
}

fn written(first: char, last: char, base: Base) -> String {
    let number = |one: char| {
        let number = u32::from(one);
        match base {
            Base::Binary => format!("{number:b}"),
            Base::Decimal => number.to_string(),
            Base::Hexadecimal => format!("{number:02X}"),
        }
    };
    let sign = match base {
        Base::Binary => "%b",
        Base::Decimal => "%d",
        Base::Hexadecimal => "%x",
    };
    if first == last {
        format!("{sign}{}", number(first))
    } else {
        format!("{sign}{}-{}", number(first), number(last))
    }
}

fn common(one: &Expression, other: &Expression) -> Option<(char, char)> {
    let ((start, end), (first, last)) = (characters(one)?, characters(other)?);
    let both = (start.max(first), end.min(last));
    (both.0 <= both.1).then_some(both)
}

/// Returns the first and the last character of a range, or of a literal of one character that matches as
/// written.
fn characters(part: &Expression) -> Option<(char, char)> {
    match &part.kind {
        Kind::Range { first, last } => Some((*first, *last)),
        Kind::Literal { text, case, .. } => {
            let mut characters = text.chars();
            let only = characters.next().filter(|_| characters.next().is_none())?;
            let is_exact = *case == Case::Exact || !only.is_ascii_alphabetic();
            is_exact.then_some((only, only))
        }
        _ => None,
    }
}
