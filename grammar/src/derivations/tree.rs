//! A parse tree.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::expressions::ProductionId;
use crate::Layout;

/// A parse tree. Owns what it shows; trees of one text share it.
#[derive(Debug, Clone)]
pub struct Tree {
    names: Arc<[String]>,
    text: Arc<str>,
    records: Vec<Record>,
}

/// A node, in preorder.
///
/// Invariants: the first record is the root and spans the text; the nodes below a node are the
/// records from the next one to `after`, and their spans lie within its own, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) production: ProductionId,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) after: usize,
}

/// A production and the part of the text that it derives.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    tree: &'a Tree,
    index: usize,
}

impl Tree {
    pub(crate) fn new(names: &Arc<[String]>, text: &Arc<str>, records: Vec<Record>) -> Self {
        Self {
            names: Arc::clone(names),
            text: Arc::clone(text),
            records,
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The node of the production that derives the text.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node {
            tree: self,
            index: 0,
        }
    }

    /// All nodes, each before those below it.
    pub fn iter(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.records.len()).map(|index| Node { tree: self, index })
    }

    /// All nodes, each before those below it, with the number of nodes that it lies in.
    pub fn iter_with_depth(&self) -> impl Iterator<Item = (usize, Node<'_>)> {
        let mut open: Vec<usize> = Vec::new();
        self.iter().map(move |node| {
            while open.last().is_some_and(|&after| after <= node.index) {
                open.pop();
            }
            open.push(node.record().after);
            (open.len() - 1, node)
        })
    }

    /// The tree without the nodes of the productions that derive single characters, as the
    /// layout lists them. The root stays.
    #[must_use]
    pub fn without_characters(&self, layout: &Layout) -> Self {
        self.without(|production| layout.is_character(production))
    }

    /// The tree without the nodes of some productions; what is below such a node comes to be
    /// below the node that it lies in. The root stays.
    #[must_use]
    pub fn without(&self, leaves_out: impl Fn(&str) -> bool) -> Self {
        let left_out: Vec<bool> = self.names.iter().map(|name| leaves_out(name)).collect();
        let mut count = 0;
        let mut kept_before = Vec::with_capacity(self.records.len() + 1);
        for (index, record) in self.records.iter().enumerate() {
            kept_before.push(count);
            count += usize::from(index == 0 || !left_out[record.production]);
        }
        kept_before.push(count);
        let numbered = self.records.iter().enumerate();
        let kept = numbered.filter(|(index, _)| kept_before[*index] < kept_before[index + 1]);
        let renumbered = kept.map(|(_, record)| Record {
            after: kept_before[record.after],
            ..*record
        });
        Self::new(&self.names, &self.text, renumbered.collect())
    }
}

/// Trees are alike if their texts and nodes are, whatever grammars they come from.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.parting(other).is_none()
    }
}

impl Eq for Tree {}

/// A line for each node, indented by its depth: production, span, text.
impl fmt::Display for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in self.iter_with_depth() {
            writeln!(formatter, "{:indent$}{node}", "", indent = 2 * depth)?;
        }
        Ok(())
    }
}

impl<'a> Node<'a> {
    /// The name of the production.
    #[must_use]
    pub fn production(self) -> &'a str {
        &self.tree.names[self.record().production]
    }

    /// What it derives, as byte offsets in the whole text.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.record().start..self.record().end
    }

    /// What it derives.
    #[must_use]
    pub fn text(self) -> &'a str {
        &self.tree.text[self.span()]
    }

    /// The nodes directly below.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let tree = self.tree;
        let after = self.record().after;
        let at = move |index: usize| (index < after).then_some(Node { tree, index });
        std::iter::successors(at(self.index + 1), move |node| at(node.record().after))
    }

    fn record(self) -> &'a Record {
        &self.tree.records[self.index]
    }
}

/// Production, span and text, without the nodes below.
impl fmt::Display for Node<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (production, span, text) = (self.production(), self.span(), self.text());
        write!(
            formatter,
            "{production} {}..{} {text:?}",
            span.start, span.end
        )
    }
}
