//! The productions that the naive reading gets wrong.

use std::collections::BTreeMap;
use std::io::{self, Write};

use rfcbnf::ordered_choice::{Origin, Outcome, SearchResult, Trees};
use rfcbnf_engine::escape::{Printable, Quoted};
use serde::Serialize;

use crate::count::counted;
use crate::json::Octets;
use crate::palette::Palette;
use crate::paragraph::write_labelled;

/// Writes each production with the shortest text that goes wrong, causes first, and the counts.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl Write, palette: Palette, found: &[SearchResult]) -> io::Result<()> {
    let Palette { name, number, .. } = palette;
    let mut counts = [0_usize; 4];
    let mut otherwise = 0;
    let mut right: BTreeMap<(Option<u32>, Option<usize>), Vec<String>> = BTreeMap::new();
    let mut found: Vec<&SearchResult> = found.iter().collect();
    found.sort_by_key(|wrong| kind(&wrong.outcome));
    for SearchResult {
        production,
        outcome,
        trees,
        depth,
    } in &found
    {
        counts[kind(outcome)] += 1;
        let production = Printable(production.as_bytes()).to_string();
        match (outcome, trees) {
            (Outcome::Right, Trees::Different { .. }) => {}
            (Outcome::Right, Trees::Same) => {
                let same = right.entry((*depth, None)).or_default();
                same.push(production.clone());
            }
            (Outcome::Right, Trees::SameUpTo { length }) => {
                let same = right.entry((*depth, Some(*length))).or_default();
                same.push(production.clone());
            }
            (Outcome::Wrong { text, origin }, _) => {
                write!(out, "{name}{production}{name:#} {}", Quoted(&**text))?;
                match origin {
                    Origin::Body => writeln!(out)?,
                    Origin::Unknown => writeln!(out, " (cause not decided)")?,
                    Origin::Others(causes) => {
                        let causes = causes.join(", ");
                        writeln!(out, " because of {}", Printable(causes.as_bytes()))?;
                    }
                }
            }
            (Outcome::Undecided { length: 0 }, _) => {
                writeln!(
                    out,
                    "{name}{production}{name:#} not decided: too large to be searched"
                )?;
            }
            (Outcome::Undecided { length }, _) if depth.is_some() => writeln!(
                out,
                "{name}{production}{name:#} not decided: no wrong text of at most {}; longer ones go too deep or are too many",
                octets(*length)
            )?,
            (Outcome::Undecided { length }, _) => writeln!(
                out,
                "{name}{production}{name:#} not decided: no wrong text of at most {}; longer ones were not tried",
                octets(*length)
            )?,
        }
        if let Trees::Different { text } = trees {
            otherwise += 1;
            let text = Quoted(&**text);
            writeln!(out, "{name}{production}{name:#} {text} has another tree")?;
        }
    }
    for ((depth, length), right) in right {
        let right = right.join(", ");
        let depth = depth.map_or_else(String::new, |depth| format!(" to depth {depth}"));
        match length {
            None if depth.is_empty() => write_labelled(out, palette, "Right", &[right])?,
            None => writeln!(out, "Right{depth}: {right}")?,
            Some(length) => {
                let octets = octets(length);
                writeln!(
                    out,
                    "Right{depth}, with the same trees for texts of at most {octets}: {right}"
                )?;
            }
        }
    }
    let total = counted(found.len(), "production", "productions", number);
    let [causes, others, undecided, right] = counts;
    let causes = counted(causes, "wrong by itself", "wrong by themselves", number);
    let others = counted(others, "because of others", "because of others", number);
    let undecided = counted(undecided, "not decided", "not decided", number);
    let right = counted(right, "right", "right", number);
    write!(out, "{total}: {causes}, {others}, {undecided}, {right}")?;
    if otherwise > 0 {
        let otherwise = counted(otherwise, "with another tree", "with other trees", number);
        write!(out, ", {otherwise}")?;
    }
    writeln!(out)
}

fn octets(length: usize) -> String {
    counted(length, "octet", "octets", Palette::PLAIN.number)
}

/// Returns the rank of an outcome in the list.
fn kind(outcome: &Outcome) -> usize {
    match outcome {
        Outcome::Wrong {
            origin: Origin::Body,
            ..
        } => 0,
        Outcome::Wrong {
            origin: Origin::Others(_),
            ..
        } => 1,
        Outcome::Wrong { .. } | Outcome::Undecided { .. } => 2,
        Outcome::Right => 3,
    }
}

/// The outcome of each production, for programs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NaiveListRecord<'a> {
    productions: Vec<ProductionRecord<'a>>,
}

impl<'a> NaiveListRecord<'a> {
    /// Returns the record of the outcomes.
    #[must_use]
    pub fn new(found: &'a [SearchResult]) -> Self {
        Self {
            productions: found.iter().map(ProductionRecord::new).collect(),
        }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "NaiveProduction")
)]
struct ProductionRecord<'a> {
    rule: &'a str,
    #[cfg_attr(
        feature = "typescript",
        ts(type = "\"right\" | \"wrong\" | \"undecided\"")
    )]
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    other_tree: Option<Octets<&'a [u8]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    same_trees_up_to: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    text: Option<Octets<&'a [u8]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, type = "\"body\" | \"others\" | \"unknown\"")
    )]
    origin: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    causes: Option<&'a [String]>,
}

impl<'a> ProductionRecord<'a> {
    fn new(wrong: &'a SearchResult) -> Self {
        let (result, length) = match &wrong.outcome {
            Outcome::Right => ("right", None),
            Outcome::Wrong { .. } => ("wrong", None),
            Outcome::Undecided { length } => ("undecided", Some(*length)),
        };
        let (rule, depth) = (&wrong.production, wrong.depth);
        let (other_tree, same_trees_up_to) = match &wrong.trees {
            Trees::Same => (None, None),
            Trees::Different { text } => (Some(Octets(&**text)), None),
            Trees::SameUpTo { length } => (None, Some(*length)),
        };
        let (text, origin, causes): (_, _, Option<&[String]>) = match &wrong.outcome {
            Outcome::Wrong { text, origin } => {
                let (origin, causes): (_, &[String]) = match origin {
                    Origin::Body => ("body", &[]),
                    Origin::Others(causes) => ("others", causes),
                    Origin::Unknown => ("unknown", &[]),
                };
                (Some(Octets(&**text)), Some(origin), Some(causes))
            }
            _ => (None, None, None),
        };
        Self {
            rule,
            result,
            length,
            depth,
            other_tree,
            same_trees_up_to,
            text,
            origin,
            causes,
        }
    }
}
