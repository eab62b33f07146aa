//! Builds the expression of a body from its lexemes.
//!
//! A stack of its own matches the brackets, so that no nesting can exhaust the call stack. A
//! placeholder in the expression stands for each fault. The rest is still checked, and nothing
//! that the faulty text may have meant is reported as missing.
//!
//! Signs before an element, such as `2*`, `!` and `a -`, wait until the next one arrives, and an element until
//! no sign after it, such as `?`, can follow.

use super::classes;
use super::dialect::Dialect;
use super::elements::{end_of_text, joined, literal, placeholder, prose, repetition};
use super::gaps::{self, Gaps, gap};
use super::lexeme::{Bracket, Counts, Lexeme, Located};
use super::lexer;
use super::list;
use crate::error::{Fault, GrammarErrorKind, NoCounterpart};
use crate::limits::{EXPRESSIONS, NESTING};
use crate::syntax::{Case, Comment, Expression, Kind, LiteralForm, Notation, Span};

/// The result of building an expression.
pub(super) struct Built {
    /// The expression; `None` if there are only comments.
    pub(super) body: Option<Expression>,
    /// The end of the last lexeme that is not a comment.
    pub(super) end: Option<usize>,
    pub(super) comments: Vec<Comment>,
    pub(super) faults: Vec<Fault>,
    pub(super) exclusions: Vec<Exclusion>,
}

/// `a - b`, which is prose until it is known what the names in it derive.
pub(super) struct Exclusion {
    pub(super) span: Span,
    pub(super) all: Expression,
    pub(super) excluded: Expression,
}

/// Builds the expression of a body. `copies` counts the expressions that are copied in all rules.
pub(super) fn build(
    lexemes: Vec<Located>,
    notation: Notation,
    gaps: Gaps<'_>,
    copies: &mut usize,
) -> Built {
    let mut builder = Builder {
        open: Vec::new(),
        alternatives: Alternatives::default(),
        comments: Vec::new(),
        end: None,
        opened_inside: Vec::new(),
        unopened: Vec::new(),
        lost: None,
        too_deep: false,
        findings: Findings {
            dialect: notation.dialect(),
            gaps,
            copies,
            faults: Vec::new(),
            exclusions: Vec::new(),
        },
    };
    for lexeme in lexemes {
        builder.take(lexeme);
    }
    builder.finish()
}

/// Returns the expression within brackets that only group. The span of several members covers the
/// brackets; a single member needs no group.
fn grouped(inner: Expression, span: Span) -> Expression {
    match inner.kind {
        Kind::Alternation(_) | Kind::Sequence(_) => Expression { span, ..inner },
        _ => inner,
    }
}

struct Builder<'t> {
    /// The open brackets, outermost first.
    open: Vec<Enclosing>,
    /// The alternatives within the innermost open bracket.
    alternatives: Alternatives,
    comments: Vec<Comment>,
    end: Option<usize>,
    /// The brackets that literals and prose without an end have in them.
    opened_inside: Vec<Bracket>,
    /// The brackets that were closed and not opened.
    unopened: Vec<Bracket>,
    /// The first of these.
    lost: Option<Span>,
    /// Whether brackets are nested too deeply, so that the rest of the body is skipped.
    too_deep: bool,
    findings: Findings<'t>,
}

/// What is found beside the expression.
struct Findings<'t> {
    dialect: &'static Dialect,
    gaps: Gaps<'t>,
    copies: &'t mut usize,
    faults: Vec<Fault>,
    exclusions: Vec<Exclusion>,
}

impl Findings<'_> {
    fn fault(&mut self, kind: GrammarErrorKind, span: Span) -> Expression {
        self.faults.push(Fault::new(kind, span.clone()));
        placeholder(span)
    }

    /// Returns prose in the place of `all` without `excluded`, and notes the exclusion: the names in both are not
    /// known yet.
    fn without(&mut self, all: Expression, excluded: Expression, span: Span) -> Expression {
        self.exclusions.push(Exclusion {
            span: span.clone(),
            all,
            excluded,
        });
        prose("", span)
    }

    fn is_with_gaps(&self) -> bool {
        matches!(self.gaps, Gaps::BetweenParts(_))
    }

    /// Repeats an element. In pest, what may occur between parts may occur between rounds, too.
    fn rounds(&mut self, element: Expression, counts: Counts, span: Span) -> Expression {
        let Gaps::BetweenParts(skipped) = self.gaps else {
            return repetition(counts, element, span);
        };
        let mut size = 0;
        element.walk(&mut |_| size += 1);
        *self.copies += size;
        if *self.copies > EXPRESSIONS {
            let kind = GrammarErrorKind::TooManyExpressions { limit: EXPRESSIONS };
            return self.fault(kind, span);
        }
        gaps::rounds(element, counts, span, skipped)
    }
}

