//! The error if a production does not derive a text. Each way to find one, such as the table, fills its [`Facts`].

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::{Range, RangeInclusive};

use super::content::Content;
use super::document::{DocumentError, ErrorOffset, TextError};
use super::expected::{self, Expected, ExpectedStack, Found, list};
use super::facts::{ErrorOutcome, Facts};
use super::note::Note;
use super::small_stack::SmallStack;
use super::table::ErrorTable;
use crate::character_set::CharacterSet;
use crate::document::{Document, LineColumn};
use crate::excerpt::{Excerpt, ExcerptLimits};
use crate::origin::Origin;
use crate::password::{self, HIDDEN, Masked};
use crate::production::Production;
#[cfg(feature = "recognizer")]
use crate::reach::Reach;
#[cfg(feature = "recognizer")]
use crate::recognizer::Open;
use crate::utf8;

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
/// for its `Display`.
///
/// ```
/// use rfc1738::Rule;
///
/// let error = rfcbnf_engine::parse(Rule::Hostport, "host:8o").unwrap_err();
/// assert_eq!((error.offset(), error.found_name().as_str()), (6, "\"o\""));
/// assert_eq!((error.expected_list().as_str(), error.can_end()), ("digit or end of text", true));
/// assert_eq!(error.summary(), "expected digit or end of text, found \"o\" at offset 6");
/// assert_eq!(error.next().to_string(), "0123456789");
/// assert_eq!(error.context(), [Rule::Hostport, Rule::Port, Rule::Digits]);
/// assert_eq!(
///     error.to_string(),
///     "not a valid hostport: expected digit or end of text, found \"o\" at offset 6",
/// );
/// assert_eq!(format!("{error:#}"), "\
/// expected digit or end of text, found \"o\" at offset 6
///   |
///   | host:8o
///   |       ^ in hostport, port, digits");
/// ```
#[derive(Clone)]
pub struct SyntaxError<P>(Box<Content<P>>);

/// The most productions that a list of those that are open names, and how many of these are the
/// outermost.
const NAMES: usize = 16;
const FIRST_NAMES: usize = 4;

impl<P: Production> SyntaxError<P> {
    pub(super) fn new(rule: P, text: &[u8], facts: Facts<P>) -> Self {
        Self(Content::known(rule, text, facts))
    }

    fn facts(&self) -> &Facts<P> {
        self.0.facts()
    }

    /// Returns the production that the text was parsed as.
    #[must_use]
    pub fn rule(&self) -> P {
        self.0.rule
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.0.text()
    }

