//! A match for programs.

use std::borrow::Cow;

use rfc1738::SyntaxError;
use rfc1738::extract::{Fault, MappedText, Match};
use serde::Serialize;

/// A match: its position, its URL, and what is wrong with it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MatchRecord<'a> {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
    raw: Cow<'a, str>,
    text: Cow<'a, str>,
    fragment: Option<Cow<'a, str>>,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    file: Option<&'a str>,
    #[cfg_attr(feature = "typescript", ts(as = "crate::typescript::MatchKind"))]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    fault: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<Vec<AlternativeRecord>>")
    )]
    alternatives: Vec<AlternativeRecord>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<RepairRecord>>"))]
    repairs: Vec<RepairRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<crate::typescript::SyntaxError>")
    )]
    error: Option<SyntaxError>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    place: Option<PlaceRecord>,
}

/// Another reading of the text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct AlternativeRecord {
    text: String,
    ok: bool,
}

/// A place where the text differs from the document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct RepairRecord {
    id: &'static str,
    start: usize,
    end: usize,
    line: usize,
    column: usize,
}

/// The position of an error in the document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct PlaceRecord {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
}

impl<'a> MatchRecord<'a> {
    /// Returns the record of the match, with the name of its file if there is one.
    #[must_use]
    pub fn new(file: Option<&'a str>, found: &'a Match, is_valid: bool) -> Self {
        let span = found.span();
        let position = found.position();
        let error = if is_valid { None } else { found.parse().err() };
        Self {
            start: span.start,
            end: span.end,
            line: position.line,
            column: position.column,
            raw: String::from_utf8_lossy(found.raw()),
            text: String::from_utf8_lossy(found.text()),
            fragment: found.fragment().map(String::from_utf8_lossy),
            ok: is_valid,
            file,
            kind: found.kind().as_str(),
            fault: found.fault().map(Fault::as_str),
            alternatives: found.alternatives().map(AlternativeRecord::from).collect(),
            repairs: RepairRecord::all(found),
            place: error.as_ref().map(|error| PlaceRecord::of(found, error)),
            error,
        }
    }
}

impl From<MappedText> for AlternativeRecord {
    fn from(text: MappedText) -> Self {
        Self {
            text: String::from_utf8_lossy(text.octets()).into_owned(),
            ok: text.is_valid(),
        }
    }
}

impl RepairRecord {
    fn all(found: &Match) -> Vec<Self> {
        let repairs = found.repairs().iter();
        let records = repairs.map(|repair| {
            let span = repair.span();
            let position = repair.position();
            Self {
                id: repair.kind().as_str(),
                start: span.start,
                end: span.end,
                line: position.line,
                column: position.column,
            }
        });
        records.collect()
    }
}

impl PlaceRecord {
    fn of(found: &Match, error: &SyntaxError) -> Self {
        let span = found.document_span(error.span());
        let position = found.position_at(span.start);
        Self {
            start: span.start,
            end: span.end,
            line: position.line,
            column: position.column,
        }
    }
}