/// An open bracket and the alternatives before it.
struct Enclosing {
    bracket: Bracket,
    span: Span,
    alternatives: Alternatives,
    /// Whether a literal or prose without an end has a bracket in it that closes this one.
    may_be_closed: bool,
}

impl Builder<'_> {
    fn take(&mut self, Located { lexeme, span }: Located) {
        if let Lexeme::Comment(comment) = lexeme {
            self.comments.push(comment);
            return;
        }
        let before = self.end.replace(span.end);
        if self.too_deep {
            return;
        }
        let current = &mut self.alternatives.current;
        match lexeme {
            Lexeme::Literal { text, case, form } => {
                let is_token = case.is_none();
                let case = case.unwrap_or(match form {
                    LiteralForm::Quoted => self.findings.dialect.case_of_literals,
                    _ => Case::Exact,
                });
                self.push_part(literal(&text, case, form, span), is_token);
            }
            Lexeme::Numbers(text) => {
                self.push(literal(&text, Case::Exact, LiteralForm::Numbers, span));
            }
            Lexeme::Range(first, last) => {
                let kind = Kind::Range { first, last };
                self.push_part(Expression { kind, span }, true);
            }
            Lexeme::Class(ranges) if ranges.is_empty() => {
                let (open, close) = ('[', ']');
                let kind = GrammarErrorKind::EmptyBrackets { open, close };
                self.fault(kind, span.clone(), span);
            }
            Lexeme::Class(ranges) => self.push(classes::expression(&ranges, &span)),
            Lexeme::Name(name) => {
                let is_token = lexer::is_token(&name);
                let kind = Kind::reference(name.into_owned());
                self.push_part(Expression { kind, span }, is_token);
            }
            Lexeme::Angle(text) => self.push(prose(text, span)),
            Lexeme::End => self.push_part(end_of_text(span), true),
            Lexeme::Repetition(counts) => {
                let is_after = before == Some(span.start) && span.len() == 1;
                current.repeat(
                    Rounds::Repetition(counts),
                    span,
                    is_after,
                    &mut self.findings,
                );
            }
            Lexeme::List(counts) => {
                current.repeat(Rounds::List(counts), span, false, &mut self.findings);
            }
            Lexeme::Optional => self.suffix(None, span),
            Lexeme::Rounds(counts) => self.suffix(Some(counts), span),
            Lexeme::Not => current.look_ahead(true, span, &mut self.findings),
            Lexeme::And => current.look_ahead(false, span, &mut self.findings),
            Lexeme::Other => current.other(span, &mut self.findings),
            Lexeme::Except => current.except(span, &mut self.findings),
            Lexeme::Open(bracket) => self.enter(bracket, span),
            Lexeme::Close(bracket) => self.close(bracket, span),
            Lexeme::Separator(separator) => {
                self.alternatives
                    .separate(separator, span, &mut self.findings);
            }
            Lexeme::Fault(kind, at) => self.fault(kind, at, span),
            Lexeme::Unclosed { kind, at, text } => {
                self.note_brackets(text);
                self.fault(kind, at, span);
            }
            Lexeme::Defines(text) | Lexeme::Dots(text) => {
                let text = text.to_owned();
                self.fault(GrammarErrorKind::StrayText { text }, span.clone(), span);
            }
            Lexeme::Comma | Lexeme::Ends | Lexeme::Annotation | Lexeme::Comment(_) => {}
        }
    }

    fn push(&mut self, expression: Expression) {
        let span = expression.span.clone();
        self.push_spanning(expression, span);
    }

    /// Pushes a part that may be a token of ANTLR, which has a gap before it.
    fn push_part(&mut self, part: Expression, is_token: bool) {
        match self.findings.gaps {
            Gaps::BeforeTokens(skipped)
                if is_token && self.alternatives.current.other.is_none() =>
            {
                let span = part.span.clone();
                let kind = Kind::Sequence(vec![gap(skipped, span.start), part]);
                self.push(Expression { kind, span });
            }
            _ => self.push(part),
        }
    }

    fn push_spanning(&mut self, expression: Expression, span: Span) {
        let current = &mut self.alternatives.current;
        current.push(expression, span, &mut self.findings);
    }

    fn suffix(&mut self, counts: Option<Counts>, span: Span) {
        let current = &mut self.alternatives.current;
        self.too_deep |= current.suffix(counts, span, &mut self.findings);
    }

    /// Adds a fault that points at a span, and a placeholder for the whole lexeme.
    fn fault(&mut self, kind: GrammarErrorKind, at: Span, span: Span) {
        self.findings.faults.push(Fault::new(kind, at));
        self.push(placeholder(span));
    }

    /// Notes the brackets in a text whose end is lost, so that their partners outside of it are no further errors.
    fn note_brackets(&mut self, text: &str) {
        let mut inside: Vec<Bracket> = Vec::new();
        for character in text.chars() {
            if let Some(bracket) = Bracket::opened_by(character) {
                inside.push(bracket);
            }
            let Some(bracket) = Bracket::closed_by(character) else {
                continue;
            };
            if inside.last() == Some(&bracket) {
                inside.pop();
                continue;
            }
            let is_own = |one: &&mut Enclosing| one.bracket == bracket && !one.may_be_closed;
            if let Some(enclosing) = self.open.iter_mut().rev().find(is_own) {
                enclosing.may_be_closed = true;
            }
        }
        self.opened_inside.extend(inside);
    }

    fn enter(&mut self, bracket: Bracket, span: Span) {
        if self.open.len() == NESTING {
            let kind = GrammarErrorKind::NestedTooDeep { limit: NESTING };
            self.fault(kind, span.clone(), span);
            self.too_deep = true;
            return;
        }
        self.alternatives.current.settle(&mut self.findings);
        let alternatives = std::mem::take(&mut self.alternatives);
        self.open.push(Enclosing {
            bracket,
            span,
            alternatives,
            may_be_closed: false,
        });
    }

    /// Closes the innermost bracket of that kind. Open brackets within it are unclosed.
    fn close(&mut self, bracket: Bracket, span: Span) {
        if !self
            .open
            .iter()
            .any(|enclosing| enclosing.bracket == bracket)
        {
            // A bracket of the other kind that closes the only open one is one error, not two.
            if let [_] = self.open.as_slice()
                && let Some(enclosing) = self.open.pop()
            {
                return self.leave_unclosed(enclosing, span.end);
            }
            let mut opened = self.opened_inside.iter();
            if let Some(inside) = opened.position(|one| *one == bracket) {
                self.opened_inside.remove(inside);
                return;
            }
            let kind = GrammarErrorKind::UnopenedBracket {
                bracket: bracket.close(),
            };
            self.unopened.push(bracket);
            self.lost.get_or_insert_with(|| span.clone());
            return self.fault(kind, span.clone(), span);
        }
        while let Some(enclosing) = self.open.pop() {
            if enclosing.bracket == bracket {
                return self.leave(enclosing, span.end);
            }
            self.leave_unclosed(enclosing, span.start);
        }
    }

    fn leave(&mut self, enclosing: Enclosing, end: usize) {
        let Enclosing {
            bracket,
            span,
            alternatives,
            ..
        } = enclosing;
        let span = span.start..end;
        let inner = std::mem::replace(&mut self.alternatives, alternatives);
        let Some(inner) = inner.finish(end - 1, &mut self.findings) else {
            let kind = GrammarErrorKind::EmptyBrackets {
                open: bracket.open(),
                close: bracket.close(),
            };
            return self.fault(kind, span.clone(), span);
        };
        if bracket == Bracket::Curly {
            if !self.findings.dialect.has_curly_brackets {
                let at = span.start..span.start + 1;
                self.findings
                    .faults
                    .push(Fault::new(GrammarErrorKind::CurlyBrackets, at));
            }
            return self.push(repetition(Counts::ANY, inner, span));
        }
        let is_repeated = !self.alternatives.current.rounds.is_empty();
        let only_groups = is_repeated && self.findings.dialect.only_groups_after_counts;
        if bracket == Bracket::Square && !only_groups {
            let kind = Kind::Optional(Box::new(inner));
            self.push(Expression { kind, span });
        } else {
            self.push_spanning(grouped(inner, span.clone()), span);
        }
    }

    fn leave_unclosed(&mut self, enclosing: Enclosing, end: usize) {
        // One bracket in the place of the other is one error, not two.
        let mut unopened = self.unopened.iter();
        let swapped = unopened.position(|one| *one == enclosing.bracket);
        if let Some(swapped) = swapped {
            self.unopened.remove(swapped);
        } else if !self.too_deep && !enclosing.may_be_closed {
            let kind = GrammarErrorKind::UnclosedBracket {
                bracket: enclosing.bracket.open(),
            };
            self.findings
                .faults
                .push(Fault::new(kind, enclosing.span.clone()));
        }
        let inner = std::mem::replace(&mut self.alternatives, enclosing.alternatives);
        // Where a rule has no lines of its own, what follows may belong to another one.
        if !self.findings.dialect.is_of_rfcs {
            return self.push(placeholder(enclosing.span));
        }
        let span = enclosing.span.start..end;
        let inner = inner
            .finish(end, &mut self.findings)
            .unwrap_or_else(|| placeholder(span.clone()));
        self.push_spanning(grouped(inner, span.clone()), span);
    }

    fn finish(mut self) -> Built {
        while let Some(enclosing) = self.open.pop() {
            let end = self.end.unwrap_or(enclosing.span.end);
            self.leave_unclosed(enclosing, end);
        }
        let end = self.end.unwrap_or_default();
        let mut body = { self.alternatives }.finish(end, &mut self.findings);
        if !self.findings.dialect.is_of_rfcs {
            body = self.lost.map(placeholder).or(body);
        }
        Built {
            body,
            end: self.end,
            comments: self.comments,
            faults: self.findings.faults,
            exclusions: self.findings.exclusions,
        }
    }
}

