//! Derivations for programs.

use rfcbnf::derivations::{Node, Tree};
use serde::Serialize;

use crate::derivations::Count;
use crate::derivations::count::CountRecord;
use crate::json::Octets;
use crate::tree::json::TreeNode;

/// The derivations of one text.
#[derive(Debug, Serialize)]
pub struct DerivationsRecord<'a> {
    input: Octets<&'a [u8]>,
    rule: &'a str,
    ok: bool,
    count: usize,
    #[serde(flatten)]
    known: CountRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    trees: Option<Vec<TreeNode<Node<'a>>>>,
}

impl<'a> DerivationsRecord<'a> {
    /// Returns the record of a text with these trees. `count` says whether there are others.
    #[must_use]
    pub fn new(text: &'a [u8], rule: &'a str, trees: &'a [Tree], count: Count) -> Self {
        Self {
            trees: Some(trees.iter().map(|tree| TreeNode(tree.root())).collect()),
            ..Self::without_trees(text, rule, count)
        }
    }

    /// Returns the record of a text whose trees are written elsewhere.
    #[must_use]
    pub fn without_trees(text: &'a [u8], rule: &'a str, count: Count) -> Self {
        Self {
            input: Octets(text),
            rule,
            ok: true,
            count: count.shown,
            known: count.into(),
            trees: None,
        }
    }
}
