//! `rfc1738 naive`: what ordered choice loses.

use std::ffi::OsString;
use std::io;

use clap::{Args, ValueEnum};
use rfc1738_views::json;
use rfc1738_views::ordered_choice::comparison;
use rfc1738_views::ordered_choice::comparison::ComparisonRecord;
use rfc1738_views::ordered_choice::list::{self, NaiveListRecord};
use rfc1738_views::production::CheckedProduction;
use rfcbnf::derivations::DerivationsError;
use rfcbnf::obstacles::Obstacle;
use rfcbnf::ordered_choice::{
    EndlessProductions, Naive, Outcome, SearchResult, Trees, endless, search,
};

use crate::arguments::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, DepthChoice, ProductionTask};
use crate::input::grammar_files::GrammarFiles;
use crate::input::source::refuse_two_hyphens;
use crate::input::text_argument::{EXPLAINED, TextArgument};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output, show_remark};

const HELP: &str = "\
Compares the grammar with its naive reading: ordered choice and greedy
repetition without backtracking. The first alternative that fits is taken, and
[x] and *x consume all they can. A first attempt with a parser library does the
same.

With a TEXT, shows what both readings accept, where the naive reading stops, and
which production is the cause.

Without a TEXT, lists a text for each production that the naive reading gets
wrong, or with --rule for one production: a shortest one of the texts that are
searched, unless the search reaches its limit and a text of another production is
known. A production is wrong by itself if
it would be wrong even where the productions that it uses take their longest texts;
otherwise it is wrong because of others, which are named. A text that both readings
accept with different trees is shown, too. Where no proof about all texts is found,
the texts to the depth of --depth are searched, if a production recurses and not at
one end only. Where ordered choice never ends, a production is left out.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Formats:
  human  Sentences, or a list with a count.
  json   With texts, one object a line: {\"input\":…,\"rule\":…,\"agree\":…,\"naive\":…,
         \"derived\":…,\"end\":…,\"blame\":…}; \"blame\" is null or has \"rule\", \"start\"
         and \"end\" of its text, \"fault\" (alternative, option, round or extent),
         \"part\", \"took\" and \"needed\". Without texts, one object:
         {\"productions\":[{\"rule\":…,\"result\":…}]}; \"result\" is right, wrong or
         undecided. A wrong production has \"text\", \"origin\" (body, others or
         unknown) and \"causes\", the names of these others. \"depth\" is there if only
         texts to a depth were searched. \"other_tree\" is a text that both readings
         accept with different trees; \"same_trees_up_to\" is the length up to which
         there is none, if longer texts may have different trees.

Examples:
  rfc1738 naive http://h/ http://host/
  rfc1738 naive --rule gopherurl gopher://h/0a%09b
  rfc1738 naive
  rfc1738 naive --grammar dates.bnf
  rfc1738 naive --grammar dates.bnf --rule date 2024-02-29";

const EXIT_STATUS: &str = "\
Exit status:
  0  both readings accept the same texts, with the same trees; without a TEXT, the
     same texts, or the same to the depth, and no text with different trees was found
  1  the readings differ
  2  a production or a text is not decided, wrong use, or a grammar that cannot be
     read or has errors";

/// The arguments of `naive`.
#[derive(Debug, Args)]
// Before it took a file only, --grammar without one listed the productions of RFC 1738.
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"), mut_arg("grammar", |files| files.num_args(0..=1)))]
pub(crate) struct NaiveArguments {
    #[command(flatten)]
    production: ProductionChoice,

    #[command(flatten)]
    depth: DepthChoice,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: NaiveFormat,

    /// Read standard input to its last octet, with its last line end
    #[arg(long)]
    whole: bool,

    /// The texts; - reads standard input, without its last line end unless the production needs
    /// it
    #[arg(value_name = "TEXT")]
    texts: Vec<OsString>,
}

/// The output format of `naive`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum NaiveFormat {
    /// Sentences, for people
    #[default]
    Human,
    /// Objects, for programs
    Json,
}

/// Compares both readings of the texts, or of all productions.
pub(crate) fn run(arguments: &NaiveArguments) -> Result<Verdict, Failure> {
    let choice = &arguments.production.grammar;
    if choice.files.is_empty() {
        let needing = [
            (choice.readings.is_some(), "--readings"),
            (!choice.imports.is_empty(), "--import"),
        ];
        if let Some((_, option)) = needing.into_iter().find(|(is_used, _)| *is_used) {
            let reason = format!("{option} needs a file behind --grammar");
            return Err(Failure::WrongUse(reason));
        }
    }
    let texts = arguments.texts.iter().map(|text| Some(text.as_os_str()));
    let files = GrammarFiles::from(choice);
    refuse_two_hyphens(&files.inputs().chain(texts).collect::<Vec<_>>())?;
    let Some(chosen) = ChosenGrammar::read(&files)? else {
        return Ok(Verdict::Unreadable);
    };
    if arguments.texts.is_empty() {
        return list_wrong(&chosen, arguments);
    }
    compare_texts(&chosen, arguments)
}

