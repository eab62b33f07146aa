//! Trees as text.

use core::fmt::{self, Write as _};

use super::{Node, Tree};
use crate::escape::Quoted;
use crate::production::Production;

/// Writes a line for each node, indented by its depth: production, span, text.
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
            let span = node.span();
            let (indent, rule, text) = (2 * depth, node.rule(), Quoted(node.octets()));
            let (start, end) = (span.start, span.end);
            writeln!(formatter, "{:indent$}{rule} {start}..{end} {text}", "")?;
        }
        Ok(())
    }
}

impl<P: Production> fmt::Debug for Tree<'_, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Tree(")?;
        fmt::Debug::fmt(&self.root(), formatter)?;
        formatter.write_char(')')
    }
}

impl<P: Production> fmt::Debug for Node<'_, '_, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = self.span();
        write!(formatter, "{} {}..{}", self.rule(), span.start, span.end)
    }
}
