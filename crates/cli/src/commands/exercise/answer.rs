//! `rfc1738 exercise answer`: what is wrong with a grammar as an answer to an exercise.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use rfc1738_views::exercise::record::AnswerRecord;
use rfc1738_views::exercise::write_answer;
use rfc1738_views::json;
use rfcbnf::exercise::{ANSWER_LENGTH, Exercise, Outcome, Sheet};
use rfcbnf_engine::escape::Printable;

use super::read_sheet;
use crate::arguments::suggestions;
use crate::input::source::{Source, refuse_two_hyphens};
use crate::input::toml_file::unusable;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};

const HELP: &str = "\
Compares a grammar with the solution of an exercise, and checks the texts and
conditions of the exercise. What is wrong is shown by the shortest text that
differs, with its tree in your grammar, or else how far your grammar comes in it.

Each line is one of four: it holds and is proved (✓); it does not hold (✗); it holds
in all texts up to a length (~); it is undecided (?).

Formats:
  human  A line for each condition, and trees.
  json   One object on one line: \"outcome\" is solved, up-to, undecided or wrong,
         \"mistakes\" has what is wrong in a few words, and each of the \"findings\"
         has \"condition\", \"verdict\" (proved, refuted, up-to, undecided),
         \"message\", and its evidence: \"errors\", \"misses\", \"derives\",
         \"ambiguous\", \"circle\", \"count\" or \"conflicts\".

Examples:
  rfc1738 exercise answer --exercise Brackets sheet.toml mine.abnf
  rfc1738 exercise answer --exercise 2 sheet.toml - < mine.abnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  the grammar solves the exercise, or nothing is wrong in all texts up to a
     length
  1  it does not
  2  undecided, wrong use, or a file that cannot be read";

/// The arguments of `exercise answer`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct AnswerArguments {
    /// The exercise: its title, or its number [default: the only one]
    #[arg(long, value_name = "TITLE")]
    exercise: Option<String>,

    /// The production that the grammar begins with [default: its first]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: AnswerFormat,

    /// The sheet of exercises (- for standard input)
    #[arg(value_name = "SHEET")]
    sheet: OsString,

    /// The grammar (- for standard input)
    #[arg(value_name = "GRAMMAR")]
    grammar: OsString,
}

/// The output format of `exercise answer`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum AnswerFormat {
    /// For people
    #[default]
    Human,
    /// One object, for programs
    Json,
}

/// Answers a grammar.
pub(crate) fn run(arguments: &AnswerArguments) -> Result<Verdict, Failure> {
    refuse_two_hyphens(&[Some(&arguments.sheet), Some(&arguments.grammar)])?;
    let sheet = read_sheet(&arguments.sheet)?;
    let exercise = chosen(&sheet, arguments.exercise.as_deref())?;
    let octets = Source::new(&arguments.grammar).read_limited(ANSWER_LENGTH, "an answer")?;
    let grammar = String::from_utf8(octets);
    let grammar = grammar.map_err(|_| unusable(&arguments.grammar, "is not UTF-8".to_owned()))?;
    let answer = exercise.answer(&grammar, arguments.rule.as_deref());
    match arguments.format {
        AnswerFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            write_answer(out, palette, &answer)
        })?,
        AnswerFormat::Json => flushed(plain_output(), |out| {
            json::write(out, &AnswerRecord::new(&answer))
        })?,
    }
    Ok(match answer.outcome() {
        Outcome::Solved | Outcome::UpTo { .. } => Verdict::Valid,
        Outcome::Wrong => Verdict::Invalid,
        Outcome::Undecided => Verdict::Unreadable,
    })
}

/// Returns the exercise that is meant.
fn chosen<'s>(sheet: &'s Sheet, title: Option<&str>) -> Result<&'s Exercise, Failure> {
    match (title, sheet.exercises.as_slice()) {
        (None, [only]) => Ok(only),
        (None, all) => {
            let count = all.len();
            Err(Failure::WrongUse(format!(
                "the sheet has {count} exercises: name one with --exercise, by its title or its number"
            )))
        }
        (Some(title), all) => match sheet.find(title) {
            Some(index) => Ok(&all[index]),
            None => {
                let titles = all.iter().map(|one| one.title.as_str());
                let suggested = suggestions(title, titles);
                let message = format!("the sheet has no exercise `{title}`{suggested}");
                Err(Failure::WrongUse(Printable(message.as_bytes()).to_string()))
            }
        },
    }
}
