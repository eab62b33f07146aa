//! Diagnostics about a grammar file.
//!
//! Invariant: the time for one diagnostic does not depend on the length of the file. So the time
//! for a file is linear in its length and the number of its errors.

use std::ops::Range;

use rfcbnf::analysis::{Finding, FindingKind};
use rfcbnf::syntax::{Grammar, SourceDocument};
use rfcbnf::{GrammarError, GrammarErrors};
use rfcbnf_engine::escape::Printable;
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};
use rfcbnf_engine::{Document, LineColumn};

use crate::diagnostic::{Diagnostic, Severity, Snippet};

/// The most bytes of a line shown before the mark, within it and after it.
const LINE: usize = 100;

/// The most bytes of a production shown before the mark, within it and after it.
const PRODUCTION: usize = 600;

/// The average length in bytes of the lines of a production from which only the surroundings of
/// the mark are shown.
const LONG_LINES: usize = 200;

/// A grammar file with an index of its lines and columns.
#[derive(Debug)]
pub struct GrammarFile<'a> {
    name: &'a str,
    document: Document<'a>,
    /// The document that the grammar was taken out of, if that is the file.
    source: Option<&'a SourceDocument>,
}

impl<'a> GrammarFile<'a> {
    /// Indexes the file. The name is escaped.
    #[must_use]
    pub fn new(name: &'a str, octets: &'a [u8]) -> Self {
        Self {
            name,
            document: Document::new(octets),
            source: None,
        }
    }

    /// Indexes the file of a grammar: its source, or the document that this was taken out of. Places are those of the source,
    /// and are shown in the file. The name is escaped.
    #[must_use]
    pub fn of_grammar(name: &'a str, grammar: &'a Grammar) -> Self {
        Self::of_source(name, &grammar.source, grammar.document.as_deref())
    }

    /// Indexes the file of a grammar with errors.
    #[must_use]
    pub fn of_errors(name: &'a str, errors: &'a GrammarErrors) -> Self {
        Self::of_source(name, errors.source(), errors.document())
    }

    fn of_source(name: &'a str, text: &'a str, source: Option<&'a SourceDocument>) -> Self {
        let text = source.map_or(text, SourceDocument::text);
        Self {
            source,
            ..Self::new(name, text.as_bytes())
        }
    }

    /// Returns where the file has a part of the source.
    #[must_use]
    pub fn span(&self, span: Range<usize>) -> Range<usize> {
        match self.source {
            Some(source) => source.span(span),
            None => span,
        }
    }

    /// Returns the line and the column in the file of an offset in the source.
    #[must_use]
    pub fn position(&self, offset: usize) -> LineColumn {
        self.document.position(self.span(offset..offset).start)
    }

    /// Returns the lines and the columns in the file of the beginning and the end of a part of the source.
    #[must_use]
    pub fn positions(&self, span: Range<usize>) -> (LineColumn, LineColumn) {
        let Range { start, end } = self.span(span);
        (self.document.position(start), self.document.position(end))
    }

    /// Returns the line on which the mark begins. The mark ends with the line.
    pub(crate) fn line_around(&self, mark: Range<usize>) -> Snippet {
        let mark = self.span(mark);
        let line = self.document.line(self.document.line_of(mark.start));
        let end = line.end.max(mark.start);
        let whole = line.start.min(mark.start)..end;
        self.snippet(whole, mark.start..mark.end.min(end), LINE)
    }

