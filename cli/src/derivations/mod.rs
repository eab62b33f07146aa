//! `rfc1738 derivations`: all ways in which a production derives one text.

pub(crate) mod arguments;

use std::collections::HashSet;
use std::io::{self, Write as _};

use rfc1738::{Rule, parse};
use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::{Derivations, Divergence, Node, Tree, derivations_without};
use serde::Serialize;

use crate::arguments::DetailName;
use crate::chosen_grammar::ChosenGrammar;
use crate::diagnostic::{Diagnostic, mismatch, rejection, render_for_error};
use crate::mismatch::Mismatch;
use crate::outcome::{Failure, Verdict};
use crate::source::{text_argument, utf8_argument};
use crate::streams::{Output, flushed};
use crate::style::Palette;
use crate::{json, streams, tree};
use arguments::{DerivationsArguments, DerivationsFormat};

/// Looks for the derivations and shows them, or the error where there is none.
pub(crate) fn run(arguments: &DerivationsArguments) -> Result<Verdict, Failure> {
    arguments.grammar.refuse_two_hyphens(&arguments.text)?;
    let Some(chosen) = arguments.grammar.read()? else {
        return Ok(Verdict::Unreadable);
    };
    let production = chosen.production(arguments.rule.as_deref())?;
    let derived = match chosen.rule(production) {
        Some(rule) => derived_by_own(arguments, rule)?,
        None => derived_by_other(arguments, &chosen, production)?,
    };
    let Some(text) = derived else {
        return Ok(Verdict::Invalid);
    };
    let characters = match arguments.detail {
        DetailName::Rules => chosen.character_productions(),
        DetailName::Characters => HashSet::new(),
    };
    let leaves_out = |name: &str| characters.contains(name);
    let trees = derivations_without(&chosen.grammar, production, &text, leaves_out);
    let trees = trees.map_err(|error| chosen.unusable(&error))?;
    match arguments.format {
        DerivationsFormat::Human => write_trees(arguments, trees)?,
        DerivationsFormat::Json => write_json(arguments, production, &text, trees)?,
    }
    Ok(Verdict::Valid)
}

/// The text, if the production of RFC 1738 derives it. What is wrong with it is shown; then
/// there is none.
fn derived_by_own(arguments: &DerivationsArguments, rule: Rule) -> Result<Option<String>, Failure> {
    let text = text_argument(&arguments.text)?;
    match parse(rule, &*text) {
        Ok(parsed) => Ok(Some(parsed.text().to_owned())),
        Err(error) => {
            let record = json::Record::new(None, &text, rule, Err(&error));
            write_rejection(arguments, &rejection(&text, &error), &record)?;
            Ok(None)
        }
    }
}

/// The same for a production of any grammar.
fn derived_by_other(
    arguments: &DerivationsArguments,
    chosen: &ChosenGrammar,
    production: &str,
) -> Result<Option<String>, Failure> {
    let text = utf8_argument(&arguments.text)?;
    let automaton = Automaton::new(&chosen.grammar, production);
    let automaton = automaton.map_err(|error| chosen.unusable(&error))?;
    if automaton.accepts(text.as_bytes()) {
        return Ok(Some(text));
    }
    let error = Mismatch::new(&automaton, &text);
    let record = json::Mismatched::new(&text, production, &error);
    write_rejection(arguments, &mismatch(production, &text, &error), &record)?;
    Ok(None)
}

fn write_rejection(
    arguments: &DerivationsArguments,
    diagnostic: &Diagnostic,
    record: &impl Serialize,
) -> io::Result<()> {
    match arguments.format {
        DerivationsFormat::Human => {
            writeln!(streams::error(), "{}", render_for_error(diagnostic))
        }
        DerivationsFormat::Json => flushed(streams::plain_output(), |out| json::write(out, record)),
    }
}

fn write_json(
    arguments: &DerivationsArguments,
    production: &str,
    text: &str,
    mut trees: Derivations,
) -> io::Result<()> {
    let shown: Vec<Tree> = trees.by_ref().take(arguments.most.get()).collect();
    let complete = trees.next().is_none();
    flushed(streams::plain_output(), |out| {
        json::write(
            out,
            &json::Derivations::new(text, production, &shown, complete),
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
            if let Some(divergence) = first.as_ref().and_then(|first| first.divergence(&tree)) {
                write_divergence(out, divergence)?;
            }
            writeln!(out)?;
            tree::write(out, out.palette(), tree.root())?;
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
fn write_divergence(out: &mut Output, divergence: Divergence) -> io::Result<()> {
    let Divergence { this, other } = divergence;
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
