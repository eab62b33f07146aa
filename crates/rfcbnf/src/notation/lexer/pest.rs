//! What only pest has.

use super::{Lexer, literal};
use crate::error::{GrammarErrorKind, NoCounterpart};
use crate::notation::lexeme::{Bracket, Counts, Lexeme};
use crate::syntax::{Case, LiteralForm};

/// The names that stand for what was matched before.
const STACK: [&str; 7] = [
    "PUSH",
    "PUSH_LITERAL",
    "POP",
    "POP_ALL",
    "PEEK",
    "PEEK_ALL",
    "DROP",
];

pub(in crate::notation) fn pest(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let name = lexer.name();
    let next = lexer.after(name.len());
    match lexer.first() {
        _ if !name.is_empty() && next.starts_with('=') => lexer.pest_rule(name),
        _ if STACK.contains(&name) => lexer.lost(name.len(), NoCounterpart::Stack),
        _ if !name.is_empty() => lexer.pest_name(name),
        '{' => lexer.bounds(),
        '#' => lexer.leave_out('='),
        '^' if next[1..].trim_start().starts_with('"') => {
            lexer.at += rest.len() - rest[1..].trim_start().len();
            lexer.literal(Some(Case::Ignored));
        }
        '\'' | '"' => lexer.literal(None),
        _ => return false,
    }
    true
}

impl<'s> Lexer<'s> {
    /// Reads `name = @{`.
    fn pest_rule(&mut self, name: &'s str) {
        let rule = self.take_name(name).into_owned();
        self.skip_space();
        self.take(1, Lexeme::Defines("="));
        self.skip_space();
        let modifier = Some(self.first()).filter(|one| "_@$!".contains(*one));
        self.at += modifier.map_or(0, char::len_utf8);
        self.skip_space();
        self.at += usize::from(self.rest().starts_with('{'));
        self.skip_space();
        // A first alternative may have a separator before it.
        self.at += usize::from(self.rest().starts_with('|'));
        let is_space = ["WHITESPACE", "COMMENT"].contains(&name);
        if is_space {
            self.found.skipped.push(rule.clone());
        }
        if is_space || matches!(modifier, Some('@' | '$')) {
            self.found.atomic.push(rule);
        } else if modifier == Some('!') {
            self.found.spaced.push(rule);
        }
    }

    /// Takes a name, or what pest defines by it.
    fn pest_name(&mut self, name: &'s str) {
        let length = name.len();
        let class = |ranges: &[(char, char)]| Lexeme::Class(ranges.to_vec());
        let lexeme = match name {
            "ANY" => class(&[('\0', char::MAX)]),
            "SOI" => literal("", None, LiteralForm::Quoted),
            "EOI" => Lexeme::End,
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
                self.push(Lexeme::Open(Bracket::Round), start);
                for (index, end) in ["\n", "\r\n", "\r"].into_iter().enumerate() {
                    if index > 0 {
                        self.push(Lexeme::Separator('|'), start);
                    }
                    self.push(literal(end, None, LiteralForm::Quoted), start);
                }
                return self.push(Lexeme::Close(Bracket::Round), start);
            }
            _ => {
                self.take_name(name);
                return;
            }
        };
        self.take(length, lexeme);
    }

    /// Reads `{2}`, `{2,}`, `{,3}` or `{2,3}`.
    fn bounds(&mut self) {
        let rest = self.rest();
        let Some(end) = rest.find('}') else {
            let kind = GrammarErrorKind::UnclosedBracket { bracket: '{' };
            return self.take(rest.len(), Lexeme::Fault(kind, self.span(0, 1)));
        };
        let number = |text: &str| match text.trim().parse::<u32>() {
            Ok(count) if count <= crate::limits::REPETITION_COUNT => Some(Some(count)),
            _ if text.trim().is_empty() => Some(None),
            _ => None,
        };
        let inner = &rest[1..end];
        let (least, most) = inner.split_once(',').unwrap_or((inner, inner));
        let counts = number(least).zip(number(most));
        let counts = counts.map(|(least, most)| (least.unwrap_or(0), most));
        match counts.filter(|(least, most)| most.is_none_or(|most| *least <= most)) {
            Some((least, most)) => self.take(end + 1, Lexeme::Rounds(Counts { least, most })),
            None => self.fault(end + 1, GrammarErrorKind::CountTooGreat),
        }
    }
}