    /// Returns the lines of the production around the mark. Of long lines, the surroundings of the
    /// mark are enough.
    fn lines_around(&self, production: &Range<usize>, mark: Range<usize>) -> Snippet {
        let (production, mark) = (self.span(production.clone()), self.span(mark));
        let document = &self.document;
        let first = document.line_of(production.start);
        let last = document.line_of(production.end);
        let start = document.line(first).start.min(mark.start);
        let end = document.line(last).end.max(mark.end);
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
        let document = &self.document;
        let excerpt = Excerpt::new(&document.octets()[whole], in_whole, limits);
        let first_line = document.line_of(mark.start - limits.before);
        Snippet::new(excerpt, first_line, document.position(mark.start)).of_file(self.name)
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

/// Returns how grave a finding of this kind is that is not denied.
#[must_use]
pub fn severity(kind: FindingKind) -> Severity {
    match kind {
        FindingKind::Unreferenced
        | FindingKind::UnreferencedCycle
        | FindingKind::Ambiguity
        | FindingKind::EmptyRound
        | FindingKind::Prose
        | FindingKind::Recursion
        | FindingKind::Length => Severity::Note,
        _ => Severity::Warning,
    }
}

/// Shows a finding of the analysis, as an error if it is denied.
#[must_use]
pub fn finding(
    file: &GrammarFile,
    grammar: &Grammar,
    finding: &Finding,
    is_denied: bool,
) -> Diagnostic {
    let severity = if is_denied {
        Severity::Error
    } else {
        severity(finding.kind())
    };
    let name = escaped(finding.production());
    let title = match finding.kind() {
        FindingKind::Unreferenced | FindingKind::UnusedImport => {
            format!("{} `{name}`", finding.kind())
        }
        _ => format!("{} in `{name}`", finding.kind()),
    };
    let production = grammar
        .production(finding.production())
        .map_or_else(|| finding.span(), |production| production.span.clone());
    let snippet = file.lines_around(&production, finding.span());
    let shown = Diagnostic::new(severity, title).show(snippet.labelled(escaped(finding.message())));
    let derivations = finding.derivations().iter().zip(["one", "the other"]);
    let shown = derivations.fold(shown, |shown, (derivation, which)| {
        shown.note(format!("{which} derivation: {derivation}"))
    });
    let notes = notes(grammar, finding, |at| file.position(at));
    let shown = notes.into_iter().fold(shown, Diagnostic::note);
    shown.help(escaped(finding.remedy()))
}

/// Shows the byte at the offset, which is not UTF-8. The name is escaped.
#[must_use]
pub fn not_utf8(name: &str, octets: &[u8], offset: usize) -> Diagnostic {
    let file = GrammarFile::new(name, octets);
    let snippet = file.line_around(offset..offset + 1);
    Diagnostic::new(Severity::Error, "the file is not UTF-8".to_owned())
        .show(snippet.labelled("this byte is not part of a UTF-8 character".to_owned()))
}

fn escaped(text: &str) -> String {
    Printable(text.as_bytes()).to_string()
}

/// The most other places of an ambiguity that are listed.
const PLACES: usize = 20;

/// Returns where the derivations of an ambiguity diverge, and the other places of the finding, each on one line.
pub(crate) fn notes(
    grammar: &Grammar,
    finding: &Finding,
    position: impl Fn(usize) -> LineColumn,
) -> Vec<String> {
    let place = |at: usize| {
        let LineColumn { line, column, .. } = position(at);
        format!("{line}:{column}")
    };
    let divergence = finding.divergence().map(|(production, part)| {
        let production = Printable(production.as_bytes());
        if grammar.is_in_file(part.start) {
            format!(
                "the derivations diverge in `{production}`, at {}",
                place(part.start)
            )
        } else {
            format!("the derivations diverge in `{production}`")
        }
    });
    divergence
        .into_iter()
        .chain(elsewhere(finding, place))
        .collect()
}

fn elsewhere(finding: &Finding, place: impl Fn(usize) -> String) -> Option<String> {
    let mut last = finding.production();
    let places = finding.elsewhere().iter().take(PLACES);
    let places = places.map(|(production, part)| {
        let at = place(part.start);
        if std::mem::replace(&mut last, production) == production {
            return at;
        }
        format!("`{}` at {at}", Printable(production.as_bytes()))
    });
    let mut places: Vec<String> = places.collect();
    let further = finding.elsewhere().len().saturating_sub(PLACES);
    if further > 0 {
        places.push(format!("{further} further places"));
    }
    let what = match finding.kind() {
        FindingKind::MixedOctets => "the number above FF",
        FindingKind::NotRfc5234 => "the same",
        _ => "the same ambiguity",
    };
    (!places.is_empty()).then(|| format!("{what}: {}", places.join(", ")))
}