    /// Returns the byte offset of the first character that does not continue the longest viable
    /// prefix. It is the length of the text if the text ends too early.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.facts().offset
    }

    /// Returns the span to underline, as byte offsets: the character found, and the unfinished
    /// character production before it, such as the `%4` of an escape, if any. The span is empty
    /// at the end of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.facts().span.clone()
    }

    /// Returns the character or octet at the offset; `None` at the end of the text.
    #[must_use]
    pub fn found(&self) -> Option<Found> {
        self.facts().found
    }

    /// Returns whether what was found is a character of a [password]. Then nothing that is written shows it: no message, no
    /// `Debug`, no serialized error. [`SyntaxError::found`] still has it.
    ///
    /// ```
    /// use rfc1738::Rule;
    ///
    /// let error = rfcbnf_engine::parse(Rule::Login, "me:se~ret@host").unwrap_err();
    /// assert!(error.hides_found());
    /// assert_eq!(error.found_name(), "***");
    /// ```
    #[must_use]
    pub fn hides_found(&self) -> bool {
        password::is_at(&self.0.rule.to_string(), self.text(), self.facts().offset)
    }

    /// Returns what would be accepted there, in few names: the productions and characters that
    /// together are [`SyntaxError::next`], and the end of the text if [`SyntaxError::can_end`]. Where a part before the
    /// offset is of a production whose texts only people know, more of it can be expected, too
    /// ([`Expected::MoreOf`]).
    #[must_use]
    pub fn expected(&self) -> &[Expected<P>] {
        self.facts().expected.as_slice()
    }

    /// Returns the names of [`SyntaxError::expected`] as a list: `a, b or c`.
    #[must_use]
    pub fn expected_list(&self) -> String {
        expected::in_words(self.expected())
    }

    /// Returns the name of what is at the offset: a character in quotation marks, an octet, or
    /// `the end of the text`. It is escaped. It is [`HIDDEN`] if the error
    /// [hides](SyntaxError::hides_found) what was found.
    #[must_use]
    pub fn found_name(&self) -> String {
        if self.hides_found() {
            return String::from(HIDDEN);
        }
        found_name(self.facts().found)
    }

    /// Returns every octet that would be accepted there; an octet below 128 is an ASCII character. In a
    /// grammar of characters, [`SyntaxError::next_characters`] has the characters.
    #[must_use]
    pub fn next(&self) -> CharacterSet {
        self.facts().next
    }

    /// Returns every character that would be accepted there, in ascending order. `None` if some are above
    /// ASCII and the grammar is one of octets, or if finding them takes too much.
    ///
    /// ```
    /// use rfc1738::Rule;
    ///
    /// let error = rfcbnf_engine::parse(Rule::Port, "8o").unwrap_err();
    /// assert_eq!(error.next_characters(), Some(vec!['0'..='9']));
    /// ```
    #[must_use]
    pub fn next_characters(&self) -> Option<Vec<RangeInclusive<char>>> {
        if !self.facts().next.is_ascii() {
            return self
                .0
                .rule
                .characters_after(&self.text()[..self.facts().offset]);
        }
        let next = self.facts().next;
        Some(utf8::union(next.iter().map(|one| one..=one)))
    }

    /// Returns whether the production derives the text up to the offset.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.facts().can_end
    }

    /// Returns the productions open at the offset, from the outermost to the innermost, on the last
    /// derivation that leads there. The list ends where several productions could come next. For a
    /// production that recurses, they are those that every derivation has open. Of more than 1,000, they
    /// are the first 4 and the last 12; [`SyntaxError::context_left_out`] counts the others.
    #[must_use]
    pub fn context(&self) -> &[P] {
        self.facts().context.as_slice()
    }

    /// Returns the number of open productions that [`SyntaxError::context`] leaves out.
    #[must_use]
    pub fn context_left_out(&self) -> usize {
        self.facts().left_out
    }

    /// Returns the names of [`SyntaxError::context`] as a list: `a, b, c`. Of more than 16, those in
    /// the middle are counted.
    #[must_use]
    pub fn context_list(&self) -> String {
        let context = self.context();
        let names = |part: &[P]| list(part, ", ", ", ");
        let open = context.len() + self.facts().left_out;
        if open <= NAMES {
            return names(context);
        }
        let last = context.len() - (NAMES - FIRST_NAMES);
        let (first, last, count) = (&context[..FIRST_NAMES], &context[last..], open - NAMES);
        format!("{}, ({count} more), {}", names(first), names(last))
    }

    /// Returns the innermost production of [`SyntaxError::context`] that is not a
    /// character production; if all are, the production that the text was parsed as.
    #[must_use]
    pub fn innermost(&self) -> P {
        let context = self.context().iter().rev();
        let mut rules = context.copied().filter(|rule| !rule.is_character());
        rules.next().unwrap_or(self.0.rule)
    }

    /// Returns the production to look up: the character production that the text leaves unfinished,
    /// if any, because it says what has to follow, or else the innermost.
    ///
    /// ```
    /// use rfc1738::Rule;
    ///
    /// let error = rfcbnf_engine::parse(Rule::Url, "http://h/%zz").unwrap_err();
    /// assert_eq!(error.innermost(), Rule::Hsegment);
    /// assert_eq!(error.help_rule(), Rule::Escape);
    /// ```
    #[must_use]
    pub fn help_rule(&self) -> P {
        let is_unfinished = self.facts().span.start < self.facts().offset;
        let last = self.context().last().filter(|_| is_unfinished);
        last.copied().unwrap_or_else(|| self.innermost())
    }

    /// Returns what the document of the grammar says about the error, in the order of the file of the notes.
    ///
    /// ```
    /// use rfc1738::Rule;
    ///
    /// // The notes of RFC 1738 depend on more than the error. `rfc1738::SyntaxError` has them.
    /// let error = rfcbnf_engine::parse(Rule::Port, "8o").unwrap_err();
    /// assert_eq!(error.notes().count(), 0);
    /// ```
    pub fn notes(&self) -> impl Iterator<Item = &'static Note> {
        P::notes().iter().filter(|note| note.is_about(self))
    }

    /// Returns the error with other productions in the place of its own, such as those of another grammar with the
    /// same ids.
    #[must_use]
    pub fn map<Q: Production>(self, name: impl Fn(P) -> Q) -> SyntaxError<Q> {
        let facts = self.facts();
        let rule = name(self.0.rule);
        let expected = facts.expected.as_slice().iter();
        let expected = expected.map(|one| one.map(&name));
        let context = facts.context.as_slice().iter().copied().map(&name);
        let facts = Facts {
            offset: facts.offset,
            span: facts.span.clone(),
            found: facts.found,
            expected: ExpectedStack::of(Expected::EndOfText, expected),
            next: facts.next,
            can_end: facts.can_end,
            context: SmallStack::of(rule, context),
            left_out: facts.left_out,
        };
        SyntaxError::new(rule, self.text(), facts)
    }

    /// Returns the error in a text that was made of another one, in that one: what was found is what it has there.
    #[must_use]
    pub fn within(self, text: &[u8], origin: &impl Origin) -> Self {
        let mut facts = self.facts().clone();
        let length = self.text().len();
        let place = |offset: usize| {
            if offset == length {
                return text.len();
            }
            origin.document_span(offset..offset).start.min(text.len())
        };
        let (start, offset) = (place(facts.span.start), place(facts.offset));
        let found = Found::first_of(&text[offset..]);
        facts.span = start.min(offset)..offset + found.map_or(0, |(_, length)| length);
        facts.found = found.map(|(found, _)| found);
        facts.offset = offset;
        Self::new(self.0.rule, text, facts)
    }

    /// Returns line and column of the offset.
    #[must_use]
    pub fn position(&self) -> LineColumn {
        LineColumn::after(&self.text()[..self.facts().offset])
    }

    /// Returns what was expected, what was found, and the offset, in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let (expected, found) = (self.expected_list(), self.found_name());
        format!(
            "expected {expected}, found {found} at offset {}",
            self.facts().offset
        )
    }

    /// Returns the error with its position in the document that the text comes from. `origin` is the
    /// offset of the text in it, the [`StringLiteral`](crate::StringLiteral) of a string in JSON, TOML or
    /// YAML, or another [`Origin`].
    ///
    /// If the document does not hold the text there, the error has the position at which the text starts.
    /// Offsets beyond the document count as its end. [`DocumentError`] has an example.
    #[must_use]
    pub fn in_document(self, document: &Document<'_>, origin: impl Origin) -> DocumentError<Self> {
        DocumentError::new(self, document, &origin)
    }
}

