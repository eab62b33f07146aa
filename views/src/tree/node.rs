//! The node interface that every view of a tree uses.

use std::ops::Range;

/// A node of a tree: of the library's, or of a derivation by any grammar.
pub trait Node: Copy {
    /// Returns the name of the production.
    fn production(&self) -> &str;

    /// Returns the span that the production derives, in bytes of the whole text.
    fn span(&self) -> Range<usize>;

    /// Returns the text of the span.
    fn text(&self) -> &str;

    /// Returns the nodes directly below.
    fn children(&self) -> impl Iterator<Item = Self>;
}

impl Node for rfc1738::Node<'_, '_> {
    fn production(&self) -> &str {
        self.rule().name()
    }

    fn span(&self) -> Range<usize> {
        (*self).span()
    }

    fn text(&self) -> &str {
        (*self).text()
    }

    fn children(&self) -> impl Iterator<Item = Self> {
        (*self).children()
    }
}

impl Node for rfcbnf::derivations::Node<'_> {
    fn production(&self) -> &str {
        (*self).production()
    }

    fn span(&self) -> Range<usize> {
        (*self).span()
    }

    fn text(&self) -> &str {
        (*self).text()
    }

    fn children(&self) -> impl Iterator<Item = Self> {
        (*self).children()
    }
}
