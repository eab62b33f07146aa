//! Diagnostics in the style of rustc: a title, excerpts with marks, notes and help.
//!
//! ```
//! use rfc1738::{Rule, parse};
//! use rfc1738_views::diagnostic::syntax_error::rejection;
//! use rfc1738_views::palette::Palette;
//!
//! let text = "host:8o";
//! let error = parse(Rule::Hostport, text).unwrap_err();
//! let shown = rejection(text.as_bytes(), &error).render(Palette::PLAIN);
//! assert!(shown.starts_with("error: not a valid hostport: found \"o\" at offset 6\n"));
//! ```

pub mod grammar_file;
pub mod syntax_error;

use std::fmt::Write as _;
use std::ops::Range;

use anstyle_owo_colors::to_owo_style;
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use rfcbnf_engine::LineColumn;
use rfcbnf_engine::excerpt::Excerpt;
use thiserror::Error;

use crate::palette::Palette;

/// The severity of a diagnostic: it determines the word before the title and the style of the mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// `error:`
    Error,
    /// `warning:`
    Warning,
    /// `note:`
    Note,
}

/// A title, snippets of texts, and remarks.
///
/// Invariant: every part is escaped, because the renderer writes it as it is.
///
/// ```
/// use rfc1738_views::diagnostic::{Diagnostic, Severity};
/// use rfc1738_views::palette::Palette;
///
/// let shown = Diagnostic::new(Severity::Error, "the port is not a number".to_owned())
///     .help("write digits only".to_owned())
///     .render(Palette::PLAIN);
/// assert_eq!(shown, "error: the port is not a number\n  help: write digits only");
/// ```
#[derive(Debug, Error)]
#[error("{title}")]
pub struct Diagnostic {
    severity: Severity,
    title: String,
    snippets: Snippets,
    /// The remarks, each with its label: `note`, `help` or `repair`.
    remarks: Vec<(&'static str, String)>,
}

impl Diagnostic {
    /// Returns a diagnostic with this title and nothing else.
    #[must_use]
    pub fn new(severity: Severity, title: String) -> Self {
        Self {
            severity,
            title,
            snippets: Snippets::default(),
            remarks: Vec::new(),
        }
    }

    /// Adds a snippet below the title. The first snippet shows what the diagnostic is about.
    #[must_use]
    pub fn show(mut self, snippet: Snippet) -> Self {
        self.snippets.push(snippet);
        self
    }

    /// Adds an explanation.
    #[must_use]
    pub fn note(mut self, note: String) -> Self {
        self.remarks.push(("note", note));
        self
    }

    /// Adds a remedy.
    #[must_use]
    pub fn help(mut self, help: String) -> Self {
        self.remarks.push(("help", help));
        self
    }

    /// Changes the severity: an error that is accepted is worth a note.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Removes the remedies: an example of an error needs none.
    #[must_use]
    pub fn without_help(mut self) -> Self {
        self.remarks.retain(|(label, _)| *label != "help");
        self
    }

    /// Returns the lines of the diagnostic, without a line end after the last.
    #[must_use]
    pub fn render(&self, palette: Palette) -> String {
        let handler = GraphicalReportHandler::new_themed(self.theme(palette))
            .with_wrap_lines(false)
            .with_urls(false);
        let mut shown = String::new();
        // This cannot fail: a string takes everything, and every mark is inside its snippet.
        let _ = handler.render_report(&mut shown, self);
        for (label, remark) in &self.remarks {
            let style = palette.heading;
            let _ = writeln!(shown, "  {style}{label}:{style:#} {remark}");
        }
        shown.trim().to_owned()
    }

