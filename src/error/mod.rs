//! Errors: those of the engine, and what the prose of the RFC says about them.

#[cfg(feature = "miette")]
mod diagnostic;
mod document;
#[cfg(feature = "notes")]
mod document_fix;
#[cfg(feature = "notes")]
mod explained;
#[cfg(feature = "notes")]
mod id;
#[cfg(feature = "notes")]
mod note;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

pub use rfcbnf_engine::Found;

#[cfg(feature = "miette")]
pub use diagnostic::DocumentDiagnostic;
pub use document::DocumentError;
#[cfg(feature = "notes")]
pub use document_fix::DocumentFix;
#[cfg(feature = "notes")]
pub use explained::Headline;
#[cfg(feature = "notes")]
pub use id::{ErrorId, UnknownError};
#[cfg(feature = "build")]
pub(crate) use note::without_user;
#[cfg(feature = "notes")]
pub use note::{Fix, Note, NoteId, UnknownNote};
#[cfg(feature = "advice")]
pub(crate) use note::{Wrong, before_host_and_port, fix_lines, misspelt};

use crate::rules::Rule;
use rfcbnf_engine::{CharacterSet, Document, ErrorOffset, LineColumn, Origin, TextError};

/// A nom error that keeps the [`SyntaxError`] of [`whole`](crate::whole()).
pub type WholeError<I> = rfcbnf_engine::WholeError<I, SyntaxError>;

/// A character, or the end of the text, that would be accepted at the offset of an error.
///
/// ```
/// use rfc1738::{Expected, Rule, parse};
///
/// let error = parse(Rule::Hostport, "host:8o").unwrap_err();
/// assert_eq!(error.expected(), [Expected::Production(Rule::Digit), Expected::EndOfText]);
/// assert_eq!(error.expected_list(), "digit or end of text");
/// ```
pub type Expected = rfcbnf_engine::Expected<Rule>;

/// The error if a production does not derive a text.
///
/// The text before [`SyntaxError::offset`] is the longest viable prefix: some text that the
/// production derives begins with it, and none begins with more. The error keeps a copy of the text
/// for its notes and its `Display`.
///
/// ```
/// use rfc1738::{Found, Rule, parse};
///
/// let error = parse(Rule::Ftpurl, "ftp://host/a;type=x").unwrap_err();
/// assert_eq!(error.offset(), 18);
/// assert_eq!((error.found(), error.found_name().as_str()), (Some(Found::Character('x')), "\"x\""));
/// assert_eq!(error.next().to_string(), "ADIadi");
/// assert!(!error.can_end());
/// assert_eq!(error.context(), [Rule::Ftpurl, Rule::Ftptype]);
/// assert_eq!(
///     error.to_string(),
///     "not a valid ftpurl: found \"x\" at offset 18; \
///      the typecode is one of the characters \"a\", \"i\" and \"d\" (RFC 1738, 3.2.2)",
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SyntaxError(rfcbnf_engine::SyntaxError<Rule>);

/// Returns the error of the engine, which has no notes.
impl AsRef<rfcbnf_engine::SyntaxError<Rule>> for SyntaxError {
    fn as_ref(&self) -> &rfcbnf_engine::SyntaxError<Rule> {
        &self.0
    }
}

impl From<rfcbnf_engine::SyntaxError<Rule>> for SyntaxError {
    fn from(error: rfcbnf_engine::SyntaxError<Rule>) -> Self {
        Self(error)
    }
}

