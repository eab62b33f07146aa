//! What only the EBNF of the W3C and of ISO 14977 have.

use super::Lexer;
use crate::error::{GrammarErrorKind, NumberProblem};
use crate::notation::classes::complement;
use crate::notation::lexeme::{Counts, Lexeme};
use std::borrow::Cow;

pub(in crate::notation) fn ebnf(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let is_w3c = !lexer.dialect.ends_rules;
    match lexer.first() {
        mark @ ('"' | '\'') => lexer.quoted(0, mark, None),
        '#' if is_w3c => match number(rest) {
            Some((Ok(number), length)) => lexer.take(length, Lexeme::Numbers(number.to_string())),
            Some((Err(problem), length)) => {
                let text = rest[..length].to_owned();
                lexer.fault(length, GrammarErrorKind::InvalidNumber { text, problem });
            }
            None => lexer.stray(),
        },
        '[' if is_w3c => class(lexer),
        '?' if !is_w3c => match rest[1..].find('?') {
            Some(length) => lexer.take(length + 2, Lexeme::Angle(&rest[1..=length])),
            None => lexer.stray(),
        },
        '.' if rest.starts_with("..") => {
            let length = rest.len() - rest.trim_start_matches('.').len();
            lexer.take(length, Lexeme::Dots(&rest[..length]));
        }
        first if first.is_ascii_digit() && !is_w3c => count(lexer),
        _ if !lexer.name().is_empty() => name(lexer),
        _ => return false,
    }
    true
}

/// Returns whether commas join elements. Then several words are one name, as ISO 14977 has it.
pub(super) fn has_commas(source: &str) -> bool {
    let mut quote = None;
    source.chars().any(|one| {
        match quote {
            Some(mark) if mark == one || one == '\n' => quote = None,
            Some(_) => {}
            None if one == '"' || one == '\'' => quote = Some(one),
            None => return one == ',',
        }
        false
    })
}

/// Takes a name. Hyphens stand for the spaces and full stops in it: names of the syntax tree have none.
fn name(lexer: &mut Lexer<'_>) {
    let rest = lexer.rest();
    let start = lexer.at;
    lexer.at += lexer.name().len();
    while lexer.has_commas {
        let further = lexer.rest().trim_start_matches([' ', '\t']);
        let space = lexer.rest().len() - further.len();
        if space == 0 || !further.starts_with(|one: char| one.is_ascii_alphanumeric()) {
            break;
        }
        let is_part = |one: char| one.is_ascii_alphanumeric() || "-_".contains(one);
        lexer.at += space + further.len() - further.trim_start_matches(is_part).len();
    }
    // A hyphen at the end excludes something.
    let name = rest[..lexer.at - start].trim_end_matches(['-', '.']);
    lexer.at = start;
    let words: Vec<&str> = name.split_whitespace().collect();
    let joined = words.join("-").replace('.', "-");
    lexer.take(name.len(), Lexeme::Name(Cow::Owned(joined)));
}

/// Reads `#x41`.
fn number(text: &str) -> Option<(Result<char, NumberProblem>, usize)> {
    let digits = text.strip_prefix("#x")?;
    let end = digits.find(|one: char| !one.is_ascii_hexdigit());
    let length = end.unwrap_or(digits.len());
    let number = super::rfcs::character(&digits[..length], 16);
    (length > 0).then_some((number, length + 2))
}

/// Takes the number of `2 * a`.
fn count(lexer: &mut Lexer<'_>) {
    let rest = lexer.rest();
    let after = rest.trim_start_matches(|one: char| one.is_ascii_digit());
    let length = rest.len() - after.len();
    let count = rest[..length].parse().ok();
    let count = count.filter(|count| *count <= crate::limits::REPETITION_COUNT);
    let star = after.trim_start().strip_prefix('*');
    match (count, star) {
        (None, _) => lexer.fault(length, GrammarErrorKind::CountTooGreat),
        (_, None) => lexer.fault(length, GrammarErrorKind::NothingRepeated),
        (Some(least), Some(star)) => {
            let most = count;
            let counts = Lexeme::Repetition(Counts { least, most });
            lexer.take(rest.len() - star.len(), counts);
        }
    }
}

/// Takes `[a-z]`, `[^#x20-#x7E]`, or what specifications of the W3C print in brackets beside a rule.
fn class(lexer: &mut Lexer<'_>) {
    let rest = lexer.rest();
    let end = rest.find([']', '\n', '\r']);
    let Some(end) = end.filter(|&end| rest[end..].starts_with(']')) else {
        return lexer.fault(1, GrammarErrorKind::UnclosedBracket { bracket: '[' });
    };
    let inner = &rest[1..end];
    let lower = inner.trim_start().to_ascii_lowercase();
    let mut constraints = ["vc:", "wfc:", "nsc:", "gn:"].iter();
    if constraints.any(|one| lower.starts_with(one)) {
        return lexer.take(end + 1, Lexeme::Annotation);
    }
    let negated = inner.strip_prefix('^');
    match ranges(negated.unwrap_or(inner)) {
        Some(ranges) if negated.is_some() => {
            lexer.take(end + 1, Lexeme::Class(complement(ranges)));
        }
        Some(ranges) => lexer.take(end + 1, Lexeme::Class(ranges)),
        None => lexer.stray_text(end + 1),
    }
}

/// Reads what is in the brackets of a class. Returns `None` if it is nothing, or reversed.
fn ranges(mut text: &str) -> Option<Vec<(char, char)>> {
    let mut ranges = Vec::new();
    while !text.is_empty() {
        let (first, rest) = character(text)?;
        let last = rest
            .strip_prefix('-')
            .filter(|rest| !rest.is_empty())
            .and_then(character);
        let (last, rest) = last.unwrap_or((first, rest));
        if last < first {
            return None;
        }
        ranges.push((first, last));
        text = rest;
    }
    (!ranges.is_empty()).then_some(ranges)
}

fn character(text: &str) -> Option<(char, &str)> {
    if let Some((Ok(number), length)) = number(text) {
        return Some((number, &text[length..]));
    }
    let mut characters = text.chars();
    let first = characters.next()?;
    Some((first, characters.as_str()))
}
