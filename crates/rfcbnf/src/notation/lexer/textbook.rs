//! What only textbooks have: `S → aSb | ε`.
//!
//! A word is a name if a rule defines it. In any other word, capitals are names and all other letters stand for
//! themselves, so `aSb` is three symbols. A file with literals in quotation marks has brackets and signs of
//! repetition, too; in one without, they stand for themselves, as in `E → E + T | ( E )`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Lexer, literal};
use crate::notation::lexeme::Lexeme;
use crate::syntax::LiteralForm;

/// The signs between a name and a body.
pub(crate) const ARROWS: [&str; 7] = ["->", "\u{2192}", "\u{27f6}", "\u{21d2}", "=>", "::=", ":"];

/// The signs and words for the empty text.
const EMPTY: [&str; 7] = [
    "\u{3b5}", "\u{3f5}", "\u{3bb}", "\u{39b}", "epsilon", "lambda", "eps",
];

/// What the words of a file are.
pub(in crate::notation) struct Words<'s> {
    /// The words that rules define.
    defined: HashSet<&'s str>,
    has_quotes: bool,
}

impl<'s> Words<'s> {
    pub(super) fn of(source: &'s str) -> Self {
        let defined = source.lines().filter_map(|line| {
            let line = line.trim_start();
            let name = &line[..length(line)];
            is_defined(line, name).then_some(name)
        });
        // An apostrophe after a letter is part of a name: `E'`.
        let mut before = ' ';
        let has_quotes = source.chars().any(|one| {
            let is_quote = one == '"' || (one == '\'' && !before.is_alphanumeric());
            before = one;
            is_quote
        });
        Self {
            defined: defined.filter(|name| !name.is_empty()).collect(),
            has_quotes,
        }
    }
}

/// Returns the length of the word at the beginning of a text, with primes, or of a name in angle brackets.
pub(in crate::notation) fn length(text: &str) -> usize {
    if let Some(end) = text.strip_prefix('<').and_then(|rest| rest.find('>')) {
        let inner = &text[1..=end];
        let is_part = |one: char| one.is_ascii_alphanumeric() || "-_ ".contains(one);
        if inner.starts_with(|one: char| one.is_ascii_alphabetic()) && inner.chars().all(is_part) {
            return end + 2;
        }
    }
    let is_part = |one: char| one.is_ascii_alphanumeric() || one == '_';
    let plain = text.find(|one| !is_part(one)).unwrap_or(text.len());
    let primes = text[plain..].len() - text[plain..].trim_start_matches('\'').len();
    if text.starts_with(|one: char| one.is_ascii_alphabetic()) {
        plain + primes
    } else {
        0
    }
}

fn is_defined(line: &str, name: &str) -> bool {
    let rest = line[name.len()..].trim_start();
    ARROWS.iter().any(|arrow| rest.starts_with(arrow))
}

/// Returns the name of a rule for a word: names have no primes and angle brackets.
fn named(word: &str) -> String {
    let plain = word.trim_end_matches('\'');
    let primes = "-prime".repeat(word.len() - plain.len());
    let plain = plain.trim_matches(['<', '>']).trim();
    format!("{}{primes}", plain.replace(['_', ' '], "-"))
}

pub(in crate::notation) fn textbook(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let Some(Words { has_quotes, .. }) = &lexer.words else {
        return false;
    };
    let has_quotes = *has_quotes;
    let is_line_start = lexer.source[..lexer.at]
        .trim_end_matches([' ', '\t'])
        .ends_with(['\n', '\r', '\u{feff}'])
        || lexer.source[..lexer.at].trim().is_empty();
    let word = &rest[..length(rest)];
    if is_line_start && !word.is_empty() && is_defined(rest, word) {
        lexer.rule = Cow::Owned(named(word));
        lexer.take(word.len(), Lexeme::Name(Cow::Owned(named(word))));
        lexer.skip_space();
        let after = lexer.rest();
        if let Some(arrow) = ARROWS.iter().find(|arrow| after.starts_with(**arrow)) {
            lexer.take(arrow.len(), Lexeme::Defines(&after[..arrow.len()]));
        }
        return true;
    }
    if let Some(empty) = EMPTY.iter().find(|empty| rest.starts_with(**empty)) {
        let is_word = empty.is_ascii();
        if !is_word || word == *empty {
            lexer.take(empty.len(), literal("", None, LiteralForm::Quoted));
            return true;
        }
    }
    match lexer.first() {
        mark @ ('"' | '\'') => lexer.quoted(0, mark, None),
        '|' => return false,
        _ if !word.is_empty() => take_word(lexer, word),
        one if one.is_ascii_alphanumeric() || !has_quotes => {
            let length = one.len_utf8();
            lexer.take(length, literal(&rest[..length], None, LiteralForm::Bare));
        }
        _ => return false,
    }
    true
}

/// Takes a word: a name, or symbols.
fn take_word<'s>(lexer: &mut Lexer<'s>, word: &'s str) {
    let is_known = |lexer: &Lexer<'_>, name: &str| {
        let words = lexer.words.as_ref();
        words.is_some_and(|words| words.defined.contains(name))
    };
    // `S'` before a literal is `S` and a quotation mark.
    let plain = word.trim_end_matches('\'');
    let word = if is_known(lexer, word) || word.starts_with('<') {
        word
    } else {
        plain
    };
    let mut capitals = word
        .char_indices()
        .filter(|(_, one)| one.is_ascii_uppercase());
    let begins_with_capital = word.starts_with(|one: char| one.is_ascii_uppercase());
    let is_name = is_known(lexer, word)
        || word.starts_with('<')
        || (begins_with_capital && !capitals.all(|(at, _)| is_known(lexer, &word[at..=at])));
    if is_name {
        return lexer.take(word.len(), Lexeme::Name(Cow::Owned(named(word))));
    }
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_uppercase() {
            lexer.take(1, Lexeme::Name(Cow::Borrowed(&rest[..1])));
            rest = &rest[1..];
        } else {
            let end = rest.find(|one: char| one.is_ascii_uppercase());
            let run = &rest[..end.unwrap_or(rest.len())];
            lexer.take(run.len(), literal(run, None, LiteralForm::Bare));
            rest = &rest[run.len()..];
        }
    }
}
