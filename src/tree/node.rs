//! A node of a tree.

use std::ops::Range;

use super::{LineColumn, Nodes, Tree};
use crate::rules::Rule;

/// A production and the part of the text that it derives.
#[derive(Clone, Copy)]
pub struct Node<'a, 't> {
    tree: &'a Tree<'t>,
    index: usize,
}

impl<'a, 't> Node<'a, 't> {
    pub(super) fn new(tree: &'a Tree<'t>, index: usize) -> Self {
        Self { tree, index }
    }

    /// The production.
    #[must_use]
    pub fn rule(self) -> Rule {
        self.tree.records[self.index].rule
    }

    /// What it derives, as byte offsets in the whole text.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        let record = &self.tree.records[self.index];
        record.start..record.end
    }

    /// What it derives.
    #[must_use]
    pub fn text(self) -> &'t str {
        &self.tree.text[self.span()]
    }

    /// Where it begins. Counts line ends from the start of the text, so it takes time.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let tree = parse(Rule::Hostport, "host:80")?;
    /// assert_eq!(tree.find(Rule::Port).unwrap().position().column, 6);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn position(self) -> LineColumn {
        LineColumn::of(self.tree.text, self.span().start)
    }

    /// The nodes directly below.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let after = self.tree.records[self.index].after;
        let next = move |node: &Self| {
            let index = node.tree.records[node.index].after;
            (index < after).then(|| Self::new(node.tree, index))
        };
        let first = (self.index + 1 < after).then(|| Self::new(self.tree, self.index + 1));
        std::iter::successors(first, next)
    }

    /// This node and all nodes below it, each before those below it.
    #[must_use]
    pub fn descendants(self) -> Nodes<'a, 't> {
        Nodes::new(self.tree, self.index..self.tree.records[self.index].after)
    }

    /// The same, each with the number of nodes between it and this one: 0 for this node, 1
    /// for its children.
    pub fn descendants_with_depth(self) -> impl Iterator<Item = (usize, Self)> {
        let mut open: Vec<usize> = Vec::new();
        self.descendants().map(move |node| {
            while open.last().is_some_and(|&after| after <= node.index) {
                open.pop();
            }
            open.push(node.tree.records[node.index].after);
            (open.len() - 1, node)
        })
    }

    /// The first node of the production, in the order of [`Node::descendants`].
    #[must_use]
    pub fn find(self, rule: Rule) -> Option<Self> {
        self.find_all(rule).next()
    }

    /// All nodes of the production, in the order of [`Node::descendants`].
    pub fn find_all(self, rule: Rule) -> impl Iterator<Item = Self> {
        self.descendants().filter(move |node| node.rule() == rule)
    }
}

/// Nodes are equal if they are the same node of the same tree.
impl PartialEq for Node<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.index == other.index
    }
}

impl Eq for Node<'_, '_> {}
