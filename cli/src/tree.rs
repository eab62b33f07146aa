//! Trees for people.
//!
//! Invariant: the texts of inner nodes are cut and the depth is bounded by the grammar, so the
//! output grows with the text no faster than linearly.

use std::io::{self, Write};

use crate::escape::Quoted;
use crate::node::Node;
use crate::style::Palette;

/// How many characters of the text of an inner node, or of a node in a sentence, are shown.
const INNER: usize = 60;

/// Writes a line for the node and one for each node below it.
pub(crate) fn write(out: &mut impl Write, palette: Palette, root: impl Node) -> io::Result<()> {
    write_indented(out, palette, root, "")
}

/// The same, with something before each line.
pub(crate) fn write_indented(
    out: &mut impl Write,
    palette: Palette,
    root: impl Node,
    indent: &str,
) -> io::Result<()> {
    write!(out, "{indent}")?;
    write_node(out, palette, root)?;
    write_children(out, palette, root, &mut indent.to_owned())
}

fn write_children(
    out: &mut impl Write,
    palette: Palette,
    node: impl Node,
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

fn write_node(out: &mut impl Write, palette: Palette, node: impl Node) -> io::Result<()> {
    let is_leaf = node.children().next().is_none();
    write_span(out, palette, node)?;
    if is_leaf {
        let faint = palette.faint;
        return writeln!(out, "{faint}{}{faint:#}", Quoted(node.text()));
    }
    write_beginning(out, palette, node)?;
    writeln!(out)
}

/// Writes production, span and text of the node, the text cut where it is long, without a
/// line end.
pub(crate) fn write_briefly(
    out: &mut impl Write,
    palette: Palette,
    node: impl Node,
) -> io::Result<()> {
    write_span(out, palette, node)?;
    write_beginning(out, palette, node)
}

fn write_span(out: &mut impl Write, palette: Palette, node: impl Node) -> io::Result<()> {
    let Palette { name, number, .. } = palette;
    let (production, span) = (node.production(), node.span());
    write!(
        out,
        "{name}{production}{name:#} {number}{}..{}{number:#} ",
        span.start, span.end
    )
}

fn write_beginning(out: &mut impl Write, palette: Palette, node: impl Node) -> io::Result<()> {
    write_cut(out, palette, node.text())
}

/// Writes the text in quotation marks, cut where it is long.
pub(crate) fn write_cut(out: &mut impl Write, palette: Palette, text: &str) -> io::Result<()> {
    let faint = palette.faint;
    let cut = text.char_indices().nth(INNER).map(|(place, _)| place);
    let (shown, ellipsis) = cut.map_or((text, ""), |place| (&text[..place], "…"));
    write!(out, "{faint}{}{ellipsis}{faint:#}", Quoted(shown))
}