impl ErrorTable {
    /// Returns the error in the text, which the production does not derive. `start` is the start
    /// state of the production. With `std`, the table reads the text when the error is first asked for what it says.
    ///
    /// # Panics
    ///
    /// Panics if the table has no such state, or if a state names anything that the table has not.
    pub fn error<P: Production>(&'static self, rule: P, start: u16, text: &[u8]) -> SyntaxError<P> {
        SyntaxError(Content::of_table(rule, text, self, start))
    }
}

impl<P: Production> SyntaxError<P> {
    /// Returns the error in a text whose longest viable prefix ends at the offset.
    ///
    /// ```
    /// use rfc1738::Rule;
    /// use rfcbnf_engine::{CharacterSet, ErrorOutcome, Expected, Production as _, SyntaxError, diagnose};
    ///
    /// let outcome = ErrorOutcome {
    ///     expected: &[Expected::Production(Rule::Digit.id()), Expected::EndOfText],
    ///     next: CharacterSet::of("0123456789"),
    ///     context: &[Rule::Port.id(), Rule::Digits.id()],
    ///     begun: 0,
    /// };
    /// let error = SyntaxError::of_outcome(Rule::Port, b"8o", 1, &outcome);
    /// assert_eq!(error, diagnose(Rule::Port, b"8o"));
    /// ```
    #[must_use]
    pub fn of_outcome(rule: P, text: &[u8], offset: usize, outcome: &ErrorOutcome<'_>) -> Self {
        let (grammar, context) = (rule.grammar(), outcome.context.iter());
        let context = SmallStack::of(rule, context.map(|&id| P::from_id(grammar, id)));
        Self::new(rule, text, outcome.facts(rule, text, offset, context))
    }
}

