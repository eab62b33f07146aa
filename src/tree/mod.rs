//! The tree of a text: which production derives what part of it.

mod builder;
mod display;
mod line_column;
mod node;
mod nodes;

pub use line_column::LineColumn;
pub use node::Node;
pub use nodes::Nodes;

pub(crate) use builder::{with_characters, without_characters};

use crate::rules::Rule;

/// How much a tree shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Detail {
    /// Every production but those for single characters.
    #[default]
    Rules,
    /// Every production: the full derivation.
    Characters,
}

/// The derivation of a text, the first in priority order where there are several.
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
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Tree<'t> {
    text: &'t str,
    records: Vec<Record>,
}

/// A node, in preorder.
///
/// Invariants: the first record is the root and spans the text; the nodes below a node are
/// the records from the next one to `after`, and their spans lie within its own, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Record {
    rule: Rule,
    start: usize,
    end: usize,
    after: usize,
}

impl Record {
    /// What stands where no record was written yet.
    const NONE: Self = Self {
        rule: Rule::ALL[0],
        start: 0,
        end: 0,
        after: 0,
    };
}

impl<'t> Tree<'t> {
    /// The records have to be those of the text.
    pub(crate) fn new(text: &'t str, records: Vec<Record>) -> Self {
        Self { text, records }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The node of the production that the text was parsed as.
    #[must_use]
    pub fn root(&self) -> Node<'_, 't> {
        Node::new(self, 0)
    }

    /// All nodes, each before those below it.
    #[must_use]
    pub fn iter(&self) -> Nodes<'_, 't> {
        self.root().descendants()
    }

    /// The first node of the production, in the order of [`Tree::iter`].
    #[must_use]
    pub fn find(&self, rule: Rule) -> Option<Node<'_, 't>> {
        self.root().find(rule)
    }

    /// All nodes of the production, in the order of [`Tree::iter`].
    pub fn find_all(&self, rule: Rule) -> impl Iterator<Item = Node<'_, 't>> {
        self.root().find_all(rule)
    }
}

/// All nodes, each before those below it.
impl<'a, 't> IntoIterator for &'a Tree<'t> {
    type Item = Node<'a, 't>;
    type IntoIter = Nodes<'a, 't>;

    fn into_iter(self) -> Nodes<'a, 't> {
        self.iter()
    }
}
