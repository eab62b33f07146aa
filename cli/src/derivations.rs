//! `rfc1738 derivations`: all ways in which a production derives one text.

use std::io::{self, Write as _};

use rfc1738::{Rule, SyntaxError, parse};
use rfcbnf::derivations::{Derivations, Node, Parting, Tree, derivations_without};
use rfcbnf::rfc1738::{BNF, READINGS, load};

use crate::arguments::{DerivationsArguments, DerivationsFormat, DetailName};
use crate::diagnostic::{rejection, render_for_error};
use crate::outcome::{Failure, Verdict};
use crate::source::text_argument;
use crate::streams::{Output, flushed};
use crate::style::Palette;
use crate::{json, streams, tree};

/// Looks for the derivations and shows them, or the error where there is none.
pub(crate) fn run(arguments: &DerivationsArguments) -> Result<Verdict, Failure> {
    run_on(arguments, &text_argument(&arguments.text)?)
}

fn run_on(arguments: &DerivationsArguments, text: &[u8]) -> Result<Verdict, Failure> {
    let parsed = match parse(arguments.rule, text) {
        Ok(parsed) => parsed,
        Err(error) => {
            write_rejection(arguments, text, &error)?;
            return Ok(Verdict::Invalid);
        }
    };
    let own_grammar = |error: &dyn ToString| Failure::OwnGrammar(error.to_string());
    let (grammar, _) = load(BNF, READINGS).map_err(|error| own_grammar(&error))?;
    let leaves_out = |name: &str| match arguments.detail {
        DetailName::Rules => name.parse().is_ok_and(Rule::is_character),
        DetailName::Characters => false,
    };
    let trees = derivations_without(&grammar, arguments.rule.name(), parsed.text(), leaves_out)
        .map_err(|error| own_grammar(&error))?;
    match arguments.format {
        DerivationsFormat::Human => write_trees(arguments, trees)?,
        DerivationsFormat::Json => write_json(arguments, parsed.text(), trees)?,
    }
    Ok(Verdict::Valid)
}

fn write_rejection(
    arguments: &DerivationsArguments,
    text: &[u8],
    error: &SyntaxError,
) -> io::Result<()> {
    match arguments.format {
        DerivationsFormat::Human => writeln!(
            streams::error(),
            "{}",
            render_for_error(&rejection(text, error))
        ),
        DerivationsFormat::Json => flushed(streams::plain_output(), |out| {
            json::write(
                out,
                &json::Record::new(None, text, arguments.rule, Err(error)),
            )
        }),
    }
}

fn write_json(
    arguments: &DerivationsArguments,
    text: &str,
    mut trees: Derivations,
) -> io::Result<()> {
    let shown: Vec<Tree> = trees.by_ref().take(arguments.most.get()).collect();
    let complete = trees.next().is_none();
    flushed(streams::plain_output(), |out| {
        json::write(
            out,
            &json::Derivations::new(text, arguments.rule, &shown, complete),
        )
    })
}

/// Writes each tree when it is found: however many there are, only two are held.
fn write_trees(arguments: &DerivationsArguments, mut trees: Derivations) -> io::Result<()> {
    let mut first: Option<Tree> = None;
    let mut count = 0;
    flushed(Output::new(), |out| {
        for tree in trees.by_ref().take(arguments.most.get()) {
            count += 1;
            if count > 1 {
                writeln!(out)?;
            }
            write_title(out, count)?;
            if let Some(parting) = first.as_ref().and_then(|first| first.parting(&tree)) {
                write_parting(out, parting)?;
            }
            writeln!(out)?;
            tree::write(out, tree.root())?;
            first.get_or_insert(tree);
        }
        Ok(())
    })?;
    write_count(count, trees.next().is_none())
}

fn write_title(out: &mut Output, number: usize) -> io::Result<()> {
    let heading = out.palette().heading;
    write!(out, "{heading}derivation {number}{heading:#}")
}

/// Tells what stands in the tree where the first one has something else.
fn write_parting(out: &mut Output, parting: Parting) -> io::Result<()> {
    let Parting { this, other } = parting;
    write!(out, ": ")?;
    write_node(out, other)?;
    write!(out, " where derivation 1 has ")?;
    write_node(out, this)
}

fn write_node(out: &mut Output, node: Option<Node>) -> io::Result<()> {
    let palette = out.palette();
    match node {
        Some(node) => tree::write_briefly(out, palette, node),
        None => write!(out, "nothing more"),
    }
}

/// Says how many derivations there are, or that there are more than were shown.
fn write_count(count: usize, complete: bool) -> io::Result<()> {
    let number = Palette::COLORED.number;
    let noun = if count == 1 {
        "derivation"
    } else {
        "derivations"
    };
    let more = if complete {
        ""
    } else {
        " shown; there are more (see --most)"
    };
    writeln!(streams::error(), "{number}{count}{number:#} {noun}{more}")
}
