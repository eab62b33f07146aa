//! Errors: those of the engine, and what the prose of the RFC says about them.

#[cfg(feature = "miette")]
mod diagnostic;
mod note;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use std::sync::OnceLock;

use thiserror::Error;

pub use rfcbnf_engine::Found;

pub(crate) use note::without_user;
pub use note::{Fix, Note, NoteId, UnknownNote};

use crate::rules::Rule;
use note::Rejection;
use rfcbnf_engine::{CharacterSet, LineColumn};

/// A character, or the end of the text, that would be accepted at the offset of an error.
pub type Expected = rfcbnf_engine::Expected<Rule>;

/// The error if a production does not derive a text.
///
/// The text before [`SyntaxError::offset`] is the longest viable prefix: some text that the
/// production derives begins with it, and none begins with more. The error keeps a copy of the text
/// for its notes and its `Display`.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let error = parse(Rule::Ftpurl, "ftp://host/a;type=x").unwrap_err();
/// assert_eq!(error.offset(), 18);
/// assert_eq!(error.next().to_string(), "ADIadi");
/// assert!(!error.can_end());
/// assert_eq!(error.context(), [Rule::Ftpurl, Rule::Ftptype]);
/// ```
#[derive(Clone, Error)]
#[error("{}{}", self.0.facts, self.note_lines())]
pub struct SyntaxError(Box<Explained>);

/// The content of an error, boxed so that a result is no larger than a tree.
#[derive(Clone)]
struct Explained {
    facts: rfcbnf_engine::SyntaxError<Rule>,
    /// The notes, as soon as someone has asked for them.
    notes: OnceLock<Vec<Note>>,
}

/// Returns the error of the engine, which has no notes.
impl AsRef<rfcbnf_engine::SyntaxError<Rule>> for SyntaxError {
    fn as_ref(&self) -> &rfcbnf_engine::SyntaxError<Rule> {
        &self.0.facts
    }
}

impl From<rfcbnf_engine::SyntaxError<Rule>> for SyntaxError {
    fn from(facts: rfcbnf_engine::SyntaxError<Rule>) -> Self {
        let notes = OnceLock::new();
        Self(Box::new(Explained { facts, notes }))
    }
}

/// Compares the errors of the engine: the notes follow from them.
impl PartialEq for SyntaxError {
    fn eq(&self, other: &Self) -> bool {
        self.0.facts == other.0.facts
    }
}

impl Eq for SyntaxError {}

impl fmt::Debug for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0.facts, formatter)
    }
}

impl SyntaxError {
    /// Returns the production that the text was parsed as.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.0.facts.rule()
    }

    /// Returns the byte offset of the first character that does not continue the longest viable
    /// prefix. It is the length of the text if the text ends too early.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.facts.offset()
    }

    /// Returns the span to underline, as byte offsets: the character found, and the unfinished
    /// `escape` before it, if any. The span is empty at the end of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.0.facts.span()
    }

    /// Returns the character or octet at the offset; `None` at the end of the text.
    #[must_use]
    pub fn found(&self) -> Option<Found> {
        self.0.facts.found()
    }

    /// Returns what would be accepted there, in few names: the productions and characters that
    /// together are [`SyntaxError::next`], and the end of the text if [`SyntaxError::can_end`].
    #[must_use]
    pub fn expected(&self) -> &[Expected] {
        self.0.facts.expected()
    }

    /// Returns the names of [`SyntaxError::expected`] as a list: `a, b or c`.
    #[must_use]
    pub fn expected_list(&self) -> String {
        self.0.facts.expected_list()
    }

    /// Returns every character that would be accepted there.
    #[must_use]
    pub fn next(&self) -> CharacterSet {
        self.0.facts.next()
    }

    /// Returns whether the production derives the text up to the offset.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.0.facts.can_end()
    }

    /// Returns the productions open at the offset, from the outermost to the innermost, on the last
    /// derivation that leads there. The list ends where several productions could come next.
    #[must_use]
    pub fn context(&self) -> &[Rule] {
        self.0.facts.context()
    }

    /// Returns the innermost production of [`SyntaxError::context`] that is not a
    /// character production; if all are, the production that the text was parsed as.
    #[must_use]
    pub fn innermost(&self) -> Rule {
        self.0.facts.innermost()
    }

    /// Returns the production to look up: `escape` if one is open, because it says what has to
    /// follow the percent sign, or else the innermost.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let error = parse(Rule::Url, "http://h/%zz").unwrap_err();
    /// assert_eq!(error.innermost(), Rule::Hsegment);
    /// assert_eq!(error.help_rule(), Rule::Escape);
    /// ```
    #[must_use]
    pub fn help_rule(&self) -> Rule {
        self.0.facts.help_rule()
    }

    /// Returns what the prose of the RFC says about the error, the nearest cause first, and how to
    /// fix it. Every error has at least one note.
    ///
    /// The first call computes the notes, in time linear in the length of the text.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let error = parse(Rule::Url, "http://me@host/").unwrap_err();
    /// let note = &error.notes()[0];
    /// assert_eq!(note.message(), "no user name or password is allowed in an http URL");
    /// assert_eq!(note.section(), "3.3");
    /// ```
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        let facts = &self.0.facts;
        let rejection = || Rejection {
            rule: facts.rule(),
            text: facts.text(),
            offset: facts.offset(),
            found: facts.found(),
            next: facts.next(),
            can_end: facts.can_end(),
            context: facts.context(),
            open: Rule::set(facts.context()),
        };
        let notes = || note::notes(&rejection());
        self.0.notes.get_or_init(notes)
    }

    /// Returns line and column of the offset. The line is always 1: no production derives a line
    /// end.
    #[must_use]
    pub fn position(&self) -> LineColumn {
        self.0.facts.position()
    }

    /// Returns the error in one line, without the text: what was expected and what was found.
    #[must_use]
    pub fn summary(&self) -> String {
        self.0.facts.summary()
    }

    fn note_lines(&self) -> String {
        let mut lines = Vec::new();
        for note in self.notes() {
            lines.push(format!("\n  = note: {note}"));
            lines.extend(note.fix_lines().map(|fix| format!("\n  = help: {fix}")));
        }
        lines.concat()
    }
}
