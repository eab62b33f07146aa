//! Diagnostics about a grammar file.
//!
//! Invariant: the time for one diagnostic does not depend on the length of the file. So the time
//! for a file is linear in its length and the number of its errors.

use std::ops::Range;

use rfcbnf::GrammarError;
use rfcbnf::analysis::{Finding, FindingKind};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::escape::Escaped;
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};

use crate::diagnostic::snippet::{LineColumn, Snippet};
use crate::diagnostic::{Diagnostic, Severity};

/// The most bytes of a line shown before the mark, within it and after it.
const LINE: usize = 100;

/// The most bytes of a production shown before the mark, within it and after it.
const PRODUCTION: usize = 600;

/// The average length in bytes of the lines of a production from which only the surroundings of
/// the mark are shown.
const LONG_LINES: usize = 200;

/// The distance in bytes between two offsets with a stored count of the characters before them.
const STEP: usize = 1024;

/// The byte order mark that some editors write first. It has no width.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A grammar file with an index of its lines and columns.
#[derive(Debug)]
pub struct GrammarFile<'a> {
    name: &'a str,
    octets: &'a [u8],
    starts: Vec<usize>,
    /// The number of characters before each multiple of [`STEP`].
    characters: Vec<usize>,
}

impl<'a> GrammarFile<'a> {
    /// Indexes the file. The name is escaped.
    #[must_use]
    pub fn new(name: &'a str, octets: &'a [u8]) -> Self {
        let ends = octets
            .iter()
            .enumerate()
            .filter(|(_, octet)| **octet == b'\n');
        let starts = std::iter::once(0)
            .chain(ends.map(|(offset, _)| offset + 1))
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

    /// Returns the line of the offset, counted from 1.
    fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).max(1)
    }

    fn position(&self, offset: usize) -> LineColumn {
        let line = self.line(offset);
        let start = self.start_of(line).min(offset);
        let column = self.characters_before(offset) - self.characters_before(start) + 1;
        LineColumn { line, column }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let step = offset / STEP;
        self.characters[step] + characters(&self.octets[step * STEP..offset])
    }

    fn start_of(&self, line: usize) -> usize {
        match self.starts.get(line - 1) {
            Some(0) if self.octets.starts_with(BYTE_ORDER_MARK) => BYTE_ORDER_MARK.len(),
            Some(start) => *start,
            None => self.octets.len(),
        }
    }

    /// Returns the end of the line, before its line end.
    fn end_of(&self, line: usize) -> usize {
        let next = self.starts.get(line).copied();
        let line = &self.octets[..next.unwrap_or(self.octets.len())];
        let line = line
            .strip_suffix(b"\n")
            .map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
        line.len()
    }

    /// Returns the line on which the mark begins. The mark ends with the line.
    fn line_around(&self, mark: Range<usize>) -> Snippet {
        let line = self.line(mark.start);
        let end = self.end_of(line).max(mark.start);
        self.snippet(
            self.start_of(line).min(mark.start)..end,
            mark.start..mark.end.min(end),
            LINE,
        )
    }

    /// Returns the lines of the production around the mark. Of long lines, the surroundings of the
    /// mark are enough.
    fn lines_around(&self, production: &Range<usize>, mark: Range<usize>) -> Snippet {
        let (first, last) = (self.line(production.start), self.line(production.end));
        let start = self.start_of(first).min(mark.start);
        let end = self.end_of(last).max(mark.end);
        let is_long = end - start > LONG_LINES * (last - first + 1);
        self.snippet(start..end, mark, if is_long { LINE } else { PRODUCTION })
    }

    fn snippet(&self, whole: Range<usize>, mark: Range<usize>, most: usize) -> Snippet {
        let (before, after) = (mark.start - whole.start, whole.end - mark.end);
        let limits = ExcerptLimits {
            before: before.min(most),
            within: most,
            after: after.min(most),
            keeps_lines: true,
        };
        let in_whole = before..mark.end - whole.start;
        let excerpt = Excerpt::new(&self.octets[whole], in_whole, limits);
        let first_line = self.line(mark.start - limits.before);
        Snippet::new(excerpt, first_line, self.position(mark.start)).of_file(self.name)
    }
}

/// Shows an error of the file, its position, and the remedy.
#[must_use]
pub fn grammar_error(file: &GrammarFile, error: &GrammarError) -> Diagnostic {
    let title = escaped(&error.message());
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

/// Shows a finding of the analysis.
#[must_use]
pub fn finding(file: &GrammarFile, grammar: &Grammar, finding: &Finding) -> Diagnostic {
    let severity = match finding.kind() {
        FindingKind::Unreferenced
        | FindingKind::Ambiguity
        | FindingKind::EmptyRound
        | FindingKind::Prose
        | FindingKind::Recursion => Severity::Note,
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

/// Shows the byte at the offset, which is not UTF-8. The name is escaped.
#[must_use]
pub fn not_utf8(name: &str, octets: &[u8], offset: usize) -> Diagnostic {
    let file = GrammarFile::new(name, octets);
    let snippet = file.line_around(offset..offset + 1);
    Diagnostic::new(Severity::Error, "the file is not UTF-8".to_owned())
        .show(snippet.labelled("this byte is not part of a UTF-8 character".to_owned()))
}

/// Counts the UTF-8 characters that begin in the bytes.
fn characters(octets: &[u8]) -> usize {
    let continues = |octet: &&u8| **octet & 0b1100_0000 == 0b1000_0000;
    octets.len() - octets.iter().filter(continues).count()
}

fn escaped(text: &str) -> String {
    Escaped(text.as_bytes()).to_string()
}
