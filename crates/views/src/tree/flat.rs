//! Trees as one list, for programs that draw them: `{"nodes":[["port",0,2,0],…],"complete":true}`.
//!
//! A list nests no deeper for a deep tree, and it can stop after some nodes.

use serde::Serialize;

use crate::tree::node::{Node, Visit, preorder};

/// The nodes of a tree in preorder.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfc1738_views::json;
/// use rfc1738_views::tree::flat::FlatTree;
///
/// let tree = parse(Rule::Port, "80")?;
/// let mut line = Vec::new();
/// json::write(&mut line, &FlatTree::new(tree.root(), 100))?;
/// assert_eq!(line, br#"{"nodes":[["port",0,2,0],["digits",0,2,1]],"complete":true}
/// "#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FlatTree {
    nodes: Vec<FlatNode>,
    complete: bool,
}

/// The production, the start and the end of its span in bytes of the whole text, and the depth; the
/// depth of the root is 0.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct FlatNode(String, usize, usize, usize);

impl FlatTree {
    /// Lists the first nodes of a tree, at most `most`.
    #[must_use]
    pub fn new<N: Node>(root: N, most: usize) -> Self {
        let mut visits = preorder(root);
        let listed = visits.by_ref().take(most).map(|Visit { node, depth, .. }| {
            let span = node.span();
            FlatNode(node.production().to_string(), span.start, span.end, depth)
        });
        Self {
            nodes: listed.collect(),
            complete: visits.next().is_none(),
        }
    }

    /// Returns the number of nodes listed.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.len()
    }
}
