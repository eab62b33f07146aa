//! Trees for programs: `{"rule":…,"start":…,"end":…,"children":[…]}`.

use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};

use crate::production::Name;
use crate::tree::node::Node;

/// A node and all nodes below it. Serialization recurses as deep as the tree is.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfc1738_views::json;
/// use rfc1738_views::tree::json::TreeNode;
///
/// let tree = parse(Rule::Port, "80")?;
/// let mut line = Vec::new();
/// json::write(&mut line, &TreeNode(tree.root()))?;
/// assert!(line.starts_with(br#"{"rule":"port","start":0,"end":2,"children":["#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TreeNode<N>(pub N);

impl<N: Node> Serialize for TreeNode<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let span = self.0.span();
        let mut node = serializer.serialize_struct("Node", 4)?;
        node.serialize_field("rule", &Name(self.0.production()))?;
        node.serialize_field("start", &span.start)?;
        node.serialize_field("end", &span.end)?;
        node.serialize_field("children", &Children(self.0))?;
        node.end()
    }
}

/// The nodes directly below a node.
struct Children<N>(N);

impl<N: Node> Serialize for Children<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.children().map(TreeNode))
    }
}
