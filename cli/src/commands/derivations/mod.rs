//! `rfc1738 derivations`: all ways in which a production derives one text.

pub(crate) mod arguments;

use std::collections::HashSet;
use std::io;

use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::derivations::record::DerivationsRecord;
use rfc1738_views::derivations::text::DerivationsWriter;
use rfc1738_views::diagnostic::syntax_error::rejection;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::derivations::{Derivations, Tree, derivations_without};

use crate::arguments::detail::DetailName;
use crate::arguments::grammar::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::source::text_argument;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{self, Output, flushed, plain_output, write_diagnostic};
use arguments::{DerivationsArguments, DerivationsFormat};

/// Shows the derivations of the text, or its error.
pub(crate) fn run(arguments: &DerivationsArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, Some(&arguments.text))? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let task = DerivationsTask {
        chosen: &chosen,
        name,
        arguments,
    };
    chosen.run(name, &[], task)
}

struct DerivationsTask<'a> {
    chosen: &'a ChosenGrammar,
    name: &'a str,
    arguments: &'a DerivationsArguments,
}

impl ProductionTask for DerivationsTask<'_> {
    fn run<P: CheckedProduction>(self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        let arguments = self.arguments;
        let text = text_argument(&arguments.text)?;
        match rule.check(&*text) {
            Ok(_) => self.show(&text)?,
            Err(error) => {
                write_rejection(arguments.format, rule, &text, &error)?;
                return Ok(Verdict::Invalid);
            }
        }
        Ok(Verdict::Valid)
    }
}

impl DerivationsTask<'_> {
    /// Shows the derivations of a text that the production derives.
    fn show(&self, text: &[u8]) -> Result<(), Failure> {
        let (arguments, named) = (self.arguments, self.chosen.named()?);
        let characters = match arguments.detail {
            DetailName::Rules => named.character_productions(),
            DetailName::Characters => HashSet::new(),
        };
        let leaves_out = |name: &str| characters.contains(name);
        let trees = derivations_without(&named.grammar, self.name, text, leaves_out);
        let trees = trees.map_err(|error| self.chosen.unusable(&error))?;
        match arguments.format {
            DerivationsFormat::Human => write_trees(arguments, trees)?,
            DerivationsFormat::Json => write_json(arguments, self.name, text, trees)?,
        }
        Ok(())
    }
}

fn write_rejection<P: CheckedProduction>(
    format: DerivationsFormat,
    rule: P,
    text: &[u8],
    error: &P::Rejection,
) -> io::Result<()> {
    match format {
        DerivationsFormat::Human => write_diagnostic(&rejection(text, error)),
        DerivationsFormat::Json => flushed(plain_output(), |out| {
            json::write(out, &CheckRecord::new(text, rule, Err(error)))
        }),
    }
}

fn write_json(
    arguments: &DerivationsArguments,
    production: &str,
    text: &[u8],
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
