//! The parts of rules that only ANTLR, pest and parsing expression grammars have.

use super::ends::end;
use super::expressions::{Gaps, gap, joined, literal, words};
use super::lexer::TokenKind;
use super::parser::{Exclusion, LOOKAHEAD, Parser};
use crate::error::GrammarErrorKind;
use crate::limits::EXPRESSIONS;
use crate::syntax::{Expression, Kind, LiteralForm, Span};

/// Any character.
const ANY: Kind = Kind::Range {
    first: '\0',
    last: char::MAX,
};

impl Parser<'_> {
    /// Reads `!x !y z`, where all are sets of characters, or `!.`, the end of the text.
    pub(super) fn lookahead(&mut self) -> Expression {
        let span = self.here();
        let mut excluded = Vec::new();
        let mut is_negative = true;
        while self.is_sign('!') || self.is_sign('&') {
            is_negative &= self.is_sign('!');
            self.at += 1;
            excluded.push(self.repeated());
        }
        let is_any = |one: &Expression| one.kind == ANY;
        if is_negative && matches!(&excluded[..], [only] if is_any(only)) {
            return end(span.start..excluded[0].span.end);
        }
        let is_last = match self.peek() {
            None => true,
            Some(TokenKind::Sign(sign)) => "|);".contains(*sign),
            Some(_) => false,
        };
        if !is_negative || is_last || matches!(self.gaps, Gaps::BetweenParts(_)) {
            return self.fault(LOOKAHEAD, span);
        }
        let all = self.repeated();
        let whole = span.start..all.span.end;
        let excluded = joined(excluded, Kind::Alternation);
        self.without(all, excluded, whole)
    }

    /// Returns prose in the place of `all` without `excluded`, and notes the exclusion: the names in both are not
    /// known yet.
    pub(super) fn without(
        &mut self,
        all: Expression,
        excluded: Expression,
        span: Span,
    ) -> Expression {
        let kind = Kind::Prose(words(&self.source[span.clone()]));
        let placeholder = Expression {
            kind,
            span: span.clone(),
        };
        self.exclusions.push(Exclusion {
            span,
            all,
            excluded,
        });
        placeholder
    }

    /// Repeats an element. In pest, what may occur between parts may occur between rounds, too.
    pub(super) fn rounds(
        &mut self,
        element: Expression,
        least: u32,
        most: Option<u32>,
        span: Span,
    ) -> Expression {
        let repetition = |body: Expression, least, most| {
            let body = Box::new(body);
            let kind = Kind::Repetition { least, most, body };
            Expression {
                kind,
                span: span.clone(),
            }
        };
        let Gaps::BetweenParts(skipped) = self.gaps else {
            return repetition(element, least, most);
        };
        let mut size = 0;
        element.walk(&mut |_| size += 1);
        *self.copies += size;
        if *self.copies > EXPRESSIONS {
            let kind = GrammarErrorKind::TooManyExpressions { limit: EXPRESSIONS };
            return self.fault(kind, span);
        }
        if most == Some(0) {
            return literal("", LiteralForm::Quoted, span);
        }
        let further = vec![gap(skipped, element.span.start), element.clone()];
        let further = Expression {
            kind: Kind::Sequence(further),
            span: span.clone(),
        };
        let further = repetition(further, least.saturating_sub(1), most.map(|most| most - 1));
        let kind = Kind::Sequence(vec![element, further]);
        let all = Expression {
            kind,
            span: span.clone(),
        };
        if least > 0 {
            return all;
        }
        let kind = Kind::Optional(Box::new(all));
        Expression { kind, span }
    }
}
