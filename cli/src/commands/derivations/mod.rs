//! `rfc1738 derivations`: all ways in which a production derives one text.

pub(crate) mod arguments;

use std::collections::HashSet;
use std::io;

use rfc1738::{Rule, parse};
use rfc1738_views::check::record::{CheckRecord, MismatchRecord};
use rfc1738_views::derivations::record::DerivationsRecord;
use rfc1738_views::derivations::text::DerivationsWriter;
use rfc1738_views::diagnostic::Diagnostic;
use rfc1738_views::diagnostic::syntax_error::{mismatch, rejection};
use rfc1738_views::json;
use rfc1738_views::mismatch::Mismatch;
use rfc1738_views::palette::Palette;
use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::{Derivations, Tree, derivations_without};
use serde::Serialize;

use crate::arguments::detail::DetailName;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::input::source::{text_argument, utf8_argument};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{self, Output, flushed, plain_output, write_diagnostic};
use arguments::{DerivationsArguments, DerivationsFormat};

/// Shows the derivations of the text, or its error.
pub(crate) fn run(arguments: &DerivationsArguments) -> Result<Verdict, Failure> {
    let Some(chosen) = ChosenGrammar::of(&arguments.grammar, Some(&arguments.text))? else {
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
        DetailName::Rules => chosen.named().character_productions(),
        DetailName::Characters => HashSet::new(),
    };
    let leaves_out = |name: &str| characters.contains(name);
    let trees = derivations_without(&chosen.named().grammar, production, &text, leaves_out);
    let trees = trees.map_err(|error| chosen.unusable(&error))?;
    match arguments.format {
        DerivationsFormat::Human => write_trees(arguments, trees)?,
        DerivationsFormat::Json => write_json(arguments, production, &text, trees)?,
    }
    Ok(Verdict::Valid)
}

/// Returns the text if the production of RFC 1738 derives it. Shows the error and returns `None`
/// otherwise.
fn derived_by_own(arguments: &DerivationsArguments, rule: Rule) -> Result<Option<String>, Failure> {
    let text = text_argument(&arguments.text)?;
    match parse(rule, &*text) {
        Ok(parsed) => Ok(Some(parsed.text().to_owned())),
        Err(error) => {
            let record = CheckRecord::new(None, &text, rule, Err(&error));
            write_rejection(arguments, &rejection(&text, &error), &record)?;
            Ok(None)
        }
    }
}

/// Returns the text if the production of a grammar in a file derives it, like
/// [`derived_by_own`].
fn derived_by_other(
    arguments: &DerivationsArguments,
    chosen: &ChosenGrammar,
    production: &str,
) -> Result<Option<String>, Failure> {
    let text = utf8_argument(&arguments.text)?;
    let automaton = Automaton::new(&chosen.named().grammar, production);
    let automaton = automaton.map_err(|error| chosen.unusable(&error))?;
    if automaton.accepts(text.as_bytes()) {
        return Ok(Some(text));
    }
    let error = Mismatch::new(&automaton, &text);
    let record = MismatchRecord::new(&text, production, &error);
    write_rejection(arguments, &mismatch(production, &text, &error), &record)?;
    Ok(None)
}

fn write_rejection(
    arguments: &DerivationsArguments,
    diagnostic: &Diagnostic,
    record: &impl Serialize,
) -> io::Result<()> {
    match arguments.format {
        DerivationsFormat::Human => write_diagnostic(diagnostic),
        DerivationsFormat::Json => flushed(plain_output(), |out| json::write(out, record)),
    }
}

fn write_json(
    arguments: &DerivationsArguments,
    production: &str,
    text: &str,
    mut trees: Derivations,
) -> io::Result<()> {
    let shown: Vec<Tree> = trees.by_ref().take(arguments.most.get()).collect();
    let is_complete = trees.next().is_none() && !trees.is_given_up();
    flushed(plain_output(), |out| {
        let record = DerivationsRecord::new(text, production, &shown, is_complete);
        json::write(out, &record)
    })
}

/// Writes each tree as soon as it is found, so that only two trees are in memory.
fn write_trees(arguments: &DerivationsArguments, mut trees: Derivations) -> io::Result<()> {
    let mut writer = DerivationsWriter::default();
    flushed(Output::new(), |out| {
        let palette = out.palette();
        let mut shown = trees.by_ref().take(arguments.most.get());
        shown.try_for_each(|tree| writer.write(out, palette, tree))
    })?;
    let is_complete = trees.next().is_none() && !trees.is_given_up();
    writer.write_count(&mut streams::error(), Palette::COLORED, is_complete)
}
