//! Derivations for programs.

use rfcbnf::derivations::{Node, Tree};
use serde::Serialize;

use crate::json::Octets;
use crate::tree::json::TreeNode;

/// The derivations of one text.
#[derive(Debug, Serialize)]
pub struct DerivationsRecord<'a> {
    input: Octets<&'a [u8]>,
    rule: &'a str,
    ok: bool,
    count: usize,
    complete: bool,
    trees: Vec<TreeNode<Node<'a>>>,
}

impl<'a> DerivationsRecord<'a> {
    /// Returns the record of a text with these trees. `is_complete` says whether there are no
    /// others.
    #[must_use]
    pub fn new(text: &'a [u8], rule: &'a str, trees: &'a [Tree], is_complete: bool) -> Self {
        Self {
            input: Octets(text),
            rule,
            ok: true,
            count: trees.len(),
            complete: is_complete,
            trees: trees.iter().map(|tree| TreeNode(tree.root())).collect(),
        }
    }
}
