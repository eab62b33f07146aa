//! Messages for tools that show them beside a file: code hosts, editors, continuous integration.
//!
//! [`sarif`](crate::sarif) and [`github`](crate::github) write them, whatever they are about.

use std::path::Path;

use rfcbnf::fixes::Fix;
use rfcbnf::syntax::Span;
use rfcbnf_engine::LineColumn;

/// A message about a place in a file or about a production. Everything in it is escaped for people.
#[derive(Debug)]
pub(crate) struct Annotation<'a> {
    pub(crate) level: Level,
    /// The name of what is wrong, and its index in the list of names.
    pub(crate) rule: (&'a str, usize),
    pub(crate) message: String,
    /// The file and the part of it; `None` if there is no file.
    pub(crate) place: Option<(&'a Path, Region)>,
    /// The production, which has a name and no file in any case.
    pub(crate) production: Option<&'a str>,
    /// Other parts of the file, each with what it has to do with the message.
    pub(crate) related: Vec<(Region, String)>,
    pub(crate) fix: Option<&'a Fix>,
    /// What stays the same from run to run.
    pub(crate) fingerprint: Option<&'a str>,
    /// The reason why a baseline accepts it.
    pub(crate) accepted: Option<&'a str>,
}

/// How grave an annotation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Error,
    Warning,
    Note,
}

/// A part of a file: whole lines, or what is between two places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Region {
    /// The first and the last line.
    pub(crate) lines: (usize, usize),
    /// The first and the last column, and the bytes.
    pub(crate) within: Option<((usize, usize), Span)>,
}

impl Region {
    pub(crate) fn new(span: &Span, start: LineColumn, end: LineColumn) -> Self {
        Self {
            lines: (start.line, end.line),
            within: Some(((start.column, end.column), span.clone())),
        }
    }
}
