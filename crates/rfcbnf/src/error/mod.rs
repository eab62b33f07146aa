//! The errors of grammar files, with their positions.
//!
//! Invariant: a [`GrammarErrors`] contains at least one error, and its errors are in the order of
//! their positions.

mod damage;
#[cfg(feature = "miette")]
mod diagnostic;
mod kind;
pub(crate) mod line;

pub use damage::Damage;
#[cfg(feature = "miette")]
pub use diagnostic::GrammarDiagnostic;
pub use kind::{ForeignNotation, Form, GrammarErrorKind, NoCounterpart, NumberProblem};

use std::fmt;
use std::sync::Arc;

use rfcbnf_engine::{Document, LineColumn};
use thiserror::Error;

use crate::limits::ERRORS_SHOWN;
use crate::syntax::{SourceDocument, Span};

/// An error in a grammar file. Its `Display` is one line: `line:column: message`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{position}: {}", self.message())]
pub struct GrammarError {
    kind: GrammarErrorKind,
    span: Span,
    position: LineColumn,
    related: Vec<(Span, String)>,
    related_positions: Vec<LineColumn>,
    more: usize,
}

impl GrammarError {
    /// Returns what is wrong, in one line without the position.
    #[must_use]
    pub fn message(&self) -> String {
        match self.more {
            0 => self.kind.to_string(),
            more => format!("{}, and {more} more of this kind", self.kind),
        }
    }

    /// Returns the number of further faults of the same kind and with the same remedy. The error
    /// stands for all of them and is at the first.
    #[must_use]
    pub fn more(&self) -> usize {
        self.more
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> &GrammarErrorKind {
        &self.kind
    }

    /// Returns whether the error is a limit of this program, so that the grammar can be right: a number above that of
    /// the last character, or counts, depths or lengths that would take too much.
    ///
    /// ```
    /// let errors = rfcbnf::read("length = %x10000-7FFFFFFF\n").unwrap_err();
    /// assert!(errors.errors()[0].is_limit());
    /// let errors = rfcbnf::read("length = %x10000-7G\n").unwrap_err();
    /// assert!(!errors.errors()[0].is_limit());
    /// ```
    #[must_use]
    pub fn is_limit(&self) -> bool {
        self.kind.is_limit()
    }

    /// Returns the wrong part of the file, in byte offsets.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Returns the line on which the span begins, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.position.line
    }

    /// Returns the column at which the span begins, in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.position.column
    }

    /// Returns other parts of the file that belong to the error, in byte offsets, each with a
    /// remark.
    #[must_use]
    pub fn related(&self) -> &[(Span, String)] {
        &self.related
    }

    /// Returns what to do about the error, if that is known.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }
}

/// All errors of a grammar file, at least one.
///
/// Its `Display` writes each error with its line of the file and carets under the span, then the
/// help. Of more than [`ERRORS_SHOWN`] errors, it writes the first and counts the rest. It escapes
/// control characters of the file. The `Display` of a single [`GrammarError`] is one line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct GrammarErrors {
    text: String,
    document: Option<Arc<SourceDocument>>,
    errors: Vec<GrammarError>,
}

impl GrammarErrors {
    /// Orders and locates the faults of a file. Returns `None` if there are none.
    pub(crate) fn new(source: &str, mut faults: Vec<Fault>) -> Option<Self> {
        if faults.is_empty() {
            return None;
        }
        faults.sort_by_key(|fault| fault.span.start);
        let faults = grouped(faults);
        let file = Document::new(source);
        Some(GrammarErrors {
            text: source.to_owned(),
            document: None,
            errors: faults
                .into_iter()
                .map(|fault| fault.located(&file))
                .collect(),
        })
    }

    /// Returns the errors without those that another file resolves. Returns `None` if there are no
    /// others.
    pub(crate) fn without(&self, is_resolved: impl Fn(&GrammarError) -> bool) -> Option<Self> {
        let mut rest = self.clone();
        rest.errors.retain(|error| !is_resolved(error));
        (!rest.errors.is_empty()).then_some(rest)
    }

    /// Returns the errors with their positions in the document that the source of the grammar was taken out of. Their spans
    /// stay those of the source.
    pub(crate) fn in_document(mut self, document: &Arc<SourceDocument>) -> Self {
        let lines = Document::new(document.text());
        let position = |span: &Span| lines.position(document.span(span.clone()).start);
        for error in &mut self.errors {
            error.position = position(&error.span);
            let related = error.related.iter();
            error.related_positions = related.map(|(span, _)| position(span)).collect();
        }
        let start = |error: &GrammarError| document.span(error.span()).start;
        self.errors.sort_by_key(start);
        self.document = Some(document.clone());
        self
    }

    /// Returns the document that the source of the grammar was taken out of.
    #[must_use]
    pub fn document(&self) -> Option<&SourceDocument> {
        self.document.as_deref()
    }

