//! Divides text into lexemes: the body of a rule in a notation of RFCs, or a whole file in another one.
//!
//! A row of [`Dialect`] says what a notation writes for each lexeme, and has a function for what a row cannot say.
//!
//! What changes no text is left out: actions, labels, options, captures. What BNF cannot say is a fault. Rules
//! whose texts may be between tokens or parts are listed, because the parser puts them there.
//!
//! ```text
//! NL : [\r\n]+ -> skip ;              Name Defines Class Rounds Ends, and NL is skipped
//! sum <- term (('+' / '-') term)*     Name Defines Name Open Open … Separator … Close Name Close Rounds
//! ```
//!
//! Invariant: every character of the body of a rule in a notation of RFCs is white space or part of one lexeme. Text
//! without meaning in the notation is a lexeme as well, [`Lexeme::Fault`].

mod antlr;
mod characters;
mod ebnf;
mod peg;
mod pest;
mod rfcs;
mod textbook;

pub(super) use self::antlr::is_token;
pub(crate) use self::textbook::ARROWS;
pub(super) use self::textbook::length as textbook_word;

use std::borrow::Cow;

use super::dialect::{Dialect, Lexemes};
use super::lexeme::{Input, Lexeme, Located};
use super::outline::is_line_end;
use crate::error::{Fault, GrammarErrorKind, NoCounterpart};
use crate::syntax::{Case, Comment, LiteralForm, Notation, Span};

/// The lexemes of a text, and what they say about the rules of the file.
#[derive(Default)]
pub(super) struct Lexed<'s> {
    pub(super) lexemes: Vec<Located<'s>>,
    pub(super) faults: Vec<Fault>,
    /// The rules whose texts may occur between tokens or parts.
    pub(super) skipped: Vec<String>,
    /// The rules of pest without gaps between their parts.
    pub(super) atomic: Vec<String>,
    /// The rules of pest with gaps between their parts, also within atomic ones.
    pub(super) spaced: Vec<String>,
}

/// Returns the lexemes of a body. The texts in `bare` are literals without quotation marks.
pub(crate) fn lexemes<'s>(body: Input<'s>, notation: Notation, bare: &[&str]) -> Vec<Located<'s>> {
    lexed(body, notation, bare).lexemes
}

pub(super) fn lexed<'s>(text: Input<'s>, notation: Notation, bare: &[&str]) -> Lexed<'s> {
    let source = text.into_fragment();
    let mut lexer = Lexer {
        source,
        offset: text.location_offset(),
        at: 0,
        dialect: notation.dialect(),
        has_commas: notation == Notation::Iso && ebnf::has_commas(source),
        words: (notation == Notation::Textbook).then(|| textbook::Words::of(source)),
        rule: Cow::Borrowed(""),
        is_in_body: false,
        found: Lexed::default(),
    };
    loop {
        lexer.skip_white();
        if lexer.rest().is_empty() {
            return lexer.found;
        }
        let is_read =
            lexer.bare(bare) || lexer.comment() || lexer.takes_own() || lexer.takes_sign();
        if !is_read {
            lexer.stray();
        }
    }
}

pub(super) struct Lexer<'s> {
    source: &'s str,
    /// Where the source begins in the file.
    offset: usize,
    at: usize,
    dialect: &'static Dialect,
    /// Whether commas join elements. Then several words are one name, as ISO 14977 has it.
    has_commas: bool,
    /// What a word is in a file of a textbook.
    words: Option<textbook::Words<'s>>,
    /// The name of the rule that was begun last.
    rule: Cow<'s, str>,
    is_in_body: bool,
    found: Lexed<'s>,
}

impl<'s> Lexer<'s> {
    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    fn first(&self) -> char {
        self.rest().chars().next().unwrap_or_default()
    }

