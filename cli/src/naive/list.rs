//! The productions that the naive reading gets wrong.

use std::io::{self, Write};

use rfcbnf::naive::{Origin, Outcome, SearchResult, search};
use serde::Serialize;

use super::arguments::{NaiveArguments, NaiveFormat};
use crate::chosen_grammar::ChosenGrammar;
use crate::escape::{Escaped, Quoted};
use crate::grammar::counted;
use crate::json;
use crate::outcome::{Failure, Verdict};
use crate::page::write_labelled;
use crate::streams::{Output, flushed, plain_output};

/// Looks for the texts and lists them.
pub(super) fn run(chosen: &ChosenGrammar, arguments: &NaiveArguments) -> Result<Verdict, Failure> {
    let rule = arguments.rule.as_deref();
    let only = rule.map(|_| chosen.production(rule)).transpose()?;
    let found = search(&chosen.grammar);
    let mut found = found.map_err(|error| chosen.unusable(&error))?;
    found.retain(|wrong| only.is_none_or(|only| wrong.production == only));
    match arguments.format {
        NaiveFormat::Human => flushed(Output::new(), |out| write(out, &found))?,
        NaiveFormat::Json => flushed(plain_output(), |out| {
            let productions = found.iter().map(ProductionRecord::new).collect();
            json::write(out, &Record { productions })
        })?,
    }
    let is_right = |wrong: &SearchResult| wrong.outcome == Outcome::Right;
    Ok(Verdict::of(found.iter().all(is_right)))
}

/// Causes first: what follows from them is long.
fn write(out: &mut Output, found: &[SearchResult]) -> io::Result<()> {
    let (name, number) = (out.palette().name, out.palette().number);
    let mut counts = [0_usize; 4];
    let mut right = Vec::new();
    let mut found: Vec<&SearchResult> = found.iter().collect();
    found.sort_by_key(|wrong| kind(&wrong.outcome));
    for SearchResult {
        production,
        outcome,
    } in &found
    {
        counts[kind(outcome)] += 1;
        let production = Escaped(production.as_bytes()).to_string();
        match outcome {
            Outcome::Right => right.push(production),
            Outcome::Wrong { text, origin } => {
                write!(out, "{name}{production}{name:#} {}", Quoted(text))?;
                match origin {
                    Origin::Body => writeln!(out)?,
                    Origin::Unknown => writeln!(out, " (whether by itself was not decided)")?,
                    Origin::Others(causes) => {
                        let causes = causes.join(", ");
                        writeln!(out, " because of {}", Escaped(causes.as_bytes()))?;
                    }
                }
            }
            Outcome::Undecided { length } => writeln!(
                out,
                "{name}{production}{name:#} not decided: no text of at most {length} characters, and longer ones were not tried"
            )?,
        }
    }
    if !right.is_empty() {
        write_labelled(out, "Right", &[right.join(", ")])?;
    }
    let total = counted(found.len(), "production", "productions", number);
    let [causes, others, undecided, right] = counts;
    let causes = counted(causes, "wrong by itself", "wrong by themselves", number);
    let others = counted(others, "because of others", "because of others", number);
    let undecided = counted(undecided, "not decided", "not decided", number);
    let right = counted(right, "right", "right", number);
    writeln!(out, "{total}: {causes}, {others}, {undecided}, {right}")
}

/// The order in which outcomes are shown.
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

/// What programs are told.
#[derive(Serialize)]
struct Record<'a> {
    productions: Vec<ProductionRecord<'a>>,
}

#[derive(Serialize)]
struct ProductionRecord<'a> {
    rule: &'a str,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(flatten)]
    wrong: Option<WrongRecord<'a>>,
}

#[derive(Serialize)]
struct WrongRecord<'a> {
    text: &'a str,
    origin: &'static str,
    causes: &'a [String],
}

impl<'a> ProductionRecord<'a> {
    fn new(wrong: &'a SearchResult) -> Self {
        let (result, length) = match &wrong.outcome {
            Outcome::Right => ("right", None),
            Outcome::Wrong { .. } => ("wrong", None),
            Outcome::Undecided { length } => ("undecided", Some(*length)),
        };
        let rule = &wrong.production;
        let wrong = match &wrong.outcome {
            Outcome::Wrong { text, origin } => Some(WrongRecord {
                text,
                origin: match origin {
                    Origin::Body => "body",
                    Origin::Others(_) => "others",
                    Origin::Unknown => "unknown",
                },
                causes: match origin {
                    Origin::Others(causes) => causes,
                    Origin::Body | Origin::Unknown => &[],
                },
            }),
            _ => None,
        };
        Self {
            rule,
            result,
            length,
            wrong,
        }
    }
}
