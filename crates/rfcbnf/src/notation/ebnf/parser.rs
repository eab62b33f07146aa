//! Builds the rules of a file in EBNF from its tokens.
//!
//! A fault becomes a placeholder, so that one pass finds every fault. Brackets open at most
//! [`NESTING`] deep, so recursion cannot exhaust the call stack.

use super::classes;
use super::ends::end;
use super::expressions::{Gaps, caseless, gap, joined, literal, words};
use super::foreign::is_token;
use super::lexer::{Token, TokenKind};
use crate::error::{Fault, GrammarErrorKind, NoCounterpart};
use crate::limits::NESTING;
use crate::notation::expression::placeholder;
use crate::syntax::{Expression, Kind, LiteralForm, Notation, Span};

/// Builds the expression of a body. Returns `None` if there is nothing but comments.
pub(super) fn body(
    source: &str,
    (notation, gaps, copies): (Notation, Gaps<'_>, &mut usize),
    tokens: &[Token],
    faults: &mut Vec<Fault>,
    exclusions: &mut Vec<Exclusion>,
) -> Option<Expression> {
    let mut parser = Parser {
        source,
        notation,
        gaps,
        copies,
        tokens,
        at: 0,
        depth: 0,
        faults,
        exclusions,
    };
    let mut body = parser.alternatives();
    while let Some(token) = parser.next() {
        if let TokenKind::Sign(bracket) = token.kind {
            let kind = GrammarErrorKind::UnopenedBracket { bracket };
            body = parser.fault(kind, token.span);
        }
        let _ = parser.alternatives();
    }
    (!tokens.is_empty()).then_some(body)
}

/// Both kinds of lookahead, where BNF cannot say what they do.
pub(super) const LOOKAHEAD: GrammarErrorKind = GrammarErrorKind::NoCounterpart {
    construct: NoCounterpart::Lookahead,
};

/// `a - b`, which is prose until it is known what the names in it derive.
pub(super) struct Exclusion {
    pub(super) span: Span,
    pub(super) all: Expression,
    pub(super) excluded: Expression,
}

pub(super) struct Parser<'t> {
    pub(super) source: &'t str,
    notation: Notation,
    pub(super) gaps: Gaps<'t>,
    /// The number of expressions that were copied, in all rules.
    pub(super) copies: &'t mut usize,
    tokens: &'t [Token],
    pub(super) at: usize,
    depth: usize,
    faults: &'t mut Vec<Fault>,
    pub(super) exclusions: &'t mut Vec<Exclusion>,
}

