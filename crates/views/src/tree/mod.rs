//! Trees: with branches for people, as s-expressions, as JSON.
//!
//! ```
//! use rfc1738::{Rule, parse};
//! use rfc1738_views::tree::sexp;
//!
//! let tree = parse(Rule::Port, "80")?;
//! let mut out = Vec::new();
//! sexp::write(&mut out, tree.root())?;
//! assert_eq!(out, b"(port 0 2\n  (digits 0 2 \"80\"))\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod json;
pub mod sexp;
pub mod svg;
pub mod text;

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
    fn children(self) -> impl Iterator<Item = Self>;
}

/// A node in the order in which views write a tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Visit<N> {
    pub(crate) node: N,
    /// The number of nodes above it.
    pub(crate) depth: usize,
    /// Whether no sibling follows it.
    pub(crate) is_last: bool,
    /// Whether no node is below it.
    pub(crate) is_leaf: bool,
}

/// Returns the node and all nodes below it, in preorder. Keeps the open nodes on the heap: a tree of
/// a recursive production can be too deep for the stack of a thread.
pub(crate) fn preorder<N: Node>(root: N) -> impl Iterator<Item = Visit<N>> {
    let mut open = Vec::new();
    let mut next = Some((root, true));
    std::iter::from_fn(move || {
        let (node, is_last) = next.take()?;
        let depth = open.len();
        let mut children = node.children().peekable();
        let is_leaf = children.peek().is_none();
        open.push(children);
        while let Some(siblings) = open.last_mut() {
            if let Some(node) = siblings.next() {
                next = Some((node, siblings.peek().is_none()));
                break;
            }
            open.pop();
        }
        Some(Visit {
            node,
            depth,
            is_last,
            is_leaf,
        })
    })
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

    fn children(self) -> impl Iterator<Item = Self> {
        self.children()
    }
}

impl Node for rfcbnf::derivations::DerivationNode<'_> {
    fn production(&self) -> impl Display {
        (*self).production()
    }

    fn span(&self) -> Range<usize> {
        (*self).span()
    }

    fn octets(&self) -> &[u8] {
        (*self).text()
    }

    fn children(self) -> impl Iterator<Item = Self> {
        self.children()
    }
}
