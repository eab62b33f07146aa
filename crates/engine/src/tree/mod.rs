//! Trees: which production derives which part of a text.

mod characters;
mod collector;
mod events;
mod record;
mod typed;

#[doc(hidden)]
pub use typed::no_alternative;

pub(crate) use characters::tree_records;
pub use characters::{CharacterChain, CharacterTable};
pub use events::NodeEvent;
pub(crate) use events::{NodeSink, OpenNodes, pass_on};
#[cfg_attr(
    not(feature = "recognizer"),
    expect(unreachable_pub, reason = "the recognizer makes it public")
)]
pub use record::TreeRecord;

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use crate::document::LineColumn;
use crate::escape::Quoted;
use crate::origin::Origin;
use crate::outline::{Cut, NodeLine};
use crate::production::Production;
use crate::text::TreeText as _;

/// The productions that a tree or a trace shows.
///
/// ```
/// use rfc1738::{Detail, Rule, parse_in_detail};
///
/// let count = |detail| parse_in_detail(Rule::Port, "80", detail).unwrap().iter().count();
/// assert_eq!((count(Detail::Rules), count(Detail::Characters)), (2, 4));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Detail {
    /// Every production except those for single characters.
    #[default]
    Rules,
    /// Every production.
    Characters,
}

/// The derivation of a text; the first in priority order if there are several.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let tree = parse(Rule::Newsurl, "news:alt.test")?;
/// assert_eq!(tree.to_string(), "\
/// newsurl 0..13 \"news:alt.test\"
///   grouppart 5..13 \"alt.test\"
///     group 5..13 \"alt.test\"
/// ");
/// assert_eq!((tree.text(), tree.octets()), ("news:alt.test", &b"news:alt.test"[..]));
/// assert_eq!(tree.root().rule(), Rule::Newsurl);
/// assert_eq!(tree.iter().count(), 3);
/// assert_eq!(tree.find(Rule::Group), tree.find_all(Rule::Group).next());
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub struct Tree<'t, P: Production> {
    text: &'t P::Text,
    grammar: P::Grammar,
    records: Vec<TreeRecord>,
}

impl<'t, P: Production> Tree<'t, P> {
    /// Returns the tree with these records, which [`tree_records`] returned for the same text and
    /// grammar.
    pub(crate) fn new(text: &'t P::Text, grammar: P::Grammar, records: Vec<TreeRecord>) -> Self {
        Self {
            text,
            grammar,
            records,
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &'t P::Text {
        self.text
    }

    /// Returns the octets of the text.
    #[must_use]
    pub fn octets(&self) -> &'t [u8] {
        self.text.as_octets()
    }

    /// Returns the tree of a text that was made of another one, over that one: the same nodes, with their parts of it. The
    /// root is all of it.
    #[must_use]
    pub fn within<'o>(self, text: &'o P::Text, origin: &impl Origin) -> Tree<'o, P> {
        let mut records = self.records;
        for (index, record) in records.iter_mut().enumerate() {
            let span = match index {
                0 => 0..text.as_octets().len(),
                _ => origin.document_span(record.span()),
            };
            *record = TreeRecord::new(record.production(), span, record.after());
        }
        Tree::new(text, self.grammar, records)
    }

    /// Calls `visitor` for the start and the end of each node, in the order of the text: what [`visit`](crate::visit()) does
    /// without a tree.
    ///
    /// ```
    /// use rfc1738::{NodeEvent, Rule, parse};
    ///
    /// let mut last = None;
    /// parse(Rule::Port, "80")?.visit(|event| last = Some(event));
    /// assert_eq!(last, Some(NodeEvent::Close { rule: Rule::Port, span: 0..2 }));
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    pub fn visit(&self, mut visitor: impl FnMut(NodeEvent<P>)) {
        let mut nodes = OpenNodes::new(self.grammar, &mut visitor);
        pass_on(&self.records, &mut nodes);
    }

    /// Returns the tree with the productions of another grammar, which have the same ids.
    #[must_use]
    pub fn with_grammar<Q: Production<Text = P::Text>>(self, grammar: Q::Grammar) -> Tree<'t, Q> {
        Tree::new(self.text, grammar, self.records)
    }
}

impl<P: Production> Clone for Tree<'_, P> {
    fn clone(&self) -> Self {
        Self {
            records: self.records.clone(),
            ..*self
        }
    }
}

/// Two trees are equal if their texts, grammars and nodes are.
impl<P: Production> PartialEq for Tree<'_, P> {
    fn eq(&self, other: &Self) -> bool {
        let is_like = self.text == other.text && self.grammar == other.grammar;
        is_like && self.records == other.records
    }
}

impl<P: Production> Eq for Tree<'_, P> {}

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
    fn new(tree: &'a Tree<'t, P>, index: usize) -> Self {
        Self { tree, index }
    }

    /// Returns the production.
    #[must_use]
    pub fn rule(self) -> P {
        P::from_id(
            self.tree.grammar,
            self.tree.records[self.index].production(),
        )
    }

    /// Returns the span that it derives, as byte offsets in the whole text.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.tree.records[self.index].span()
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
        let after = self.tree.records[self.index].after();
        let next = move |node: &Self| {
            let index = node.tree.records[node.index].after();
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
            .rposition(|record| record.after() > self.index)?;
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
        let (mut index, mut end) = (self.index, records[self.index].after());
        while index < end {
            let record = &records[index];
            if record.span().contains(&offset) {
                innermost = Some(index);
                end = record.after();
                index += 1;
            } else {
                index = record.after();
            }
        }
        innermost.map(|index| Self::new(self.tree, index))
    }

    /// Returns an iterator over this node and all nodes below it, in preorder.
    #[must_use]
    pub fn descendants(self) -> Nodes<'a, 't, P> {
        Nodes::new(self.tree, self.index..self.tree.records[self.index].after())
    }

    /// Returns an iterator over this node and all nodes below it, in preorder, each with its depth:
    /// 0 for this node, 1 for its children.
    pub fn descendants_with_depth(self) -> impl Iterator<Item = (usize, Self)> {
        let mut open: Vec<usize> = Vec::new();
        self.descendants().map(move |node| {
            while open.last().is_some_and(|&after| after <= node.index) {
                open.pop();
            }
            open.push(node.tree.records[node.index].after());
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
        let is_wanted = move |node: &Self| node.tree.records[node.index].production() == id;
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
        let is_wanted = move |node: &Self| node.tree.records[node.index].production() == id;
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
    fn new(tree: &'a Tree<'t, P>, indices: Range<usize>) -> Self {
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
