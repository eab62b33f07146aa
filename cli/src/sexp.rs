//! Trees as nested lists: `(production start end node…)`, a line for each node.

use std::io::{self, Write};

use rfc1738::Node;

use crate::escape::Quoted;

/// Writes the node and all below it. A node without others in it holds its text.
pub(crate) fn write(out: &mut impl Write, root: Node) -> io::Result<()> {
    write_node(out, root, 0)?;
    writeln!(out)
}

fn write_node(out: &mut impl Write, node: Node, indent: usize) -> io::Result<()> {
    let span = node.span();
    write!(
        out,
        "{:indent$}({} {} {}",
        "",
        node.rule(),
        span.start,
        span.end
    )?;
    let mut children = node.children().peekable();
    if children.peek().is_none() {
        write!(out, " {}", Quoted(node.text()))?;
    }
    for child in children {
        writeln!(out)?;
        write_node(out, child, indent + 2)?;
    }
    write!(out, ")")
}
