//! `rfc1738 parse`: one text.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};

use clap::{Args, ValueEnum};
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::diagnostic::syntax_error::private_rejection;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::{Checked, CheckedProduction};
use rfc1738_views::repairs::Repairs;
use rfc1738_views::{advice, json, tree};
use rfcbnf_engine::{Production, Tree};

use crate::advice::{Advice, AdvicePolicy, DenyArguments, ids_help};
use crate::arguments::{ADVICE_EXIT_STATUS, DetailName, ProductionChoice, RepairArguments};
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::source::meant_file;
use crate::input::text_argument::{TEXT, TextArgument};
use crate::outcome::{Failure, Verdict, write_undecided};
use crate::output::streams::{self, Output, flushed, write_diagnostic};

const HELP: &str = "\
Shows the tree of a valid text on standard output, and explains an invalid text
on standard error. With --format json or jsonl both go to standard output. A
valid URL also gets advice from the prose of the RFC; a part of a URL, such as a
host, gets none.

A grammar in FILE is read to the letter and has no advice; --readings applies
readings where they fit.

Formats:
  tree  One line a node: production, span in bytes, text. A long text is cut
        unless its node is a leaf. Below 32 levels, a line has its level as a
        number, as in [33], and no branch. One line for each piece of advice
        follows; denied advice goes to standard error.
  json  One object on one line, with \"advice\" if there is any. \"ok\" is null if
        the text or its tree is not decided, and \"undecided\" says why. The tree
        nests as deep as it is; many readers of JSON refuse deep values.
  jsonl One object a line for each node: {\"rule\":\"port\",\"start\":16,\"end\":18,
        \"depth\":2}, and \"text\" if it is a leaf. The depth of the root is 0. An
        invalid text gets the object of json, and so does one that is not
        decided. Shows advice as sexp does.
  sexp  (production start end node…), one line a node. A leaf holds its text:
        (port 16 18 \"80\"). Shows no advice, except denied advice on standard
        error.

With --repairs N, the first N of the nearest valid texts are beside an error: those
that the fewest edits of characters make of it, in the order of their edits. The
lines about the first one say what is expected where its edits are. They are
undecided if none is within 5 edits. In JSON, they are \"repairs\" of the error.

Examples:
  rfc1738 parse http://www.w3.org/pub/
  rfc1738 parse --rule port --detail characters 80
  rfc1738 parse --deny password ftp://me:secret@host.dom/
  rfc1738 parse --rule hsegment -- -x
  printf 'news:alt.test\\n' | rfc1738 parse --format json -
  rfc1738 parse --grammar dates.bnf 2024-02-29
  rfc1738 parse --grammar dates.bnf --repairs 3 2024-02=29
  rfc1738 parse --grammar rfc6350.abnf --file me.vcf";

/// The arguments of `parse`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{}\n\n{ADVICE_EXIT_STATUS}", ids_help()))]
pub(crate) struct ParseArguments {
    #[command(flatten)]
    production: ProductionChoice,

    /// Which productions to show
    #[arg(long, value_enum, default_value_t)]
    detail: DetailName,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: TreeFormat,

    /// Show denied advice only
    #[arg(long)]
    no_advice: bool,

    #[command(flatten)]
    deny: DenyArguments,

    #[command(flatten)]
    repairs: RepairArguments,

    /// Read standard input to its last octet, with its last line end
    #[arg(long)]
    whole: bool,

    /// Parse the text that is in FILE (- for standard input), to its last octet
    #[arg(
        id = "text_file",
        long = "file",
        value_name = "FILE",
        conflicts_with = "whole"
    )]
    file: Option<OsString>,

    /// The text; - reads standard input, without its last line end unless the production needs
    /// it
    #[arg(required_unless_present = "text_file", conflicts_with = "text_file")]
    text: Option<OsString>,
}

impl ParseArguments {
    /// Returns the text, or the file that has it. Either can be `-`.
    fn input(&self) -> Option<&OsStr> {
        self.file.as_deref().or(self.text.as_deref())
    }

    /// Reads the text.
    fn read_text(&self) -> Result<TextArgument<'_>, Failure> {
        if let Some(file) = &self.file {
            return TextArgument::of_file(file);
        }
        let text = self.text.as_deref().unwrap_or_default();
        TextArgument::read(text, self.whole, TEXT)
    }
}

