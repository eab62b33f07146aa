//! Nodes of trees, wherever a tree comes from.

use std::ops::Range;

/// A node of the library's tree or of a derivation.
pub(crate) trait Node: Copy {
    /// The name of the production.
    fn production(&self) -> &str;

    /// What it derives, as byte offsets in the whole text.
    fn span(&self) -> Range<usize>;

    /// What it derives.
    fn text(&self) -> &str;

    /// The nodes directly below.
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
