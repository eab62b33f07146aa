//! The syntax tree of a grammar file.
//!
//! ```
//! use rfcbnf::syntax::Kind;
//!
//! let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
//! let port = grammar.production("port").unwrap();
//! assert_eq!(port.uses(), ["digit"]);
//! assert!(matches!(port.body.kind, Kind::Repetition { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: every [`Span`] begins and ends on a character boundary of [`Grammar::source`], and
//! the span of a child lies within that of its parent. The alternatives that `=/` adds are the
//! exception: their spans lie within [`Production::additions`].

mod expression;
mod source_document;
mod text_conventions;
mod uses;

pub(crate) use expression::in_any_case;
pub use expression::{Case, Expression, Kind, LiteralForm, Quantifier, Span};
pub use source_document::SourceDocument;
pub use text_conventions::{Folding, LineEnds, TextConventions};

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rfcbnf_engine::utf8;

/// A grammar file: its productions in file order, and the headings above them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grammar {
    /// The text of the file, to which every span refers. The core rules of ABNF that the file uses
    /// and does not define follow it, and then the texts of [`imported`](Self::imported) files.
    pub source: String,
    /// The document that the source was taken out of; `None` if the source is the file itself.
    pub document: Option<Arc<SourceDocument>>,
    /// The files that productions were imported from, in the order of their texts.
    pub imported: Vec<ImportedFile>,
    /// The names of the files that the grammar's own files import, and that define nothing that it needs.
    pub unused_imports: Vec<String>,
    /// How the file writes rules.
    pub notation: Notation,
    /// How the characters of literals and ranges become octets.
    pub encoding: Encoding,
    /// How texts are read before the grammar applies.
    pub conventions: TextConventions,
    /// The headings in file order, including those that no production follows.
    pub headings: Vec<Heading>,
    /// The productions in file order.
    pub productions: Vec<Production>,
}

/// A file that productions of a grammar were imported from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// The name, such as `rfc3986`.
    pub name: String,
    /// Its text in [`Grammar::source`].
    pub span: Span,
}

/// A separate block of comment lines, which begins a group of productions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The text of the comment without semicolons, its lines joined by a space.
    pub text: String,
    /// From the first semicolon to the end of the last line.
    pub span: Span,
}

/// One rule of the grammar: `name = body`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Production {
    /// The name as the file writes it.
    pub name: String,
    /// The position of the name in the definition.
    pub name_span: Span,
    /// From the name to the end of the body, without comments after it.
    pub span: Span,
    /// The rules that add alternatives to this one with `=/`, in file order, each from its name to
    /// the end of its body. The spans of the alternatives lie within them.
    pub additions: Vec<Span>,
    /// An index into [`Grammar::headings`]; `None` for a production above the first heading.
    pub heading: Option<usize>,
    /// The comments on the production: the lines directly above it, and those beside or between
    /// the lines of its body.
    pub comments: Vec<Comment>,
    /// The expression that the production derives.
    pub body: Expression,
    /// Prefixes that no match of the production may have, in any case of letters. Empty unless a
    /// reading excludes some.
    pub excluded: Vec<String>,
    /// The ids of the readings applied to the production.
    pub readings: Vec<String>,
    /// The productions whose alternatives give readings the names that they decide this one with.
    pub named_under: Vec<String>,
    /// What else decides about its texts: their length, which another part of the text gives. `None` for
    /// most productions.
    pub length: Option<GivenLength>,
}

impl Production {
    /// Returns a production with that body, at its place.
    pub(crate) fn of(name: impl Into<String>, body: Expression) -> Self {
        Self {
            name: name.into(),
            name_span: body.span.clone(),
            span: body.span.clone(),
            additions: Vec::new(),
            heading: None,
            comments: Vec::new(),
            body,
            excluded: Vec::new(),
            readings: Vec::new(),
            named_under: Vec::new(),
            length: None,
        }
    }
}

/// That another part of the text gives the length of what a production derives, as the size of a chunk does in
/// HTTP. The grammar cannot say that such a text is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenLength {
    /// The reason, in a sentence without a full stop.
    pub reason: String,
    /// The section of the document that says so.
    pub section: String,
}

/// Writes the reason, and the section in brackets.
impl fmt::Display for GivenLength {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.reason, self.section)
    }
}

/// A comment on a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The text, without the semicolon and the white space around it.
    pub text: String,
    /// From the semicolon to the end of the line.
    pub span: Span,
}

/// How a file writes rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// The notation of RFC 822, Section 2, as RFC 1738 uses it: `name = body`, alternatives with
    /// `|` or `/`. Letters in literals compare exactly.
    #[default]
    Rfc822,
    /// ABNF: RFC 5234 and RFC 7405. Letters in literals and in names compare in any case, unless
    /// `%s` or numbers say otherwise.
    Abnf,
    /// `<name> ::= body`, alternatives with `|`, as RFC 2141 and others print it. Letters in
    /// literals compare exactly.
    Bnf,
    /// The EBNF of the W3C: XML 1.0, Section 6. `name ::= body`, `[a-z]`, `#x41`, `a?`, `a*`, `a+`.
    /// Numbers are those of characters in UTF-8.
    W3c,
    /// The EBNF of ISO/IEC 14977: `name = body ;`, `a , b`, `[ a ]`, `{ a }`, `2 * a`.
    Iso,
    /// ANTLR: `name : body ;`. What its lexer skips may precede each token.
    Antlr,
    /// A parsing expression grammar: `name <- body`. Its choice is read without its order.
    Peg,
    /// pest: `name = { body }`. Its choice is read without its order.
    Pest,
    /// The arrows of textbooks: `S → aSb | ε`. Capitals are names, other letters stand for themselves.
    Textbook,
}

