//! Divides a file in EBNF into tokens.

use crate::error::{GrammarErrorKind, NumberProblem};
use crate::syntax::{Notation, Span};

/// A token and its place.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

#[derive(Debug, Clone)]
pub(super) enum TokenKind {
    Name(String),
    Literal(String),
    /// A literal whose letters match in either case.
    Caseless(String),
    /// The least and the most rounds of what is before.
    Bounds(u32, Option<u32>),
    /// The end of the text: `EOF`, `EOI`.
    End,
    /// `#x41`.
    Number(char),
    /// `[a-z]`: the first and the last character of each range.
    Class(Vec<(char, char)>),
    /// `[12]`, the number of a rule, or `[VC: …]`, a constraint.
    Annotation,
    /// `? … ?`.
    Special(String),
    Count(u32),
    /// One of `=`, `|`, `,`, `;`, `-`, `?`, `*`, `+` and brackets.
    Sign(char),
    /// `..` between two characters.
    Dots,
    Comment(String),
    Fault(GrammarErrorKind),
}

/// Divides a file into tokens.
pub(super) fn tokens(source: &str, notation: Notation) -> Vec<Token> {
    let mut lexer = Lexer {
        source,
        at: 0,
        notation,
        has_commas: notation == Notation::Iso && has_commas(source),
    };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.token() {
        tokens.push(token);
    }
    tokens
}

/// Returns whether commas join elements. Then several words are one name, as ISO 14977 has it.
fn has_commas(source: &str) -> bool {
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

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    notation: Notation,
    has_commas: bool,
}

impl Lexer<'_> {
    fn token(&mut self) -> Option<Token> {
        let is_space = |one: char| one.is_whitespace() || one == '\u{feff}';
        let rest = &self.source[self.at..];
        let trimmed = rest.trim_start_matches(is_space);
        self.at += rest.len() - trimmed.len();
        let start = self.at;
        let first = trimmed.chars().next()?;
        let (kind, length) = self.read(trimmed, first);
        self.at += length;
        let span = start..self.at;
        Some(Token { kind, span })
    }

    fn read(&self, text: &str, first: char) -> (TokenKind, usize) {
        let is_w3c = self.notation == Notation::W3c;
        let until = |start: usize, end: &str| {
            text[start..]
                .find(end)
                .map(|found| (&text[start..start + found], start + found + end.len()))
        };
        match first {
            '/' if is_w3c && text.starts_with("/*") => comment(text, until(2, "*/")),
            '(' if !is_w3c && text.starts_with("(*") => comment(text, until(2, "*)")),
            '"' | '\'' => literal(text, first),
            '#' if is_w3c => number(text),
            '[' if is_w3c => class(text),
            '?' if !is_w3c => match until(1, "?") {
                Some((special, length)) => (TokenKind::Special(special.trim().to_owned()), length),
                None => (stray("?"), 1),
            },
            ':' if text.starts_with("::=") => (TokenKind::Sign('='), 3),
            ':' if text.starts_with(":=") => (TokenKind::Sign('='), 2),
            '.' if text.starts_with("..") => (
                TokenKind::Dots,
                text.len() - text.trim_start_matches('.').len(),
            ),
            '.' if !is_w3c => (TokenKind::Sign(';'), 1),
            '/' | '!' if !is_w3c => (TokenKind::Sign('|'), 1),
            '=' | '|' | '-' | '?' | '*' | '+' | '(' | ')' => (TokenKind::Sign(first), 1),
            ',' | ';' | '[' | ']' | '{' | '}' if !is_w3c => (TokenKind::Sign(first), 1),
            _ if first.is_ascii_digit() && !is_w3c => count(text),
            _ if first.is_ascii_alphabetic() || first == '_' => self.name(text),
            _ => (stray(&first.to_string()), first.len_utf8()),
        }
    }

    fn name(&self, text: &str) -> (TokenKind, usize) {
        let is_w3c = self.notation == Notation::W3c;
        let is_part = |one: char| {
            one.is_ascii_alphanumeric() || one == '_' || (one == '-') || (one == '.' && is_w3c)
        };
        let word = |text: &str| text.find(|one| !is_part(one)).unwrap_or(text.len());
        let mut end = word(text);
        loop {
            let rest = &text[end..];
            let next = rest.trim_start_matches([' ', '\t']);
            let length = word(next);
            if !self.has_commas
                || next.len() == rest.len()
                || length == 0
                || !next.starts_with(|one: char| one.is_ascii_alphanumeric())
            {
                break;
            }
            end += rest.len() - next.len() + length;
        }
        // A hyphen at the end excludes something.
        let name = text[..end].trim_end_matches(['-', '.']);
        let words: Vec<&str> = name.split_whitespace().collect();
        // Names of the syntax tree have no full stops.
        let joined = words.join("-").replace('.', "-");
        (TokenKind::Name(joined), name.len())
    }
}