fn compare_texts(chosen: &ChosenGrammar, arguments: &NaiveArguments) -> Result<Verdict, Failure> {
    let grammar = &chosen.named()?.grammar;
    let production = chosen.production(arguments.production.rule.as_deref())?;
    refuse_endless(chosen, Some(production))?;
    let naive = Naive::new(grammar, production);
    let naive = naive.map_err(|error| chosen.unusable(&error))?;
    let mut agrees = true;
    let texts = arguments.texts.iter();
    let texts = texts.map(|text| TextArgument::read(text, arguments.whole, EXPLAINED));
    let texts: Vec<TextArgument> = texts.collect::<Result<_, _>>()?;
    let texts = texts.iter().map(|text| needed(chosen, production, text));
    let texts: Vec<Vec<u8>> = texts.collect::<Result<_, _>>()?;
    let mut compared = Vec::new();
    for text in &texts {
        let both = match naive.compare(text) {
            Ok(both) => both,
            Err(DerivationsError::Limit(limit)) => {
                show_remark("undecided", &limit.to_string())?;
                return Ok(Verdict::Unreadable);
            }
            Err(error) => return Err(chosen.unusable(&error)),
        };
        agrees &= both.agrees();
        compared.push((text, both));
    }
    let mut compared = compared.into_iter();
    match arguments.format {
        NaiveFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            compared.try_for_each(|(text, compared)| {
                comparison::write(out, palette, grammar, production, text, &compared)
            })
        })?,
        NaiveFormat::Json => flushed(plain_output(), |out| {
            compared.try_for_each(|(text, compared)| -> io::Result<()> {
                let record = ComparisonRecord::new(grammar, production, text, &compared);
                json::write(out, &record)
            })
        })?,
    }
    Ok(Verdict::of(agrees))
}

/// Returns the text for the production.
fn needed(
    chosen: &ChosenGrammar,
    production: &str,
    text: &TextArgument,
) -> Result<Vec<u8>, Failure> {
    let mut needed = text.without_line_end().to_vec();
    if text.has_line_end() {
        let task = NeededText {
            text,
            needed: &mut needed,
        };
        chosen.run(production, &[], task)?;
    }
    Ok(needed)
}

/// Finds out the text for a production.
struct NeededText<'a> {
    text: &'a TextArgument<'a>,
    needed: &'a mut Vec<u8>,
}

impl ProductionTask for NeededText<'_> {
    fn run<P>(self, rule: P, _: &[P]) -> Result<Verdict, Failure>
    where
        P: CheckedProduction + Send + Sync + 'static,
    {
        *self.needed = self.text.of(rule).to_vec();
        Ok(Verdict::Valid)
    }
}

/// Lists the productions that the naive reading gets wrong.
fn list_wrong(chosen: &ChosenGrammar, arguments: &NaiveArguments) -> Result<Verdict, Failure> {
    let rule = arguments.production.rule.as_deref();
    let only = rule.map(|_| chosen.production(rule)).transpose()?;
    refuse_endless(chosen, only)?;
    let grammar = &chosen.named()?.grammar;
    let part = only.map(|only| grammar.part([only]));
    let mut found = search(part.as_ref().unwrap_or(grammar), arguments.depth.depth);
    found.retain(|wrong| only.is_none_or(|only| wrong.production == only));
    match arguments.format {
        NaiveFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            list::write(out, palette, &found)
        })?,
        NaiveFormat::Json => flushed(plain_output(), |out| {
            json::write(out, &NaiveListRecord::new(&found))
        })?,
    }
    Ok(verdict_of(&found))
}

/// Fails if the search leaves the production out; without one, writes a line about all that it leaves out.
fn refuse_endless(chosen: &ChosenGrammar, only: Option<&str>) -> Result<(), Failure> {
    if chosen.is_own() {
        return Ok(());
    }
    let grammar = &chosen.named()?.grammar;
    let obstacles = grammar.obstacles();
    if let Some(only) = only {
        if let Some(endless) = endless(grammar, only) {
            return Err(chosen.unusable(&endless));
        }
        let obstacle = obstacles.of(only).filter(|one| !is_followed(one));
        return obstacle.map_or(Ok(()), |obstacle| Err(chosen.obstructed(&obstacle)));
    }
    let endless = EndlessProductions::of(grammar);
    let reason = |name: &str| {
        let obstacle = obstacles.of(name).filter(|one| !is_followed(one));
        let obstacle = obstacle.map(|one| one.to_string());
        obstacle.or_else(|| Some(endless.get(name)?.to_string()))
    };
    chosen.names_without(reason, "--rule").map(drop)
}

/// Returns whether ordered choice can follow a production in spite of the obstacle.
fn is_followed(obstacle: &Obstacle) -> bool {
    obstacle.is_recursion() && !obstacle.derives_no_text()
}

/// Returns the verdict on all productions. One that is not decided is neither right nor wrong.
fn verdict_of(found: &[SearchResult]) -> Verdict {
    let verdicts = found.iter().map(|one| match (&one.outcome, &one.trees) {
        (Outcome::Undecided { .. }, _) => Verdict::Unreadable,
        (Outcome::Wrong { .. }, _) | (_, Trees::Different { .. }) => Verdict::Invalid,
        (Outcome::Right, Trees::Same | Trees::SameUpTo { .. }) => Verdict::Valid,
    });
    verdicts.max().unwrap_or(Verdict::Valid)
}
