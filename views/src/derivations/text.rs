//! Derivations for people: trees, and where each parts from the first.

use std::io::{self, Write};

use rfcbnf::derivations::{Divergence, Node, Tree};

use crate::derivations::Rest;
use crate::palette::Palette;
use crate::tree::text;

/// Writes derivations one after the other. Only the first one is kept.
#[derive(Debug, Default)]
pub struct DerivationsWriter {
    first: Option<Tree>,
    count: usize,
}

impl DerivationsWriter {
    /// Writes the next derivation: its number, where it diverges from the first, and its tree.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&mut self, out: &mut impl Write, palette: Palette, tree: Tree) -> io::Result<()> {
        let heading = palette.heading;
        self.count += 1;
        if self.count > 1 {
            writeln!(out)?;
        }
        write!(out, "{heading}derivation {}{heading:#}", self.count)?;
        if let Some(divergence) = self
            .first
            .as_ref()
            .and_then(|first| first.divergence(&tree))
        {
            write_divergence(out, palette, divergence)?;
        }
        writeln!(out)?;
        text::write(out, palette, tree.root())?;
        self.first.get_or_insert(tree);
        Ok(())
    }

    /// Writes the number of derivations. `rest` says whether there are others than those that were
    /// written.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_count(
        &self,
        out: &mut impl Write,
        palette: Palette,
        rest: Rest,
    ) -> io::Result<()> {
        let (count, number) = (self.count, palette.number);
        let noun = if count == 1 {
            "derivation"
        } else {
            "derivations"
        };
        write!(out, "{number}{count}{number:#} {noun}")?;
        match rest {
            Rest::Nothing => writeln!(out),
            Rest::More => writeln!(out, " shown; there are more (see --most)"),
            Rest::Undecided => {
                writeln!(out, " shown; {}", rest.reason().unwrap_or_default())
            }
        }
    }
}

/// Writes the node of this tree, and the node of the first tree in the same position.
fn write_divergence(
    out: &mut impl Write,
    palette: Palette,
    divergence: Divergence,
) -> io::Result<()> {
    let Divergence { this, other } = divergence;
    write!(out, ": ")?;
    write_node(out, palette, other)?;
    write!(out, " where derivation 1 has ")?;
    write_node(out, palette, this)
}

/// Writes the node in a sentence.
pub(crate) fn write_node(
    out: &mut impl Write,
    palette: Palette,
    node: Option<Node>,
) -> io::Result<()> {
    match node {
        Some(node) => text::write_briefly(out, palette, node),
        None => write!(out, "nothing more"),
    }
}