fn stray(text: &str) -> TokenKind {
    let text = text.to_owned();
    TokenKind::Fault(GrammarErrorKind::StrayText { text })
}

fn comment(text: &str, found: Option<(&str, usize)>) -> (TokenKind, usize) {
    let (comment, length) = found.unwrap_or((&text[2..], text.len()));
    (TokenKind::Comment(comment.trim().to_owned()), length)
}

fn literal(text: &str, mark: char) -> (TokenKind, usize) {
    let end = text[1..].find([mark, '\n', '\r']);
    let end = end.map_or(text.len(), |end| end + 1);
    if text[end..].starts_with(mark) {
        return (TokenKind::Literal(text[1..end].to_owned()), end + 1);
    }
    let fault = TokenKind::Fault(GrammarErrorKind::UnclosedLiteral);
    (fault, text[..end].trim_end().len())
}

/// Reads `#x41`.
fn number(text: &str) -> (TokenKind, usize) {
    let digits = text.strip_prefix("#x").unwrap_or("");
    let length = digits
        .find(|one: char| !one.is_ascii_hexdigit())
        .unwrap_or(digits.len());
    if length == 0 {
        return (stray("#"), 1);
    }
    let number = u32::from_str_radix(&digits[..length], 16).unwrap_or(u32::MAX);
    let kind = char::from_u32(number).map_or_else(
        || {
            TokenKind::Fault(GrammarErrorKind::InvalidNumber {
                text: text[..length + 2].to_owned(),
                problem: if number > u32::from(char::MAX) {
                    NumberProblem::TooGreat
                } else {
                    NumberProblem::Surrogate
                },
            })
        },
        TokenKind::Number,
    );
    (kind, length + 2)
}

fn count(text: &str) -> (TokenKind, usize) {
    let end = text.find(|one: char| !one.is_ascii_digit());
    let end = end.unwrap_or(text.len());
    let kind = match text[..end].parse() {
        Ok(count) if count <= crate::limits::REPETITION_COUNT => TokenKind::Count(count),
        _ => TokenKind::Fault(GrammarErrorKind::CountTooGreat),
    };
    (kind, end)
}

/// Reads `[a-z]`, `[^#x20-#x7E]`, or what specifications of the W3C print in brackets beside a rule.
fn class(text: &str) -> (TokenKind, usize) {
    let end = text[1..].find([']', '\n', '\r']).map(|end| end + 1);
    let Some(end) = end.filter(|&end| text[end..].starts_with(']')) else {
        return (
            TokenKind::Fault(GrammarErrorKind::UnclosedBracket { bracket: '[' }),
            1,
        );
    };
    let inner = &text[1..end];
    let lower = inner.trim_start().to_ascii_lowercase();
    let is_constraint = ["vc:", "wfc:", "nsc:", "gn:"]
        .iter()
        .any(|one| lower.starts_with(one));
    if is_constraint {
        return (TokenKind::Annotation, end + 1);
    }
    let (is_negated, listed) = match inner.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, inner),
    };
    let Some(ranges) = ranges(listed) else {
        return (stray(&text[..=end]), end + 1);
    };
    let ranges = if is_negated {
        super::classes::complement(ranges)
    } else {
        ranges
    };
    (TokenKind::Class(ranges), end + 1)
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
    if let (TokenKind::Number(number), length) = number(text) {
        return Some((number, &text[length..]));
    }
    let mut characters = text.chars();
    let first = characters.next()?;
    Some((first, characters.as_str()))
}