/// The alternatives between two brackets.
#[derive(Default)]
struct Alternatives {
    finished: Vec<Expression>,
    current: Sequence,
    /// From the first finished alternative to the last, including parentheses.
    span: Option<Span>,
    /// The last separator, unless a fault was found beside it.
    separator: Option<(char, Span)>,
}

impl Alternatives {
    fn separate(&mut self, separator: char, span: Span, findings: &mut Findings<'_>) {
        let end = span.start;
        self.separator = Some((separator, span));
        self.end_alternative(end, findings);
    }

    /// Moves the current alternative to the finished ones. If it is empty, it derives the empty text, or the last
    /// separator is a fault, once.
    fn end_alternative(&mut self, end: usize, findings: &mut Findings<'_>) {
        let current = std::mem::take(&mut self.current);
        let (expression, span) = if let Some(found) = current.finish(findings) {
            found
        } else if findings.dialect.has_empty_alternatives && self.separator.is_some() {
            let empty = literal("", Case::Exact, LiteralForm::Quoted, end..end);
            (empty, end..end)
        } else if let Some((separator, span)) = self.separator.take() {
            let kind = GrammarErrorKind::EmptyAlternative { separator };
            (findings.fault(kind, span.clone()), span)
        } else {
            return;
        };
        self.finished.push(expression);
        self.span = Some(spanning(self.span.take(), span));
    }

