//! The tokens of a parsing expression grammar.

use super::super::lexer::TokenKind;
use super::lexer::Lexer;
use crate::error::NoCounterpart;

impl Lexer<'_> {
    pub(super) fn peg(&mut self) {
        let rest = self.rest();
        let name = self.name();
        let next = self.behind(name.len());
        let first = rest.chars().next().unwrap_or_default();
        match first {
            _ if !name.is_empty() && (next.starts_with("<-") || next.starts_with('\u{2190}')) => {
                self.rule = self.take_name(name);
                self.skip_space();
                let length = if next.starts_with("<-") {
                    2
                } else {
                    '\u{2190}'.len_utf8()
                };
                self.take(length, TokenKind::Sign('='));
            }
            // A label: `left:expr`.
            _ if !name.is_empty() && rest[name.len()..].starts_with(':') => {
                self.at += name.len() + 1;
            }
            _ if !name.is_empty() => {
                self.take_name(name);
            }
            '/' => self.take(1, TokenKind::Sign('|')),
            '!' | '&' if self.behind(1).starts_with('{') => {
                let length = rest.find('{').unwrap_or(1);
                self.at += length;
                let braces = self.braces();
                self.at -= length;
                self.lost(length + braces, NoCounterpart::Predicate);
            }
            '.' => self.any(1),
            '[' => self.class(),
            '\'' | '"' => self.literal(),
            '{' => self.leave_out_braces(),
            // Captures, and the end of a rule.
            '<' | '>' | ';' | '$' => self.at += 1,
            '(' | ')' | '?' | '*' | '+' | '!' | '&' => self.sign(first),
            _ => self.stray(),
        }
    }
}
