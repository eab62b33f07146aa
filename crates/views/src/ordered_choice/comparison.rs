//! Both readings of one text: for people, for programs, and for programs that draw them side by side.

use std::io::{self, Write};

use rfcbnf::ordered_choice::{Cause, Compared, Fault};
use rfcbnf::syntax::{Grammar, Span};
use rfcbnf_engine::escape::{Printable, Quoted};
use serde::Serialize;

use crate::derivations::text::write_node;
use crate::json::Octets;
use crate::palette::Palette;
use crate::tree::json::FlatTree;
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

/// The results of both readings of a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparisonRecord<'a> {
    input: Octets<&'a [u8]>,
    rule: &'a str,
    agree: bool,
    naive: bool,
    derived: bool,
    end: Option<usize>,
    blame: Option<BlameRecord>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct BlameRecord {
    rule: String,
    start: usize,
    end: usize,
    #[cfg_attr(
        feature = "typescript",
        ts(type = "\"alternative\" | \"option\" | \"round\" | \"extent\"")
    )]
    fault: &'static str,
    part: String,
    took: Option<[usize; 2]>,
    needed: Option<Octets<Vec<u8>>>,
}

impl<'a> ComparisonRecord<'a> {
    /// Returns the record of a text that was compared as the production `rule`.
    #[must_use]
    pub fn new(grammar: &Grammar, rule: &'a str, input: &'a [u8], compared: &Compared) -> Self {
        let blame = compared.cause.as_ref().map(|cause| BlameRecord {
            rule: cause.production.clone(),
            start: cause.derives.start,
            end: cause.derives.end,
            fault: name(&cause.fault),
            part: source(grammar, &cause.part),
            took: cause.took.as_ref().map(|took| [took.start, took.end]),
            needed: match &cause.fault {
                Fault::Alternative { needed } => Some(source(grammar, needed).into_bytes()),
                Fault::Extent { needed } => Some(input[needed.clone()].to_vec()),
                Fault::Option | Fault::Round => None,
            }
            .map(Octets),
        });
        Self {
            input: Octets(input),
            rule,
            agree: compared.agrees(),
            naive: compared.is_accepted(),
            derived: compared.tree.is_some(),
            end: compared.end,
            blame,
        }
    }
}

fn name(fault: &Fault) -> &'static str {
    match fault {
        Fault::Alternative { .. } => "alternative",
        Fault::Option => "option",
        Fault::Round => "round",
        Fault::Extent { .. } => "extent",
    }
}

/// The results of both readings with their trees, and the places in the grammar file that are to
/// blame.
///
/// ```
/// use rfc1738_views::json;
/// use rfc1738_views::ordered_choice::comparison::SideBySide;
/// use rfcbnf::ordered_choice::Naive;
///
/// let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
/// let compared = Naive::new(&grammar, "sign")?.compare("+-")?;
/// let mut line = Vec::new();
/// json::write(&mut line, &SideBySide::new(&grammar, "sign", b"+-", &compared, 100))?;
/// let line = String::from_utf8(line)?;
/// assert!(line.contains(r#""part_at":[7,10],"needed_at":[13,17],"tree":{"nodes":[["sign",0,2,0]]"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SideBySide<'a> {
    comparison: ComparisonRecord<'a>,
    part_at: Option<[usize; 2]>,
    needed_at: Option<[usize; 2]>,
    /// The first derivation.
    tree: Option<FlatTree>,
    /// What the naive reading matches, whether or not that is the whole text.
    naive: Option<FlatTree>,
}

impl<'a> SideBySide<'a> {
    /// Returns the record of a text that was compared as the production `rule`. Each tree lists at
    /// most `most` nodes.
    #[must_use]
    pub fn new(
        grammar: &Grammar,
        rule: &'a str,
        text: &'a [u8],
        compared: &Compared,
        most: usize,
    ) -> Self {
        let cause = compared.cause.as_ref();
        let needed = cause.and_then(|cause| match &cause.fault {
            Fault::Alternative { needed } => Some([needed.start, needed.end]),
            _ => None,
        });
        let flat = |tree: &rfcbnf::derivations::DerivationTree| FlatTree::new(tree.root(), most);
        Self {
            comparison: ComparisonRecord::new(grammar, rule, text, compared),
            part_at: cause.map(|cause| [cause.part.start, cause.part.end]),
            needed_at: needed,
            tree: compared.tree.as_ref().map(flat),
            naive: compared.matched.as_ref().map(flat),
        }
    }
}
