//! Diagnostics about a text that a production rejects.

use std::ops::Range;

use rfc1738::password::Masked;
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};
use rfcbnf_engine::{LineColumn, Production};

use crate::diagnostic::{Diagnostic, Severity, Snippet};
use crate::production::Rejection;
use crate::repairs::{RepairLine, Repairs};

/// A text can be of any length; an excerpt is not.
const LIMITS: ExcerptLimits = ExcerptLimits {
    before: 60,
    within: 20,
    after: 20,
    keeps_lines: false,
};

/// Explains why the production rejects the text, which is shown as it is.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfc1738_views::diagnostic::syntax_error::rejection;
/// use rfc1738_views::palette::Palette;
///
/// let error = parse(Rule::Port, "8o").unwrap_err();
/// let shown = rejection(b"8o", &error).render(Palette::PLAIN);
/// assert!(shown.starts_with("error: not a valid port: found \"o\" at offset 1\n"));
/// ```
///
/// # Panics
///
/// Panics if the error is not about `text`.
#[must_use]
pub fn rejection(text: &[u8], error: &impl Rejection) -> Diagnostic {
    rejection_over(text, error.facts().span(), error)
}

/// Does the same for a text from a user, and hides its password. A text of a suite holds no secret.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfc1738_views::diagnostic::syntax_error::private_rejection;
/// use rfc1738_views::palette::Palette;
///
/// let text = "ftp://me:secret@ho_st/";
/// let error = parse(Rule::Url, text).unwrap_err();
/// let shown = private_rejection(text.as_bytes(), &error).render(Palette::PLAIN);
/// assert!(shown.contains(" 1 | ftp://me:***@ho_st/\n   |                ^\n"));
/// ```
///
/// # Panics
///
/// Panics if the error is not about `text`.
#[must_use]
pub fn private_rejection(text: &[u8], error: &impl Rejection) -> Diagnostic {
    let masked = Masked::new(text, error.passwords());
    let span = masked.span(error.facts().span());
    rejection_over(masked.octets(), span, error)
}

/// Explains the error, which is at the span of what is shown.
fn rejection_over(text: &[u8], span: Range<usize>, error: &impl Rejection) -> Diagnostic {
    let at = error.facts().position();
    // Only the line with the error is shown.
    let line_end = text[..span.start].iter().rposition(|&octet| octet == b'\n');
    let start = line_end.map_or(0, |line_end| line_end + 1);
    let mark = span.start - start..span.end - start;
    let excerpt = Excerpt::new(&text[start..], mark, LIMITS);
    rejection_in(Snippet::new(excerpt, at.line, at), error)
}

/// Explains the error in a snippet of the document that the text is part of.
#[must_use]
pub fn rejection_in(snippet: Snippet, error: &impl Rejection) -> Diagnostic {
    let facts = error.facts();
    let title = format!(
        "not a valid {}: found {} at offset {}",
        facts.rule(),
        facts.found_name(),
        facts.offset()
    );
    let label = format!("expected {}", facts.expected_list());
    let shown = Diagnostic::new(Severity::Error, title).show(snippet.labelled(label));
    let notes = error.notes().into_iter();
    let shown = notes.fold(shown, |shown, note| {
        note.fix_lines()
            .fold(shown.note(note.to_string()), Diagnostic::help)
    });
    let shown = shown.note(format!("in {}", facts.context_list()));
    error.help().into_iter().fold(shown, Diagnostic::help)
}

impl Diagnostic {
    /// Adds the edits that would make the text of an error valid, each on a line.
    #[must_use]
    pub fn repairs(self, repairs: &Repairs<'_>, error: &impl Rejection) -> Self {
        self.repair_lines(&repairs.lines(&error.passwords()))
    }

    /// Adds these lines about edits.
    #[must_use]
    pub fn repair_lines(mut self, lines: &[RepairLine]) -> Self {
        for line in lines {
            let RepairLine {
                number,
                offset,
                text,
            } = line;
            let text = match (number, offset) {
                (Some(number), Some(offset)) => format!("{number}, at offset {offset}: {text}"),
                _ => text.clone(),
            };
            self.remarks.push(("repair", text));
        }
        self
    }
}

/// Shows a text that the production derives and another parser rejects, at the offset that the
/// parser gives.
#[must_use]
pub fn wrong_rejection(text: &[u8], rule: impl Production, offset: Option<usize>) -> Diagnostic {
    let (mark, label) = match offset {
        Some(offset) if offset <= text.len() => {
            (offset..text.len().min(offset + 1), "rejected here")
        }
        _ => (0..text.len(), "rejected"),
    };
    let position = LineColumn {
        line: 1,
        // A valid text is ASCII, so bytes are columns.
        column: mark.start + 1,
    };
    let snippet = Snippet::new(Excerpt::new(text, mark, LIMITS), 1, position);
    Diagnostic::new(Severity::Note, format!("a valid {rule}"))
        .show(snippet.labelled(label.to_owned()))
}
