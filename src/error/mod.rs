//! Errors: their offset, and what would be accepted there.

mod diagnosis;
#[cfg(feature = "miette")]
mod diagnostic;
mod expected;
mod furthest_offset;
mod note;
mod open;

use std::fmt;
use std::ops::Range;

use thiserror::Error;

pub(crate) use diagnosis::Diagnosis;
pub use expected::Expected;
pub(crate) use furthest_offset::FurthestOffset;
pub(crate) use note::without_user;
pub use note::{Fix, Note, NoteId, UnknownNote};

use crate::rules::Rule;
use note::{LazyNotes, Rejection};
use rfcbnf_engine::escape::Escaped;
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};
use rfcbnf_engine::{CharacterSet, LineColumn};

/// The octets shown before the span and after it.
const EXCERPT: ExcerptLimits = ExcerptLimits {
    before: 60,
    within: usize::MAX,
    after: 20,
    keeps_lines: false,
};

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
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{summary}\n  |\n{excerpt} in {context}{notes}",
    summary = self.summary(),
    excerpt = self.excerpt_lines(),
    context = self.context_line(),
    notes = self.note_lines(),
)]
pub struct SyntaxError(Box<Fields>);

/// The content of an error, boxed so that a result is no larger than a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fields {
    rule: Rule,
    offset: usize,
    span: Range<usize>,
    found: Option<Found>,
    expected: Vec<Expected>,
    next: CharacterSet,
    can_end: bool,
    context: Vec<Rule>,
    notes: LazyNotes,
}

/// The character or octet at the offset of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Found {
    /// A character.
    Character(char),
    /// An octet that is not part of a UTF-8 character.
    Octet(u8),
}

impl SyntaxError {
    /// Returns the line around the span, and a line that marks the span.
    fn excerpt_lines(&self) -> String {
        let (text, span) = (self.0.notes.text(), self.0.span.clone());
        let line_end = text[span.end..].iter().position(|&octet| octet == b'\n');
        let line = &text[..line_end.map_or(text.len(), |length| span.end + length)];
        let excerpt = Excerpt::new(line, span, EXCERPT);
        format!("  | {}\n  | {}", excerpt.text, excerpt.caret())
    }

    /// Returns the production that the text was parsed as.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.0.rule
    }

    /// Returns the byte offset of the first character that does not continue the longest viable
    /// prefix. It is the length of the text if the text ends too early.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// Returns the span to underline, as byte offsets: the character found, and the unfinished
    /// `escape` before it, if any. The span is empty at the end of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.0.span.clone()
    }

    /// Returns the character or octet at the offset; `None` at the end of the text.
    #[must_use]
    pub fn found(&self) -> Option<Found> {
        self.0.found
    }

    /// Returns what would be accepted there, in few names: the productions and characters that
    /// together are [`SyntaxError::next`], and the end of the text if [`SyntaxError::can_end`].
    #[must_use]
    pub fn expected(&self) -> &[Expected] {
        &self.0.expected
    }

    /// Returns the names of [`SyntaxError::expected`] as a list: `a, b or c`.
    #[must_use]
    pub fn expected_list(&self) -> String {
        expected::list(&self.0.expected)
    }

    /// Returns every character that would be accepted there.
    #[must_use]
    pub fn next(&self) -> CharacterSet {
        self.0.next
    }

    /// Returns whether the production derives the text up to the offset.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.0.can_end
    }

    /// Returns the productions open at the offset, from the outermost to the innermost, on the last
    /// derivation that leads there. The list ends where several productions could come next.
    #[must_use]
    pub fn context(&self) -> &[Rule] {
        &self.0.context
    }

    /// Returns the innermost production of [`SyntaxError::context`] that is not a
    /// character production; if all are, the production that the text was parsed as.
    #[must_use]
    pub fn innermost(&self) -> Rule {
        let context = self.0.context.iter().rev();
        let mut rules = context.copied().filter(|rule| !rule.is_character());
        rules.next().unwrap_or(self.0.rule)
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
        if self.0.context.contains(&Rule::Escape) {
            Rule::Escape
        } else {
            self.innermost()
        }
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
        let fields = &*self.0;
        fields.notes.get(|text| Rejection {
            rule: fields.rule,
            text,
            offset: fields.offset,
            found: fields.found,
            next: fields.next,
            can_end: fields.can_end,
            context: &fields.context,
            open: Rule::set(&fields.context),
        })
    }

    /// Returns line and column of the offset. The line is always 1: no production derives a line
    /// end.
    #[must_use]
    pub fn position(&self) -> LineColumn {
        LineColumn {
            line: 1,
            column: self.0.offset + 1,
        }
    }

    /// Returns the error in one line, without the text: what was expected and what was found.
    #[must_use]
    pub fn summary(&self) -> String {
        let offset = self.0.offset;
        let expected = self.expected_list();
        match self.0.found {
            Some(found) => format!("expected {expected}, found {found} at offset {offset}"),
            None => format!("expected {expected}, found the end of the text at offset {offset}"),
        }
    }

    fn context_line(&self) -> String {
        self.0
            .context
            .iter()
            .map(|rule| rule.name())
            .collect::<Vec<_>>()
            .join(", ")
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

/// Writes a character in quotation marks, escaped if it does not print; an octet in hexadecimal.
impl fmt::Display for Found {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(character) => {
                let mut octets = [0; 4];
                let octets = character.encode_utf8(&mut octets).as_bytes();
                write!(formatter, "\"{}\"", Escaped(octets))
            }
            Self::Octet(octet) => write!(formatter, "octet {octet:02X}"),
        }
    }
}

impl Found {
    /// Returns the character or octet at the start of the octets, and its length in octets.
    fn first_of(octets: &[u8]) -> Option<(Self, usize)> {
        let first = octets.first().filter(|octet| octet.is_ascii());
        if let Some(&octet) = first {
            return Some((Self::Character(char::from(octet)), 1));
        }
        let chunk = octets.utf8_chunks().next()?;
        match chunk.valid().chars().next() {
            Some(character) => Some((Self::Character(character), character.len_utf8())),
            None => octets.first().map(|&octet| (Self::Octet(octet), 1)),
        }
    }
}
