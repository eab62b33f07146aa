//! Outlines: one line for each node of a tree or each step of a trace, indented by its depth.
//!
//! Invariant: a line is bounded by its own text and by [`LEVELS`], whatever its depth. So an outline
//! grows with the text, and not with the product of the text and the depth: a tree of a recursive
//! production can be as deep as its text is long.
//!
//! ```
//! use rfcbnf_engine::outline::Indent;
//!
//! assert_eq!(format!("{}list", Indent(2)), "    list");
//! assert_eq!(format!("{}list", Indent(1000)).trim_start(), "[1000] list");
//! ```

use core::fmt::{self, Display};
use core::ops::Range;

use crate::escape::Quoted;
use crate::excerpt::beginning;

/// The number of levels that are drawn. Below them, a line shows its depth as a number.
pub const LEVELS: usize = 32;

/// The most characters that are shown of the text of an inner node below [`LEVELS`], or in a list of
/// nodes.
const CUT: usize = 60;

/// The indentation of a line at a depth: two blanks for each level. Below [`LEVELS`] levels, it stays
/// the same, and the depth follows in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Indent(pub usize);

impl Display for Indent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indent = 2 * self.0.min(LEVELS);
        write!(formatter, "{:indent$}{}", "", DepthNumber(self.0))
    }
}

/// The depth in brackets, followed by a space, if it is below [`LEVELS`]; else nothing.
///
/// ```
/// use rfcbnf_engine::outline::{DepthNumber, LEVELS};
///
/// assert_eq!(DepthNumber(LEVELS).to_string(), "");
/// assert_eq!(DepthNumber(33).to_string(), "[33] ");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthNumber(pub usize);

impl Display for DepthNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > LEVELS {
            write!(formatter, "[{}] ", self.0)?;
        }
        Ok(())
    }
}

/// A line about a node: its production, its span and its text. The texts of inner nodes overlap, so
/// below [`LEVELS`] levels they are cut.
///
/// ```
/// use rfcbnf_engine::outline::NodeLine;
///
/// let line = NodeLine { depth: 1, production: "port", span: 2..4, text: b"80", is_leaf: true };
/// assert_eq!(line.to_string(), "  port 2..4 \"80\"");
/// ```
#[derive(Debug, Clone)]
pub struct NodeLine<'a, P> {
    /// The number of nodes above the node.
    pub depth: usize,
    /// The name of its production.
    pub production: P,
    /// Its span, as byte offsets in the whole text.
    pub span: Range<usize>,
    /// The octets of the span.
    pub text: &'a [u8],
    /// Whether no node is below it.
    pub is_leaf: bool,
}

impl<P: Display> Display for NodeLine<'_, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (indent, production) = (Indent(self.depth), &self.production);
        let Range { start, end } = self.span;
        write!(formatter, "{indent}{production} {start}..{end} ")?;
        if self.is_leaf || self.depth <= LEVELS {
            Quoted(self.text).fmt(formatter)
        } else {
            Cut(self.text).fmt(formatter)
        }
    }
}

/// The beginning of the text of an inner node, in quotation marks; an ellipsis follows if there is
/// more.
pub(crate) struct Cut<'a>(pub(crate) &'a [u8]);

impl Display for Cut<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = beginning(self.0, CUT);
        let ellipsis = if shown.len() < self.0.len() {
            "…"
        } else {
            ""
        };
        write!(formatter, "{}{ellipsis}", Quoted(shown))
    }
}