    /// Returns the expression; `None` if the brackets enclose nothing.
    fn finish(mut self, end: usize, findings: &mut Findings<'_>) -> Option<Expression> {
        self.end_alternative(end, findings);
        let span = self.span.unwrap_or_default();
        match self.finished.len() {
            0 | 1 => self.finished.pop(),
            _ => Some(Expression {
                kind: Kind::Alternation(self.finished),
                span,
            }),
        }
    }
}

/// An alternative.
#[derive(Default)]
struct Sequence {
    members: Vec<Expression>,
    /// From the first member to the last, including parentheses.
    span: Option<Span>,
    /// The last element, which signs after it may change, and its span including parentheses.
    element: Option<(Expression, Span)>,
    /// The number of signs after it.
    suffixes: usize,
    /// Repetitions and lists before their element.
    rounds: Vec<(Rounds, Span)>,
    /// Whether what is before the repetition, a `*`, touches it: it is meant as that of other notations if its own
    /// element does not touch it.
    is_after: bool,
    /// A `~` before its element.
    other: Option<Span>,
    /// What is before a `-`, and that sign.
    minuend: Option<(Expression, Span, Span)>,
    lookahead: Option<Lookahead>,
}

/// `!x !y`, before what it is about.
struct Lookahead {
    /// The first sign.
    sign: Span,
    is_negative: bool,
    /// The number of signs.
    signs: usize,
    excluded: Vec<Expression>,
}

