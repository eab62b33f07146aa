//! One layout for grammar files.
//!
//! ```
//! use rfcbnf::Reader;
//! use rfcbnf::format::format;
//!
//! let source = "number=[sign]1*digit   ; in base ten\nsign = \"+\"/\"-\"\ndigit = %x30-39\n";
//! let formatted = format(&Reader::default(), source).expect("it can be read");
//! assert_eq!(formatted, "\
//! number = [ sign ] 1*digit ; in base ten
//! sign = \"+\" / \"-\"
//! digit = %x30-39
//! ");
//! ```
//!
//! Names begin their lines, one blank is between elements and within brackets, and lines have up to
//! [`WIDTH`] characters. A body that is longer has an alternative on each line, with the separators below
//! the last character of the sign. Elements, comments and their order stay as they are written, and so do single
//! blank lines, because a blank line divides headings from comments on a production.
//!
//! Invariants: the result reads as the same grammar, which is checked each time, and formatting it again
//! changes nothing.

mod layout;

pub use layout::WIDTH;

use thiserror::Error;

use crate::error::{GrammarError, GrammarErrorKind};
use crate::notation::lexeme::{Input, span_of};
use crate::notation::lexer::lexemes;
use crate::notation::outline::{RuleLines, is_blank, is_line_end, outline};
use crate::reader::transcription::relocate_grammar;
use crate::reader::{GrammarDocument, Reader, bare_in};
use crate::syntax::{Grammar, Notation, Span};
use layout::{Body, Layout};

/// Why a file is not formatted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// A part of the file cannot be read, so it is not known where it ends.
    #[error("{0}")]
    Unreadable(Box<GrammarError>),
    /// The file is in EBNF, which has no such layout.
    #[error("the file is in {0}, which is read and not laid out")]
    OtherNotation(Notation),
    /// The result would read as another grammar.
    #[error("the formatted text would read as another grammar; please report this file as a bug")]
    Changed,
}

/// Returns the text of a grammar file in the layout. Names that are not defined, or are defined twice, are no
/// obstacle.
///
/// # Errors
///
/// Returns [`FormatError::Unreadable`] with the first error of a text that cannot be read, and
/// [`FormatError::OtherNotation`] for EBNF.
pub fn format(reader: &Reader, source: &str) -> Result<String, FormatError> {
    format_document(reader, source, &reader.read(source))
}

/// Returns the text of a grammar file in the layout. `document` is what the reader reads in it: an editor has that already.
///
/// # Errors
///
/// Those of [`format()`].
///
/// ```
/// use rfcbnf::Reader;
/// use rfcbnf::format::format_document;
///
/// let (reader, source) = (Reader::default(), "number=1*digit\ndigit = %x30-39\n");
/// let formatted = format_document(&reader, source, &reader.read(source))?;
/// assert_eq!(formatted, "number = 1*digit\ndigit = %x30-39\n");
/// # Ok::<(), rfcbnf::format::FormatError>(())
/// ```
pub fn format_document(
    reader: &Reader,
    source: &str,
    document: &GrammarDocument,
) -> Result<String, FormatError> {
    let errors = || document.errors.iter().flatten();
    if let Some(error) = errors().find(|error| is_obstacle(error.kind())) {
        return Err(FormatError::Unreadable(Box::new(error.clone())));
    }
    let notation = document.grammar.notation;
    if !notation.is_of_rfcs() {
        return Err(FormatError::OtherNotation(notation));
    }
    // Damage is an obstacle, so the text is what was read.
    let mut formatted = formatted(reader, notation, source);
    if has_carriage_returns(source) {
        formatted = formatted.replace('\n', "\r\n");
    }
    // A text that has the layout reads as itself.
    if formatted == source || is_same(document, reader.read(&formatted)) {
        Ok(formatted)
    } else {
        Err(FormatError::Changed)
    }
}

/// A rule that is not in the layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unformatted {
    /// From its name to the end of its last line, with a comment at that end.
    pub span: Span,
    /// The rule in the layout.
    pub formatted: String,
}