    /// Returns what an error is shown in, and the part of it that is meant.
    fn shown(&self, span: &Span) -> (&str, Span) {
        match &self.document {
            Some(document) => (document.text(), document.span(span.clone())),
            None => (&self.text, span.clone()),
        }
    }

    /// Returns the text of the grammar, which the spans refer to: that of the file, unless it is a
    /// [document](Self::document).
    #[must_use]
    pub fn source(&self) -> &str {
        &self.text
    }

    /// Returns the errors in file order, at least one.
    #[must_use]
    pub fn errors(&self) -> &[GrammarError] {
        &self.errors
    }

    /// Returns the errors in file order, at least one.
    pub fn iter(&self) -> std::slice::Iter<'_, GrammarError> {
        self.errors.iter()
    }
}

impl<'a> IntoIterator for &'a GrammarErrors {
    type Item = &'a GrammarError;
    type IntoIter = std::slice::Iter<'a, GrammarError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for GrammarErrors {
    type Item = GrammarError;
    type IntoIter = std::vec::IntoIter<GrammarError>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.into_iter()
    }
}

impl fmt::Display for GrammarErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(formatter, "")
    }
}

impl GrammarErrors {
    /// Writes the errors as `Display` does, each position after `file`, which is the name of the file and a colon.
    pub(crate) fn write(&self, formatter: &mut fmt::Formatter<'_>, file: &str) -> fmt::Result {
        for (index, error) in self.errors.iter().take(ERRORS_SHOWN).enumerate() {
            if index > 0 {
                formatter.write_str("\n\n")?;
            }
            write!(formatter, "{file}{error}")?;
            let (source, shown) = self.shown(&error.span);
            line::write(formatter, source, &shown, error.line())?;
            for ((span, remark), position) in error.related.iter().zip(&error.related_positions) {
                write!(formatter, "\n{file}{position}: {remark}")?;
                let (source, shown) = self.shown(span);
                line::write(formatter, source, &shown, position.line)?;
            }
            if let Some(help) = error.help() {
                write!(formatter, "\nhelp: {help}")?;
            }
        }
        let further = self.errors.len().saturating_sub(ERRORS_SHOWN);
        if further > 0 {
            write!(formatter, "\n\nand {further} further errors")?;
        }
        Ok(())
    }
}

/// A fault before its line and column are known.
#[derive(Debug)]
pub(crate) struct Fault {
    kind: Box<GrammarErrorKind>,
    span: Span,
    related: Vec<(Span, String)>,
    more: usize,
}

impl Fault {
    pub(crate) fn new(kind: GrammarErrorKind, span: Span) -> Self {
        Fault {
            kind: Box::new(kind),
            span,
            related: Vec::new(),
            more: 0,
        }
    }

    /// Returns whether the fault says that the file is not a grammar.
    pub(crate) fn is_no_grammar(&self) -> bool {
        matches!(
            *self.kind,
            GrammarErrorKind::NoGrammar { .. } | GrammarErrorKind::ForeignNotation { .. }
        )
    }

    /// Returns whether the fault is about text outside of productions.
    pub(crate) fn is_outside_rules(&self) -> bool {
        *self.kind == GrammarErrorKind::TextOutsideRules
    }

    /// Returns the name that the fault says to be undefined.
    pub(crate) fn undefined_name(&self) -> Option<&str> {
        match &*self.kind {
            GrammarErrorKind::UndefinedRule { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Returns the part of the file that the fault points at.
    pub(crate) fn span(&self) -> Span {
        self.span.clone()
    }

    /// Adds another part of the file that belongs to the fault.
    pub(crate) fn beside(mut self, span: Span, remark: &str) -> Self {
        self.related.push((span, remark.to_owned()));
        self
    }

    /// Replaces each offset by its origin.
    pub(crate) fn relocate(&mut self, origin: &dyn Fn(usize) -> usize) {
        let related = self.related.iter_mut().map(|(span, _)| span);
        for span in std::iter::once(&mut self.span).chain(related) {
            let start = origin(span.start);
            *span = start..origin(span.end).max(start);
        }
    }

    fn located(self, file: &Document<'_>) -> GrammarError {
        let position = |span: &Span| file.position(span.start);
        let related = self.related.iter();
        GrammarError {
            position: position(&self.span),
            related_positions: related.map(|(span, _)| position(span)).collect(),
            kind: *self.kind,
            span: self.span,
            related: self.related,
            more: self.more,
        }
    }
}

/// Lets the first fault of a kind stand for all others, where all have one cause.
fn grouped(faults: Vec<Fault>) -> Vec<Fault> {
    let mut kept: Vec<Fault> = Vec::with_capacity(faults.len());
    let mut first_of_group = None;
    for fault in faults {
        if fault.kind.is_grouped() {
            if let Some(first) = first_of_group {
                let first: &mut Fault = &mut kept[first];
                first.more += 1;
                continue;
            }
            first_of_group = Some(kept.len());
        }
        kept.push(fault);
    }
    kept
}
