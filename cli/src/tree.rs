//! Trees for people.
//!
//! Invariant: the texts of inner nodes are cut and the depth is bounded by the grammar, so the
//! output grows with the text no faster than linearly.

use std::io::{self, Write};

use rfc1738::Node;

use crate::escape::Quoted;
use crate::streams::Output;
use crate::style::Palette;

/// How many characters of the text of an inner node are shown.
const INNER: usize = 60;

/// Writes a line for the node and one for each node below it.
pub(crate) fn write(out: &mut Output, root: Node) -> io::Result<()> {
    let palette = out.palette();
    write_node(out, palette, root)?;
    write_children(out, palette, root, &mut String::new())
}

fn write_children(
    out: &mut Output,
    palette: Palette,
    node: Node,
    indent: &mut String,
) -> io::Result<()> {
    let faint = palette.faint;
    let mut children = node.children().peekable();
    while let Some(child) = children.next() {
        let (branch, beside) = if children.peek().is_some() {
            ("├─ ", "│  ")
        } else {
            ("└─ ", "   ")
        };
        write!(out, "{faint}{indent}{branch}{faint:#}")?;
        write_node(out, palette, child)?;
        indent.push_str(beside);
        write_children(out, palette, child, indent)?;
        indent.truncate(indent.len() - beside.len());
    }
    Ok(())
}

fn write_node(out: &mut Output, palette: Palette, node: Node) -> io::Result<()> {
    let Palette {
        name,
        number,
        faint,
        ..
    } = palette;
    let (rule, span, text) = (node.rule(), node.span(), node.text());
    let is_leaf = node.children().next().is_none();
    let cut = if is_leaf {
        None
    } else {
        text.char_indices().nth(INNER).map(|(place, _)| place)
    };
    let (shown, ellipsis) = cut.map_or((text, ""), |place| (&text[..place], "…"));
    write!(
        out,
        "{name}{rule}{name:#} {number}{}..{}{number:#} ",
        span.start, span.end
    )?;
    writeln!(out, "{faint}{}{ellipsis}{faint:#}", Quoted(shown))
}