/// Returns the rules of a grammar file that are not in the layout, in file order. White space between rules does not count, nor
/// before them.
///
/// ```
/// use rfcbnf::Reader;
/// use rfcbnf::format::unformatted;
///
/// let source = "  a = \"x\"\n\n\n  b = [a]\n";
/// let found = unformatted(&Reader::default(), source).expect("it can be read");
/// assert_eq!((found[0].span.clone(), &*found[0].formatted), (14..21, "b = [ a ]"));
/// ```
///
/// # Errors
///
/// Those of [`format()`].
pub fn unformatted(reader: &Reader, source: &str) -> Result<Vec<Unformatted>, FormatError> {
    let formatted = format(reader, source)?;
    let rules = rules(source).into_iter().zip(rules(&formatted));
    let unformatted = rules.filter_map(|(span, of_formatted)| {
        let formatted = formatted[of_formatted].replace('\r', "");
        let source = source[span.clone()].replace('\r', "");
        (formatted != source).then_some(Unformatted { span, formatted })
    });
    Ok(unformatted.collect())
}

/// Returns the place of each rule, to the end of its last line.
fn rules(text: &str) -> Vec<Span> {
    let rules = outline(Input::new(text)).rules.into_iter();
    let places = rules.map(|rule| {
        let start = span_of(&rule.definition.whole_name).start;
        let end = span_of(&rule.body).end;
        let rest = text[end..].lines().next().unwrap_or_default();
        start..end + rest.trim_end().len()
    });
    places.collect()
}

/// Returns whether text with such an error is not formatted.
fn is_obstacle(kind: &GrammarErrorKind) -> bool {
    !matches!(
        kind,
        GrammarErrorKind::EmptyAlternative { .. }
            | GrammarErrorKind::DuplicateRule { .. }
            | GrammarErrorKind::AdditionFirst { .. }
            | GrammarErrorKind::UndefinedRule { .. }
            | GrammarErrorKind::TooDeep { .. }
            | GrammarErrorKind::EmptyTooLarge { .. }
            | GrammarErrorKind::TooManyRounds { .. }
    )
}

/// Returns whether the first line of the file ends in CR LF.
fn has_carriage_returns(source: &str) -> bool {
    let end = source.find('\n');
    end.is_some_and(|end| source[..end].ends_with('\r'))
}

/// Returns whether both read as the same grammar, but for the places.
fn is_same(one: &GrammarDocument, other: GrammarDocument) -> bool {
    let mut other = other;
    other.grammar.source.clear();
    relocate_grammar(&mut other.grammar, &|_| 0);
    let mut grammar = Grammar {
        source: String::new(),
        ..one.grammar.clone()
    };
    relocate_grammar(&mut grammar, &|_| 0);
    let kinds = |document: &GrammarDocument| {
        let errors = document.errors.iter().flatten();
        let kinds: Vec<GrammarErrorKind> = errors.map(|error| error.kind().clone()).collect();
        kinds
    };
    grammar == other.grammar && kinds(one) == kinds(&other)
}

fn formatted(reader: &Reader, notation: Notation, text: &str) -> String {
    let mut out = Lines::default();
    let mut after = 0;
    for rule in outline(Input::new(text)).rules {
        let name = span_of(&rule.definition.whole_name);
        out.between(&text[after..name.start]);
        after = span_of(&rule.body).end;
        out.rule(&laid_out(reader, notation, text, &rule));
    }
    out.between(&text[after..]);
    out.text
}

/// Returns the lines of a rule.
fn laid_out(reader: &Reader, notation: Notation, text: &str, rule: &RuleLines<'_>) -> String {
    let definition = rule.definition;
    let bare = bare_in(definition.name.fragment(), &reader.bare_literals);
    let head = format!("{} {} ", definition.whole_name, definition.sign_text);
    let body = Body::of(text, lexemes(rule.body, notation, &bare));
    Layout::of(head, &body)
}

/// The lines of the file so far.
#[derive(Default)]
struct Lines {
    text: String,
    is_after_blank: bool,
}

impl Lines {
    /// Adds the comment lines and blank lines between rules. The first line is the rest of that of the rule above,
    /// and the last one the margin of the rule below.
    fn between(&mut self, text: &str) {
        let mut lines = text.split('\n').map(|line| {
            line.trim_matches(|one| is_blank(one) || is_line_end(one) || one == '\u{feff}')
        });
        if !self.text.is_empty() {
            lines.next();
        }
        let mut lines = lines.peekable();
        while let Some(line) = lines.next() {
            let is_margin = lines.peek().is_none();
            match line {
                "" if is_margin || self.text.is_empty() => {}
                "" => self.is_after_blank = true,
                comment => self.line(comment),
            }
        }
    }

    fn rule(&mut self, lines: &str) {
        self.line(lines);
    }

    fn line(&mut self, line: &str) {
        if std::mem::take(&mut self.is_after_blank) {
            self.text.push('\n');
        }
        self.text.push_str(line);
        self.text.push('\n');
    }
}
