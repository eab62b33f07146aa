//! Diagnostics about grammar files.
//!
//! Invariant: the time for one diagnostic does not depend on the length of the file, so that
//! a long file with many errors takes no more than its length and their number.

use std::ops::Range;

use miette::Severity;
use rfcbnf::GrammarError;
use rfcbnf::analysis::{Finding, FindingKind};
use rfcbnf::syntax::Grammar;

use crate::diagnostic::Diagnostic;
use crate::escape::Escaped;
use crate::excerpt::{Excerpt, Reach};
use crate::lines::without_line_end;
use crate::snippet::{Place, Snippet};

/// How many octets of a line are shown on each side of a place, and of the place itself.
const LINE: usize = 100;

/// How many octets of a production are shown on each side of a place, and of the place itself.
const PRODUCTION: usize = 600;

/// How many octets there are between two places of which it is known how many characters
/// stand before them.
const STEP: usize = 1024;

/// The mark that some editors put first in a file. It has no width.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A grammar file, where its lines begin, and what it takes to count columns.
pub(crate) struct GrammarFile<'a> {
    name: &'a str,
    octets: &'a [u8],
    starts: Vec<usize>,
    /// How many characters there are before each step.
    characters: Vec<usize>,
}

impl<'a> GrammarFile<'a> {
    /// Finds the lines. The name is escaped.
    pub(crate) fn new(name: &'a str, octets: &'a [u8]) -> Self {
        let ends = octets
            .iter()
            .enumerate()
            .filter(|(_, octet)| **octet == b'\n');
        let starts = std::iter::once(0)
            .chain(ends.map(|(place, _)| place + 1))
            .collect();
        let counts = octets.chunks(STEP).scan(0, |sum, step| {
            *sum += characters(step);
            Some(*sum)
        });
        Self {
            name,
            octets,
            starts,
            characters: std::iter::once(0).chain(counts).collect(),
        }
    }

    /// The line on which the place is, counted from 1.
    fn line(&self, place: usize) -> usize {
        self.starts.partition_point(|start| *start <= place).max(1)
    }

    fn place(&self, place: usize) -> Place {
        let line = self.line(place);
        let start = self.start_of(line).min(place);
        let column = self.characters_before(place) - self.characters_before(start) + 1;
        Place { line, column }
    }

    /// How many characters begin before the place.
    fn characters_before(&self, place: usize) -> usize {
        let step = place / STEP;
        self.characters[step] + characters(&self.octets[step * STEP..place])
    }

    fn start_of(&self, line: usize) -> usize {
        match self.starts.get(line - 1) {
            Some(0) if self.octets.starts_with(BYTE_ORDER_MARK) => BYTE_ORDER_MARK.len(),
            Some(start) => *start,
            None => self.octets.len(),
        }
    }

    /// The end of the line, without its line end.
    fn end_of(&self, line: usize) -> usize {
        let next = self.starts.get(line).copied();
        let end = next.unwrap_or(self.octets.len());
        without_line_end(&self.octets[..end]).len()
    }

    /// The part of the place on the line where it begins.
    fn line_around(&self, place: Range<usize>) -> Snippet {
        let line = self.line(place.start);
        let end = self.end_of(line).max(place.start);
        self.snippet(
            self.start_of(line).min(place.start)..end,
            place.start..place.end.min(end),
            LINE,
        )
    }

    /// The lines of the production around the place.
    fn lines_around(&self, production: &Range<usize>, place: Range<usize>) -> Snippet {
        let start = self.start_of(self.line(production.start)).min(place.start);
        let end = self.end_of(self.line(production.end)).max(place.end);
        self.snippet(start..end, place, PRODUCTION)
    }

    fn snippet(&self, whole: Range<usize>, mark: Range<usize>, most: usize) -> Snippet {
        let (before, after) = (mark.start - whole.start, whole.end - mark.end);
        let reach = Reach {
            before: before.min(most),
            within: most,
            after: after.min(most),
            keeps_lines: true,
        };
        let in_whole = before..mark.end - whole.start;
        let excerpt = Excerpt::new(&self.octets[whole], in_whole, reach);
        let first_line = self.line(mark.start - reach.before);
        Snippet::new(excerpt, first_line, self.place(mark.start)).of_file(self.name)
    }
}

/// Shows what is wrong, where, and what would put it right.
pub(crate) fn grammar_error(file: &GrammarFile, error: &GrammarError) -> Diagnostic {
    let title = escaped(&error.kind().to_string());
    let related = error
        .related()
        .iter()
        .map(|(span, remark)| file.line_around(span.clone()).labelled(escaped(remark)));
    let shown = Diagnostic::new(Severity::Error, title).show(file.line_around(error.span()));
    let shown = related.fold(shown, Diagnostic::show);
    match error.help() {
        Some(help) => shown.help(escaped(&help)),
        None => shown,
    }
}

/// Shows what the analysis found.
pub(crate) fn finding(file: &GrammarFile, grammar: &Grammar, finding: &Finding) -> Diagnostic {
    let severity = match finding.kind() {
        FindingKind::Unreferenced | FindingKind::Ambiguity => Severity::Advice,
        _ => Severity::Warning,
    };
    let name = escaped(finding.production());
    let title = match finding.kind() {
        FindingKind::Unreferenced => format!("{} `{name}`", finding.kind()),
        _ => format!("{} in `{name}`", finding.kind()),
    };
    let production = grammar
        .production(finding.production())
        .map_or_else(|| finding.span(), |production| production.span.clone());
    let snippet = file.lines_around(&production, finding.span());
    Diagnostic::new(severity, title)
        .show(snippet.labelled(escaped(finding.message())))
        .help(escaped(finding.remedy()))
}

/// Shows the first octet that is not UTF-8.
pub(crate) fn not_utf8(name: &str, octets: &[u8], place: usize) -> Diagnostic {
    let file = GrammarFile::new(name, octets);
    let snippet = file.line_around(place..place + 1);
    Diagnostic::new(Severity::Error, "the file is not UTF-8".to_owned())
        .show(snippet.labelled("this octet belongs to no character".to_owned()))
}

/// How many characters of UTF-8 begin in the octets.
fn characters(octets: &[u8]) -> usize {
    let continues = |octet: &&u8| **octet & 0b1100_0000 == 0b1000_0000;
    octets.len() - octets.iter().filter(continues).count()
}

fn escaped(text: &str) -> String {
    Escaped(text.as_bytes()).to_string()
}
