//! Where findings are collected.

use super::finding::{Finding, FindingKind};
use crate::automaton::TooLarge;
use crate::syntax::{Expression, Production, Span};

/// The location of a finding: a production and a part of it.
#[derive(Clone, Copy)]
pub(super) struct Location<'g> {
    pub(super) production: &'g Production,
    pub(super) part: &'g Expression,
}

impl<'g> Location<'g> {
    pub(super) fn of(production: &'g Production) -> Self {
        let part = &production.body;
        Self { production, part }
    }

    pub(super) fn at(self, part: &'g Expression) -> Self {
        Self { part, ..self }
    }
}

/// The findings so far.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) all: Vec<Finding>,
    /// The number of ambiguities for which derivations were looked for.
    pub(super) derived: usize,
    /// The steps that these derivations took.
    pub(super) steps: usize,
    /// Whether only texts to a depth are examined. No alternative is shadowed then, as deeper texts are
    /// unknown, but its texts have several derivations.
    pub(super) is_to_depth: bool,
}

impl Findings {
    pub(super) fn add(
        &mut self,
        location: Location,
        kind: FindingKind,
        message: String,
        remedy: &str,
    ) {
        let span = location.part.span.clone();
        self.push(&location.production.name, span, kind, message, remedy);
    }

    pub(super) fn push(
        &mut self,
        production: &str,
        span: Span,
        kind: FindingKind,
        message: String,
        remedy: &str,
    ) {
        self.all.push(Finding {
            fix: None,
            derivations: Vec::new(),
            divergence: None,
            elsewhere: Vec::new(),
            production: production.to_owned(),
            span,
            kind,
            message,
            remedy: remedy.to_owned(),
        });
    }

    pub(super) fn empty_round(&mut self, location: Location) {
        let message = "a round can derive the empty text".to_owned();
        let remedy = "a round beyond the smallest number of rounds consumes at least one octet";
        self.add(location, FindingKind::EmptyRound, message, remedy);
    }

    pub(super) fn undecided(&mut self, location: Location, reason: TooLarge) {
        let remedy = "generated code reads it by a recognizer; change the production";
        let message = format!("it is {reason}");
        self.add(location, FindingKind::Undecided, message, remedy);
    }
}
