//! What a match leaves out of the document or changes in it.

use core::fmt;
use core::ops::Range;

use rfcbnf_engine::LineColumn;

/// A place where the text of a match differs from the document, other than by white space around
/// line ends.
///
/// ```
/// use rfc1738::extract::RepairKind;
///
/// let mail = "> at <URL:http://h/a/\n> b>";
/// let found = rfc1738::extract(mail).next().unwrap();
/// assert_eq!(found.text(), b"http://h/a/b");
/// let repair = &found.repairs()[0];
/// assert_eq!(repair.kind(), RepairKind::QuoteMark);
/// assert_eq!(&mail[repair.span()], ">");
/// assert_eq!((repair.position().line, repair.position().column), (2, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    kind: RepairKind,
    span: Range<usize>,
    position: LineColumn,
}

/// The kind of a [`Repair`].
///
/// ```
/// use rfc1738::extract::RepairKind;
///
/// let found = rfc1738::extract("&lt;URL:http://h/?a&amp;b&gt;").next().unwrap();
/// assert_eq!(found.text(), b"http://h/?a&b");
/// let kind = found.repairs()[0].kind();
/// assert_eq!((kind, kind.as_str()), (RepairKind::Reference, "reference"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// The mark of a quoted line, such as `>`, is left out.
    QuoteMark,
    /// The mark of a comment line, such as `//` or `#`, is left out.
    CommentMark,
    /// The end of a page is left out: a form feed, and the footer and header of a printed RFC.
    PageBreak,
    /// White space within a line of a wrapper is left out. The author may have meant `%20`.
    WhiteSpace,
    /// A hyphen at the end of a line is left out, because the text with it is not a URL. A typesetter's hyphen
    /// (U+00AD, U+2010) always is.
    Hyphen,
    /// An HTML tag is left out.
    Tag,
    /// A reference to a character, such as `&amp;` in HTML and `\u0026` in JSON, is read as its
    /// character.
    Reference,
    /// A backslash before a character is left out, as in `\-`, `\_` and `\.`, or an escape that
    /// stands for nothing, as in `\&.` and `\:`.
    Escape,
    /// The URL ends before a character outside US-ASCII that may belong to it.
    NonAscii,
    /// The number of a line is left out: the line of the `<URL:` begins with a number, and this one with the
    /// next.
    LineNumber,
    /// The `=` of a soft line break is left out, with which quoted-printable breaks a line of 76 octets
    /// (RFC 2045, 6.7).
    SoftBreak,
}

impl Repair {
    pub(super) fn new(kind: RepairKind, span: Range<usize>, position: LineColumn) -> Self {
        Self {
            kind,
            span,
            position,
        }
    }

    /// Returns the kind of the repair.
    #[must_use]
    pub fn kind(&self) -> RepairKind {
        self.kind
    }

    /// Returns the span of the document that is left out or changed, as byte offsets. If the kind
    /// is [`RepairKind::NonAscii`], the span is that of the first character after the URL;
    /// otherwise, it is within the span of the match.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns line and column of the start of its span, counted like those of the match.
    #[must_use]
    pub fn position(&self) -> LineColumn {
        self.position
    }
}

impl RepairKind {
    /// Returns its name: `quote-mark`, `comment-mark`, `page-break`, `white-space`, `hyphen`,
    /// `tag`, `reference`, `escape`, `non-ascii`, `line-number` or `soft-break`. The names do not change between versions.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::QuoteMark => "quote-mark",
            Self::CommentMark => "comment-mark",
            Self::PageBreak => "page-break",
            Self::WhiteSpace => "white-space",
            Self::Hyphen => "hyphen",
            Self::Tag => "tag",
            Self::Reference => "reference",
            Self::Escape => "escape",
            Self::NonAscii => "non-ascii",
            Self::LineNumber => "line-number",
            Self::SoftBreak => "soft-break",
        }
    }
}

/// Writes the name: [`Self::as_str`].
impl fmt::Display for RepairKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}
