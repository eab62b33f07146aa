//! `rfc1738 derivations`: all ways in which a production derives one text.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, Write as _};
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
use rfc1738_views::tree::svg;
use rfc1738_views::{json, tree};
use rfcbnf::derivations::{
    DerivationTree, Derivations, DerivationsError, FormOrder, derivations_without,
};

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

With --forms, each derivation is shown as sentential forms, one step a line, in
place of its tree: `S ⇒ \"a\" S \"b\" ⇒ …`. A step replaces one name by what its node
has below it. Forms and pictures have the productions of single characters, too.

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
  svg    The first derivation as a picture of nodes and edges.

With --forms, json has `forms`, too: for each tree its nodes and its forms, each a
list of nodes, by their numbers, and of texts, by their starts and ends.

Examples:
  rfc1738 derivations --rule gopherurl gopher://h/0a%09b%09c
  rfc1738 derivations --rule genericurl --most 2 x://user@host/path
  rfc1738 derivations --rule port --detail characters --format json 80
  rfc1738 derivations --grammar dates.bnf 2024-02-29
  rfc1738 derivations --forms left --rule port 80
  rfc1738 derivations --format svg --rule port 80 > port.svg";

/// The arguments of `derivations`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct DerivationsArguments {
    #[command(flatten)]
    production: ProductionChoice,

    /// Which productions to show
    #[arg(long, value_enum, default_value_t)]
    detail: DetailName,

    /// Show sentential forms, in which the first name from this side is replaced
    #[arg(long, value_enum, value_name = "SIDE")]
    forms: Option<Side>,

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
    /// A picture of the first one
    Svg,
}

/// The side from which names are replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    /// The leftmost name
    Left,
    /// The rightmost name
    Right,
}

impl From<Side> for FormOrder {
    fn from(side: Side) -> Self {
        match side {
            Side::Left => Self::Leftmost,
            Side::Right => Self::Rightmost,
        }
    }
}

/// Shows the derivations of the text, or its error.
pub(crate) fn run(arguments: &DerivationsArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    if arguments.forms.is_some()
        && matches!(
            arguments.format,
            DerivationsFormat::Jsonl | DerivationsFormat::Svg
        )
    {
        let message = "--forms has the formats human and json".to_owned();
        return Err(Failure::WrongUse(message));
    }
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
        let is_json = matches!(
            arguments.format,
            DerivationsFormat::Json | DerivationsFormat::Jsonl
        );
        write_undecided(is_json, rule, text, &undecided)
    }
}

impl DerivationsTask<'_> {
    /// Returns the derivations of a text that the production derives.
    fn derivations(&self, text: &[u8]) -> Result<Derivations, DerivationsError> {
        let arguments = self.arguments;
        let is_of_a_course =
            arguments.forms.is_some() || arguments.format == DerivationsFormat::Svg;
        let characters = match arguments.detail {
            DetailName::Rules if !is_of_a_course => self.named.character_productions(),
            DetailName::Rules | DetailName::Characters => HashSet::new(),
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
            DerivationsFormat::Svg => return draw(trees),
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
        DerivationsFormat::Human | DerivationsFormat::Svg => {
            write_diagnostic(&private_rejection(text, error))
        }
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
        let record = match arguments.forms {
            Some(side) => record.with_forms(&shown, side.into()),
            None => record,
        };
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

/// Draws the first tree.
fn draw(mut trees: Derivations) -> Result<Verdict, Failure> {
    let picture = trees.next().and_then(|tree| svg::draw(tree.root()));
    let Some(picture) = picture else {
        let message = format!("a picture has at most {} nodes and texts", svg::MOST);
        return Err(Failure::WrongUse(message));
    };
    flushed(plain_output(), |out| writeln!(out, "{picture}"))?;
    Ok(Verdict::Valid)
}

/// Writes each tree as soon as it is found, so that only two trees are in memory.
fn write_trees(arguments: &DerivationsArguments, mut trees: Derivations) -> io::Result<Count> {
    let mut writer = DerivationsWriter::default();
    flushed(Output::new(), |out| {
        let palette = out.palette();
        let mut shown = trees.by_ref().take(arguments.most.get());
        match arguments.forms {
            None => shown.try_for_each(|tree| writer.write(out, palette, tree)),
            Some(side) => {
                shown.try_for_each(|tree| writer.write_forms(out, palette, tree, side.into()))
            }
        }
    })?;
    let count = Count::of(&mut trees, writer.count());
    streams::message(|out| DerivationsWriter::write_count(out, Palette::COLORED, count))?;
    Ok(count)
}
