//! Why a find is invalid, shown in the document.

use std::ops::Range;

use miette::Severity;
use rfc1738::extract::{Fault, Kind, LIMIT, Match};

use crate::diagnostic::{Diagnostic, rejection_in};
use crate::excerpt::{Excerpt, Reach};
use crate::snippet::{Place, Snippet};

/// How much of a line is shown around a place.
const REACH: Reach = Reach {
    before: 60,
    within: 40,
    after: 20,
    keeps_lines: true,
};

/// What is wrong with the find that stands behind `before`. The name is escaped.
pub(super) fn of(source: &str, find: &Match, before: &[u8]) -> impl Iterator<Item = Diagnostic> {
    let shown = Shown::new(source, find, before);
    let fault = find.fault().map(|fault| explained(fault, &shown));
    // Of a wrapper that holds nothing before it breaks off, that is all there is to say.
    let is_told = find.fault().is_some() && find.text().is_empty();
    let error = find.parse().err().filter(|_| !is_told);
    let rejection = error.map(|error| {
        let span = find.document_span(error.span());
        rejection_in(shown.around(span), &error)
    });
    fault.into_iter().chain(rejection)
}

fn explained(fault: Fault, shown: &Shown) -> Diagnostic {
    let (title, label, help) = match fault {
        Fault::TooLong => (
            "too long for a URL",
            format!("no end within {LIMIT} octets"),
            "a \">\", or behind \"URL:\" white space, ends a URL",
        ),
        _ => (
            "a wrapper is not closed",
            "no \">\" follows before a \"<\", a blank line or the end".to_owned(),
            "a URL in running text is written <URL:…>, and \"<\" and \">\" in it as %3C and %3E",
        ),
    };
    let snippet = shown.around(shown.find.span()).labelled(label);
    Diagnostic::new(Severity::Error, title.to_owned())
        .show(snippet)
        .help(help.to_owned())
}

/// What can be shown of the document around a find: from a little before it on its line to
/// its closing bracket.
struct Shown<'a> {
    source: &'a str,
    find: &'a Match,
    octets: Vec<u8>,
    start: usize,
}

impl<'a> Shown<'a> {
    fn new(source: &'a str, find: &'a Match, before: &[u8]) -> Self {
        let is_closed = find.kind() == Kind::Wrapped && find.fault().is_none();
        let bracket = if is_closed { &b">"[..] } else { b"" };
        Self {
            source,
            find,
            octets: [before, find.raw(), bracket].concat(),
            start: find.span().start - before.len(),
        }
    }

    /// The part of a span that is on its last line, and what surrounds it on that line.
    fn around(&self, span: Range<usize>) -> Snippet {
        let is_line_end = |octet: &u8| matches!(octet, b'\n' | b'\r');
        let mark = span.start - self.start..span.end - self.start;
        let last = mark.start.max(mark.end.saturating_sub(1));
        let line_start = self.octets[..last].iter().rposition(is_line_end);
        let line_start = line_start.map_or(0, |end| end + 1);
        let line_end = self.octets[mark.end..].iter().position(is_line_end);
        let line_end = line_end.map_or(self.octets.len(), |length| mark.end + length);
        let mark = mark.start.max(line_start)..mark.end;
        let position = self.find.position_at(self.start + mark.start);
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let excerpt = Excerpt::new(
            &self.octets[line_start..line_end],
            mark.start - line_start..mark.end - line_start,
            REACH,
        );
        let place = Place {
            line,
            column: position.column,
        };
        Snippet::new(excerpt, line, place).of_file(self.source)
    }
}
