//! The nodes of a tree.

use alloc::vec::Vec;
use core::ops::Range;

use super::text::TreeText as _;
use super::{LineColumn, Nodes, Tree};
use crate::production::Production;

/// A production and the part of the text that it derives.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let tree = parse(Rule::Hostport, "w3.org:80")?;
/// let hostname = tree.find(Rule::Hostname).unwrap();
/// assert_eq!((hostname.span(), hostname.text()), (0..6, "w3.org"));
/// assert_eq!(hostname.octets(), b"w3.org");
///
/// let labels: Vec<Rule> = hostname.children().map(|label| label.rule()).collect();
/// assert_eq!(labels, [Rule::Domainlabel, Rule::Toplabel]);
/// assert_eq!(hostname.descendants().count(), 3);
/// assert_eq!(hostname.find_all(Rule::Toplabel).count(), 1);
///
/// for (depth, node) in tree.root().descendants_with_depth() {
///     println!("{}{}", "  ".repeat(depth), node.rule());
/// }
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Node<'a, 't, P: Production> {
    tree: &'a Tree<'t, P>,
    index: usize,
}

impl<'a, 't, P: Production> Node<'a, 't, P> {
    pub(super) fn new(tree: &'a Tree<'t, P>, index: usize) -> Self {
        Self { tree, index }
    }

    /// Returns the production.
    #[must_use]
    pub fn rule(self) -> P {
        P::from_id(self.tree.grammar, self.tree.records[self.index].production)
    }

    /// Returns the span that it derives, as byte offsets in the whole text.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        let record = &self.tree.records[self.index];
        record.start..record.end
    }

    /// Returns the text that it derives.
    #[must_use]
    pub fn text(self) -> &'t P::Text {
        self.tree.text.part(self.span())
    }

    /// Returns the octets that it derives.
    #[must_use]
    pub fn octets(self) -> &'t [u8] {
        &self.tree.octets()[self.span()]
    }

    /// Returns line and column of its start. Counts the line ends from the start of the text.
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
        LineColumn::after(&self.tree.octets()[..self.span().start])
    }

    /// Returns an iterator over the children.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let after = self.tree.records[self.index].after;
        let next = move |node: &Self| {
            let index = node.tree.records[node.index].after;
            (index < after).then(|| Self::new(node.tree, index))
        };
        let first = (self.index + 1 < after).then(|| Self::new(self.tree, self.index + 1));
        core::iter::successors(first, next)
    }

    /// Returns the parent of this node; `None` for the root. Takes time linear in the number of
    /// nodes before this one.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let tree = parse(Rule::Hostport, "host:80")?;
    /// let port = tree.find(Rule::Port).unwrap();
    /// assert_eq!(port.parent(), Some(tree.root()));
    /// assert_eq!(tree.root().parent(), None);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let before = &self.tree.records[..self.index];
        let index = before
            .iter()
            .rposition(|record| record.after > self.index)?;
        Some(Self::new(self.tree, index))
    }

    /// Returns an iterator over this node and all nodes above it, up to the root. The whole
    /// iteration takes time linear in the number of nodes before this one.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let tree = parse(Rule::Url, "http://h:80/")?;
    /// let port = tree.find(Rule::Port).unwrap();
    /// let rules: Vec<Rule> = port.ancestors().map(|node| node.rule()).collect();
    /// assert_eq!(rules, [Rule::Port, Rule::Hostport, Rule::Httpurl, Rule::Url]);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    pub fn ancestors(self) -> impl Iterator<Item = Self> {
        core::iter::successors(Some(self), |node| node.parent())
    }

    /// Returns the innermost node, at or below this one, whose span holds the octet at that offset
    /// in the whole text; `None` if this node does not hold it.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let tree = parse(Rule::Url, "http://h:80/")?;
    /// let port = tree.find(Rule::Port).unwrap();
    /// assert_eq!(port.innermost_at(9), tree.find(Rule::Digits));
    /// assert_eq!(port.innermost_at(7), None);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn innermost_at(self, offset: usize) -> Option<Self> {
        let records = &self.tree.records;
        let mut innermost = None;
        let (mut index, mut end) = (self.index, records[self.index].after);
        while index < end {
            let record = &records[index];
            if (record.start..record.end).contains(&offset) {
                innermost = Some(index);
                end = record.after;
                index += 1;
            } else {
                index = record.after;
            }
        }
        innermost.map(|index| Self::new(self.tree, index))
    }

    /// Returns an iterator over this node and all nodes below it, in preorder.
    #[must_use]
    pub fn descendants(self) -> Nodes<'a, 't, P> {
        Nodes::new(self.tree, self.index..self.tree.records[self.index].after)
    }

    /// Returns an iterator over this node and all nodes below it, in preorder, each with its depth:
    /// 0 for this node, 1 for its children.
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

    /// Returns the first child of the production.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let tree = parse(Rule::Hostport, "ds.internic.net:80")?;
    /// let port = tree.root().child(Rule::Port);
    /// assert_eq!(port.map(|port| port.text()), Some("80"));
    /// assert!(tree.root().child(Rule::Toplabel).is_none());
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn child(self, production: P) -> Option<Self> {
        self.children_of(production).next()
    }

    /// Returns an iterator over the children of the production.
    pub fn children_of(self, production: P) -> impl Iterator<Item = Self> {
        let id = production.id();
        let is_wanted = move |node: &Self| node.tree.records[node.index].production == id;
        self.children().filter(is_wanted)
    }

    /// Returns the child of a production that the definition of this one always derives, for the types that
    /// [`typed_nodes!`](crate::typed_nodes!) declares.
    ///
    /// # Panics
    ///
    /// Panics if there is no such child.
    #[doc(hidden)]
    #[must_use]
    pub fn only(self, production: P) -> Self {
        let child = self.child(production);
        child.unwrap_or_else(|| panic!("{:?} has no {production}", self.rule()))
    }

    /// Returns the first node of the production at or below this one, in preorder.
    #[must_use]
    pub fn find(self, production: P) -> Option<Self> {
        self.find_all(production).next()
    }

    /// Returns an iterator over the nodes of the production at or below this one, in preorder.
    pub fn find_all(self, production: P) -> impl Iterator<Item = Self> {
        let id = production.id();
        let is_wanted = move |node: &Self| node.tree.records[node.index].production == id;
        self.descendants().filter(is_wanted)
    }
}

