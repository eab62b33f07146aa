//! What can be said on the command line.

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use rfc1738::{Detail, Rule};

use crate::advice::arguments::{DenyArguments, ids_help};
use crate::build::arguments::BuildArguments;
use crate::check::arguments::CheckArguments;
use crate::conformance::arguments::ConformanceArguments;
use crate::derivations::arguments::DerivationsArguments;
use crate::escape::{Escaped, is_plain};
use crate::explain::arguments::ExplainArguments;
use crate::extract::arguments::ExtractArguments;
use crate::generate::arguments::GenerateArguments;
use crate::grammar::arguments::GrammarArguments;
use crate::inspect::arguments::InspectArguments;
use crate::naive::arguments::NaiveArguments;
use crate::names::RuleParser;
use crate::streams;
use crate::trace::arguments::TraceArguments;

pub(crate) const EXIT_STATUS: &str = "\
Exit status:
  0  valid
  1  invalid
  2  wrong use, or something that cannot be read or written";

pub(crate) const ADVICE_EXIT_STATUS: &str = "\
Exit status:
  0  valid
  1  invalid, or there is advice that --deny names
  2  wrong use, or something that cannot be read or written";

const EXAMPLES: &str = "\
Examples:
  rfc1738 parse ftp://ds.internic.net/rfc/rfc1738.txt
  rfc1738 parse --rule hostport --format json ds.internic.net:80
  rfc1738 inspect ftp://myname@host.dom/%2Fetc/motd
  rfc1738 build http --host host.dom --path 'a b' --search '100%'
  rfc1738 derivations --rule gopherurl gopher://h/0a%09b%09c
  rfc1738 trace --rule hostname a.b
  rfc1738 generate --rule hostport --invalid
  rfc1738 naive --rule hostname a.b1
  rfc1738 check urls.txt
  rfc1738 conformance export --rule hostport
  rfc1738 extract mail.txt
  rfc1738 rules httpurl
  rfc1738 explain httpurl
  rfc1738 grammar check";

const PARSE_HELP: &str = "\
A valid text is shown as a tree on standard output. A rejection is explained on
standard error, or with --format json is an object on standard output. Advice is
what the prose of the RFC says about a URL that is valid: there is none on texts
that are parsed as a part of a URL, such as a host.

Formats:
  tree  A line for each node: production, span in octets, text. The text of an
        inner node is cut where it is long; that of a leaf never is. Below, a
        line for each piece of advice; what is denied is on standard error.
  json  One object on one line, with \"advice\" where there is any.
  sexp  (production start end node…), a line for each node; a node without
        others in it holds its text: (port 16 18 \"80\"). No advice, except
        for what is denied, on standard error.

Examples:
  rfc1738 parse http://www.w3.org/pub/
  rfc1738 parse --rule port --detail characters 80
  rfc1738 parse --deny password ftp://me:secret@host.dom/
  rfc1738 parse --rule hsegment -- -x
  printf 'news:alt.test\\n' | rfc1738 parse --format json -";

const RULES_HELP: &str = "\
Examples:
  rfc1738 rules
  rfc1738 rules gopherurl

`rfc1738 explain` tells more of one production.";

/// Takes URLs apart by the productions of RFC 1738.
#[derive(Debug, Parser)]
#[command(name = "rfc1738", version, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub(crate) struct Arguments {
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Take a text apart by a production
    Parse(ParseArguments),
    /// Show what a URL stands for and what a client does with it
    Inspect(InspectArguments),
    /// Build a URL from its components
    Build(Box<BuildArguments>),
    /// Show all ways in which a production derives a text
    Derivations(DerivationsArguments),
    /// Show what the productions do with a text, step by step
    Trace(TraceArguments),
    /// Write texts that a production derives, or nearly derives
    Generate(GenerateArguments),
    /// Show what is lost where productions are read as ordered choice
    Naive(NaiveArguments),
    /// Check texts, one a line
    Check(CheckArguments),
    /// Test a parser for conformance with the grammar
    Conformance(ConformanceArguments),
    /// Find the URLs in running text
    Extract(ExtractArguments),
    /// Show the productions, or all about one
    Rules(RulesArguments),
    /// Explain a production, with examples and a diagram
    Explain(ExplainArguments),
    /// Work with grammars
    Grammar(GrammarArguments),
}

/// The arguments of `parse`.
#[derive(Debug, Args)]
#[command(after_help = format!("{PARSE_HELP}\n\n{}\n\n{ADVICE_EXIT_STATUS}", ids_help()))]
pub(crate) struct ParseArguments {
    /// The production to parse the text as
    #[arg(long, value_name = "NAME", value_parser = RuleParser, default_value = "url")]
    pub(crate) rule: Rule,

    /// Whether to show the productions for single characters
    #[arg(long, value_enum, default_value_t)]
    pub(crate) detail: DetailName,

    /// How to show the tree
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TreeFormat,

    /// Show no advice but that which is denied
    #[arg(long)]
    pub(crate) no_advice: bool,

    #[command(flatten)]
    pub(crate) deny: DenyArguments,

    /// The text; - for all of standard input without the line end that closes it
    pub(crate) text: OsString,
}

/// The arguments of `rules`.
#[derive(Debug, Args)]
#[command(after_help = RULES_HELP)]
pub(crate) struct RulesArguments {
    /// The production to tell about
    #[arg(value_parser = RuleParser)]
    pub(crate) name: Option<Rule>,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Color {
    /// On terminals; `NO_COLOR` and `CLICOLOR_FORCE` overrule that
    #[default]
    Auto,
    /// On every output
    Always,
    /// On none
    Never,
}

/// How much a tree shows.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum DetailName {
    /// Every production but those for single characters
    #[default]
    Rules,
    /// Every production
    Characters,
}

/// How `parse` shows a tree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// With branches, for people
    #[default]
    Tree,
    /// One object, for programs
    Json,
    /// Nested lists
    Sexp,
}

impl Arguments {
    /// What the command line says. Where it says nothing that can be done, says so, and
    /// yields the exit status.
    pub(crate) fn from_command_line() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|error| refuse(&error))
    }
}

impl Color {
    /// Decides for all streams.
    pub(crate) fn apply(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

impl From<DetailName> for Detail {
    fn from(name: DetailName) -> Self {
        match name {
            DetailName::Rules => Self::Rules,
            DetailName::Characters => Self::Characters,
        }
    }
}

/// Shows a usage error, or the help or version that was asked for. A closed pipe is ignored.
fn refuse(error: &clap::Error) -> ExitCode {
    let text = error.to_string();
    // Such an error quotes arguments as they are.
    if text
        .chars()
        .all(|character| character == '\n' || is_plain(character))
        && are_plain_arguments()
    {
        let _ = error.print();
    } else {
        let lines: Vec<String> = text
            .lines()
            .map(|line| Escaped(line.as_bytes()).to_string())
            .collect();
        let _ = writeln!(streams::error(), "{}", lines.join("\n"));
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Whether no argument holds an escape sequence: those are gone from an error made plain.
fn are_plain_arguments() -> bool {
    std::env::args_os().all(|argument| !argument.as_encoded_bytes().contains(&0x1b))
}
