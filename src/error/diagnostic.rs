//! [`SyntaxError`] as a [`miette`] diagnostic.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt::Display;

use miette::{Diagnostic, LabeledSpan};

use super::SyntaxError;

/// The label marks [`SyntaxError::span`]. The error does not own the parsed text: give the text to
/// [`miette::Report::with_source_code`] to see the span underlined.
///
/// ```
/// use miette::{Diagnostic as _, NamedSource, Report};
/// use rfc1738::{Rule, parse};
///
/// let text = "http://me@host/";
/// let error = parse(Rule::Url, text).unwrap_err();
/// let label = error.labels().unwrap().next().unwrap();
/// assert_eq!((label.offset(), label.len()), (9, 1));
/// assert_eq!(error.code().unwrap().to_string(), "rfc1738::hostport");
/// assert_eq!(error.url().unwrap().to_string(), "https://www.rfc-editor.org/rfc/rfc1738#section-3.3");
/// let report = Report::new(error).with_source_code(NamedSource::new("argument", text));
/// assert!(report.source_code().is_some());
/// ```
impl Diagnostic for SyntaxError {
    /// Returns `rfc1738::` and the name of [`SyntaxError::help_rule`].
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(format!("rfc1738::{}", self.help_rule())))
    }

    /// Returns the notes with their fixes, and the production as the RFC prints it.
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let notes = self.notes().iter();
        let notes =
            notes.flat_map(|note| core::iter::once(note.to_string()).chain(note.fix_lines()));
        let production = self.help_rule().production().to_owned();
        let lines: Vec<String> = notes.chain([production]).collect();
        Some(Box::new(lines.join("\n")))
    }

    /// Returns the address of the section of the first note, or else of the production.
    fn url<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let note = self.notes().first();
        let section = note.map_or_else(|| self.help_rule().section(), |note| note.section());
        // The Appendix has no number; it is on page 22.
        let place = match section {
            "Appendix" => "page-22".to_owned(),
            _ => format!("section-{section}"),
        };
        let address = "https://www.rfc-editor.org/rfc/rfc1738";
        Some(Box::new(format!("{address}#{place}")))
    }

    /// Returns a label with the expected characters, on the span of the error.
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = format!("expected {}", self.expected_list());
        let label = LabeledSpan::new_primary_with_span(Some(label), self.span());
        Some(Box::new(core::iter::once(label)))
    }
}
