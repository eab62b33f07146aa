//! Trees as nested lists: `(production start end node…)`, one line a node.

use std::io::{self, Write};

use rfcbnf_engine::escape::Quoted;

use crate::tree::node::Node;

/// Writes the node and all nodes below it. A leaf holds its text.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfc1738_views::tree::sexp;
///
/// let tree = parse(Rule::Hostport, "h:80")?;
/// let mut shown = Vec::new();
/// sexp::write(&mut shown, tree.root())?;
/// assert!(shown.ends_with(b"\n  (port 2 4\n    (digits 2 4 \"80\")))\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl Write, root: impl Node) -> io::Result<()> {
    write_node(out, root, 0)?;
    writeln!(out)
}

fn write_node(out: &mut impl Write, node: impl Node, indent: usize) -> io::Result<()> {
    let span = node.span();
    write!(
        out,
        "{:indent$}({} {} {}",
        "",
        node.production(),
        span.start,
        span.end
    )?;
    let mut children = node.children().peekable();
    if children.peek().is_none() {
        write!(out, " {}", Quoted(node.octets()))?;
    }
    for child in children {
        writeln!(out)?;
        write_node(out, child, indent + 2)?;
    }
    write!(out, ")")
}