impl Note {
    /// Returns whether the note is about the error.
    #[must_use]
    pub fn is_about<P: Production>(&self, error: &SyntaxError<P>) -> bool {
        let open = error.context();
        self.applies(error.found(), |id| open.iter().any(|open| open.id() == id))
    }
}

// What follows depends on no production, so it is compiled once and not for each grammar.

/// Returns the name of what is at the offset of an error.
fn found_name(found: Option<Found>) -> String {
    match found {
        // Most characters print as they are.
        Some(Found::Character(one)) if one.is_ascii_graphic() && !matches!(one, '\\' | '"') => {
            let mut name = String::with_capacity(3);
            name.extend(['"', one, '"']);
            name
        }
        Some(found) => format!("{found}"),
        None => String::from("the end of the text"),
    }
}

/// Returns the line around the span, and the span in it.
fn excerpt(text: &[u8], span: Range<usize>) -> Excerpt {
    let is_line_end = |octet: &u8| *octet == b'\n';
    let start = text[..span.start].iter().rposition(is_line_end);
    let start = start.map_or(0, |line_end| line_end + 1);
    let length = text[span.end..].iter().position(is_line_end);
    let end = length.map_or(text.len(), |length| span.end + length);
    let mark = span.start - start..span.end - start;
    Excerpt::new(&text[start..end], mark, EXCERPT)
}

/// Writes the summary and the line around the span, without the passwords in the text, up to the context.
fn write_excerpt(
    formatter: &mut fmt::Formatter<'_>,
    summary: &str,
    text: &[u8],
    secrets: Vec<Range<usize>>,
    span: Range<usize>,
) -> fmt::Result {
    let masked = Masked::new(text, secrets);
    let excerpt = excerpt(masked.octets(), masked.span(span));
    let (text, caret) = (&excerpt.text, excerpt.caret());
    write!(formatter, "{summary}\n  |\n  | {text}\n  | {caret} in ")
}

/// Writes one line: the production and the summary. The alternate form, `{:#}`, writes the summary,
/// the line around the span with the span marked, the context, and the [notes](SyntaxError::notes). A [password] in the text is shown as
/// [`HIDDEN`], and so is a character of it that was found.
impl<P: Production> fmt::Display for SyntaxError<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !formatter.alternate() {
            return write!(formatter, "not a valid {}: {}", self.0.rule, self.summary());
        }
        let (text, span) = (self.text(), self.span());
        write_excerpt(formatter, &self.summary(), text, self.secrets(), span)?;
        formatter.write_str(&self.context_list())?;
        for remark in self.remarks() {
            write!(formatter, "\n  = {remark}")?;
        }
        Ok(())
    }
}

/// Leaves the text out: it can be long, and need not print.
impl<P: Production> fmt::Debug for SyntaxError<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = self.facts();
        let mut error = formatter.debug_struct("SyntaxError");
        error.field("rule", &self.0.rule);
        error.field("offset", &facts.offset);
        error.field("span", &facts.span);
        if self.hides_found() {
            error.field("found", &format_args!("Some({HIDDEN})"));
        } else {
            error.field("found", &facts.found);
        }
        error.field("expected", &self.expected());
        error.field("next", &facts.next);
        error.field("can_end", &facts.can_end);
        error.field("context", &self.context());
        error.finish_non_exhaustive()
    }
}

/// Two errors are equal if they say the same of the same text.
impl<P: Production> PartialEq for SyntaxError<P> {
    fn eq(&self, other: &Self) -> bool {
        let is_same = self.rule() == other.rule() && self.text() == other.text();
        is_same && self.facts() == other.facts()
    }
}