impl Parser<'_> {
    pub(super) fn peek(&self) -> Option<&TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += usize::from(token.is_some());
        token
    }

    pub(super) fn is_sign(&self, sign: char) -> bool {
        matches!(self.peek(), Some(TokenKind::Sign(found)) if *found == sign)
    }

    fn takes(&mut self, sign: char) -> bool {
        let is_sign = self.is_sign(sign);
        self.at += usize::from(is_sign);
        is_sign
    }

    /// Returns the place of the next token, or the end of the last.
    pub(super) fn here(&self) -> Span {
        let last = || {
            self.tokens
                .last()
                .map_or(0..0, |token| token.span.end..token.span.end)
        };
        self.tokens
            .get(self.at)
            .map_or_else(last, |token| token.span.clone())
    }

    pub(super) fn fault(&mut self, kind: GrammarErrorKind, span: Span) -> Expression {
        self.faults.push(Fault::new(kind, span.clone()));
        placeholder(span)
    }

    fn alternatives(&mut self) -> Expression {
        let mut members = vec![self.sequence()];
        while self.is_sign('|') {
            self.at += 1;
            members.push(self.sequence());
        }
        joined(members, Kind::Alternation)
    }

    /// Reads elements up to a separator or a closing bracket. ISO 14977 allows none, which derives the
    /// empty text.
    fn sequence(&mut self) -> Expression {
        let mut members = Vec::new();
        loop {
            let is_end = match self.peek() {
                None => true,
                Some(TokenKind::Sign(sign)) => "|)]};".contains(*sign),
                Some(_) => false,
            };
            if is_end {
                break;
            }
            if self.takes(',') {
                continue;
            }
            if let Gaps::BetweenParts(skipped) = self.gaps
                && !members.is_empty()
            {
                members.push(gap(skipped, self.here().start));
            }
            members.push(self.exception());
        }
        if !members.is_empty() {
            return joined(members, Kind::Sequence);
        }
        let here = self.here();
        if matches!(self.notation, Notation::Iso | Notation::Antlr) {
            return literal("", LiteralForm::Quoted, here.start..here.start);
        }
        self.fault(GrammarErrorKind::EmptyAlternative { separator: '|' }, here)
    }

    /// Reads `a` or `a - b`.
    fn exception(&mut self) -> Expression {
        if self.is_sign('!') || self.is_sign('&') {
            return self.lookahead();
        }
        let mut element = self.repeated();
        while self.takes('-') {
            let excluded = self.repeated();
            let span = element.span.start..excluded.span.end;
            element = self.without(element, excluded, span);
        }
        element
    }

    /// Reads `2 * a` of ISO 14977, or `a?`, `a*` and `a+` of the W3C.
    pub(super) fn repeated(&mut self) -> Expression {
        let start = self.here().start;
        if let Some(TokenKind::Count(count)) = self.peek() {
            let count = *count;
            let span = self.here();
            self.at += 1;
            if !self.takes('*') {
                return self.fault(GrammarErrorKind::NothingRepeated, span);
            }
            let body = self.repeated();
            let span = start..body.span.end;
            let body = Box::new(body);
            let (least, most) = (count, Some(count));
            return Expression {
                kind: Kind::Repetition { least, most, body },
                span,
            };
        }
        let mut element = self.element();
        let mut suffixes = 0;
        loop {
            let span = start..self.here().end;
            if suffixes == NESTING {
                self.at = self.tokens.len();
                return self.fault(GrammarErrorKind::NestedTooDeep { limit: NESTING }, span);
            }
            element = match self.peek() {
                Some(TokenKind::Sign('?')) => {
                    let kind = Kind::Optional(Box::new(element));
                    Expression { kind, span }
                }
                Some(TokenKind::Sign('*')) => self.rounds(element, 0, None, span),
                Some(TokenKind::Sign('+')) => self.rounds(element, 1, None, span),
                Some(&TokenKind::Bounds(least, most)) => self.rounds(element, least, most, span),
                _ => return element,
            };
            self.at += 1;
            suffixes += 1;
        }
    }

    fn element(&mut self) -> Expression {
        if let (Gaps::BeforeTokens(skipped), Some(kind)) = (self.gaps, self.peek()) {
            let is_token = match kind {
                TokenKind::Name(name) => is_token(name),
                kind => matches!(kind, TokenKind::Literal(_) | TokenKind::End),
            };
            if is_token {
                let start = self.here().start;
                let token = self.part();
                let span = start..token.span.end;
                let kind = Kind::Sequence(vec![gap(skipped, start), token]);
                return Expression { kind, span };
            }
        }
        self.part()
    }

    fn part(&mut self) -> Expression {
        let Some(token) = self.next() else {
            let here = self.here();
            return self.fault(GrammarErrorKind::NothingRepeated, here);
        };
        let span = token.span;
        match token.kind {
            TokenKind::Name(name) => Expression {
                kind: Kind::reference(name),
                span,
            },
            TokenKind::Literal(text) => self.literal_or_range(&text, span),
            TokenKind::Caseless(text) => {
                let literal = literal(&text, LiteralForm::Quoted, span);
                caseless(literal)
            }
            TokenKind::End => end(span),
            TokenKind::Sign('~') => {
                if self.is_sign('~') {
                    return self.fault(LOOKAHEAD, span);
                }
                let excluded = self.part();
                let whole = span.start..excluded.span.end;
                let all = classes::expression(&[('\0', char::MAX)], &span);
                self.without(all, excluded, whole)
            }
            TokenKind::Number(character) => {
                literal(&character.to_string(), LiteralForm::Numbers, span)
            }
            TokenKind::Class(ranges) if ranges.is_empty() => {
                let kind = GrammarErrorKind::EmptyBrackets {
                    open: '[',
                    close: ']',
                };
                self.fault(kind, span)
            }
            TokenKind::Class(ranges) => classes::expression(&ranges, &span),
            TokenKind::Special(text) => Expression {
                kind: Kind::Prose(words(&text)),
                span,
            },
            TokenKind::Sign(open @ ('(' | '[' | '{')) => self.brackets(open, span),
            TokenKind::Sign('?' | '*' | '+') => self.fault(GrammarErrorKind::NothingRepeated, span),
            TokenKind::Fault(kind) => self.fault(kind, span),
            _ => {
                let text = self.source[span.clone()].to_owned();
                self.fault(GrammarErrorKind::StrayText { text }, span)
            }
        }
    }

    /// Reads a literal, or two characters with dots between them, which many dialects have.
    fn literal_or_range(&mut self, text: &str, span: Span) -> Expression {
        let mut characters = text.chars();
        let first = characters.next().filter(|_| characters.next().is_none());
        let is_range = first.is_some() && matches!(self.peek(), Some(TokenKind::Dots));
        let last = self.tokens.get(self.at + 1).filter(|_| is_range);
        if let (Some(first), Some(token)) = (first, last)
            && let TokenKind::Literal(last) = &token.kind
            && let Ok(last) = last.parse::<char>()
            && first <= last
        {
            self.at += 2;
            let kind = Kind::Range { first, last };
            let span = span.start..token.span.end;
            return Expression { kind, span };
        }
        literal(text, LiteralForm::Quoted, span)
    }

    fn brackets(&mut self, open: char, span: Span) -> Expression {
        if self.depth == NESTING {
            self.at = self.tokens.len();
            return self.fault(GrammarErrorKind::NestedTooDeep { limit: NESTING }, span);
        }
        let close = match open {
            '(' => ')',
            '[' => ']',
            _ => '}',
        };
        self.depth += 1;
        let is_empty = self.is_sign(close);
        let inner = if is_empty {
            placeholder(span.clone())
        } else {
            self.alternatives()
        };
        self.depth -= 1;
        let end = self.here().end;
        let whole = span.start..end;
        if !self.takes(close) {
            return self.fault(GrammarErrorKind::UnclosedBracket { bracket: open }, span);
        }
        if is_empty {
            return self.fault(GrammarErrorKind::EmptyBrackets { open, close }, whole);
        }
        match open {
            '[' => Expression {
                kind: Kind::Optional(Box::new(inner)),
                span: whole,
            },
            '{' => Expression {
                kind: Kind::Repetition {
                    least: 0,
                    most: None,
                    body: Box::new(inner),
                },
                span: whole,
            },
            _ => grouped(inner, whole),
        }
    }
}

/// Returns the expression within parentheses. A single member needs no group.
fn grouped(inner: Expression, span: Span) -> Expression {
    match inner.kind {
        Kind::Alternation(_) | Kind::Sequence(_) => Expression { span, ..inner },
        _ => inner,
    }
}
