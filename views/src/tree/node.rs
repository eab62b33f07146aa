//! The node interface that every view of a tree uses.

use std::fmt::Display;
use std::ops::Range;

use rfcbnf_engine::Production;

/// A node of a tree: of the library's, or of a derivation by any grammar.
pub trait Node: Copy {
    /// Returns the production, which writes its name.
    fn production(&self) -> impl Display;

    /// Returns the span that the production derives, in bytes of the whole text.
    fn span(&self) -> Range<usize>;

    /// Returns the octets of the span.
    fn octets(&self) -> &[u8];

    /// Returns the nodes directly below.
    fn children(&self) -> impl Iterator<Item = Self>;
}

impl<P: Production> Node for rfcbnf_engine::Node<'_, '_, P> {
    fn production(&self) -> impl Display {
        self.rule()
    }

    fn span(&self) -> Range<usize> {
        (*self).span()
    }

    fn octets(&self) -> &[u8] {
        (*self).octets()
    }

    fn children(&self) -> impl Iterator<Item = Self> {
        (*self).children()
    }
}

impl Node for rfcbnf::derivations::Node<'_> {
    fn production(&self) -> impl Display {
        (*self).production()
    }

    fn span(&self) -> Range<usize> {
        (*self).span()
    }

    fn octets(&self) -> &[u8] {
        (*self).text()
    }

    fn children(&self) -> impl Iterator<Item = Self> {
        (*self).children()
    }
}
