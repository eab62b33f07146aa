//! `rfc1738 derivations`: all ways in which a production derives one text.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::derivations::record::DerivationsRecord;
use rfc1738_views::derivations::text::DerivationsWriter;
use rfc1738_views::derivations::{Count, Total};
use rfc1738_views::diagnostic::syntax_error::private_rejection;
use rfc1738_views::grammar::NamedGrammar;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::{CheckedProduction, Undecided};
use rfc1738_views::{json, tree};
use rfcbnf::derivations::{DerivationTree, Derivations, DerivationsError, derivations_without};

use crate::arguments::{DetailName, EXIT_STATUS, ProductionChoice, number};
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::text_argument::{EXPLAINED, TextArgument};
use crate::outcome::{Failure, Verdict, write_undecided};
use crate::output::streams::{self, Output, flushed, plain_output, write_diagnostic};

const HELP: &str = "\
Shows every way in which a production derives a text. The first derivation is
the tree that `parse` shows. The others follow in order of priority:
alternatives as written, an option present before absent, repetitions as long as
possible. An invalid text is rejected as `parse` rejects it.

A node repeats another one if that is an ancestor of the same production and
span. If the grammar allows it, there are infinitely many derivations, and those
without repeated nodes are shown and counted, up to 1000000. So are those
without empty rounds of a repetition without a limit.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Formats:
  human  The trees. Above each but the first, the nodes in which it differs from
         the first. Standard error shows the number of trees.
  json   One object on one line: `count` is the number of `trees` in it, and
         `complete` says whether there are no others. `total` is the number of
         all, or else they are more than `more_than`. `infinite` is true if
         trees with repeated nodes are left out. An invalid text gets the
         object of `parse`, and so does one that is not decided.
  jsonl  One object a line for each node, as with `parse`; \"derivation\" is the
         number of its tree. The last line is the object of json without `trees`.

Examples:
  rfc1738 derivations --rule gopherurl gopher://h/0a%09b%09c
  rfc1738 derivations --rule genericurl --most 2 x://user@host/path
  rfc1738 derivations --rule port --detail characters --format json 80
  rfc1738 derivations --grammar dates.bnf 2024-02-29";

/// The arguments of `derivations`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct DerivationsArguments {
    #[command(flatten)]
    production: ProductionChoice,

    /// Which productions to show
    #[arg(long, value_enum, default_value_t)]
    detail: DetailName,

    /// Show at most N derivations
    #[arg(long, value_name = "N", default_value = "16", value_parser = number::<NonZeroUsize>)]
    most: NonZeroUsize,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: DerivationsFormat,

    /// Read standard input to its last octet, with its last line end
    #[arg(long)]
    whole: bool,

    /// The text; - reads standard input, without its last line end unless the production needs
    /// it
    text: OsString,
}

/// The output format of `derivations`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum DerivationsFormat {
    /// With branches, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
    /// One object for each node, for programs
    Jsonl,
}

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
    let shown: Vec<DerivationTree> = trees.by_ref().take(arguments.most.get()).collect();
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
        tree::json::write_numbered_lines(&mut out, found.root(), shown)?;
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
