//! Trees as text.

use core::fmt;

use super::{Node, Tree};
use crate::escape::Quoted;
use crate::outline::NodeLine;
use crate::production::Production;

/// Writes a line for each node, indented by its depth: production, span, text. The output grows with
/// the text, also if the tree is deep: see [`outline`](crate::outline).
impl<P: Production> fmt::Display for Tree<'_, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root().fmt(formatter)
    }
}

/// Writes a line for this node and each node below it, indented by its depth: production, span,
/// text.
impl<P: Production> fmt::Display for Node<'_, '_, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in self.descendants_with_depth() {
            let line = NodeLine {
                depth,
                production: node.rule(),
                span: node.span(),
                text: node.octets(),
                is_leaf: node.children().next().is_none(),
            };
            writeln!(formatter, "{line}")?;
        }
        Ok(())
    }
}

/// Writes the root, as in `Tree(host 0..1 "h")`; with `{:#?}` every node, as
/// [`Display`](fmt::Display) does.
impl<P: Production> fmt::Debug for Tree<'_, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if formatter.alternate() {
            return fmt::Display::fmt(self, formatter);
        }
        write!(formatter, "Tree({:?})", self.root())
    }
}

/// Writes production, span and text, as in `host 0..1 "h"`.
impl<P: Production> fmt::Debug for Node<'_, '_, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rule, span, text) = (self.rule(), self.span(), Quoted(self.octets()));
        write!(formatter, "{rule} {}..{} {text}", span.start, span.end)
    }
}
