//! The parts of rules that only ANTLR, pest and parsing expression grammars have.

use super::lexer::TokenKind;
use super::parser::{Exclusion, Parser, joined, literal, words};
use crate::error::{GrammarErrorKind, NoCounterpart};
use crate::limits::EXPRESSIONS;
use crate::syntax::{Case, Expression, Kind, LiteralForm, Span};

/// What may stand between tokens of ANTLR, or between parts of pest, without being written there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Gaps<'t> {
    None,
    BeforeTokens(&'t [String]),
    BetweenParts(&'t [String]),
}

/// Any character.
const ANY: Kind = Kind::Range {
    first: '\0',
    last: char::MAX,
};

/// The prose for the end of the text, until it is known where it is.
pub(super) const END: &str = "the end of the text";

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
            return self.fault(no_counterpart(NoCounterpart::Lookahead), span);
        }
        let all = self.repeated();
        let whole = span.start..all.span.end;
        let excluded = joined(excluded, Kind::Alternation);
        self.without(all, excluded, whole)
    }

    /// Returns prose for what a set of characters has without another one, until the names in them are known.
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

    /// Repeats an element. In pest, what may stand between parts may stand between rounds, too.
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
        let Gaps::BetweenParts(names) = self.gaps else {
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
        let further = vec![gap(names, element.span.start), element.clone()];
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

/// Returns what may stand at an offset without being written there.
pub(super) fn gap(names: &[String], at: usize) -> Expression {
    let span = at..at;
    let reference = |name: &String| Expression {
        kind: Kind::reference(name.clone()),
        span: span.clone(),
    };
    let body = Box::new(joined(
        names.iter().map(reference).collect(),
        Kind::Alternation,
    ));
    let (least, most) = (0, None);
    let kind = Kind::Repetition { least, most, body };
    Expression {
        kind,
        span: span.clone(),
    }
}

/// Returns a mark for the end of the text.
pub(super) fn end(span: Span) -> Expression {
    let kind = Kind::Prose(END.to_owned());
    Expression { kind, span }
}

pub(super) fn no_counterpart(construct: NoCounterpart) -> GrammarErrorKind {
    GrammarErrorKind::NoCounterpart { construct }
}

pub(super) fn caseless(mut literal: Expression) -> Expression {
    if let Kind::Literal { case, .. } = &mut literal.kind {
        *case = Case::Ignored;
    }
    literal
}