    /// Returns what is after some octets and white space.
    fn after(&self, length: usize) -> &'s str {
        self.rest()[length..].trim_start()
    }

    /// Returns a part of what is left, as a part of the file.
    fn span(&self, start: usize, end: usize) -> Span {
        let at = self.offset + self.at;
        at + start..at + end
    }

    fn skip_white(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(self.dialect.is_white).len();
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) {
        self.skip_white();
        while self.comment() {
            self.skip_white();
        }
    }

    /// Takes a comment. One without an end extends to the end of the text.
    fn comment(&mut self) -> bool {
        let rest = self.rest();
        let mut comments = self.dialect.comments.iter();
        let Some((begin, end)) = comments.find(|(begin, _)| rest.starts_with(begin)) else {
            return false;
        };
        let inner = &rest[begin.len()..];
        let (text, length) = match *end {
            "" => {
                let length = rest.find(is_line_end).unwrap_or(rest.len());
                (rest[..length].trim_start_matches(begin), length)
            }
            end => match inner.find(end) {
                Some(at) => (&inner[..at], begin.len() + at + end.len()),
                None => (inner, rest.len()),
            },
        };
        let text = text.trim_matches(self.dialect.is_comment_mark).to_owned();
        let span = self.span(0, length);
        self.take(length, Lexeme::Comment(Comment { text, span }));
        true
    }

    /// Takes a literal without quotation marks.
    fn bare(&mut self, bare: &[&str]) -> bool {
        let rest = self.rest();
        let found = bare.iter().find(|text| rest.starts_with(**text));
        if let Some(text) = found {
            let text = &rest[..text.len()];
            self.take(text.len(), literal(text, None, LiteralForm::Bare));
        }
        found.is_some()
    }

    /// Takes a lexeme that signs cannot say.
    fn takes_own(&mut self) -> bool {
        match self.dialect.lexemes {
            Lexemes::Rfcs => rfcs::rfcs(self),
            Lexemes::Ebnf => ebnf::ebnf(self),
            Lexemes::Antlr => antlr::antlr(self),
            Lexemes::Peg => peg::peg(self),
            Lexemes::Pest => pest::pest(self),
            Lexemes::Textbook => textbook::textbook(self),
        }
    }

    /// Takes a sign of the notation. One without a lexeme is left out.
    fn takes_sign(&mut self) -> bool {
        let (rest, first) = (self.rest(), self.first());
        let mut signs = self.dialect.own_signs.iter();
        match signs.find(|(sign, _)| rest.starts_with(sign)) {
            Some((sign, Some(lexeme))) => self.take(sign.len(), lexeme.clone()),
            Some((sign, None)) => self.at += sign.len(),
            None if self.dialect.signs.contains(first) => self.take(1, Lexeme::of_sign(first)),
            None => return false,
        }
        true
    }

    fn push(&mut self, lexeme: Lexeme<'s>, start: usize) {
        let mut span = self.offset + start..self.offset + self.at;
        let lexemes = &mut self.found.lexemes;
        let range = single(&lexeme).and_then(|last| match &lexemes[..] {
            [.., first, dots] if matches!(dots.lexeme, Lexeme::Dots(_)) => {
                let range = Lexeme::Range(single(&first.lexeme).filter(|one| *one <= last)?, last);
                Some((range, first.span.start))
            }
            _ => None,
        });
        let lexeme = range.map_or(lexeme, |(range, first)| {
            lexemes.truncate(lexemes.len() - 2);
            span.start = first;
            range
        });
        lexemes.push(Located { lexeme, span });
    }

    /// Takes some octets as a lexeme.
    fn take(&mut self, length: usize, lexeme: Lexeme<'s>) {
        let start = self.at;
        self.at += length;
        self.push(lexeme, start);
    }

    /// Takes some octets as a fault.
    fn fault(&mut self, length: usize, kind: GrammarErrorKind) {
        let span = self.span(0, length);
        self.take(length, Lexeme::Fault(kind, span));
    }

    /// Takes some octets that have no meaning.
    fn stray_text(&mut self, length: usize) {
        let text = self.rest()[..length].to_owned();
        self.fault(length, GrammarErrorKind::StrayText { text });
    }

    fn stray(&mut self) {
        self.stray_text(self.first().len_utf8());
    }

    /// Takes some octets that BNF has no counterpart for.
    fn lost(&mut self, length: usize, construct: NoCounterpart) {
        self.fault(length, GrammarErrorKind::NoCounterpart { construct });
    }

    fn any(&mut self, length: usize) {
        self.take(length, Lexeme::Class(vec![('\0', char::MAX)]));
    }

    /// Returns the name at the beginning of the rest.
    fn name(&self) -> &'s str {
        let rest = self.rest();
        let (first, further) = self.dialect.name_marks;
        if !rest.starts_with(|one: char| one.is_ascii_alphabetic() || first.contains(one)) {
            return "";
        }
        let is_part = |one: char| one.is_ascii_alphanumeric() || further.contains(one);
        &rest[..rest.find(|one| !is_part(one)).unwrap_or(rest.len())]
    }

    /// Takes a name. One that begins with `_` is written without, because no rule can be named so.
    fn take_name(&mut self, name: &'s str) -> Cow<'s, str> {
        let own = match name.trim_start_matches('_') {
            "" => "blank",
            own => own,
        };
        self.take(name.len(), Lexeme::Name(Cow::Borrowed(own)));
        Cow::Borrowed(own)
    }

    /// Takes a literal that its line closes, if the rest begins with a mark. The mark cannot be in it.
    fn quoted(&mut self, before: usize, mark: char, case: Option<Case>) {
        let rest = &self.rest()[before..];
        let inner = &rest[1..];
        let length = inner
            .find(|one| one == mark || is_line_end(one))
            .unwrap_or(inner.len());
        let content = &inner[..length];
        let after = inner[length..].strip_prefix(mark);
        let is_of_rfcs = self.dialect.is_of_rfcs;
        // `""""` is more likely a quotation mark than twice the empty text.
        if let Some(after) =
            after.filter(|after| is_of_rfcs && content.is_empty() && after.starts_with(mark))
        {
            // All marks are one fault, so that the next one does not open a literal.
            let all = rest.len() - after.trim_start_matches(mark).len();
            let empty = self.span(before, before + 2);
            let fault = Lexeme::Fault(GrammarErrorKind::EmptyLiteral, empty);
            return self.take(before + all, fault);
        }
        if after.is_none() {
            let at = self.span(before, before + 1 + content.trim_end().len());
            let unclosed = Lexeme::Unclosed {
                kind: GrammarErrorKind::UnclosedLiteral,
                at,
                text: content,
            };
            return self.take(before + 1 + length, unclosed);
        }
        let mut wrong = content
            .char_indices()
            .filter(|(_, one)| is_of_rfcs && !matches!(one, ' '..='~'));
        let lexeme = match wrong.next() {
            Some((at, character)) => {
                let start = before + 1 + at;
                let span = self.span(start, start + character.len_utf8());
                Lexeme::Fault(GrammarErrorKind::InvalidCharacter { character }, span)
            }
            None => literal(content, case, LiteralForm::Quoted),
        };
        self.take(before + length + 2, lexeme);
    }

    /// Leaves out everything up to a mark, and the mark.
    fn leave_out(&mut self, mark: char) {
        let rest = self.rest();
        let end = rest.find(mark).map(|end| end + mark.len_utf8());
        self.at += end.unwrap_or(rest.len());
    }

    /// Returns the length of what is in braces.
    fn braces(&self, before: usize) -> usize {
        let mut depth = 0_usize;
        let mut quote = None;
        let rest = &self.rest()[before..];
        for (index, one) in rest.char_indices() {
            match (one, quote) {
                ('\n', _) => quote = None,
                (_, Some(mark)) => quote = quote.filter(|_| one != mark),
                ('"' | '\'', None) => quote = Some(one),
                ('{', None) => depth += 1,
                ('}', None) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return index + 1;
                    }
                }
                _ => {}
            }
        }
        rest.len()
    }

    /// Leaves out a part of the file that BNF has no counterpart for, outside of rules.
    fn lose(&mut self, mark: char, construct: NoCounterpart) {
        let start = self.at;
        self.leave_out(mark);
        let kind = GrammarErrorKind::NoCounterpart { construct };
        let end = start + self.source[start..self.at].trim_end().len();
        self.found.faults.push(Fault::new(kind, start..end));
    }
}

/// Returns a literal.
fn literal<'s>(text: impl Into<Cow<'s, str>>, case: Option<Case>, form: LiteralForm) -> Lexeme<'s> {
    let text = text.into();
    Lexeme::Literal { text, case, form }
}

/// Returns the only character of a literal, which can begin or end a range.
fn single(lexeme: &Lexeme<'_>) -> Option<char> {
    match lexeme {
        Lexeme::Literal {
            text, case: None, ..
        } => text.parse().ok(),
        _ => None,
    }
}
