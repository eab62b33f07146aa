//! Trees with branches, one line a node.
//!
//! Invariant: the text of an inner node is cut, and branches are drawn up to [`LEVELS`]; a line below
//! has its depth as a number. So the output grows linearly with the text.

use std::io::{self, Write};

use rfcbnf_engine::escape::Quoted;
use rfcbnf_engine::excerpt::beginning;
use rfcbnf_engine::outline::{DepthNumber, LEVELS};

use crate::palette::Palette;
use crate::tree::{Node, preorder};

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
    let faint = palette.faint;
    // The bars beside the open nodes above a line.
    let mut bars: Vec<&str> = Vec::new();
    for visit in preorder(root) {
        let (depth, is_last) = (visit.depth, visit.is_last);
        write!(out, "{indent}")?;
        // The root has no branch.
        if let Some(above) = depth.checked_sub(1) {
            bars.truncate(above);
            let branch = match (depth > LEVELS, is_last) {
                (true, _) => "",
                (false, true) => "└─ ",
                (false, false) => "├─ ",
            };
            let (bars, number) = (bars.concat(), DepthNumber(depth));
            write!(out, "{faint}{bars}{branch}{number}{faint:#}")?;
        }
        if (1..=LEVELS).contains(&depth) {
            bars.push(if is_last { "   " } else { "│  " });
        }
        write_node(out, palette, visit.node, visit.is_leaf)?;
    }
    Ok(())
}

fn write_node(
    out: &mut impl Write,
    palette: Palette,
    node: impl Node,
    is_leaf: bool,
) -> io::Result<()> {
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
    let shown = beginning(text, CUT);
    let ellipsis = if shown.len() < text.len() { "…" } else { "" };
    write!(out, "{faint}{}{ellipsis}{faint:#}", Quoted(shown))
}