impl Grammar {
    /// Returns the imported file that the offset of the source lies in; `None` for the grammar's own
    /// file.
    ///
    /// ```
    /// let grammar = rfcbnf::read("digit = \"0\" | \"1\"\n")?;
    /// assert_eq!(grammar.file_at(0), None);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn file_at(&self, offset: usize) -> Option<&ImportedFile> {
        let mut files = self.imported.iter();
        files.find(|file| file.span.contains(&offset))
    }

    /// Returns the production of that name. Takes time linear in the number of productions; use
    /// [`ResolvedGrammar::find`](crate::resolved::ResolvedGrammar::find) to find many.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&Production> {
        self.productions
            .iter()
            .find(|production| production.name == name)
    }

    /// Returns whether every production derives text: ASCII, or characters that are written in UTF-8.
    pub(crate) fn derives_text(&self) -> bool {
        let mut is_ascii = true;
        for production in &self.productions {
            production.body.walk(&mut |part| {
                is_ascii &= match &part.kind {
                    Kind::Literal { text, .. } => text.is_ascii(),
                    Kind::Range { last, .. } => last.is_ascii(),
                    _ => true,
                };
            });
        }
        is_ascii || self.encoding == Encoding::Utf8
    }

    /// Returns the source without the core rules and the imported files after it.
    #[must_use]
    pub fn own_source(&self) -> &str {
        let end = self.own_end();
        &self.source[..end]
    }

    /// Returns the text of a production in the file, without comments after it. Rules that add
    /// alternatives are on lines of their own.
    #[must_use]
    pub fn text(&self, production: &Production) -> Cow<'_, str> {
        let first = &self.source[production.span.clone()];
        if production.additions.is_empty() {
            return Cow::Borrowed(first);
        }
        let additions = production.additions.iter();
        let additions = additions.map(|span| &self.source[span.clone()]);
        let rules: Vec<&str> = std::iter::once(first).chain(additions).collect();
        Cow::Owned(rules.join("\n"))
    }
}

/// How the characters of a grammar become the octets of a text. RFC 5234, Section 2.3 gives the terminals of a grammar as
/// numbers, and leaves it to each specification how a text encodes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "files", derive(serde::Serialize, serde::Deserialize))]
pub enum Encoding {
    /// A number is an octet: `%xFF` is the octet FF. A character of the syntax tree above U+007F
    /// stands for the octet with its number.
    #[default]
    Octets,
    /// A number is a character, and texts are UTF-8. A grammar with numbers above FF has this
    /// encoding.
    Utf8,
}

impl Encoding {
    /// Returns whether numbers are octets.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "`skip_serializing_if` passes a reference"
    )]
    pub(crate) fn is_of_octets(&self) -> bool {
        *self == Self::Octets
    }

    /// Returns the octets of a text of the syntax tree.
    ///
    /// ```
    /// use rfcbnf::syntax::Encoding;
    ///
    /// assert_eq!(*Encoding::Octets.octets("a\u{e9}"), [b'a', 0xe9]);
    /// assert_eq!(*Encoding::Utf8.octets("a\u{e9}"), [b'a', 0xc3, 0xa9]);
    /// ```
    #[must_use]
    pub fn octets(self, text: &str) -> Cow<'_, [u8]> {
        if self == Self::Utf8 || text.is_ascii() {
            return Cow::Borrowed(text.as_bytes());
        }
        let octets = text.chars();
        octets.filter_map(|one| u8::try_from(one).ok()).collect()
    }

    /// Returns the texts of one character from a range, as sequences of ranges of octets. No text
    /// is in two of them. They are in the order of the characters.
    ///
    /// ```
    /// use rfcbnf::syntax::Encoding;
    ///
    /// assert_eq!(Encoding::Octets.sequences('a', '\u{ff}'), [[b'a'..=0xff]]);
    /// assert_eq!(Encoding::Utf8.sequences('a', '\u{ff}'), [
    ///     vec![b'a'..=0x7f],
    ///     vec![0xc2..=0xc3, 0x80..=0xbf],
    /// ]);
    /// ```
    #[must_use]
    pub fn sequences(self, first: char, last: char) -> Vec<Vec<RangeInclusive<u8>>> {
        match self {
            Self::Octets => {
                let octet = |one: char| u8::try_from(one).unwrap_or(u8::MAX);
                vec![vec![octet(first)..=octet(last)]]
            }
            Self::Utf8 => utf8::sequences(first, last),
        }
    }
}