/// Two nodes are equal if they are the same node of the same tree.
impl<P: Production> PartialEq for Node<'_, '_, P> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.tree, other.tree) && self.index == other.index
    }
}

impl<P: Production> Eq for Node<'_, '_, P> {}

/// The ways from a tree to its nodes.
impl<'t, P: Production> Tree<'t, P> {
    /// Returns the root: the node of the production that the text was parsed as.
    #[must_use]
    pub fn root(&self) -> Node<'_, 't, P> {
        Node::new(self, 0)
    }

    /// Returns an iterator over all nodes, in preorder.
    #[must_use]
    pub fn iter(&self) -> Nodes<'_, 't, P> {
        self.root().descendants()
    }

    /// Returns the first node of the production, in preorder.
    #[must_use]
    pub fn find(&self, production: P) -> Option<Node<'_, 't, P>> {
        self.root().find(production)
    }

    /// Returns the innermost node whose span holds the octet at that offset: the production that an
    /// editor shows at a cursor. Returns `None` if the offset is not in the text.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let tree = parse(Rule::Url, "http://host:80/a")?;
    /// assert_eq!(tree.innermost_at(8).unwrap().rule(), Rule::Toplabel);
    /// // Only the production of host and port holds the colon.
    /// assert_eq!(tree.innermost_at(11).unwrap().rule(), Rule::Hostport);
    /// assert_eq!(tree.innermost_at(16), None);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn innermost_at(&self, offset: usize) -> Option<Node<'_, 't, P>> {
        self.root().innermost_at(offset)
    }

    /// Returns an iterator over all nodes of the production, in preorder.
    pub fn find_all(&self, production: P) -> impl Iterator<Item = Node<'_, 't, P>> {
        self.root().find_all(production)
    }
}

/// Iterates over all nodes, in preorder.
impl<'a, 't, P: Production> IntoIterator for &'a Tree<'t, P> {
    type Item = Node<'a, 't, P>;
    type IntoIter = Nodes<'a, 't, P>;

    fn into_iter(self) -> Nodes<'a, 't, P> {
        self.iter()
    }
}
