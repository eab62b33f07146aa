//! Derivations for people: trees, and where each diverges from the first.

use std::io::{self, Write};

use rfcbnf::derivations::{DerivationNode, DerivationTree, Divergence, FormOrder};

use crate::count::counted;
use crate::derivations::{Count, Total, forms};
use crate::palette::Palette;
use crate::tree::text;

/// The most sentential forms of one derivation. Each is as long as the text.
const FORMS: usize = 1_000;

/// Writes derivations one after the other. Only the first one is kept.
#[derive(Debug, Default)]
pub struct DerivationsWriter {
    first: Option<DerivationTree>,
    count: usize,
}

impl DerivationsWriter {
    /// Writes the next derivation: its number, where it diverges from the first, and its tree.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(
        &mut self,
        out: &mut impl Write,
        palette: Palette,
        tree: DerivationTree,
    ) -> io::Result<()> {
        self.begin(out, palette, &tree)?;
        text::write(out, palette, tree.root())?;
        self.first.get_or_insert(tree);
        Ok(())
    }

    /// Writes the next derivation as [`Self::write`] does, with its sentential forms in place of its tree.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_forms(
        &mut self,
        out: &mut impl Write,
        palette: Palette,
        tree: DerivationTree,
        order: FormOrder,
    ) -> io::Result<()> {
        self.begin(out, palette, &tree)?;
        if !forms::write(out, palette, &tree, order, FORMS)? {
            writeln!(out, "⇒ … and more: the first {FORMS} forms are shown")?;
        }
        self.first.get_or_insert(tree);
        Ok(())
    }

    /// Writes the number of the next derivation, and where it diverges from the first.
    fn begin(
        &mut self,
        out: &mut impl Write,
        palette: Palette,
        tree: &DerivationTree,
    ) -> io::Result<()> {
        let heading = palette.heading;
        self.count += 1;
        if self.count > 1 {
            writeln!(out)?;
        }
        write!(out, "{heading}derivation {}{heading:#}", self.count)?;
        if let Some(divergence) = self.first.as_ref().and_then(|first| first.divergence(tree)) {
            write_divergence(out, palette, divergence)?;
        }
        writeln!(out)
    }

    /// Returns the number of derivations that were written.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Writes the number of derivations, those that were written and all.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_count(out: &mut impl Write, palette: Palette, count: Count) -> io::Result<()> {
        let (shown, number) = (count.shown, palette.number);
        let shown = counted(shown, "derivation", "derivations", number);
        write!(out, "{shown}")?;
        if count.is_complete() && !count.is_infinite {
            return writeln!(out);
        }
        let all = match count.total {
            Total::Exactly(total) => total.to_string(),
            Total::MoreThan(least) => format!("more than {least}"),
            Total::Undecided(_) => String::new(),
        };
        write!(out, " shown")?;
        match (count.is_infinite, count.reason()) {
            (false, None) => write!(out, ", of {all}")?,
            (false, Some(reason)) => write!(out, "; {reason}")?,
            (true, None) if count.is_complete() => {
                write!(out, ", of infinitely many; the others repeat nodes")?;
            }
            (true, None) => write!(out, ", of infinitely many; {all} without repeated nodes")?,
            (true, Some(reason)) => write!(out, ", of infinitely many; {reason}")?,
        }
        if count.is_complete() || matches!(count.total, Total::Undecided(_)) {
            return writeln!(out);
        }
        writeln!(out, " (see --most)")
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
    node: Option<DerivationNode>,
) -> io::Result<()> {
    match node {
        Some(node) => text::write_briefly(out, palette, node),
        None => write!(out, "nothing more"),
    }
}