    fn theme(&self, palette: Palette) -> GraphicalTheme {
        let mark = match self.severity {
            Severity::Error => palette.error,
            Severity::Warning => palette.warning,
            Severity::Note => palette.note,
        };
        let characters = ThemeCharacters {
            vbar_break: '|',
            underbar: '^',
            error: "error:".to_owned(),
            warning: "warning:".to_owned(),
            advice: "note:".to_owned(),
            ..ThemeCharacters::ascii()
        };
        let others = self.snippets.labels().skip(1).map(|_| palette.note);
        let styles = ThemeStyles {
            error: to_owo_style(palette.error),
            warning: to_owo_style(palette.warning),
            advice: to_owo_style(palette.note),
            help: to_owo_style(palette.heading),
            link: to_owo_style(palette.file),
            linum: to_owo_style(palette.faint),
            highlights: std::iter::once(mark)
                .chain(others)
                .map(to_owo_style)
                .collect(),
        };
        GraphicalTheme { characters, styles }
    }
}

impl miette::Diagnostic for Diagnostic {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.snippets)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.snippets.labels()))
    }
}

/// An excerpt with a label at its mark. File name and label are escaped.
///
/// Invariant: a snippet is escaped except for its line ends. It ends with a line end, so that a mark after the last
/// character has a position.
#[derive(Debug)]
pub struct Snippet {
    text: String,
    mark: Range<usize>,
    label: Option<String>,
    file: Option<String>,
    first_line: usize,
    position: LineColumn,
}

/// The snippets of one diagnostic, as the renderer reads them.
///
/// Invariant: they follow each other in one range of offsets, and no mark leaves its snippet.
#[derive(Debug, Default)]
struct Snippets {
    parts: Vec<Snippet>,
    length: usize,
}

impl Snippet {
    /// Returns a snippet of the excerpt, which begins on line `first_line` of the whole text.
    /// The mark is at `position` of the whole text.
    #[must_use]
    pub fn new(excerpt: Excerpt, first_line: usize, position: LineColumn) -> Self {
        Self {
            text: excerpt.text + "\n",
            mark: excerpt.mark,
            label: None,
            file: None,
            first_line,
            position,
        }
    }

    /// Sets the label of the mark.
    #[must_use]
    pub fn labelled(mut self, label: String) -> Self {
        self.label = Some(label);
        self
    }

    /// Sets the name of the file that the text is from.
    #[must_use]
    pub fn of_file(mut self, name: &str) -> Self {
        self.file = Some(name.to_owned());
        self
    }

    /// Removes the name of the file, for a text that is not there as it is shown.
    pub(crate) fn without_file(mut self) -> Self {
        self.file = None;
        self
    }

    fn shift(&mut self, by: usize) {
        self.mark = self.mark.start + by..self.mark.end + by;
    }
}

impl Snippets {
    fn push(&mut self, mut snippet: Snippet) {
        snippet.shift(self.length);
        self.length += snippet.text.len();
        self.parts.push(snippet);
    }

    /// Returns the marks with their labels.
    fn labels(&self) -> impl Iterator<Item = LabeledSpan> {
        self.parts
            .iter()
            .map(|part| LabeledSpan::new_primary_with_span(part.label.clone(), part.mark.clone()))
    }

    /// Returns the snippet that holds the span, and the offset at which it begins.
    fn part_around(&self, span: &SourceSpan) -> Option<(&Snippet, usize)> {
        let mut end = 0;
        let mut parts = self.parts.iter().map(|part| {
            end += part.text.len();
            (part, end - part.text.len())
        });
        parts.find(|(part, start)| {
            *start <= span.offset() && span.offset() + span.len() <= start + part.text.len()
        })
    }
}

/// The renderer asks for zero lines of context to learn the position of a span, and for some
/// lines to show it.
impl SourceCode for Snippets {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (part, start) = self.part_around(span).ok_or(MietteError::OutOfBounds)?;
        let text = part.text.as_bytes();
        let (line, column) = match lines_before {
            0 => (part.position.line - 1, part.position.column - 1),
            _ => (part.first_line - 1, 0),
        };
        let shown = SourceSpan::from((start, text.len()));
        let count = part.text.lines().count();
        Ok(Box::new(match &part.file {
            Some(name) => {
                MietteSpanContents::new_named(name.clone(), text, shown, line, column, count)
            }
            None => MietteSpanContents::new(text, shown, line, column, count),
        }))
    }
}
