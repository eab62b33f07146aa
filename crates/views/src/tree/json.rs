//! Trees for programs: `{"rule":…,"start":…,"end":…,"children":[…]}`.
//!
//! Invariant: the JSON is written node by node. Serializers of [`serde`] recurse as deep as the value
//! is, and the tree of a recursive production can be too deep for the stack of a thread.

use std::io::{self, Write as _};
use std::ops::Range;

use serde::Serialize;
use serde::ser::{Error as _, Serializer};
use serde_json::value::RawValue;

use crate::json;
use crate::production::Name;
use crate::tree::node::{Node, Visit, preorder};

/// A node and all nodes below it, for the serializers of [`serde_json`].
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
        let json = json_of(self.0).map_err(S::Error::custom)?;
        let json = String::from_utf8(json).map_err(S::Error::custom)?;
        RawValue::from_string(json)
            .map_err(S::Error::custom)?
            .serialize(serializer)
    }
}

fn json_of(root: impl Node) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut open = 0;
    for Visit { node, depth, .. } in preorder(root) {
        close(&mut out, open - depth);
        if out.ends_with(b"}") {
            out.push(b',');
        }
        write!(out, "{{\"rule\":")?;
        json::write_value(&mut out, &Name(node.production()))?;
        let Range { start, end } = node.span();
        write!(out, ",\"start\":{start},\"end\":{end},\"children\":[")?;
        open = depth + 1;
    }
    close(&mut out, open);
    Ok(out)
}

/// Closes the innermost open nodes.
fn close(out: &mut Vec<u8>, count: usize) {
    for _ in 0..count {
        out.extend_from_slice(b"]}");
    }
}
