//! What only ANTLR has.

use super::Lexer;
use crate::error::NoCounterpart;
use crate::notation::lexeme::Lexeme;

pub(in crate::notation) fn antlr(lexer: &mut Lexer<'_>) -> bool {
    if lexer.is_in_body {
        lexer.antlr()
    } else {
        lexer.antlr_outside();
        true
    }
}

impl Lexer<'_> {
    fn antlr_outside(&mut self) {
        let name = self.name();
        let next = self.after(name.len());
        let is_rule =
            next.starts_with(':') || next.starts_with(['[', '@']) || next.starts_with("returns");
        match name {
            "" => match self.rest().as_bytes()[0] {
                b':' => {
                    self.take(1, Lexeme::Defines(":"));
                    self.is_in_body = true;
                }
                b'{' => self.at += self.braces(0),
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

    fn antlr(&mut self) -> bool {
        let rest = self.rest();
        let name = self.name();
        let next = self.after(name.len());
        match rest.as_bytes()[0] {
            _ if name == "EOF" => self.take(3, Lexeme::End),
            _ if name == "options" && next.starts_with('{') => self.at += name.len(),
            // A label: `left=expr`, `args+=expr`.
            _ if !name.is_empty() && (next.starts_with('=') || next.starts_with("+=")) => {
                self.leave_out('=');
            }
            _ if !name.is_empty() => {
                self.take_name(name);
            }
            b';' => {
                self.take(1, Lexeme::Ends);
                self.is_in_body = false;
            }
            b'?' | b'*' | b'+' if rest[1..].starts_with('?') => {
                self.lost(2, NoCounterpart::NonGreedy);
            }
            b'.' if rest.starts_with("..") => self.take(2, Lexeme::Dots("..")),
            b'.' | b'~' if !is_token(&self.rule) => self.lost(1, NoCounterpart::OtherTokens),
            b'.' => self.any(1),
            b'-' if rest.starts_with("->") => self.commands(),
            b'#' => {
                self.at += 1;
                self.skip_space();
                self.at += self.name().len();
            }
            b'<' => self.leave_out('>'),
            b'{' => match self.braces(0) {
                length if rest[length..].starts_with('?') => {
                    self.lost(length + 1, NoCounterpart::Predicate);
                }
                length => self.at += length,
            },
            b'[' if is_token(&self.rule) => self.class(),
            b'[' => self.leave_out(']'),
            b'\'' | b'"' => self.literal(None),
            _ => return false,
        }
        true
    }

    /// Reads the commands of a token: `-> skip, channel(HIDDEN)`.
    fn commands(&mut self) {
        let rest = self.rest();
        let end = rest.find(['|', ';']).unwrap_or(rest.len());
        let commands = rest[2..end].split(',').map(str::trim);
        let is_skipped = |one: &str| one == "skip" || one.starts_with("channel");
        if commands.clone().all(is_skipped) {
            self.at += end;
            let rule = self.rule.to_string();
            if !self.found.skipped.contains(&rule) {
                self.found.skipped.push(rule);
            }
        } else {
            self.lost(rest[..end].trim_end().len(), NoCounterpart::Mode);
        }
    }
}

/// Returns whether ANTLR makes tokens by a rule: its name begins with a capital letter.
pub(in crate::notation) fn is_token(name: &str) -> bool {
    name.starts_with(|one: char| one.is_ascii_uppercase())
}
