//! Trees as nested lists: `(production start end node…)`, one line a node.
//!
//! Invariant: the indentation ends at [`LEVELS`], and only leaves hold text. So the output grows
//! linearly with the text.

use std::io::{self, Write};

use rfcbnf_engine::escape::Quoted;
use rfcbnf_engine::outline::LEVELS;

use crate::tree::{Node, Visit, preorder};

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
    let mut visits = preorder(root).peekable();
    while let Some(Visit { node, depth, .. }) = visits.next() {
        let (production, span) = (node.production(), node.span());
        let indent = 2 * depth.min(LEVELS);
        write!(
            out,
            "{:indent$}({production} {} {}",
            "", span.start, span.end
        )?;
        let next = visits.peek().map(|next| next.depth);
        if next != Some(depth + 1) {
            write!(out, " {}", Quoted(node.octets()))?;
            (next.unwrap_or(0)..=depth).try_for_each(|_| write!(out, ")"))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
