//! The tokens of pest.

use super::super::lexer::{Token, TokenKind};
use super::lexer::Lexer;
use crate::error::{GrammarErrorKind, NoCounterpart};

impl Lexer<'_> {
    pub(super) fn pest(&mut self) {
        let rest = self.rest();
        let name = self.name();
        let next = self.behind(name.len());
        let first = rest.chars().next().unwrap_or_default();
        match first {
            _ if !name.is_empty() && next.starts_with('=') => self.pest_rule(name),
            _ if [
                "PUSH",
                "PUSH_LITERAL",
                "POP",
                "POP_ALL",
                "PEEK",
                "PEEK_ALL",
                "DROP",
            ]
            .contains(&name) =>
            {
                self.lost(name.len(), NoCounterpart::Stack);
            }
            _ if !name.is_empty() => self.pest_name(name),
            '{' => self.bounds(),
            '}' => {
                self.take(1, TokenKind::Sign(';'));
                self.is_in_body = false;
            }
            '~' => self.at += 1,
            '#' => self.leave_out('='),
            '^' if self.behind(1).starts_with('"') => {
                self.at += 1;
                self.literal();
                if let Some(Token { kind, .. }) = self.found.tokens.last_mut()
                    && let TokenKind::Literal(text) = kind
                {
                    *kind = TokenKind::Caseless(std::mem::take(text));
                }
            }
            '.' if rest.starts_with("..") => self.take(2, TokenKind::Dots),
            '\'' | '"' => self.literal(),
            '|' | '(' | ')' | '?' | '*' | '+' | '!' | '&' => self.sign(first),
            _ => self.stray(),
        }
    }

    /// Reads `name = @{`.
    fn pest_rule(&mut self, name: &str) {
        self.rule = self.take_name(name);
        self.skip_space();
        self.take(1, TokenKind::Sign('='));
        self.skip_space();
        let modifier = self
            .rest()
            .chars()
            .next()
            .filter(|one| "_@$!".contains(*one));
        self.at += modifier.map_or(0, char::len_utf8);
        self.skip_space();
        self.at += usize::from(self.rest().starts_with('{'));
        self.skip_space();
        // A first alternative may have a separator before it.
        self.at += usize::from(self.rest().starts_with('|'));
        self.is_in_body = true;
        let is_space = ["WHITESPACE", "COMMENT"].contains(&name);
        if is_space {
            self.found.skipped.push(self.rule.clone());
        }
        if is_space || matches!(modifier, Some('@' | '$')) {
            self.found.atomic.push(self.rule.clone());
        }
        if modifier == Some('!') {
            self.found.spaced.push(self.rule.clone());
        }
    }

    /// Takes a name, or what pest defines by it.
    fn pest_name(&mut self, name: &str) {
        let length = name.len();
        let class = |ranges: &[(char, char)]| TokenKind::Class(ranges.to_vec());
        let kind = match name {
            "ANY" => class(&[('\0', char::MAX)]),
            "SOI" => TokenKind::Literal(String::new()),
            "EOI" => TokenKind::End,
            "ASCII" => class(&[('\0', '\u{7f}')]),
            "ASCII_DIGIT" => class(&[('0', '9')]),
            "ASCII_NONZERO_DIGIT" => class(&[('1', '9')]),
            "ASCII_BIN_DIGIT" => class(&[('0', '1')]),
            "ASCII_OCT_DIGIT" => class(&[('0', '7')]),
            "ASCII_HEX_DIGIT" => class(&[('0', '9'), ('A', 'F'), ('a', 'f')]),
            "ASCII_ALPHA_LOWER" => class(&[('a', 'z')]),
            "ASCII_ALPHA_UPPER" => class(&[('A', 'Z')]),
            "ASCII_ALPHA" => class(&[('A', 'Z'), ('a', 'z')]),
            "ASCII_ALPHANUMERIC" => class(&[('0', '9'), ('A', 'Z'), ('a', 'z')]),
            "NEWLINE" => {
                let start = self.at;
                self.at += length;
                let ends = ["\n", "\r\n", "\r"].map(|one| TokenKind::Literal(one.to_owned()));
                self.push(TokenKind::Sign('('), start);
                for (index, end) in ends.into_iter().enumerate() {
                    if index > 0 {
                        self.push(TokenKind::Sign('|'), start);
                    }
                    self.push(end, start);
                }
                return self.push(TokenKind::Sign(')'), start);
            }
            _ => {
                self.take_name(name);
                return;
            }
        };
        self.take(length, kind);
    }

    /// Reads `{2}`, `{2,}`, `{,3}` or `{2,3}`.
    fn bounds(&mut self) {
        let rest = self.rest();
        let end = rest.find('}').unwrap_or(rest.len() - 1);
        let number = |text: &str| match text.trim().parse::<u32>() {
            Ok(count) if count <= crate::limits::REPETITION_COUNT => Some(count),
            _ => None,
        };
        let inner = &rest[1..end];
        let (least, most) = inner.split_once(',').unwrap_or((inner, inner));
        let least = if least.trim().is_empty() {
            Some(0)
        } else {
            number(least)
        };
        let most = if most.trim().is_empty() {
            Some(None)
        } else {
            number(most).map(Some)
        };
        let kind = match (least, most) {
            (Some(least), Some(most)) if most.is_none_or(|most| least <= most) => {
                TokenKind::Bounds(least, most)
            }
            _ => TokenKind::Fault(GrammarErrorKind::CountTooGreat),
        };
        self.take(end + 1, kind);
    }
}
