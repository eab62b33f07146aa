//! Builds the expression of a body from its lexemes.
//!
//! A stack of its own matches the brackets, so that no nesting can exhaust the call stack. A
//! placeholder in the expression stands for each fault. The rest is still checked, and nothing
//! that the faulty text may have meant is reported as missing.

use super::lexeme::{Bracket, Counts, Lexeme, Located};
use super::list;
use crate::error::{Fault, GrammarErrorKind};
use crate::limits::NESTING;
use crate::syntax::{Case, Comment, Expression, Kind, LiteralForm, Notation, Quantifier, Span};

/// The result of building an expression.
pub(super) struct Built {
    /// The expression; `None` if there are only comments.
    pub(super) body: Option<Expression>,
    /// The end of the last lexeme that is not a comment.
    pub(super) end: Option<usize>,
    pub(super) comments: Vec<Comment>,
    pub(super) faults: Vec<Fault>,
}

/// Builds the expression of a body.
pub(super) fn build(lexemes: Vec<Located>, notation: Notation) -> Built {
    let mut builder = Builder {
        notation,
        ..Builder::default()
    };
    for lexeme in lexemes {
        builder.take(lexeme);
    }
    builder.finish()
}

/// Returns the placeholder for a fault. No grammar that `read` returns contains one.
pub(super) fn placeholder(span: Span) -> Expression {
    Expression {
        kind: Kind::Unreadable,
        span,
    }
}

fn literal(text: &str, case: Case, form: LiteralForm, span: Span) -> Expression {
    let text = text.to_owned();
    let kind = Kind::Literal { text, case, form };
    Expression { kind, span }
}

/// Returns the text in angle brackets as prose. Whether it is the name of a rule is known when
/// all rules are.
fn prose(text: &str, span: Span) -> Expression {
    let words: Vec<&str> = text.split_whitespace().collect();
    let kind = Kind::Prose(words.join(" "));
    Expression { kind, span }
}

fn reference(name: &str, span: Span) -> Expression {
    let (case, quantifier) = (Case::Exact, Quantifier::Greedy);
    Expression {
        kind: Kind::Reference {
            name: name.to_owned(),
            case,
            quantifier,
        },
        span,
    }
}

/// Returns the expression within brackets that only group. The span of several members covers the
/// brackets; a single member needs no group.
fn grouped(inner: Expression, span: Span) -> Expression {
    match inner.kind {
        Kind::Alternation(_) | Kind::Sequence(_) => Expression { span, ..inner },
        _ => inner,
    }
}

#[derive(Default)]
struct Builder {
    notation: Notation,
    /// The open brackets, outermost first.
    open: Vec<Enclosing>,
    /// The alternatives within the innermost open bracket.
    alternatives: Alternatives,
    comments: Vec<Comment>,
    faults: Vec<Fault>,
    end: Option<usize>,
    /// The brackets that literals and prose without an end have in them.
    opened_inside: Vec<Bracket>,
    /// The brackets that were closed and not opened.
    unopened: Vec<Bracket>,
    /// Whether brackets are nested too deeply, so that the rest of the body is skipped.
    too_deep: bool,
}

/// An open bracket and the alternatives before it.
struct Enclosing {
    bracket: Bracket,
    span: Span,
    alternatives: Alternatives,
    /// Whether a literal or prose without an end has a bracket in it that closes this one.
    may_be_closed: bool,
}

impl Builder {
    fn take(&mut self, Located { lexeme, span }: Located) {
        if let Lexeme::Comment(comment) = lexeme {
            self.comments.push(comment);
            return;
        }
        let before = self.end.replace(span.end);
        if self.too_deep {
            return;
        }
        match lexeme {
            Lexeme::Literal { text, case, form } => {
                let case = case.unwrap_or_else(|| match form {
                    LiteralForm::Quoted => self.notation.case_of_literals(),
                    _ => Case::Exact,
                });
                self.push(literal(text, case, form, span));
            }
            Lexeme::Numbers(text) => {
                self.push(literal(&text, Case::Exact, LiteralForm::Numbers, span));
            }
            Lexeme::Range(first, last) => {
                let kind = Kind::Range { first, last };
                self.push(Expression { kind, span });
            }
            Lexeme::Name(name) => self.push(reference(name, span)),
            Lexeme::Angle(text) => self.push(prose(text, span)),
            Lexeme::Repetition(counts) => {
                let is_behind = before == Some(span.start);
                self.alternatives.current.is_behind = is_behind && span.len() == 1;
                self.repeat(Rounds::Repetition(counts), span);
            }
            Lexeme::List(counts) => self.repeat(Rounds::List(counts), span),
            Lexeme::Open(bracket) => self.enter(bracket, span),
            Lexeme::Close(bracket) => self.close(bracket, span),
            Lexeme::Separator(separator) => {
                self.alternatives
                    .separate(separator, span, &mut self.faults);
            }
            Lexeme::Fault(kind, at) => self.fault(kind, at, span),
            Lexeme::Unclosed { kind, at, text } => {
                self.note_brackets(text);
                self.fault(kind, at, span);
            }
            Lexeme::Comment(_) => {}
        }
    }

    fn push(&mut self, expression: Expression) {
        let span = expression.span.clone();
        self.push_spanning(expression, span);
    }

    fn push_spanning(&mut self, expression: Expression, span: Span) {
        let current = &mut self.alternatives.current;
        current.push(expression, span, &mut self.faults);
    }

    fn repeat(&mut self, rounds: Rounds, span: Span) {
        let current = &mut self.alternatives.current;
        current.repeat(rounds, span, &mut self.faults);
    }