/// Writes one line: the production, what was found, and the first note; without the feature `notes`,
/// what was expected instead of the note. The alternate form, `{:#}`,
/// writes what was expected and found, the line around the span with the span marked, the notes
/// and the fixes.
///
/// A [password](crate::password) is shown as `***`, and so is a character of it that was found. `Debug` and
/// a serialized error show none of it either.
///
/// ```
/// let error = rfc1738::Url::parse("ftp://user:secret@ho_st/").unwrap_err();
/// assert!(format!("{error:#}").contains("  | ftp://user:***@ho_st/\n  |                  ^ in "));
/// ```
impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !formatter.alternate() {
            let offset = format!(" at offset {}", self.offset());
            return self.write_at(formatter, &offset);
        }
        write!(formatter, "{:#}", self.0)?;
        for remark in self.remarks() {
            write!(formatter, "\n  = {remark}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}

impl core::error::Error for SyntaxError {}

impl ErrorOffset for SyntaxError {
    fn error_offset(&self) -> usize {
        self.offset()
    }
}

/// A password is a secret.
impl TextError for SyntaxError {
    fn error_text(&self) -> &[u8] {
        self.text()
    }

    fn error_span(&self) -> Range<usize> {
        self.span()
    }

    fn write_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_at(out, "")
    }

    fn reason(&self) -> String {
        self.0.reason()
    }

    fn context_names(&self) -> String {
        self.0.context_list()
    }

    fn remarks(&self) -> Vec<String> {
        #[cfg(feature = "notes")]
        return self.note_lines();
        #[cfg(not(feature = "notes"))]
        Vec::new()
    }

    fn secrets(&self) -> Vec<Range<usize>> {
        self.0.secrets()
    }
}

impl SyntaxError {
    /// Returns the production that the text was parsed as.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.0.rule()
    }

    /// Returns the text that was parsed.
    ///
    /// ```
    /// let error = rfc1738::Url::parse("http://h/~").unwrap_err();
    /// assert_eq!(&error.text()[error.span()], b"~");
    /// ```
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.0.text()
    }

    /// Returns the byte offset of the first character that does not continue the longest viable
    /// prefix. It is the length of the text if the text ends too early.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.offset()
    }

    /// Returns the span to underline, as byte offsets: the character found, and the unfinished
    /// `escape` before it, if any. The span is empty at the end of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.0.span()
    }

    /// Returns the character or octet at the offset; `None` at the end of the text. It can be one of a
    /// password: [`SyntaxError::found_name`] is for messages.
    #[must_use]
    pub fn found(&self) -> Option<Found> {
        self.0.found()
    }

    /// Returns what would be accepted there, in few names: the productions and characters that
    /// together are [`SyntaxError::next`], and the end of the text if [`SyntaxError::can_end`].
    #[must_use]
    pub fn expected(&self) -> &[Expected] {
        self.0.expected()
    }

    /// Returns the names of [`SyntaxError::expected`] as a list: `a, b or c`.
    #[must_use]
    pub fn expected_list(&self) -> String {
        self.0.expected_list()
    }

    /// Returns every character that would be accepted there.
    #[must_use]
    pub fn next(&self) -> CharacterSet {
        self.0.next()
    }

    /// Returns whether the production derives the text up to the offset.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.0.can_end()
    }

    /// Returns the productions open at the offset, from the outermost to the innermost, on the last
    /// derivation that leads there. The list ends where several productions could come next.
    #[must_use]
    pub fn context(&self) -> &[Rule] {
        self.0.context()
    }

    /// Returns the innermost production of [`SyntaxError::context`] that is not a
    /// character production; if all are, the production that the text was parsed as.
    #[must_use]
    pub fn innermost(&self) -> Rule {
        self.0.innermost()
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
        self.0.help_rule()
    }

    /// Returns the error with its position in the document that the text comes from. `origin` is
    /// the offset of the text in it, the [`Match`](crate::extract::Match) that found the text, the
    /// [`StringLiteral`](rfcbnf_engine::StringLiteral) of a string in JSON, TOML or YAML, or another
    /// [`Origin`].
    ///
    /// If the document does not hold the text there, the error has the position at which the text
    /// starts. Offsets beyond the document
    /// count as its end. Takes time linear in the length of the text
    /// and logarithmic in the number of lines of the document.
    ///
    /// ```
    /// use rfc1738::{Document, extract};
    ///
    /// let mail = "See <URL:http://host/\n  ~me>.";
    /// let document = Document::named("mail.txt", mail);
    /// let found = extract(mail).next().unwrap();
    /// let error = found.parse().unwrap_err().in_document(&document, &found);
    /// assert_eq!(error.position().to_string(), "2:3");
    /// assert_eq!(&mail[error.span()], "~");
    /// ```
    #[must_use]
    pub fn in_document(self, document: &Document<'_>, origin: impl Origin) -> DocumentError {
        DocumentError::new(self, document, &origin)
    }

    /// Returns the line and the column of the offset. The line is always 1: no production derives a
    /// line end.
    #[must_use]
    pub fn position(&self) -> LineColumn {
        self.0.position()
    }

    /// Returns what was expected, what was found, and the offset, in one line.
    ///
    /// ```
    /// let error = rfc1738::parse(rfc1738::Rule::Port, "8o").unwrap_err();
    /// assert_eq!(error.summary(), "expected digit or end of text, found \"o\" at offset 1");
    /// ```
    #[must_use]
    pub fn summary(&self) -> String {
        self.0.summary()
    }

    /// Returns the name of what is at the offset: a character in quotation marks, an octet, or
    /// `the end of the text`. It is escaped. A character of a password is `***`.
    #[must_use]
    pub fn found_name(&self) -> String {
        self.0.found_name()
    }

    /// Writes the line of `Display`. `place` follows what was found.
    fn write_at(&self, out: &mut impl fmt::Write, place: &str) -> fmt::Result {
        let (rule, found) = (self.rule(), self.found_name());
        write!(out, "not a valid {rule}: found {found}{place}; ")?;
        #[cfg(feature = "notes")]
        let reason = self.first_note();
        #[cfg(not(feature = "notes"))]
        let reason = format!("expected {}", self.expected_list());
        write!(out, "{reason}")
    }
}
