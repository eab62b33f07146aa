//! Literals and classes of characters, with escapes.

use super::{Lexer, literal};
use crate::error::GrammarErrorKind;
use crate::notation::classes::complement;
use crate::notation::lexeme::Lexeme;
use crate::syntax::{Case, LiteralForm};

impl Lexer<'_> {
    /// Reads a literal with escapes, and in a parsing expression grammar `"x"i`.
    pub(super) fn literal(&mut self, case: Option<Case>) {
        let rest = self.rest();
        let mark = rest.chars().next().unwrap_or_default();
        let mut text = String::new();
        let mut at = 1;
        loop {
            match character(&rest[at..]) {
                Some((one, 1)) if one == mark => break,
                Some((one, length)) if one != '\n' || length > 1 => {
                    text.push(one);
                    at += length;
                }
                _ => return self.fault(at, GrammarErrorKind::UnclosedLiteral),
            }
        }
        at += 1;
        let is_caseless = self.dialect.has_caseless_marks && rest[at..].starts_with('i');
        let case = if is_caseless {
            Some(Case::Ignored)
        } else {
            case
        };
        let length = at + usize::from(is_caseless);
        self.take(length, literal(text, case, LiteralForm::Quoted));
    }

    /// Reads `[a-z\n]`, and in a parsing expression grammar `[^a]` and `[a]i`.
    pub(super) fn class(&mut self) {
        let rest = self.rest();
        let is_negated = self.dialect.has_caseless_marks && rest[1..].starts_with('^');
        let mut at = 1 + usize::from(is_negated);
        let mut ranges = Vec::new();
        loop {
            let Some((first, length)) =
                character(&rest[at..]).filter(|one| one.0 != '\n' || one.1 > 1)
            else {
                // An escape that is not known, such as `\p{L}`, or no end.
                let line = rest.lines().next().unwrap_or_default();
                let after = line.get(at..).unwrap_or_default();
                let known = after.find(']').map(|end| &line[..=at + end]);
                return match known {
                    Some(text) => self.stray_text(text.len()),
                    None => self.fault(1, GrammarErrorKind::UnclosedBracket { bracket: '[' }),
                };
            };
            if (first, length) == (']', 1) {
                break;
            }
            at += length;
            let last = rest[at..].strip_prefix('-').and_then(character);
            let last = last.filter(|&last| last != (']', 1));
            at += last.map_or(0, |(_, length)| length + 1);
            ranges.push((first, last.map_or(first, |(last, _)| last)));
        }
        at += 1;
        let is_caseless = self.dialect.has_caseless_marks && rest[at..].starts_with('i');
        if is_caseless {
            let others = |one: char| {
                if one.is_ascii_lowercase() {
                    one.to_ascii_uppercase()
                } else {
                    one.to_ascii_lowercase()
                }
            };
            let letters = ranges.clone().into_iter();
            let letters = letters
                .filter(|(first, last)| first.is_ascii_alphabetic() && last.is_ascii_alphabetic());
            ranges.extend(letters.map(|(first, last)| (others(first), others(last))));
        }
        let is_right = !ranges.is_empty() && ranges.iter().all(|(first, last)| first <= last);
        let length = at + usize::from(is_caseless);
        if !is_right {
            let text = rest[..at].to_owned();
            return self.fault(length, GrammarErrorKind::StrayText { text });
        }
        if is_negated {
            ranges = complement(ranges);
        }
        self.take(length, Lexeme::Class(ranges));
    }
}

/// Reads a character that may be escaped. Returns it with its length in the file.
fn character(text: &str) -> Option<(char, usize)> {
    let mut characters = text.chars();
    let first = characters.next()?;
    if first != '\\' {
        return Some((first, first.len_utf8()));
    }
    let escaped = characters.next()?;
    let number = |start: usize, most: usize, radix: u32| {
        let digits = text.get(start..)?;
        let length = digits
            .chars()
            .take(most)
            .take_while(|one| one.is_digit(radix))
            .count();
        let number = u32::from_str_radix(&digits[..length], radix).ok()?;
        Some((char::from_u32(number)?, start + length))
    };
    match escaped {
        'n' => Some(('\n', 2)),
        'r' => Some(('\r', 2)),
        't' => Some(('\t', 2)),
        'f' => Some(('\u{c}', 2)),
        'b' => Some(('\u{8}', 2)),
        'x' => number(2, 2, 16),
        'u' if text[2..].starts_with('{') => {
            let (found, end) = number(3, 6, 16)?;
            text[end..].starts_with('}').then_some((found, end + 1))
        }
        'u' => number(2, 4, 16),
        'p' | 'P' if text[2..].starts_with('{') => None,
        '0'..='7' => number(1, 3, 8),
        _ => Some((escaped, 1 + escaped.len_utf8())),
    }
}
