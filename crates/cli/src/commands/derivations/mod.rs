//! `rfc1738 derivations`: all ways in which a production derives one text.

pub(crate) mod arguments;

use std::collections::HashSet;
use std::io;

use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::derivations::record::DerivationsRecord;
use rfc1738_views::derivations::text::DerivationsWriter;
use rfc1738_views::derivations::{Count, Total};
use rfc1738_views::diagnostic::syntax_error::private_rejection;
use rfc1738_views::grammar::NamedGrammar;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::{CheckedProduction, Undecided};
use rfc1738_views::{json, tree};
use rfcbnf::derivations::{Derivations, DerivationsError, Tree, derivations_without};

use crate::arguments::detail::DetailName;
use crate::arguments::grammar::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::text_argument::{EXPLAINED, TextArgument};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{self, Output, flushed, plain_output, write_diagnostic};
use crate::output::undecided::write_undecided;
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
        named: chosen.named()?,
        name,
        arguments,
    };
    chosen.run(name, &[], task)
}

struct DerivationsTask<'a> {
    chosen: &'a ChosenGrammar,
    named: &'a NamedGrammar,
    name: &'a str,
    arguments: &'a DerivationsArguments,
}

impl ProductionTask for DerivationsTask<'_> {
    fn run<P: CheckedProduction>(self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        let arguments = self.arguments;
        let text = TextArgument::read(&arguments.text, arguments.whole, EXPLAINED)?;
        let text = text.of(rule);
        let undecided = match rule.check(text) {
            Ok(Ok(_)) => match self.derivations(text) {
                Ok(trees) => return self.show(text, trees),
                Err(DerivationsError::Limit(limit)) => Undecided::Tree(limit),
                Err(error) => return Err(self.chosen.unusable(&error)),
            },
            Ok(Err(error)) => {
                write_rejection(arguments.format, rule, text, &error)?;
                return Ok(Verdict::Invalid);
            }
            Err(undecided) => undecided,
        };
        let is_json = arguments.format != DerivationsFormat::Human;
        write_undecided(is_json, rule, text, &undecided)
    }
}

impl DerivationsTask<'_> {
    /// Returns the derivations of a text that the production derives.
    fn derivations(&self, text: &[u8]) -> Result<Derivations, DerivationsError> {
        let characters = match self.arguments.detail {
            DetailName::Rules => self.named.character_productions(),
            DetailName::Characters => HashSet::new(),
        };
        let leaves_out = |name: &str| characters.contains(name);
        derivations_without(&self.named.grammar, self.name, text, leaves_out)
    }

    /// Shows the derivations of a text that the production derives.
    fn show(&self, text: &[u8], trees: Derivations) -> Result<Verdict, Failure> {
        let arguments = self.arguments;
        let count = match arguments.format {
            DerivationsFormat::Human => write_trees(arguments, trees)?,
            DerivationsFormat::Json => write_json(arguments, self.name, text, trees)?,
            DerivationsFormat::Jsonl => write_json_lines(arguments, self.name, text, trees)?,
        };
        Ok(match count.total {
            Total::Undecided(_) => Verdict::Unreadable,
            Total::Exactly(_) | Total::MoreThan(_) => Verdict::Valid,
        })
    }
}

fn write_rejection<P: CheckedProduction>(
    format: DerivationsFormat,
    rule: P,
    text: &[u8],
    error: &P::Rejection,
) -> io::Result<()> {
    match format {
        DerivationsFormat::Human => write_diagnostic(&private_rejection(text, error)),
        DerivationsFormat::Json | DerivationsFormat::Jsonl => flushed(plain_output(), |out| {
            json::write(out, &CheckRecord::new(text, rule, Err(error)))
        }),
    }
}

fn write_json(
    arguments: &DerivationsArguments,
    production: &str,
    text: &[u8],
    mut trees: Derivations,
) -> io::Result<Count> {
    let shown: Vec<Tree> = trees.by_ref().take(arguments.most.get()).collect();
    let count = Count::of(&mut trees, shown.len());
    flushed(plain_output(), |out| {
        let record = DerivationsRecord::new(text, production, &shown, count);
        json::write(out, &record)
    })?;
    Ok(count)
}

/// Writes each tree as soon as it is found, so that only one tree is in memory.
fn write_json_lines(
    arguments: &DerivationsArguments,
    production: &str,
    text: &[u8],
    mut trees: Derivations,
) -> io::Result<Count> {
    let mut out = plain_output();
    let mut shown = 0;
    for found in trees.by_ref().take(arguments.most.get()) {
        shown += 1;
        tree::json_lines::write_numbered(&mut out, found.root(), shown)?;
    }
    let count = Count::of(&mut trees, shown);
    flushed(out, |out| {
        let record = DerivationsRecord::without_trees(text, production, count);
        json::write(out, &record)
    })?;
    Ok(count)
}

/// Writes each tree as soon as it is found, so that only two trees are in memory.
fn write_trees(arguments: &DerivationsArguments, mut trees: Derivations) -> io::Result<Count> {
    let mut writer = DerivationsWriter::default();
    flushed(Output::new(), |out| {
        let palette = out.palette();
        let mut shown = trees.by_ref().take(arguments.most.get());
        shown.try_for_each(|tree| writer.write(out, palette, tree))
    })?;
    let count = Count::of(&mut trees, writer.count());
    streams::message(|out| DerivationsWriter::write_count(out, Palette::COLORED, count))?;
    Ok(count)
}
