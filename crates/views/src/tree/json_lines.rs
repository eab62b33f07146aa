//! Trees for programs that read line by line: one object a node, in preorder.
//!
//! Invariant: a line is written as soon as its node is visited, and only leaves hold text. So the
//! output is a stream of flat objects, and grows linearly with the text, however deep the tree is.

use std::io::{self, Write};

use serde::Serialize;

use crate::json::{self, Octets};
use crate::production::Name;
use crate::tree::node::{Node, Visit, preorder};

/// A node without those below it. The fields are those of [`TreeNode`](super::json::TreeNode), with
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
/// use rfc1738_views::tree::json_lines;
///
/// let tree = parse(Rule::Port, "80")?;
/// let mut lines = Vec::new();
/// json_lines::write(&mut lines, tree.root())?;
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
pub fn write(out: &mut impl Write, root: impl Node) -> io::Result<()> {
    write_lines(out, root, None)
}

/// Does the same for a tree that is one of several. Each line begins with `derivation`, the number
/// of the tree.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_numbered(out: &mut impl Write, root: impl Node, number: usize) -> io::Result<()> {
    write_lines(out, root, Some(number))
}

fn write_lines(out: &mut impl Write, root: impl Node, derivation: Option<usize>) -> io::Result<()> {
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
