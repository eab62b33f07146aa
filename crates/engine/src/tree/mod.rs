//! Trees: which production derives which part of a text.

mod character_table;
mod characters;
mod collector;
mod display;
mod line_column;
mod node;
mod nodes;
pub(crate) mod text;
mod typed;

pub use character_table::{CharacterChain, CharacterTable};
pub use line_column::LineColumn;
pub use node::Node;
pub use nodes::Nodes;
pub use text::TreeText;

pub(crate) use characters::tree_records;

use alloc::vec::Vec;

use crate::production::Production;
use crate::production_set::ProductionId;

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

/// A node. The records of a tree are in preorder.
///
/// Invariants: the first record is the root and spans the text. The descendants of a node are the
/// records from the next one up to `after`; their spans lie within its own, in order.
#[cfg_attr(
    not(feature = "recognizer"),
    expect(unreachable_pub, reason = "the recognizer makes it public")
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeRecord {
    /// The production.
    pub production: ProductionId,
    /// The byte offset of its start.
    pub start: usize,
    /// The byte offset of its end.
    pub end: usize,
    /// The index of the first record behind the nodes below it.
    pub after: usize,
}

/// Adds a node without children behind the others.
fn push_leaf(records: &mut Vec<TreeRecord>, production: ProductionId, start: usize, end: usize) {
    let after = records.len() + 1;
    records.push(TreeRecord {
        production,
        start,
        end,
        after,
    });
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
