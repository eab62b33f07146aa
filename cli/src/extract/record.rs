//! A find for programs.
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use std::borrow::Cow;

use rfc1738::SyntaxError;
use rfc1738::extract::{Fault, MappedText, Match};
use serde::Serialize;

/// What is said of a find.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    start: usize,
    end: usize,
    line: u32,
    column: usize,
    raw: Cow<'a, str>,
    text: Cow<'a, str>,
    fragment: Option<Cow<'a, str>>,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<Alternative>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<SyntaxError>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
}

/// What else the text may be.
#[derive(Serialize)]
struct Alternative {
    text: String,
    ok: bool,
}

/// Where in the document an error is.
#[derive(Serialize)]
struct Place {
    start: usize,
    end: usize,
    line: u32,
    column: usize,
}

impl<'a> Record<'a> {
    /// The record of the find, with the name of its file, if it is to be told.
    pub(super) fn new(file: Option<&'a str>, find: &'a Match, is_valid: bool) -> Self {
        let span = find.span();
        let position = find.position();
        let error = if is_valid { None } else { find.parse().err() };
        Self {
            start: span.start,
            end: span.end,
            line: position.line,
            column: position.column,
            raw: String::from_utf8_lossy(find.raw()),
            text: String::from_utf8_lossy(find.text()),
            fragment: find.fragment().map(String::from_utf8_lossy),
            ok: is_valid,
            file,
            kind: find.kind().as_str(),
            fault: find.fault().map(Fault::as_str),
            alternatives: find.alternatives().map(Alternative::from).collect(),
            place: error.as_ref().map(|error| Place::of(find, error)),
            error,
        }
    }
}

impl From<MappedText> for Alternative {
    fn from(text: MappedText) -> Self {
        Self {
            text: String::from_utf8_lossy(text.octets()).into_owned(),
            ok: text.is_valid(),
        }
    }
}

impl Place {
    fn of(find: &Match, error: &SyntaxError) -> Self {
        let span = find.document_span(error.span());
        let position = find.position_at(span.start);
        Self {
            start: span.start,
            end: span.end,
            line: position.line,
            column: position.column,
        }
    }
}
