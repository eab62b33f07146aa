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
    BeforeTokens(&'t Skipped),
    BetweenParts(&'t Skipped),
}

/// The rules whose texts may stand in a gap.
#[derive(Default, PartialEq, Eq)]
pub(super) struct Skipped {
    /// A rule that is one repetition, such as `[ \t]+`. Two of it behind each other are one, so a gap has one
    /// between others, and no text has two derivations because of it.
    pub(super) run: Option<String>,
    pub(super) others: Vec<String>,
}

impl Skipped {
    pub(super) fn is_empty(&self) -> bool {
        self.run.is_none() && self.others.is_empty()
    }
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

/// Returns what may stand at an offset without being written there.
pub(super) fn gap(skipped: &Skipped, at: usize) -> Expression {
    let here = |kind: Kind| Expression { kind, span: at..at };
    let reference = |name: &String| here(Kind::reference(name.clone()));
    let run = { skipped.run.iter() }.map(|name| here(Kind::Optional(Box::new(reference(name)))));
    let mut parts: Vec<Expression> = run.collect();
    if !skipped.others.is_empty() {
        let others = skipped.others.iter().map(reference).collect();
        let mut round = vec![joined(others, Kind::Alternation)];
        round.extend(parts.first().cloned());
        let body = Box::new(joined(round, Kind::Sequence));
        let (least, most) = (0, None);
        parts.push(here(Kind::Repetition { least, most, body }));
    }
    joined(parts, Kind::Sequence)
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
