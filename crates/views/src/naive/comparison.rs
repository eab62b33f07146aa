//! Both readings of one text for people.

use std::io::{self, Write};

use rfcbnf::naive::{Cause, Compared, Fault};
use rfcbnf::syntax::{Grammar, Span};
use rfcbnf_engine::escape::{Printable, Quoted};

use crate::derivations::text::write_node;
use crate::palette::Palette;
use crate::tree::text::write_cut;

/// Writes the result of the naive reading and of the grammar, and why they differ.
///
/// # Errors
///
/// Fails if the output does.
///
/// # Panics
///
/// Panics if the comparison is not about `text` and `grammar`.
pub fn write(
    out: &mut impl Write,
    palette: Palette,
    grammar: &Grammar,
    production: &str,
    text: &[u8],
    compared: &Compared,
) -> io::Result<()> {
    let name = palette.name;
    let production = Printable(production.as_bytes());
    write!(out, "{name}{production}{name:#} ")?;
    write_cut(out, palette, text)?;
    writeln!(out)?;
    match compared.end {
        Some(_) if compared.is_accepted() => writeln!(out, "  naive    accepts")?,
        Some(0) => writeln!(out, "  naive    rejects: takes nothing")?,
        Some(end) => {
            let (taken, rest) = text.split_at(end);
            write!(out, "  naive    rejects: stops at offset {end}, after ")?;
            write_cut(out, palette, taken)?;
            write!(out, ", before ")?;
            write_cut(out, palette, rest)?;
            writeln!(out)?;
        }
        None => writeln!(out, "  naive    rejects: fails")?,
    }
    let verdict = if compared.tree.is_some() {
        "derives it"
    } else {
        "does not derive it"
    };
    writeln!(out, "  grammar  {verdict}")?;
    if let Some(cause) = &compared.cause {
        write_cause(out, palette, grammar, text, cause)?;
    }
    if let (Some(naive), Some(tree)) = (&compared.naive, &compared.tree)
        && let Some(divergence) = naive.divergence(tree)
    {
        write!(out, "  trees    differ: the naive reading has ")?;
        write_node(out, palette, divergence.this)?;
        write!(out, " where the grammar has ")?;
        write_node(out, palette, divergence.other)?;
        writeln!(out)?;
    }
    Ok(())
}

fn write_cause(
    out: &mut impl Write,
    palette: Palette,
    grammar: &Grammar,
    text: &[u8],
    cause: &Cause,
) -> io::Result<()> {
    let (name, number) = (palette.name, palette.number);
    let (start, end) = (cause.derives.start, cause.derives.end);
    let production = Printable(cause.production.as_bytes());
    write!(
        out,
        "  blame    {name}{production}{name:#} {number}{start}..{end}{number:#} "
    )?;
    write_cut(out, palette, &text[cause.derives.clone()])?;
    write!(out, ": {} ", source(grammar, &cause.part))?;
    match &cause.took {
        Some(took) => {
            write!(out, "takes ")?;
            write_cut(out, palette, &text[took.clone()])?;
        }
        None => write!(out, "fails")?,
    }
    match &cause.fault {
        Fault::Alternative { needed } => {
            writeln!(out, ", where {} is needed", source(grammar, needed))
        }
        Fault::Extent { needed } => {
            let needed = Quoted(&text[needed.clone()]);
            writeln!(out, ", where {needed} is needed")
        }
        Fault::Option => writeln!(out, ", which the rest of the text needs"),
        Fault::Round => writeln!(out, " in one more round, which the rest of the text needs"),
    }
}

/// Returns the part of the grammar on one line, escaped.
pub(super) fn source(grammar: &Grammar, part: &Span) -> String {
    let words: Vec<&str> = grammar.source[part.clone()].split_whitespace().collect();
    Printable(words.join(" ").as_bytes()).to_string()
}
