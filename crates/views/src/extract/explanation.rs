//! Why a match is not a valid URL, shown in its document.

use std::ops::Range;

use rfc1738::extract::{Fault, Kind, LIMIT, Match};
use rfc1738::password::{self, Masked};
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};

use crate::diagnostic::syntax_error::rejection_in;
use crate::diagnostic::{Diagnostic, Severity, Snippet};

/// A line can be of any length; an excerpt is not.
const LIMITS: ExcerptLimits = ExcerptLimits {
    before: 60,
    within: 40,
    after: 20,
    keeps_lines: true,
};

/// Returns what is wrong with the match: its wrapper, its text, or both.
///
/// `file` is the escaped name of the document, and `before` is the part of the document directly
/// before the match.
pub fn of(file: &str, found: &Match, before: &[u8]) -> impl Iterator<Item = Diagnostic> {
    let shown = Shown::new(file, found, before);
    let fault = found.fault().map(|fault| explained(fault, &shown));
    // An unclosed empty wrapper has no text to explain.
    let is_told = found.fault().is_some() && found.text().is_empty();
    let error = found.parse().err().filter(|_| !is_told);
    let rejection = error.map(|error| {
        let span = found.document_span(error.span());
        rejection_in(shown.around(span), &error)
    });
    fault.into_iter().chain(rejection)
}

fn explained(fault: Fault, shown: &Shown) -> Diagnostic {
    let (title, label, help) = match fault {
        Fault::TooLong => (
            "too long for a URL",
            format!("no end within {LIMIT} bytes"),
            "a \">\" ends a URL; after \"URL:\", white space ends it as well",
        ),
        Fault::SoftBreak => (
            "a URL is broken by a soft line break of quoted-printable",
            "it goes on in the next line".to_owned(),
            "decode the text before you search it (RFC 2045, 6.7)",
        ),
        _ => (
            "a wrapper is not closed",
            "no \">\" follows before a \"<\", a blank line, another quotation or the end"
                .to_owned(),
            "a URL in running text is written <URL:…>, and \"<\" and \">\" in it as %3C and %3E",
        ),
    };
    let snippet = shown.around(shown.found.span()).labelled(label);
    Diagnostic::new(Severity::Error, title.to_owned())
        .show(snippet)
        .help(help.to_owned())
}

/// The part of the document around a match, up to its closing bracket.
struct Shown<'a> {
    file: &'a str,
    found: &'a Match,
    octets: Vec<u8>,
    start: usize,
}

impl<'a> Shown<'a> {
    fn new(file: &'a str, found: &'a Match, before: &[u8]) -> Self {
        let is_closed = found.kind() == Kind::Wrapped && found.fault().is_none();
        let bracket = if is_closed { &b">"[..] } else { b"" };
        Self {
            file,
            found,
            octets: [before, found.raw(), bracket].concat(),
            start: found.span().start - before.len(),
        }
    }

    /// Returns the last line of the span. The mark is the part of the span on that line.
    fn around(&self, span: Range<usize>) -> Snippet {
        let is_line_end = |octet: &u8| matches!(octet, b'\n' | b'\r');
        let mark = span.start - self.start..span.end - self.start;
        let last = mark.start.max(mark.end.saturating_sub(1));
        let line_start = self.octets[..last].iter().rposition(is_line_end);
        let line_start = line_start.map_or(0, |end| end + 1);
        let line_end = self.octets[mark.end..].iter().position(is_line_end);
        let line_end = line_end.map_or(self.octets.len(), |length| mark.end + length);
        let mark = mark.start.max(line_start)..mark.end;
        let at = self.found.position_at(self.start + mark.start);
        let line = &self.octets[line_start..line_end];
        let masked = Masked::new(line, self.passwords(line_start..line_end));
        let mark = masked.span(mark.start - line_start..mark.end - line_start);
        let excerpt = Excerpt::new(masked.octets(), mark, LIMITS);
        Snippet::new(excerpt, at.line, at).of_file(self.file)
    }

    /// Returns the spans of the passwords in a line: that of the match, and those of URLs beside it.
    fn passwords(&self, line: Range<usize>) -> Vec<Range<usize>> {
        let mut passwords = password::in_document(&self.octets[line.clone()]);
        for span in password::spans(self.found.text()) {
            let span = self.found.document_span(span);
            let in_line =
                |offset: usize| (offset - self.start).clamp(line.start, line.end) - line.start;
            passwords.push(in_line(span.start)..in_line(span.end));
        }
        // What is known of the line can begin in the middle of a login.
        if line.start == 0 && self.start > 0 {
            let before = self.found.span().start - self.start;
            let before = &self.octets[..before.min(line.end)];
            let mut words = before.split(u8::is_ascii_whitespace);
            let first = words.next().unwrap_or_default();
            let at = first.iter().rposition(|&octet| octet == b'@');
            passwords.extend(at.map(|at| 0..at));
        }
        passwords
    }
}
