//! A parse tree, and the first difference between two.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rfcbnf_engine::escape::Quoted;
use rfcbnf_engine::outline::NodeLine;
use rfcbnf_engine::recognizer::TreeRecord;

#[cfg(feature = "files")]
use crate::layout::Layout;
use crate::resolved::ProductionId;

/// A parse tree. It owns its nodes; trees of one text share the text.
#[derive(Debug, Clone)]
pub struct DerivationTree {
    /// The names of the productions of the grammar, by their ids.
    names: Arc<[String]>,
    text: Arc<[u8]>,
    records: Vec<TreeRecord>,
}

/// A production and the part of the text that it derives.
#[derive(Debug, Clone, Copy)]
pub struct DerivationNode<'a> {
    tree: &'a DerivationTree,
    index: usize,
}

impl DerivationTree {
    pub(crate) fn new(names: &Arc<[String]>, text: &Arc<[u8]>, records: Vec<TreeRecord>) -> Self {
        Self {
            names: Arc::clone(names),
            text: Arc::clone(text),
            records,
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the node of the production that derives the text.
    #[must_use]
    pub fn root(&self) -> DerivationNode<'_> {
        DerivationNode {
            tree: self,
            index: 0,
        }
    }

    /// Returns all nodes in preorder.
    pub fn iter(&self) -> impl Iterator<Item = DerivationNode<'_>> {
        (0..self.records.len()).map(|index| DerivationNode { tree: self, index })
    }

    /// Returns the node with this index in preorder.
    #[must_use]
    pub fn node(&self, index: usize) -> Option<DerivationNode<'_>> {
        (index < self.records.len()).then_some(DerivationNode { tree: self, index })
    }

    /// Returns all nodes in preorder, each with its depth; the depth of the root is 0.
    pub fn iter_with_depth(&self) -> impl Iterator<Item = (usize, DerivationNode<'_>)> {
        let mut open: Vec<usize> = Vec::new();
        self.iter().map(move |node| {
            while open.last().is_some_and(|&after| after <= node.index) {
                open.pop();
            }
            open.push(node.record().after());
            (open.len() - 1, node)
        })
    }

    /// Returns the tree without the nodes of the productions that the layout lists as deriving
    /// single characters. Keeps the root.
    #[cfg(feature = "files")]
    #[must_use]
    pub fn without_characters(&self, layout: &Layout) -> Self {
        self.without(|production| layout.is_character(production))
    }

    /// Returns the tree without the nodes of some productions. The children of such a node
    /// become children of its parent. Keeps the root.
    #[must_use]
    pub fn without(&self, leaves_out: impl Fn(&str) -> bool) -> Self {
        let left_out: Vec<bool> = self.names.iter().map(|name| leaves_out(name)).collect();
        let mut count = 0;
        let mut kept_before = Vec::with_capacity(self.records.len() + 1);
        for (index, record) in self.records.iter().enumerate() {
            kept_before.push(count);
            count += usize::from(index == 0 || !left_out[record.production().index()]);
        }
        kept_before.push(count);
        let numbered = self.records.iter().enumerate();
        let kept = numbered.filter(|(index, _)| kept_before[*index] < kept_before[index + 1]);
        let renumbered = kept.map(|(_, record)| {
            let after = kept_before[record.after()];
            TreeRecord::new(record.production(), record.span(), after)
        });
        Self::new(&self.names, &self.text, renumbered.collect())
    }
}

/// Trees are equal if their texts and nodes are, even if their grammars differ.
impl PartialEq for DerivationTree {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.divergence(other).is_none()
    }
}

impl Eq for DerivationTree {}

/// Writes a line for each node, indented by its depth: production, span, text. The output grows with
/// the text, also if the tree is deep: see [`outline`](rfcbnf_engine::outline).
impl fmt::Display for DerivationTree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in self.iter_with_depth() {
            let line = NodeLine {
                depth,
                production: node.production(),
                span: node.span(),
                text: node.text(),
                is_leaf: node.children().next().is_none(),
            };
            writeln!(formatter, "{line}")?;
        }
        Ok(())
    }
}

impl<'a> DerivationNode<'a> {
    /// Returns the name of the production.
    #[must_use]
    pub fn production(self) -> &'a str {
        &self.tree.names[self.id().index()]
    }

    /// Returns the index of the node in preorder.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// Returns the production in the grammar that the tree was derived from.
    pub(crate) fn id(self) -> ProductionId {
        ProductionId::from(self.record().production())
    }

    /// Returns the span of the node, as byte offsets into the whole text.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.record().span()
    }

    /// Returns the part of the text that the production derives.
    #[must_use]
    pub fn text(self) -> &'a [u8] {
        &self.tree.text[self.span()]
    }

    /// Returns the nodes directly below.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let tree = self.tree;
        let after = self.record().after();
        let at = move |index: usize| (index < after).then_some(DerivationNode { tree, index });
        std::iter::successors(at(self.index + 1), move |node| at(node.record().after()))
    }

    fn record(self) -> &'a TreeRecord {
        &self.tree.records[self.index]
    }
}

/// Writes the production, the span and the text, without the nodes below.
impl fmt::Display for DerivationNode<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (production, span, text) = (self.production(), self.span(), Quoted(self.text()));
        write!(
            formatter,
            "{production} {}..{} {text}",
            span.start, span.end
        )
    }
}

/// The first nodes, in preorder, that differ between two trees: in production, span or depth.
#[derive(Debug, Clone, Copy)]
pub struct Divergence<'a> {
    /// The node of the one tree; `None` if it has no further node.
    pub this: Option<DerivationNode<'a>>,
    /// The node of the other tree; `None` if it has no further node.
    pub other: Option<DerivationNode<'a>>,
}

impl DerivationTree {
    /// Returns the first difference from another tree; `None` if the nodes are equal. Takes time
    /// linear in the nodes before it.
    ///
    /// ```
    /// let grammar = rfcbnf::read("s = t t\nt = *\"a\"\n")?;
    /// let trees: Vec<_> = rfcbnf::derivations::derivations(&grammar, "s", "a")?.collect();
    /// let divergence = trees[0].divergence(&trees[1]).unwrap();
    /// assert_eq!(divergence.this.unwrap().span(), 0..1);
    /// assert_eq!(divergence.other.unwrap().span(), 0..0);
    /// assert_eq!(divergence.to_string(), r#"t 0..1 "a" against t 0..0 """#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn divergence<'a>(&'a self, other: &'a Self) -> Option<Divergence<'a>> {
        let mut ours = self.iter_with_depth();
        let mut theirs = other.iter_with_depth();
        loop {
            let (this, other) = (ours.next(), theirs.next());
            let is_same = match (this, other) {
                (None, None) => return None,
                (Some((depth, this)), Some((other_depth, other))) => {
                    depth == other_depth
                        && this.span() == other.span()
                        && this.production() == other.production()
                }
                _ => false,
            };
            if !is_same {
                return Some(Divergence {
                    this: this.map(|(_, node)| node),
                    other: other.map(|(_, node)| node),
                });
            }
        }
    }
}

/// Writes `this against other`, with `nothing` for a tree that has no further node.
impl fmt::Display for Divergence<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write =
            |formatter: &mut fmt::Formatter<'_>, node: Option<DerivationNode<'_>>| match node {
                Some(node) => node.fmt(formatter),
                None => formatter.write_str("nothing"),
            };
        write(formatter, self.this)?;
        formatter.write_str(" against ")?;
        write(formatter, self.other)
    }
}