/// The repetition before an element.
#[derive(Debug, Clone, Copy)]
enum Rounds {
    /// `n*m`.
    Repetition(Counts),
    /// `n#m`.
    List(Counts),
}

/// A lookahead, where BNF cannot say what it does.
const LOOKAHEAD: GrammarErrorKind = GrammarErrorKind::NoCounterpart {
    construct: NoCounterpart::Lookahead,
};

impl Sequence {
    fn repeat(&mut self, rounds: Rounds, span: Span, is_after: bool, findings: &mut Findings<'_>) {
        self.settle(findings);
        let is_after = is_after && !self.members.is_empty();
        self.is_after = false;
        if findings.dialect.is_of_rfcs {
            self.end_repetition(findings);
        }
        self.is_after = is_after;
        self.rounds.push((rounds, span));
    }

    /// Adds an element. `span` covers the parentheses around it, which the span of the expression
    /// does not always do.
    fn push(&mut self, mut expression: Expression, mut span: Span, findings: &mut Findings<'_>) {
        self.settle(findings);
        if let Some(sign) = self.other.take() {
            let whole = sign.start..expression.span.end;
            expression = findings.without(classes::any(&sign), expression, whole);
            span.start = sign.start;
        }
        let is_after = std::mem::take(&mut self.is_after);
        let touches = |rounds: &Span| rounds.end == span.start;
        if let Some((_, sign)) = self.rounds.pop_if(|(_, sign)| is_after && !touches(sign)) {
            findings.faults.push(Fault::new(star_after(), sign));
        }
        (self.element, self.suffixes) = (Some((expression, span)), 0);
    }

    /// Changes the last element by a sign after it: `?` without counts. Returns whether there are too many.
    fn suffix(&mut self, counts: Option<Counts>, sign: Span, findings: &mut Findings<'_>) -> bool {
        let Some((element, span)) = self.element.take() else {
            let fault = findings.fault(GrammarErrorKind::NothingRepeated, sign.clone());
            self.push(fault, sign, findings);
            return false;
        };
        let span = span.start..sign.end;
        self.suffixes += 1;
        let is_too_deep = self.suffixes > NESTING;
        let expression = match counts {
            _ if is_too_deep => {
                let kind = GrammarErrorKind::NestedTooDeep { limit: NESTING };
                findings.fault(kind, span.clone())
            }
            Some(counts) => findings.rounds(element, counts, span.clone()),
            None => Expression {
                kind: Kind::Optional(Box::new(element)),
                span: span.clone(),
            },
        };
        self.element = Some((expression, span));
        is_too_deep
    }

    fn look_ahead(&mut self, is_negative: bool, sign: Span, findings: &mut Findings<'_>) {
        self.settle(findings);
        let text = if is_negative { "!" } else { "&" }.to_owned();
        let ahead = self.lookahead.get_or_insert_with(|| Lookahead {
            sign: sign.clone(),
            is_negative,
            signs: 0,
            excluded: Vec::new(),
        });
        if ahead.signs > ahead.excluded.len() {
            let fault = findings.fault(GrammarErrorKind::StrayText { text }, sign);
            return ahead.excluded.push(fault);
        }
        ahead.signs += 1;
        ahead.is_negative &= is_negative;
    }

    fn other(&mut self, sign: Span, findings: &mut Findings<'_>) {
        self.settle(findings);
        if let Some(first) = self.other.replace(sign) {
            let fault = findings.fault(LOOKAHEAD, first.clone());
            self.add(fault, first, findings);
        }
    }

    fn except(&mut self, sign: Span, findings: &mut Findings<'_>) {
        match self.operand(findings) {
            Some((all, span)) => self.minuend = Some((all, span, sign)),
            None => self.stray("-", sign, findings),
        }
    }

    fn stray(&mut self, text: &str, sign: Span, findings: &mut Findings<'_>) {
        let text = text.to_owned();
        let fault = findings.fault(GrammarErrorKind::StrayText { text }, sign.clone());
        self.push(fault, sign, findings);
    }

