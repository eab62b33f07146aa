//! Trees with branches, one line a node.
//!
//! Invariant: the text of an inner node is cut, and the grammar bounds the depth. So the output
//! grows linearly with the text.

use std::io::{self, Write};

use rfcbnf_engine::escape::Quoted;

use crate::palette::Palette;
use crate::tree::node::Node;

/// The most characters shown of the text of an inner node, or of a node within a sentence.
const CUT: usize = 60;

/// Writes the node and all nodes below it.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl Write, palette: Palette, root: impl Node) -> io::Result<()> {
    write_indented(out, palette, root, "")
}

/// Writes the node and all nodes below it, each line after `indent`.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_indented(
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
        return writeln!(out, "{faint}{}{faint:#}", Quoted(node.octets()));
    }
    write_beginning(out, palette, node)?;
    writeln!(out)
}

/// Writes production, span and text of the node without a line end. A long text is cut.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_briefly(out: &mut impl Write, palette: Palette, node: impl Node) -> io::Result<()> {
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
    write_cut(out, palette, node.octets())
}

/// Writes the text in quotation marks. A long text is cut.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_cut(
    out: &mut impl Write,
    palette: Palette,
    text: &(impl AsRef<[u8]> + ?Sized),
) -> io::Result<()> {
    let faint = palette.faint;
    let text = text.as_ref();
    let characters = text.utf8_chunks().flat_map(|chunk| {
        let characters = chunk.valid().chars().map(char::len_utf8);
        characters.chain(chunk.invalid().iter().map(|_| 1))
    });
    let length: usize = characters.take(CUT).sum();
    let (shown, ellipsis) = match text.get(..length) {
        Some(shown) if length < text.len() => (shown, "…"),
        _ => (text, ""),
    };
    write!(out, "{faint}{}{ellipsis}{faint:#}", Quoted(shown))
}
