//! Diagnostics, as close to the style of rustc as the renderer comes.
//!
//! Invariant: only escaped text is handed to the renderer, because it passes it on as it is.

use std::fmt::Write as _;

use anstyle_owo_colors::to_owo_style;
use miette::{
    Diagnostic as _, GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode,
    ThemeCharacters, ThemeStyles,
};
use rfc1738::{Rule, SyntaxError};
use thiserror::Error;

use crate::escape::Escaped;
use crate::excerpt::{Excerpt, Reach};
use crate::mismatch::Mismatch;
use crate::snippet::{Place, Snippet, Snippets};
use crate::style::Palette;

/// How much of a text is shown around an error: texts can be of any length.
const REACH: Reach = Reach {
    before: 60,
    within: 20,
    after: 20,
    keeps_lines: false,
};

/// Something to say of a part of a text.
#[derive(Debug, Error)]
#[error("{title}")]
pub(crate) struct Diagnostic {
    severity: Severity,
    title: String,
    snippets: Snippets,
    /// Each with the word that it begins with.
    remarks: Vec<(&'static str, String)>,
}

impl Diagnostic {
    /// A diagnostic that shows nothing yet.
    pub(crate) fn new(severity: Severity, title: String) -> Self {
        Self {
            severity,
            title,
            snippets: Snippets::default(),
            remarks: Vec::new(),
        }
    }

    /// Shows a part of a text below the title.
    pub(crate) fn show(mut self, snippet: Snippet) -> Self {
        self.snippets.push(snippet);
        self
    }

    /// Explains.
    pub(crate) fn note(mut self, note: String) -> Self {
        self.remarks.push(("note", note));
        self
    }

    /// Says what to do about it.
    pub(crate) fn help(mut self, help: String) -> Self {
        self.remarks.push(("help", help));
        self
    }

    /// Says nothing of what to do: for those who are not at fault.
    pub(crate) fn without_help(mut self) -> Self {
        self.remarks.retain(|(word, _)| *word != "help");
        self
    }

    /// Puts everything on lines.
    pub(crate) fn render(&self, palette: Palette) -> String {
        let handler = GraphicalReportHandler::new_themed(self.theme(palette))
            .with_wrap_lines(false)
            .with_urls(false);
        let mut shown = String::new();
        // Nothing of it can fail: a string takes everything, and every mark is in its snippet.
        let _ = handler.render_report(&mut shown, self);
        for (word, remark) in &self.remarks {
            let style = palette.heading;
            let _ = writeln!(shown, "  {style}{word}:{style:#} {remark}");
        }
        shown.trim().to_owned()
    }

    fn theme(&self, palette: Palette) -> GraphicalTheme {
        let mark = match self.severity {
            Severity::Error => palette.error,
            Severity::Warning => palette.warning,
            Severity::Advice => palette.note,
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
            link: to_owo_style(palette.place),
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
    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.snippets)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.snippets.labels()))
    }
}

/// The lines for standard error, which takes out the styles that it does not show.
pub(crate) fn render_for_error(diagnostic: &Diagnostic) -> String {
    diagnostic.render(Palette::COLORED)
}

/// Tells why the production does not derive the text.
pub(crate) fn rejection(text: &[u8], error: &SyntaxError) -> Diagnostic {
    let place = Place {
        line: 1,
        column: error.position().column,
    };
    let excerpt = Excerpt::new(text, error.span(), REACH);
    rejection_in(Snippet::new(excerpt, 1, place), error)
}

/// The same, with the place of the error in the text that this is a part of.
pub(crate) fn rejection_in(snippet: Snippet, error: &SyntaxError) -> Diagnostic {
    let title = format!(
        "not a valid {}: found {} at offset {}",
        error.rule(),
        found(error),
        error.offset()
    );
    let labels = error.labels().into_iter().flatten();
    let snippet = labels
        .filter_map(|label| label.label().map(str::to_owned))
        .fold(snippet, Snippet::labelled);
    let context: Vec<&str> = error.context().iter().map(|rule| rule.name()).collect();
    let shown = Diagnostic::new(Severity::Error, title).show(snippet);
    let notes = error.notes().iter().map(ToString::to_string);
    let shown = notes.fold(shown, Diagnostic::note);
    let shown = shown.note(format!("in {}", context.join(", ")));
    let prose = error.url().map(|address| format!(", {address} the prose"));
    shown.help(format!(
        "`rfc1738 rules {}` shows the production{}",
        error.help_rule(),
        prose.unwrap_or_default()
    ))
}

/// Tells why a production of any grammar does not derive the text.
pub(crate) fn mismatch(production: &str, text: &str, mismatch: &Mismatch) -> Diagnostic {
    let escaped = |text: String| Escaped(text.as_bytes()).to_string();
    let offset = mismatch.offset;
    let found = escaped(mismatch.found());
    let title = format!(
        "not a valid {}: found {found} at offset {offset}",
        Escaped(production.as_bytes())
    );
    let place = Place {
        line: 1,
        column: text[..offset].chars().count() + 1,
    };
    let length = mismatch.found.map_or(0, char::len_utf8);
    let excerpt = Excerpt::new(text.as_bytes(), offset..offset + length, REACH);
    let label = format!("expected {}", escaped(mismatch.expected()));
    Diagnostic::new(Severity::Error, title).show(Snippet::new(excerpt, 1, place).labelled(label))
}

/// Shows a text that the production derives, and where somebody says that it does not.
pub(crate) fn wrong_rejection(text: &[u8], rule: Rule, offset: Option<usize>) -> Diagnostic {
    let (mark, label) = match offset {
        Some(offset) if offset <= text.len() => {
            (offset..text.len().min(offset + 1), "rejected here")
        }
        _ => (0..text.len(), "rejected"),
    };
    let place = Place {
        line: 1,
        // All that is derived is ASCII.
        column: mark.start + 1,
    };
    let snippet = Snippet::new(Excerpt::new(text, mark, REACH), 1, place);
    Diagnostic::new(Severity::Advice, format!("a valid {rule}"))
        .show(snippet.labelled(label.to_owned()))
}

/// What stands at the place of the error.
pub(crate) fn found(error: &SyntaxError) -> String {
    error.found().map_or_else(
        || "the end of the text".to_owned(),
        |found| found.to_string(),
    )
}
