//! `rfc1738 grammar tables`: FIRST, FOLLOW, and the table of LL(1).

use clap::{Args, ValueEnum};
use rfc1738_views::tables::record::TablesRecord;
use rfc1738_views::{json, tables};
use rfcbnf::tables::Tables;

use crate::arguments::GrammarFile;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};

const HELP: &str = "\
Shows what a course shows of a grammar: its rules as a textbook writes them, FIRST
and FOLLOW, and the table of LL(1). A cell with two alternatives is a conflict;
below the table, each conflict has its causes.

Optional parts, repetitions and groups are rules of their own: s-1 is a part of s.
A terminal is a character, so \"if\" and \"int\" are in conflict. A column is a class
of characters that no terminal tells apart, or the end of the text.

Formats:
  human  The rules, the sets, the table and the conflicts.
  json   One object on one line: \"columns\", \"rows\" (each with \"name\", \"rule\",
         \"helper\", \"nullable\", \"first\", \"follow\", \"alternatives\", and \"cells\" with
         the alternatives of each column), \"conflicts\" (each with \"row\",
         \"alternatives\" and \"why\"), and \"ll1\".

Examples:
  rfc1738 grammar tables expressions.bnf
  rfc1738 grammar tables --rule port";

const EXIT_STATUS: &str = "\
Exit status:
  0  the grammar is LL(1)
  1  it has conflicts
  2  it is too large or leaves something to prose, wrong use, or a grammar that
     cannot be read";

/// The arguments of `grammar tables`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct TablesArguments {
    /// The production where texts begin [default: url; of FILE, the first production]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: TablesFormat,

    #[command(flatten)]
    grammar: GrammarFile,
}

/// The output format of `grammar tables`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum TablesFormat {
    /// For people
    #[default]
    Human,
    /// One object, for programs
    Json,
}

/// Shows the tables.
pub(crate) fn run(arguments: &TablesArguments) -> Result<Verdict, Failure> {
    let Some(chosen) = ChosenGrammar::of_file(&arguments.grammar)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(arguments.rule.as_deref())?;
    let found = Tables::new(&chosen.named()?.grammar, name);
    let found = found.map_err(|error| chosen.unusable(&error))?;
    match arguments.format {
        TablesFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            tables::write(out, palette, &found)
        })?,
        TablesFormat::Json => flushed(plain_output(), |out| {
            json::write(out, &TablesRecord::new(&found))
        })?,
    }
    Ok(Verdict::of(found.is_ll1()))
}
