//! The error of a parser, which owns what it says.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rfcbnf_engine::{
    CharacterProduction, CharacterSet, Document, DocumentError, ErrorOffset, Expected, Origin,
    Production, ProductionId, TextError,
};

use super::{NearestQuestion, Parser, Repaired, Rule};

/// A production of a parser that is not at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Number(pub(super) ProductionId);

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "production {}", self.0.index())
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl Production for Number {
    type Grammar = ();
    type Text = [u8];

    fn from_id((): (), id: ProductionId) -> Self {
        Self(id)
    }

    fn grammar(self) {}

    fn id(self) -> ProductionId {
        self.0
    }

    fn is_character(self) -> bool {
        false
    }

    fn character_productions((): &()) -> &[CharacterProduction] {
        &[]
    }
}

/// Why a text has no tree: the production does not derive it, or that is undecided. It owns what it says.
pub type ParseError = rfcbnf_engine::recognizer::ParseError<SyntaxError>;

/// The error if the production of a [`Parser`] does not derive a text. It keeps the parser and a copy of the text.
///
/// ```
/// let grammar = rfcbnf::Grammar::from_abnf("time = 2DIGIT \":\" 2DIGIT\n")?;
/// let error = grammar.parser("time")?.parse("12-30").unwrap_err();
/// let error = error.syntax().unwrap();
/// assert_eq!((error.offset(), error.span()), (2, 2..3));
/// assert_eq!((error.expected_list().as_str(), error.found_name().as_str()), ("\":\"", "\"-\""));
/// assert_eq!(error.context_list(), "time");
/// assert_eq!(format!("{error:#}"), "\
/// expected \":\", found \"-\" at offset 2
///   |
///   | 12-30
///   |   ^ in time");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SyntaxError {
    pub(super) parser: Parser,
    pub(super) facts: rfcbnf_engine::SyntaxError<Number>,
}

impl SyntaxError {
    /// Returns the error as the engine has it, with productions of the parser: it has all that is known.
    #[must_use]
    pub fn facts(&self) -> rfcbnf_engine::SyntaxError<Rule<'_>> {
        self.parser.rule().of_same(self.facts.clone())
    }

    /// Returns the production that the text was parsed as.
    #[must_use]
    pub fn rule(&self) -> Rule<'_> {
        self.parser.named(self.facts.rule().id())
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.facts.text()
    }

    /// Returns the byte offset of the first character that does not continue the longest viable prefix. It is the length
    /// of the text if the text ends too early.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.facts.offset()
    }

    /// Returns the span to underline, as byte offsets. It is empty at the end of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.facts.span()
    }

    /// Returns the name of what is at the offset: a character in quotation marks, an octet, or `the end of the text`.
    #[must_use]
    pub fn found_name(&self) -> String {
        self.facts().found_name()
    }

    /// Returns what could stand there, in few names.
    #[must_use]
    pub fn expected(&self) -> Vec<Expected<Rule<'_>>> {
        let expected = self.facts.expected().iter();
        let expected = expected.map(|one| one.map(|number| self.parser.named(number.id())));
        expected.collect()
    }

    /// Returns the names of what could stand there as a list: `a, b or c`.
    #[must_use]
    pub fn expected_list(&self) -> String {
        self.facts().expected_list()
    }

    /// Returns every octet that could stand there.
    #[must_use]
    pub fn next(&self) -> CharacterSet {
        self.facts.next()
    }

    /// Returns whether the text could end there.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.facts.can_end()
    }

    /// Returns the names of the productions that are open there as a list, the outermost first.
    #[must_use]
    pub fn context_list(&self) -> String {
        self.facts().context_list()
    }

    /// Returns what was expected, what was found, and the offset, in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        self.facts().summary()
    }

    /// Returns the error with the valid texts that are nearest to its text, or why they are not known: see
    /// [`Parser::nearest`]. [`DocumentError::new`] places it in a document.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("time = 2DIGIT \":\" 2DIGIT\n")?;
    /// let error = grammar.parser("time")?.parse("12-30").unwrap_err();
    /// let error = error.syntax().unwrap().clone().with_nearest(1);
    /// assert_eq!(format!("{error:#}"), "\
    /// expected \":\", found \"-\" at offset 2
    ///   |
    ///   | 12-30
    ///   |   ^ in time
    /// repair: 1 of 1, at offset 2: replace \"-\" with \":\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_nearest(self, question: impl Into<NearestQuestion>) -> Repaired<Self> {
        let nearest = self.rule().nearest(self.text(), question.into());
        Repaired::new(self, nearest)
    }

    /// Returns the error with its position in the document that the text comes from: see
    /// [`rfcbnf_engine::SyntaxError::in_document`].
    ///
    /// ```
    /// use rfcbnf::engine::Document;
    ///
    /// let grammar = rfcbnf::Grammar::from_abnf("port = 1*DIGIT\n")?;
    /// let error = grammar.parser("port")?.parse("8o").unwrap_err();
    /// let document = Document::named("ports", "http = 8o\n");
    /// let error = error.syntax().unwrap().clone().in_document(&document, 7);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "ports:1:9: not a valid port: expected DIGIT or end of text, found \"o\"",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_document(self, document: &Document<'_>, origin: impl Origin) -> DocumentError<Self> {
        DocumentError::new(self, document, &origin)
    }
}

impl PartialEq for SyntaxError {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.parser.0, &other.parser.0) && self.facts == other.facts
    }
}

impl Eq for SyntaxError {}

/// Writes one line; the alternate form, `{:#}`, adds the line of the text with a mark, and what is open.
impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.facts(), formatter)
    }
}

impl fmt::Debug for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.facts(), formatter)
    }
}

impl std::error::Error for SyntaxError {}

/// The diagnostic of [`SyntaxError::facts`].
#[cfg(feature = "miette")]
impl miette::Diagnostic for SyntaxError {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let code = self.facts().code()?.to_string();
        Some(Box::new(code))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.facts().help()?.to_string();
        Some(Box::new(help))
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        let labels: Vec<miette::LabeledSpan> = self.facts().labels()?.collect();
        Some(Box::new(labels.into_iter()))
    }
}

impl ErrorOffset for SyntaxError {
    fn error_offset(&self) -> usize {
        self.offset()
    }
}

impl TextError for SyntaxError {
    fn error_text(&self) -> &[u8] {
        self.text()
    }

    fn error_span(&self) -> Range<usize> {
        self.span()
    }

    fn write_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facts().write_line(out)
    }

    fn reason(&self) -> String {
        self.facts().reason()
    }

    fn context_names(&self) -> String {
        self.context_list()
    }

    fn secrets(&self) -> Vec<Range<usize>> {
        self.facts().secrets()
    }
}
