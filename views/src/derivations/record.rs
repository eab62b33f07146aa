//! Derivations for programs.

use rfcbnf::derivations::{Node, Tree};
use serde::Serialize;

use crate::derivations::Rest;
use crate::json::Octets;
use crate::production::UndecidedRecord;
use crate::tree::json::TreeNode;

/// The derivations of one text.
#[derive(Debug, Serialize)]
pub struct DerivationsRecord<'a> {
    input: Octets<&'a [u8]>,
    rule: &'a str,
    ok: bool,
    count: usize,
    complete: bool,
    /// Why it is not known whether there are other trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<UndecidedRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trees: Option<Vec<TreeNode<Node<'a>>>>,
}

impl<'a> DerivationsRecord<'a> {
    /// Returns the record of a text with these trees. `rest` says whether there are others.
    #[must_use]
    pub fn new(text: &'a [u8], rule: &'a str, trees: &'a [Tree], rest: Rest) -> Self {
        Self {
            trees: Some(trees.iter().map(|tree| TreeNode(tree.root())).collect()),
            ..Self::without_trees(text, rule, trees.len(), rest)
        }
    }

    /// Returns the record of a text with this number of trees, which are written elsewhere.
    #[must_use]
    pub fn without_trees(text: &'a [u8], rule: &'a str, count: usize, rest: Rest) -> Self {
        Self {
            input: Octets(text),
            rule,
            ok: true,
            count,
            complete: rest == Rest::Nothing,
            undecided: rest.reason().map(|reason| UndecidedRecord { reason }),
            trees: None,
        }
    }
}
