//! The tokens of ANTLR.

use super::super::lexer::TokenKind;
use super::lexer::Lexer;
use crate::error::NoCounterpart;

impl Lexer<'_> {
    pub(super) fn antlr_outside(&mut self) {
        let name = self.name();
        let next = self.behind(name.len());
        let is_rule =
            next.starts_with(':') || next.starts_with(['[', '@']) || next.starts_with("returns");
        match name {
            "" => match self.rest().as_bytes()[0] {
                b':' => {
                    self.take(1, TokenKind::Sign('='));
                    self.is_in_body = true;
                }
                b'{' => self.leave_out_braces(),
                b'[' => self.leave_out(']'),
                b'@' | b';' => self.at += 1,
                _ => self.stray(),
            },
            "grammar" | "lexer" | "parser" if !is_rule => self.leave_out(';'),
            "import" if !is_rule => self.lose(';', NoCounterpart::Import),
            "mode" if !is_rule => self.lose(';', NoCounterpart::Mode),
            "fragment" | "returns" | "locals" | "catch" | "finally" | "options" | "tokens"
            | "channels" => {
                self.at += name.len();
            }
            // `@parser::header { … }`
            _ if self.rest()[name.len()..].starts_with("::") => self.at += name.len() + 2,
            _ if next.starts_with('{') => self.at += name.len(),
            _ => self.rule = self.take_name(name),
        }
    }

    pub(super) fn antlr(&mut self) {
        let rest = self.rest();
        let name = self.name();
        let next = self.behind(name.len());
        match rest.as_bytes()[0] {
            _ if name == "EOF" => self.take(3, TokenKind::End),
            _ if name == "options" && next.starts_with('{') => self.at += name.len(),
            // A label: `left=expr`, `args+=expr`.
            _ if !name.is_empty() && (next.starts_with('=') || next.starts_with("+=")) => {
                self.leave_out('=');
            }
            _ if !name.is_empty() => {
                self.take_name(name);
            }
            b';' => {
                self.sign(';');
                self.is_in_body = false;
            }
            b'?' | b'*' | b'+' if rest[1..].starts_with('?') => {
                self.lost(2, NoCounterpart::NonGreedy);
            }
            b'.' if rest.starts_with("..") => self.take(2, TokenKind::Dots),
            b'.' | b'~' if !is_token(&self.rule) => self.lost(1, NoCounterpart::OtherTokens),
            b'.' => self.any(1),
            b'-' if rest.starts_with("->") => self.commands(),
            b'#' => {
                self.at += 1;
                self.skip_space();
                self.at += self.name().len();
            }
            b'<' => self.leave_out('>'),
            b'{' => {
                let start = self.at;
                self.leave_out_braces();
                if self.rest().starts_with('?') {
                    self.at = start;
                    let length = self.braces() + 1;
                    self.lost(length, NoCounterpart::Predicate);
                }
            }
            b'[' if is_token(&self.rule) => self.class(),
            b'[' => self.leave_out(']'),
            b'\'' | b'"' => self.literal(),
            b'|' | b'(' | b')' | b'?' | b'*' | b'+' | b'~' => {
                self.sign(char::from(rest.as_bytes()[0]));
            }
            _ => self.stray(),
        }
    }

    /// Reads the commands of a token: `-> skip, channel(HIDDEN)`.
    fn commands(&mut self) {
        let rest = self.rest();
        let end = rest.find(['|', ';']).unwrap_or(rest.len());
        let commands = rest[2..end].split(',').map(str::trim);
        let is_skipped = |one: &str| one == "skip" || one.starts_with("channel");
        if commands.clone().all(is_skipped) {
            self.at += end;
            if !self.found.skipped.contains(&self.rule) {
                self.found.skipped.push(self.rule.clone());
            }
        } else {
            self.lost(rest[..end].trim_end().len(), NoCounterpart::Mode);
        }
    }
}

/// Returns whether ANTLR makes tokens by a rule: its name begins with a capital letter.
pub(in crate::notation::ebnf) fn is_token(name: &str) -> bool {
    name.starts_with(|one: char| one.is_ascii_uppercase())
}
