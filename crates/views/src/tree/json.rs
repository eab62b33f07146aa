//! Trees for programs: nested, one object a node, or as one list.
//!
//! ```text
//! {"rule":…,"start":…,"end":…,"children":[…]}             TreeNode
//! {"rule":…,"start":…,"end":…,"depth":…,"text":…}         write_lines, a line for each node
//! {"nodes":[["port",0,2,0],…],"complete":true}            FlatTree, for programs that draw trees
//! ```
//!
//! Invariants:
//! - The JSON is written node by node. Serializers of [`serde`] recurse as deep as the value
//!   is, and the tree of a recursive production can be too deep for the stack of a thread.
//! - A line is written as soon as its node is visited, and only leaves hold text. So the
//!   output is a stream of flat objects, and grows linearly with the text, however deep the tree is.

use std::io::{self, Write};
use std::ops::Range;

use serde::Serialize;
use serde::ser::{Error as _, Serializer};
use serde_json::value::RawValue;

use crate::json::{self, Octets};
use crate::production::Name;
use crate::tree::{Node, Visit, preorder};

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

/// A node without those below it. The fields are those of [`TreeNode`], with
/// the depth in place of the children.
#[derive(Debug, Serialize)]
struct Line<'a, P> {
    /// The number of the derivation.
    #[serde(skip_serializing_if = "Option::is_none")]
    derivation: Option<usize>,
    rule: P,
    start: usize,
    end: usize,
    depth: usize,
    /// The text of a leaf.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Octets<&'a [u8]>>,
}

/// Writes a line for the node and for each node below it: `rule`, `start`, `end`, `depth`, and `text`
/// if it is a leaf. The depth of the root is 0.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfc1738_views::tree::json::write_lines;
///
/// let tree = parse(Rule::Port, "80")?;
/// let mut lines = Vec::new();
/// write_lines(&mut lines, tree.root())?;
/// assert_eq!(String::from_utf8(lines)?, "\
/// {\"rule\":\"port\",\"start\":0,\"end\":2,\"depth\":0}
/// {\"rule\":\"digits\",\"start\":0,\"end\":2,\"depth\":1,\"text\":\"80\"}
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if the output does.
pub fn write_lines(out: &mut impl Write, root: impl Node) -> io::Result<()> {
    write_nodes(out, root, None)
}

/// Does the same for a tree that is one of several. Each line begins with `derivation`, the number
/// of the tree.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_numbered_lines(
    out: &mut impl Write,
    root: impl Node,
    number: usize,
) -> io::Result<()> {
    write_nodes(out, root, Some(number))
}

fn write_nodes(out: &mut impl Write, root: impl Node, derivation: Option<usize>) -> io::Result<()> {
    for Visit {
        node,
        depth,
        is_leaf,
        ..
    } in preorder(root)
    {
        let span = node.span();
        let line = Line {
            derivation,
            rule: Name(node.production()),
            start: span.start,
            end: span.end,
            depth,
            text: is_leaf.then(|| Octets(node.octets())),
        };
        json::write(out, &line)?;
    }
    Ok(())
}

/// The nodes of a tree in preorder.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfc1738_views::json;
/// use rfc1738_views::tree::json::FlatTree;
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