/// The output format of `parse`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum TreeFormat {
    /// With branches, for people
    #[default]
    Tree,
    /// One object, for programs
    Json,
    /// One object for each node, for programs
    Jsonl,
    /// Nested lists
    Sexp,
}

impl TreeFormat {
    /// Returns whether programs read it, so that errors are objects too.
    fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Jsonl)
    }

    /// Returns whether it has room for advice.
    fn shows_advice(self) -> bool {
        matches!(self, Self::Tree | Self::Json)
    }
}

/// Parses the text and shows its tree and advice, or its error.
pub(crate) fn run(arguments: &ParseArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, arguments.input())? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let own = chosen.rule(name);
    AdvicePolicy::refuse(false, &arguments.deny, own)?;
    let shows_advice = !arguments.no_advice && arguments.format.shows_advice();
    let task = ParseTask {
        arguments,
        policy: AdvicePolicy::new(shows_advice, &arguments.deny, own),
    };
    chosen.run_with_unknown(name, &[], task)
}

struct ParseTask<'a> {
    arguments: &'a ParseArguments,
    policy: AdvicePolicy,
}

impl ProductionTask for ParseTask<'_> {
    fn run<P: CheckedProduction>(self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        let arguments = self.arguments;
        let text = arguments.read_text()?;
        let text = match arguments.repairs.most() {
            Some(_) => text.to_repair(rule),
            None => text.of(rule),
        };
        let result = match rule.check_in_detail(text, arguments.detail.into()) {
            Ok(result) => result,
            Err(undecided) => {
                return write_undecided(arguments.format.is_json(), rule, text, &undecided);
            }
        };
        let advice = self.policy.on(result.as_ref().ok());
        let repairs = result
            .as_ref()
            .err()
            .and_then(|_| arguments.repairs.of(rule, text));
        match (arguments.format, &result) {
            (TreeFormat::Json, _) | (TreeFormat::Jsonl, Err(_)) => {
                write_json(rule, text, &result, (&advice, repairs.as_ref()))?;
            }
            (_, Err(error)) => {
                let shown = private_rejection(text, error);
                let shown = match &repairs {
                    Some(repairs) => shown.repairs(repairs, error),
                    None => shown,
                };
                write_diagnostic(&shown)?;
                let meant = arguments.text.as_deref().and_then(meant_file);
                if let Some(meant) = meant {
                    streams::message(|out| writeln!(out, "  help: {meant}"))?;
                }
            }
            (TreeFormat::Tree, Ok(tree)) => {
                flushed(Output::new(), |out| write_tree(out, tree, &advice))?;
                write_denied(tree, &advice)?;
            }
            (TreeFormat::Jsonl, Ok(tree)) => {
                flushed(streams::plain_output(), |out| {
                    tree::json::write_lines(out, tree.root())
                })?;
                write_denied(tree, &advice)?;
            }
            (TreeFormat::Sexp, Ok(tree)) => {
                flushed(streams::plain_output(), |out| {
                    tree::sexp::write(out, tree.root())
                })?;
                write_denied(tree, &advice)?;
            }
        }
        Ok(Verdict::of(result.is_ok() && !advice.is_denied()))
    }
}

fn write_tree<P: Production>(
    out: &mut Output,
    tree: &Tree<'_, P>,
    advice: &Advice,
) -> io::Result<()> {
    let palette = out.palette();
    tree::text::write(out, palette, tree.root())?;
    advice
        .allowed()
        .try_for_each(|finding| advice::write(out, palette, tree.octets(), finding, false))
}

/// Writes denied advice to standard error: it makes the command fail.
fn write_denied<P: Production>(tree: &Tree<'_, P>, advice: &Advice) -> io::Result<()> {
    streams::message(|out| {
        advice.denied().try_for_each(|finding| {
            advice::write(out, Palette::COLORED, tree.octets(), finding, true)
        })
    })
}

fn write_json<P: CheckedProduction>(
    rule: P,
    text: &[u8],
    result: &Checked<'_, P>,
    (advice, repairs): (&Advice, Option<&Repairs<'_>>),
) -> io::Result<()> {
    let result = result.as_ref().map(|tree| Some(tree.root()));
    let advice = Some(advice.findings()).filter(|findings| !findings.is_empty());
    flushed(streams::plain_output(), |out| {
        let record = CheckRecord::new(text, rule, result);
        json::write(out, &record.with_advice(advice).with_repairs(repairs))
    })
}
