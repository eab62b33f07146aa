//! `rfc1738 conformance export`: writes test suites.
//!
//! Invariant: each text is written as soon as it is made, and not kept.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use rfc1738_views::conformance::case::{CaseRecord, CaseTable, write_yaml, write_yaml_head};
use rfc1738_views::json;

use crate::arguments::{EXIT_STATUS_OF_WRITERS, GrammarChoice};
use crate::commands::conformance::suites::{ChosenSuite, SuiteChoice, remark_on_size};
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::{Failure, Verdict};
use crate::output::lines;
use crate::output::streams::{flushed, plain_output, show_remark};

const HELP: &str = "\
Writes a complete test suite (HSI method). A parser that accepts other texts
than the production derives gives a wrong verdict on at least one text of the
suite, if it is an automaton with at most K states more than the smallest right
one. The state from which nothing can become valid counts. Without extra states
nothing else is assumed; with them, that the parser does not distinguish
characters that the production never distinguishes.

A recursive production has no automaton. Its suite is that of its texts
to the depth of --depth, with the right verdict of every text, also of a deeper one.

With --keep-apart, states are those of a larger automaton, which also knows in
which of the productions the next character can be: in RFC 3986, the same texts
can follow in a query and in a path, and the smallest automaton has one state for
both. The suite finds all that it finds without --keep-apart, and a parser that
is wrong in the query only. It is complete for a parser that has the states of the
larger automaton, and K more.

With --by-productions, the suite is one of each production on its own, where the
productions that it refers to are symbols as characters are. In a text, each stands
as its shortest text, and around them is the shortest text with a use of the
production. It finds a parser that is wrong in one production, and misses faults
that depend on more than one use, such as those that begin at a depth of recursion
or only in one place. It takes no --depth, and stays small where productions recurse.

With --quick, the suite is small and not complete: each use of a production in a
production comes in a valid text and, where there is one, in an invalid text that
is one edit there away from it. It finds a parser that lacks a production at a
place, or accepts almost anything there; not one that is wrong about a character
or a number of rounds. It takes no --depth.

A note on standard error says so before a suite of more than 1,000,000 texts.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

A text holds CR or LF only if a text of the production does. If these are ASCII,
é stands for all characters outside ASCII; if not, a text holds any octets above
7F, and need not be UTF-8.