    /// Takes the last element with what is before it.
    fn operand(&mut self, findings: &mut Findings<'_>) -> Option<(Expression, Span)> {
        let (mut expression, mut span) = self.element.take()?;
        while let Some((rounds, sign)) = self.rounds.pop() {
            span.start = sign.start;
            let span = span.clone();
            expression = match rounds {
                Rounds::Repetition(counts) => repetition(counts, expression, span),
                Rounds::List(counts) => list::list(counts, expression, span.clone())
                    .unwrap_or_else(|kind| findings.fault(kind, span)),
            };
        }
        if let Some((all, before, _)) = self.minuend.take() {
            let whole = all.span.start..expression.span.end;
            expression = findings.without(all, expression, whole);
            span.start = before.start;
        }
        Some((expression, span))
    }

    /// Makes a member of the last element, after which no sign comes that changes it.
    fn settle(&mut self, findings: &mut Findings<'_>) {
        let Some((expression, span)) = self.operand(findings) else {
            return;
        };
        let Some(mut ahead) = self.lookahead.take() else {
            return self.add(expression, span, findings);
        };
        if ahead.signs > ahead.excluded.len() {
            ahead.excluded.push(expression);
            self.lookahead = Some(ahead);
        } else if ahead.is_end() || !ahead.is_negative || findings.is_with_gaps() {
            self.end_lookahead(ahead, findings);
            self.add(expression, span, findings);
        } else {
            let whole = ahead.sign.start..expression.span.end;
            let excluded = joined(ahead.excluded, Kind::Alternation);
            let left = findings.without(expression, excluded, whole);
            self.add(left, ahead.sign.start..span.end, findings);
        }
    }

    /// Adds the end of the text, or a fault, for a lookahead that is about nothing.
    fn end_lookahead(&mut self, ahead: Lookahead, findings: &mut Findings<'_>) {
        let found = if ahead.is_end() {
            end_of_text(ahead.sign.start..ahead.excluded[0].span.end)
        } else {
            findings.fault(LOOKAHEAD, ahead.sign)
        };
        let span = found.span.clone();
        self.add(found, span, findings);
    }

    fn add(&mut self, expression: Expression, span: Span, findings: &mut Findings<'_>) {
        let gap = match findings.gaps {
            Gaps::BetweenParts(skipped) if !self.members.is_empty() => {
                Some(gap(skipped, span.start))
            }
            _ => None,
        };
        for member in gap.into_iter().chain([expression]) {
            match member.kind {
                Kind::Sequence(members) => self.members.extend(members),
                _ => self.members.push(member),
            }
        }
        self.span = Some(spanning(self.span.take(), span));
    }

    fn end_repetition(&mut self, findings: &mut Findings<'_>) {
        while let Some((_, span)) = self.rounds.pop() {
            let kind = if std::mem::take(&mut self.is_after) {
                star_after()
            } else {
                GrammarErrorKind::NothingRepeated
            };
            let fault = findings.fault(kind, span.clone());
            self.add(fault, span, findings);
        }
    }

    /// Returns the alternative and its span including parentheses; `None` if it is empty.
    fn finish(mut self, findings: &mut Findings<'_>) -> Option<(Expression, Span)> {
        self.settle(findings);
        self.end_repetition(findings);
        if let Some(sign) = self.other.take() {
            self.stray("~", sign, findings);
        }
        if let Some((all, span, sign)) = self.minuend.take() {
            self.add(all, span, findings);
            self.stray("-", sign, findings);
        }
        self.settle(findings);
        if let Some(ahead) = self.lookahead.take() {
            self.end_lookahead(ahead, findings);
        }
        let span = self.span?;
        let expression = match self.members.len() {
            0 | 1 => self.members.pop()?,
            _ => Expression {
                kind: Kind::Sequence(self.members),
                span: span.clone(),
            },
        };
        Some((expression, span))
    }
}

impl Lookahead {
    /// Returns whether it is `!.`, the end of the text.
    fn is_end(&self) -> bool {
        let is_any = |one: &Expression| *one == classes::any(&one.span);
        self.is_negative && matches!(&self.excluded[..], [only] if is_any(only))
    }
}

/// Returns the error of a `*` after its element, as in `x* y`.
fn star_after() -> GrammarErrorKind {
    GrammarErrorKind::StrayText {
        text: "*".to_owned(),
    }
}

fn spanning(earlier: Option<Span>, later: Span) -> Span {
    earlier.map_or(later.start, |earlier| earlier.start)..later.end
}