impl<P: Production> Eq for SyntaxError<P> {}

impl<P: Production> Error for SyntaxError<P> {}

impl<P: Production> ErrorOffset for SyntaxError<P> {
    fn error_offset(&self) -> usize {
        self.offset()
    }
}

impl<P: Production> TextError for SyntaxError<P> {
    fn error_text(&self) -> &[u8] {
        self.text()
    }

    fn error_span(&self) -> Range<usize> {
        self.span()
    }

    fn write_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "not a valid {}: {}", self.rule(), self.reason())
    }

    fn reason(&self) -> String {
        let (expected, found) = (self.expected_list(), self.found_name());
        format!("expected {expected}, found {found}")
    }

    fn context_names(&self) -> String {
        self.context_list()
    }

    fn remarks(&self) -> Vec<String> {
        self.notes().map(|note| format!("note: {note}")).collect()
    }

    fn secrets(&self) -> Vec<Range<usize>> {
        password::spans_as(&self.rule().to_string(), self.text())
    }
}

#[cfg(feature = "recognizer")]
impl<P: Production> SyntaxError<P> {
    /// Returns the error with more of productions whose texts only people know among what is expected: of those
    /// that `unknown` returns for a production that is expected, in its place, and of the `open` ones.
    #[must_use]
    pub fn expecting_more_of(
        &self,
        unknown: impl Fn(P) -> Option<P>,
        open: impl IntoIterator<Item = P>,
    ) -> Self {
        let known = self.expected().iter().map(|&one| match one {
            Expected::Production(rule) => unknown(rule).map_or(one, Expected::MoreOf),
            other => other,
        });
        let open = open.into_iter().map(Expected::MoreOf);
        let mut expected: Vec<Expected<P>> = Vec::new();
        for one in known.chain(open) {
            if !expected.contains(&one) {
                expected.push(one);
            }
        }
        // The end of the text stays the last.
        expected.sort_by_key(|one| matches!(one, Expected::EndOfText));
        let expected = ExpectedStack::of(Expected::EndOfText, expected.into_iter());
        let facts = Facts {
            expected,
            ..self.facts().clone()
        };
        Self::new(self.0.rule, self.text(), facts)
    }

    /// Returns the error in a text that a recognizer has read as far as it is right. `open` is what is
    /// open there, if it took few enough steps to find out.
    pub(crate) fn recognized(rule: P, text: &[u8], reach: &Reach, open: Option<&Open>) -> Self {
        /// The most open productions that an error has all of.
        const MOST: usize = 1_000;

        let grammar = rule.grammar();
        let offset = reach.viable;
        let productions = || open.into_iter().flat_map(|open| &open.productions);
        let productions = || productions().map(|&(id, start)| (P::from_id(grammar, id), start));
        // A character production that would begin here is expected, and not open.
        let productions =
            || productions().filter(|(one, start)| !one.is_character() || *start < offset);
        let begun = productions().find(|(one, _)| one.is_character());
        let start = begun.map_or(offset, |(_, start)| start);
        let found = Found::first_of(&text[offset..]);
        let count = productions().count();
        let left_out = if count > MOST { count - NAMES } else { 0 };
        let first = productions().take(FIRST_NAMES);
        let last = productions().skip(FIRST_NAMES + left_out);
        let mut context = SmallStack::of(rule, first.chain(last).map(|(one, _)| one));
        if context.as_slice().is_empty() {
            context.push(rule);
        }
        let can_end = reach.longest == Some(offset);
        let expected = match open {
            Some(open) => Expected::of_places(&open.places, can_end),
            None => Expected::of_sets(P::character_productions(&grammar), &[reach.next], can_end),
        };
        let facts = Facts {
            offset,
            span: start..offset + found.map_or(0, |(_, length)| length),
            found: found.map(|(found, _)| found),
            expected: expected::of_grammar(grammar, &expected),
            next: reach.next,
            can_end,
            context,
            left_out,
        };
        Self::new(rule, text, facts)
    }
}
