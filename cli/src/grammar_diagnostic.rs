//! Diagnostics about grammar files.
//!
//! Invariant: the time for one diagnostic does not depend on the length of the file, so that
//! a long file with many errors takes no more than its length and their number.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Snippet};
use rfcbnf::GrammarError;
use rfcbnf::analysis::{Finding, FindingKind};
use rfcbnf::syntax::Grammar;

use crate::escape::Escaped;
use crate::excerpt::{Excerpt, Reach};

/// How many octets of a line are shown on each side of a place, and of the place itself.
const LINE: usize = 100;

/// How many octets of a production are shown on each side of a place, and of the place itself.
const PRODUCTION: usize = 600;

/// A grammar file and where its lines begin.
pub(crate) struct GrammarFile<'a> {
    name: &'a str,
    octets: &'a [u8],
    starts: Vec<usize>,
}

/// An excerpt of a grammar file.
struct Part {
    excerpt: Excerpt,
    line: usize,
    /// Whether columns in the excerpt are columns in the file.
    is_whole: bool,
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
        Self {
            name,
            octets,
            starts,
        }
    }

    /// The line on which the place is, counted from 1.
    fn line(&self, place: usize) -> usize {
        self.starts.partition_point(|start| *start <= place).max(1)
    }

    /// The line and the column of the place, the column in characters, both counted from 1.
    fn position(&self, place: usize) -> (usize, usize) {
        let line = self.line(place);
        let before = String::from_utf8_lossy(&self.octets[self.start_of(line).min(place)..place]);
        (line, before.chars().count() + 1)
    }

    fn start_of(&self, line: usize) -> usize {
        let start = self
            .starts
            .get(line - 1)
            .copied()
            .unwrap_or(self.octets.len());
        let has_mark = start == 0 && self.octets.starts_with("\u{feff}".as_bytes());
        if has_mark {
            '\u{feff}'.len_utf8()
        } else {
            start
        }
    }

    /// The end of the line, without its line end.
    fn end_of(&self, line: usize) -> usize {
        self.starts
            .get(line)
            .map_or(self.octets.len(), |next| next - 1)
    }

    /// The part of the place on the line where it begins.
    fn line_around(&self, place: Range<usize>) -> Part {
        let line = self.line(place.start);
        let end = self.end_of(line).max(place.start);
        self.part(
            self.start_of(line).min(place.start)..end,
            place.start..place.end.min(end),
            LINE,
        )
    }

    /// The lines of the production around the place.
    fn lines_around(&self, production: &Range<usize>, place: Range<usize>) -> Part {
        let start = self.start_of(self.line(production.start)).min(place.start);
        let end = self.end_of(self.line(production.end)).max(place.end);
        self.part(start..end, place, PRODUCTION)
    }

    fn part(&self, whole: Range<usize>, place: Range<usize>, most: usize) -> Part {
        let (before, after) = (place.start - whole.start, whole.end - place.end);
        let reach = Reach {
            before: before.min(most),
            within: most,
            after: after.min(most),
            keeps_lines: true,
        };
        let shown = &self.octets[whole.start..whole.end];
        let excerpt = Excerpt::new(shown, before..place.end - whole.start, reach);
        let line = self.line(place.start - reach.before);
        let is_plain = |octet: &u8| matches!(octet, b' '..=b'~' | b'\r' | b'\n');
        let is_whole = before <= most && shown[..before].iter().all(is_plain);
        Part {
            excerpt,
            line,
            is_whole,
        }
    }
}

/// Shows what is wrong, where, and what would put it right.
pub(crate) fn grammar_error<'a>(file: &GrammarFile<'a>, error: &GrammarError) -> Group<'a> {
    let title = Escaped(error.kind().to_string().as_bytes()).to_string();
    let part = file.line_around(error.span());
    let position = note_of_position(file, &part, error.line(), error.column());
    let primary = snippet(file, part, AnnotationKind::Primary, None);
    let related = error.related().iter().map(|(span, remark)| {
        snippet(
            file,
            file.line_around(span.clone()),
            AnnotationKind::Context,
            Some(remark),
        )
    });
    let help = error
        .help()
        .map(|help| Level::HELP.message(Escaped(help.as_bytes()).to_string()));
    let group = Group::with_title(Level::ERROR.primary_title(title))
        .element(primary)
        .elements(related);
    let notes = position.map(|position| Level::NOTE.message(position));
    group.elements(notes).elements(help)
}

/// Shows what the analysis found.
pub(crate) fn finding<'a>(
    file: &GrammarFile<'a>,
    grammar: &Grammar,
    finding: &Finding,
) -> Group<'a> {
    let level = match finding.kind() {
        FindingKind::Unreferenced | FindingKind::Ambiguity => Level::NOTE,
        _ => Level::WARNING,
    };
    let name = Escaped(finding.production().as_bytes());
    let title = match finding.kind() {
        FindingKind::Unreferenced => format!("{} `{name}`", finding.kind()),
        _ => format!("{} in `{name}`", finding.kind()),
    };
    let production = grammar
        .production(finding.production())
        .map_or_else(|| finding.span(), |production| production.span.clone());
    let part = file.lines_around(&production, finding.span());
    let (line, column) = file.position(finding.span().start);
    let position = note_of_position(file, &part, line, column);
    let message = Escaped(finding.message().as_bytes()).to_string();
    let snippet = snippet(file, part, AnnotationKind::Primary, Some(&message)).fold(false);
    let remedy = Escaped(finding.remedy().as_bytes()).to_string();
    Group::with_title(level.primary_title(title))
        .element(snippet)
        .elements(position.map(|position| Level::NOTE.message(position)))
        .element(Level::HELP.message(remedy))
}

/// Shows the first octet that is not UTF-8.
pub(crate) fn not_utf8<'a>(name: &'a str, octets: &'a [u8], place: usize) -> Group<'a> {
    let file = GrammarFile::new(name, octets);
    let part = file.line_around(place..place + 1);
    let (line, column) = file.position(place);
    let position = note_of_position(&file, &part, line, column);
    let title = "the file is not UTF-8";
    let snippet = snippet(
        &file,
        part,
        AnnotationKind::Primary,
        Some("this octet belongs to no character"),
    );
    let group = Group::with_title(Level::ERROR.primary_title(title)).element(snippet);
    group.elements(position.map(|position| Level::NOTE.message(position)))
}

fn snippet<'s>(
    file: &GrammarFile<'s>,
    part: Part,
    kind: AnnotationKind,
    label: Option<&str>,
) -> Snippet<'s, Annotation<'s>> {
    let annotation = kind
        .span(part.excerpt.mark)
        .label(label.map(|label| Escaped(label.as_bytes()).to_string()));
    let snippet = Snippet::source(part.excerpt.text)
        .line_start(part.line)
        .annotation(annotation);
    if part.is_whole {
        snippet.path(file.name)
    } else {
        snippet
    }
}

/// Where the renderer would count columns of the excerpt instead of the file, a note of the
/// place stands in for the line that names it.
fn note_of_position(file: &GrammarFile, part: &Part, line: usize, column: usize) -> Option<String> {
    (!part.is_whole).then(|| format!("at {}:{line}:{column}", file.name))
}