Formats:
  jsonl  One object a line: {\"rule\":…,\"input\":…,\"hex\":…,\"ok\":true}. A rejected
         text has \"offset\", the length of its longest viable prefix in bytes;
         \"next\", every character that could stand there, an octet above 7F as
         the character with its number; and \"can_end\", whether the text could
         have ended there. \"hex\" has the octets of every text; \"input\" of a text
         that is not UTF-8 is {\"hex\":…}.
  csv    A header and one record a text: rule, verdict (accept or reject),
         offset, can_end, next, input and input_hex. offset, can_end and next are
         empty for an accepted text, input for one that is not UTF-8; input_hex
         always has the octets.
  txt    One text a line, the empty one included; no productions, no verdicts.
         A line cannot hold a text that has LF in it or ends in CR; a note counts
         those that were left out.
  yaml   The format of ABNF test runners like those for OData: a list TestCases
         of Name, Rule, Input and, for a rejected text, FailAt, the offset. A
         text that is not UTF-8 is {\"hex\":…}.

Examples:
  rfc1738 conformance export > url.jsonl
  rfc1738 conformance export --rule host --rule port --extra-states 1
  rfc1738 conformance export --rule gopherurl --keep-apart=selector,search
  rfc1738 conformance export --all --format yaml
  rfc1738 conformance export --rule url --quick --format csv
  rfc1738 conformance export --grammar json.abnf --by-productions
  rfc1738 conformance export --rule port --format txt | rfc1738 check --rule port
  rfc1738 conformance export --grammar dates.bnf --rule date";

/// The arguments of `conformance export`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS_OF_WRITERS}"))]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    selection: Selection,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: ExportFormat,
}

/// The selection of suites.
#[derive(Debug, Args)]
struct Selection {
    /// Test for this production; can be repeated [default: url; with --grammar, the first
    /// production of the grammar]
    #[arg(long = "rule", value_name = "NAME")]
    rules: Vec<String>,

    /// Test for every production
    #[arg(long, conflicts_with = "rules")]
    all: bool,

    #[command(flatten)]
    suite: SuiteChoice,

    #[command(flatten)]
    grammar: GrammarChoice,
}

/// The output format of `conformance export`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// One object a text
    #[default]
    Jsonl,
    /// One record a text, after a header
    Csv,
    /// The texts alone
    Txt,
    /// One list of test cases
    Yaml,
}

/// Writes the suites.
pub(crate) fn run(arguments: &ExportArguments) -> Result<Verdict, Failure> {
    let Some(chosen) = ChosenGrammar::of(&arguments.selection.grammar, None)? else {
        return Ok(Verdict::Unreadable);
    };
    let names = productions(&chosen, &arguments.selection)?;
    let choice = &arguments.selection.suite;
    // Every suite is planned before the first text is written, because one may be too large.
    let suites = names.iter().filter_map(|name| {
        let suite = match ChosenSuite::of(&chosen, name, choice) {
            // A production that is too large does not stop the others.
            Err(Failure::Unusable { reason, .. }) if names.len() > 1 && arguments.selection.all => {
                let left_out = show_remark("note", &format!("left out: {reason}"));
                return left_out.err().map(|error| Err(error.into()));
            }
            suite => suite,
        };
        Some(suite.map(|suite| (*name, suite)))
    });
    let suites: Vec<(&str, ChosenSuite)> = suites.collect::<Result<_, Failure>>()?;
    let borrowed: Vec<(&str, &ChosenSuite)> =
        suites.iter().map(|(name, suite)| (*name, suite)).collect();
    remark_on_size(&borrowed, choice)?;
    let mut left_out = 0;
    flushed(plain_output(), |out| match arguments.format {
        ExportFormat::Jsonl => write_json_lines(out, &suites),
        ExportFormat::Csv => write_csv(out, &suites),
        ExportFormat::Txt => write_texts(out, &suites, &mut left_out),
        ExportFormat::Yaml => write_yaml_list(out, &suites),
    })?;
    lines::write_left_out(left_out, "--format jsonl writes all")?;
    Ok(Verdict::Valid)
}

/// Returns the names of the selected productions, each once, in the order of the arguments or,
/// with `--all`, of the grammar.
fn productions<'a>(
    chosen: &'a ChosenGrammar,
    selection: &'a Selection,
) -> Result<Vec<&'a str>, Failure> {
    if selection.all {
        return chosen.decidable_names();
    }
    if selection.rules.is_empty() {
        return Ok(vec![chosen.production(None)?]);
    }
    let mut names = Vec::new();
    for rule in &selection.rules {
        let name = chosen.production(Some(rule))?;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

fn write_json_lines(out: &mut impl Write, suites: &[(&str, ChosenSuite)]) -> io::Result<()> {
    for (rule, suite) in suites {
        for case in suite.cases() {
            json::write(out, &CaseRecord::new(*rule, &case))?;
        }
    }
    Ok(())
}

fn write_csv(out: &mut impl Write, suites: &[(&str, ChosenSuite)]) -> io::Result<()> {
    let mut table = CaseTable::new(out)?;
    for (rule, suite) in suites {
        for case in suite.cases() {
            table.write(rule, &case)?;
        }
    }
    table.finish()
}

/// Writes the texts that fit on a line, and counts the others.
fn write_texts(
    out: &mut impl Write,
    suites: &[(&str, ChosenSuite)],
    left_out: &mut u64,
) -> io::Result<()> {
    for text in suites.iter().flat_map(|(_, suite)| suite.texts()) {
        if lines::fits(&text) {
            lines::write(out, &text)?;
        } else {
            *left_out += 1;
        }
    }
    Ok(())
}

fn write_yaml_list(out: &mut impl Write, suites: &[(&str, ChosenSuite)]) -> io::Result<()> {
    write_yaml_head(out)?;
    for (rule, suite) in suites {
        for (number, case) in (1..).zip(suite.cases()) {
            write_yaml(out, *rule, number, &case)?;
        }
    }
    Ok(())
}
