//! Iterators over the nodes of a tree.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::{Node, Tree};
use crate::outline::Cut;
use crate::production::Production;

/// An iterator over nodes of a tree, in preorder.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let tree = parse(Rule::Hostport, "host:80")?;
/// let last = (&tree).into_iter().next_back().unwrap();
/// assert_eq!((tree.iter().len(), last.rule()), (6, Rule::Digits));
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Clone)]
pub struct Nodes<'a, 't, P: Production> {
    tree: &'a Tree<'t, P>,
    indices: Range<usize>,
}

impl<'a, 't, P: Production> Nodes<'a, 't, P> {
    pub(super) fn new(tree: &'a Tree<'t, P>, indices: Range<usize>) -> Self {
        Self { tree, indices }
    }
}

impl<'a, 't, P: Production> Iterator for Nodes<'a, 't, P> {
    type Item = Node<'a, 't, P>;

    fn next(&mut self) -> Option<Node<'a, 't, P>> {
        let index = self.indices.next()?;
        Some(Node::new(self.tree, index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }
}

impl<P: Production> DoubleEndedIterator for Nodes<'_, '_, P> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.indices.next_back()?;
        Some(Node::new(self.tree, index))
    }
}

impl<P: Production> ExactSizeIterator for Nodes<'_, '_, P> {}

impl<P: Production> FusedIterator for Nodes<'_, '_, P> {}

/// Writes production, span and text of each node. The texts of inner nodes overlap, so they are cut.
impl<P: Production> fmt::Debug for Nodes<'_, '_, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.clone().map(Listed);
        formatter.debug_list().entries(nodes).finish()
    }
}

/// A node in a list.
struct Listed<'a, 't, P: Production>(Node<'a, 't, P>);

impl<P: Production> fmt::Debug for Listed<'_, '_, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(node) = self;
        if node.children().next().is_none() {
            return node.fmt(formatter);
        }
        let (rule, span) = (node.rule(), node.span());
        write!(
            formatter,
            "{rule} {}..{} {}",
            span.start,
            span.end,
            Cut(node.octets())
        )
    }
}