    /// Adds a fault that points at a span, and a placeholder for the whole lexeme.
    fn fault(&mut self, kind: GrammarErrorKind, at: Span, span: Span) {
        self.faults.push(Fault::new(kind, at));
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
        let Some(inner) = inner.finish(&mut self.faults) else {
            let kind = GrammarErrorKind::EmptyBrackets {
                open: bracket.open(),
                close: bracket.close(),
            };
            return self.fault(kind, span.clone(), span);
        };
        if bracket == Bracket::Curly {
            if !self.notation.has_curly_brackets() {
                let at = span.start..span.start + 1;
                self.faults
                    .push(Fault::new(GrammarErrorKind::CurlyBrackets, at));
            }
            let any = Counts {
                least: 0,
                most: None,
            };
            return self.push(list::repetition(any, inner, span));
        }
        let is_repeated = self.alternatives.current.rounds.is_some();
        let only_groups = is_repeated && self.notation.only_groups_behind_counts();
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
            self.faults.push(Fault::new(kind, enclosing.span.clone()));
        }
        let span = enclosing.span.start..end;
        let inner = std::mem::replace(&mut self.alternatives, enclosing.alternatives);
        let inner = inner
            .finish(&mut self.faults)
            .unwrap_or_else(|| placeholder(span.clone()));
        self.push_spanning(grouped(inner, span.clone()), span);
    }

    fn finish(mut self) -> Built {
        while let Some(enclosing) = self.open.pop() {
            let end = self.end.unwrap_or(enclosing.span.end);
            self.leave_unclosed(enclosing, end);
        }
        let body = self.alternatives.finish(&mut self.faults);
        Built {
            body,
            end: self.end,
            comments: self.comments,
            faults: self.faults,
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
    fn separate(&mut self, separator: char, span: Span, faults: &mut Vec<Fault>) {
        self.separator = Some((separator, span));
        self.end_alternative(faults);
    }

    /// Moves the current alternative to the finished ones. If it is empty, the last separator is
    /// a fault, once.
    fn end_alternative(&mut self, faults: &mut Vec<Fault>) {
        let current = std::mem::take(&mut self.current);
        if let Some((expression, span)) = current.finish(faults) {
            self.finished.push(expression);
            self.span = Some(joined(self.span.take(), span));
        } else if let Some((separator, span)) = self.separator.take() {
            let kind = GrammarErrorKind::EmptyAlternative { separator };
            faults.push(Fault::new(kind, span.clone()));
            self.finished.push(placeholder(span.clone()));
            self.span = Some(joined(self.span.take(), span));
        }
    }

    /// Returns the expression; `None` if the brackets enclose nothing.
    fn finish(mut self, faults: &mut Vec<Fault>) -> Option<Expression> {
        self.end_alternative(faults);
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
    /// A repetition or a list before its element.
    rounds: Option<(Rounds, Span)>,
    /// Whether what is before the repetition, a `*`, touches it: it is meant as that of other notations if its own
    /// element does not touch it.
    is_behind: bool,
}

/// The repetition before an element.
#[derive(Debug, Clone, Copy)]
enum Rounds {
    /// `n*m`.
    Repetition(Counts),
    /// `n#m`.
    List(Counts),
}

impl Sequence {
    fn repeat(&mut self, rounds: Rounds, span: Span, faults: &mut Vec<Fault>) {
        let is_behind = std::mem::take(&mut self.is_behind) && !self.members.is_empty();
        self.end_repetition(faults);
        self.is_behind = is_behind && self.rounds.is_none();
        self.rounds = Some((rounds, span));
    }

    /// Adds a member. `span` covers the parentheses around it, which the span of the expression
    /// does not always do.
    fn push(&mut self, mut expression: Expression, mut span: Span, faults: &mut Vec<Fault>) {
        let is_behind = std::mem::take(&mut self.is_behind);
        let touches = |rounds: &Span| rounds.end == span.start;
        if let Some((_, sign)) = self.rounds.take_if(|(_, sign)| is_behind && !touches(sign)) {
            faults.push(Fault::new(star_behind(), sign));
        }
        if let Some((rounds, rounds_span)) = self.rounds.take() {
            span.start = rounds_span.start;
            let span = span.clone();
            expression = match rounds {
                Rounds::Repetition(counts) => list::repetition(counts, expression, span),
                Rounds::List(counts) => list::list(counts, expression, span.clone())
                    .unwrap_or_else(|kind| {
                        faults.push(Fault::new(kind, span.clone()));
                        placeholder(span)
                    }),
            };
        }
        if let Kind::Sequence(members) = expression.kind {
            self.members.extend(members);
        } else {
            self.members.push(expression);
        }
        self.span = Some(joined(self.span.take(), span));
    }

    fn end_repetition(&mut self, faults: &mut Vec<Fault>) {
        if let Some((_, span)) = self.rounds.take() {
            let kind = if std::mem::take(&mut self.is_behind) {
                star_behind()
            } else {
                GrammarErrorKind::NothingRepeated
            };
            faults.push(Fault::new(kind, span.clone()));
            self.push(placeholder(span.clone()), span, faults);
        }
    }

    /// Returns the alternative and its span including parentheses; `None` if it is empty.
    fn finish(mut self, faults: &mut Vec<Fault>) -> Option<(Expression, Span)> {
        self.end_repetition(faults);
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

/// Returns the error of a `*` after its element, as in `x* y`.
fn star_behind() -> GrammarErrorKind {
    GrammarErrorKind::StrayText {
        text: "*".to_owned(),
    }
}

fn joined(earlier: Option<Span>, later: Span) -> Span {
    earlier.map_or(later.start, |earlier| earlier.start)..later.end
}
