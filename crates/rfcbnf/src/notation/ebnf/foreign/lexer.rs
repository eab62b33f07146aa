//! Takes the tokens that the notations have in common, and leaves out what is none.

use super::super::lexer::{Token, TokenKind};
use crate::error::{Fault, GrammarErrorKind, NoCounterpart};
use crate::syntax::{Notation, Span};

/// The tokens of a file.
#[derive(Default)]
pub(in crate::notation::ebnf) struct Foreign {
    pub(in crate::notation::ebnf) tokens: Vec<Token>,
    pub(in crate::notation::ebnf) faults: Vec<Fault>,
    /// The rules whose texts may occur between tokens or parts.
    pub(in crate::notation::ebnf) skipped: Vec<String>,
    /// The rules of pest without gaps between their parts.
    pub(in crate::notation::ebnf) atomic: Vec<String>,
    /// The rules of pest with gaps between their parts, also within atomic ones.
    pub(in crate::notation::ebnf) spaced: Vec<String>,
}

pub(super) struct Lexer<'s> {
    pub(super) source: &'s str,
    pub(super) at: usize,
    pub(super) notation: Notation,
    /// The name of the rule that was begun last.
    pub(super) rule: String,
    pub(super) is_in_body: bool,
    pub(super) found: Foreign,
}

impl<'s> Lexer<'s> {
    pub(super) fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    /// Skips white space and comments. Returns whether anything is left.
    pub(super) fn skip_space(&mut self) -> bool {
        loop {
            let rest = self.rest();
            let trimmed =
                rest.trim_start_matches(|one: char| one.is_whitespace() || one == '\u{feff}');
            self.at += rest.len() - trimmed.len();
            let is_line = match self.notation {
                Notation::Peg => trimmed.starts_with('#') || trimmed.starts_with("//"),
                _ => trimmed.starts_with("//"),
            };
            let length = if is_line {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else {
                return !trimmed.is_empty();
            };
            let start = self.at;
            let signs: &[char] = &['/', '*', '#', '!', ' ', '\r'];
            let text = trimmed[..length].trim_matches(signs).to_owned();
            self.at += length;
            self.push(TokenKind::Comment(text), start);
        }
    }

    pub(super) fn push(&mut self, kind: TokenKind, start: usize) {
        let span = start..self.at;
        self.found.tokens.push(Token { kind, span });
    }

    /// Takes some octets as a token.
    pub(super) fn take(&mut self, length: usize, kind: TokenKind) {
        let start = self.at;
        self.at += length;
        self.push(kind, start);
    }

    pub(super) fn sign(&mut self, sign: char) {
        self.take(sign.len_utf8(), TokenKind::Sign(sign));
    }

    /// Takes some octets that BNF has no counterpart for.
    pub(super) fn lost(&mut self, length: usize, construct: NoCounterpart) {
        let kind = GrammarErrorKind::NoCounterpart { construct };
        self.take(length, TokenKind::Fault(kind));
    }

    pub(super) fn stray(&mut self) {
        let text: String = self.rest().chars().take(1).collect();
        let kind = GrammarErrorKind::StrayText { text: text.clone() };
        self.take(text.len(), TokenKind::Fault(kind));
    }

    pub(super) fn any(&mut self, length: usize) {
        self.take(length, TokenKind::Class(vec![('\0', char::MAX)]));
    }

    /// Returns the name at the beginning of the rest.
    pub(super) fn name(&self) -> &'s str {
        let rest = self.rest();
        let is_part = |one: char| one.is_ascii_alphanumeric() || one == '_';
        let end = rest.find(|one| !is_part(one)).unwrap_or(rest.len());
        let name = &rest[..end];
        if name.starts_with(|one: char| one.is_ascii_digit()) {
            ""
        } else {
            name
        }
    }

    /// Takes a name. One that begins with `_` is written without, because no rule can be named so.
    pub(super) fn take_name(&mut self, name: &str) -> String {
        let own = match name.trim_start_matches('_') {
            "" => "blank",
            own => own,
        };
        self.take(name.len(), TokenKind::Name(own.to_owned()));
        own.to_owned()
    }

    /// Returns what is after some octets and white space.
    pub(super) fn behind(&self, length: usize) -> &'s str {
        self.rest()[length..].trim_start()
    }

    /// Leaves out everything up to a mark, and the mark.
    pub(super) fn leave_out(&mut self, mark: char) {
        let rest = self.rest();
        self.at += rest
            .find(mark)
            .map_or(rest.len(), |end| end + mark.len_utf8());
    }

    /// Leaves out what is in braces.
    pub(super) fn leave_out_braces(&mut self) {
        let mut depth = 0_usize;
        let mut quote = None;
        for (index, one) in self.rest().char_indices() {
            match (one, quote) {
                ('\n', _) => quote = None,
                (_, Some(mark)) => quote = quote.filter(|_| one != mark),
                ('"' | '\'', None) => quote = Some(one),
                ('{', None) => depth += 1,
                ('}', None) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.at += index + 1;
                        return;
                    }
                }
                _ => {}
            }
        }
        self.at = self.source.len();
    }

    /// Leaves out a part of the file that BNF has no counterpart for, outside of rules.
    pub(super) fn lose(&mut self, mark: char, construct: NoCounterpart) {
        let start = self.at;
        self.leave_out(mark);
        let kind = GrammarErrorKind::NoCounterpart { construct };
        let span: Span = start..start + self.source[start..self.at].trim_end().len();
        self.found.faults.push(Fault::new(kind, span));
    }

    /// Returns the length of what is in braces.
    pub(super) fn braces(&mut self) -> usize {
        let start = self.at;
        self.leave_out_braces();
        let length = self.at - start;
        self.at = start;
        length
    }
}
