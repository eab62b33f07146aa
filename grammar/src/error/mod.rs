//! What can be wrong with a grammar file, and where.
//!
//! Invariant: a [`GrammarErrors`] holds at least one error, and its errors
//! stand in the order of the places they point at.

mod excerpt;
mod kind;

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

pub use self::kind::GrammarErrorKind;
use crate::syntax::Span;

/// One thing that is wrong with a grammar file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {kind}")]
pub struct GrammarError {
    kind: GrammarErrorKind,
    span: Span,
    place: Place,
    related: Vec<(Span, String)>,
    related_places: Vec<Place>,
}

impl GrammarError {
    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> &GrammarErrorKind {
        &self.kind
    }

    /// The part of the file that is wrong, in byte offsets.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// The line on which the span begins, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place.line
    }

    /// The column at which the span begins, in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place.column
    }

    /// Other places that the error is about, in byte offsets, with a remark on each.
    #[must_use]
    pub fn related(&self) -> &[(Span, String)] {
        &self.related
    }

    /// What would put it right, where that can be said.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }
}

/// Everything that is wrong with a grammar file: at least one error.
///
/// Its `Display` shows each error with its line of the file and a caret under
/// the place. Control characters of the file are shown escaped.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct GrammarErrors {
    text: String,
    errors: Vec<GrammarError>,
}

impl GrammarErrors {
    /// Orders and locates the faults of a file; nothing where there are none.
    pub(crate) fn new(source: &str, mut faults: Vec<Fault>) -> Option<Self> {
        if faults.is_empty() {
            return None;
        }
        faults.sort_by_key(|fault| fault.span.start);
        let places = places(source, &faults);
        Some(GrammarErrors {
            text: source.to_owned(),
            errors: faults
                .into_iter()
                .map(|fault| fault.located(&places))
                .collect(),
        })
    }

    /// The text of the file, to which the spans refer.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.text
    }

    /// The errors in file order; at least one.
    #[must_use]
    pub fn errors(&self) -> &[GrammarError] {
        &self.errors
    }

    /// The errors in file order; at least one.
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
        for (position, error) in self.errors.iter().enumerate() {
            if position > 0 {
                formatter.write_str("\n\n")?;
            }
            write!(formatter, "{error}")?;
            excerpt::write(formatter, &self.text, &error.span, error.line())?;
            for ((span, remark), place) in error.related.iter().zip(&error.related_places) {
                write!(formatter, "\n{place}: {remark}")?;
                excerpt::write(formatter, &self.text, span, place.line)?;
            }
            if let Some(help) = error.help() {
                write!(formatter, "\nhelp: {help}")?;
            }
        }
        Ok(())
    }
}

/// A fault before its line and column are known.
#[derive(Debug)]
pub(crate) struct Fault {
    kind: GrammarErrorKind,
    span: Span,
    related: Vec<(Span, String)>,
}

impl Fault {
    pub(crate) fn new(kind: GrammarErrorKind, span: Span) -> Self {
        Fault {
            kind,
            span,
            related: Vec::new(),
        }
    }

    /// The same with another place that it is about.
    pub(crate) fn beside(mut self, span: Span, remark: &str) -> Self {
        self.related.push((span, remark.to_owned()));
        self
    }

    fn located(self, places: &BTreeMap<usize, Place>) -> GrammarError {
        let place = |span: &Span| places.get(&span.start).copied().unwrap_or_default();
        GrammarError {
            place: place(&self.span),
            related_places: self.related.iter().map(|(span, _)| place(span)).collect(),
            kind: self.kind,
            span: self.span,
            related: self.related,
        }
    }
}

/// A line and a column, both counted from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    line: usize,
    column: usize,
}

impl Default for Place {
    fn default() -> Self {
        Place { line: 1, column: 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}

/// The line and column of every offset that the faults name. One pass over the
/// file finds all of them: asking for each by itself takes quadratic time on a
/// long line with many faults.
fn places(source: &str, faults: &[Fault]) -> BTreeMap<usize, Place> {
    let related = faults
        .iter()
        .flat_map(|fault| fault.related.iter().map(|(span, _)| span.start));
    let mut places: BTreeMap<usize, Place> = faults
        .iter()
        .map(|fault| fault.span.start)
        .chain(related)
        .map(|offset| (offset, Place::default()))
        .collect();
    let mut place = Place::default();
    let mut passed = 0;
    for (&offset, found) in &mut places {
        for character in source[passed..offset].chars() {
            place = match character {
                '\n' => Place {
                    line: place.line + 1,
                    column: 1,
                },
                // The byte order mark that some editors put first has no width.
                '\u{feff}' if place == Place::default() => place,
                _ => Place {
                    column: place.column + 1,
                    ..place
                },
            };
        }
        passed = offset;
        *found = place;
    }
    places
}
