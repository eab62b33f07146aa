//! `rfc1738 exercise grade`: a table of hand-ins.

use std::ffi::OsString;
use std::path::Path;

use clap::{Args, ValueEnum};
use rfc1738_views::exercise::grades::{GradeTable, GradedRow};
use rfc1738_views::exercise::packed::unpack;
use rfc1738_views::json;
use rfcbnf::exercise::{Grader, HAND_INS, hand_ins};

use super::read_sheet;
use crate::input::folder;
use crate::input::source::{Source, refuse_two_hyphens};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};

/// The most octets of a file of hand-ins.
const LENGTH: usize = 64 << 20;

const HELP: &str = "\
Answers hand-ins again, from the grammars in them. What a hand-in says of itself
counts for nothing; where it is something else, the table says so. One that is cut
off, forged or broken has its own row with the reason, and keeps no other from
being read.

A hand-in is text. Each line [hand-in] begins one, and a file can hold many:
  [hand-in]
  name = \"Ada\"
  [[answer]]
  exercise = \"Brackets\"
  grammar = '''
  s = \"(\" s \")\" / \"\"
  '''
A line with #hand-in=2.… is one, too, as the page in the browser packs it; a name
can stand before it.

Formats:
  human  A row for each hand-in, a column for each exercise, how many solved it,
         the commonest mistakes, and remarks.
  csv    The rows for a spreadsheet: name, a column for each exercise, solved, says,
         remarks, file and line. A cell that a spreadsheet would take for a formula
         has an apostrophe before it.
  json   One object: \"exercises\", \"hand_ins\" (each with \"name\", \"read\", \"remarks\",
         \"solved\", \"says\", and \"answers\", each with its \"outcome\" and \"mistakes\"),
         and \"mistakes\" (each with \"count\" and the indices of the hand-ins).

Examples:
  rfc1738 exercise grade sheet.toml hand-ins/
  rfc1738 exercise grade --format csv sheet.toml pasted.txt > grades.csv";

const EXIT_STATUS: &str = "\
Exit status:
  0  every hand-in was read
  1  never
  2  a hand-in could not be read and has a row that says so, wrong use, or a sheet
     that cannot be read";

/// The arguments of `exercise grade`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct GradeArguments {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: GradeFormat,

    /// The sheet of exercises (- for standard input)
    #[arg(value_name = "SHEET")]
    sheet: OsString,

    /// Files and folders of hand-ins (- for standard input) [default: -]
    #[arg(value_name = "HANDINS")]
    hand_ins: Vec<OsString>,
}

/// The output format of `exercise grade`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum GradeFormat {
    /// A table, for people
    #[default]
    Human,
    /// A line for each hand-in, for spreadsheets
    Csv,
    /// One object, for programs
    Json,
}

/// Grades hand-ins.
pub(crate) fn run(arguments: &GradeArguments) -> Result<Verdict, Failure> {
    let sources = Source::all(&arguments.hand_ins);
    let inputs = sources.iter().map(|source| Some(source.argument()));
    let inputs: Vec<_> = inputs.chain([Some(arguments.sheet.as_os_str())]).collect();
    refuse_two_hyphens(&inputs)?;
    let mut grader = Grader::new(read_sheet(&arguments.sheet)?);
    let mut files = Vec::new();
    for source in sources {
        if source.path().is_dir() {
            add_folder(&mut files, source.path(), 0)?;
        } else {
            files.push(source.argument().to_owned());
        }
    }
    let mut rows = Vec::new();
    for file in &files {
        add_file(&mut rows, &mut grader, Source::new(file));
        if rows.len() > HAND_INS {
            let message = format!("there are more than {HAND_INS} hand-ins: grade them in parts");
            return Err(Failure::WrongUse(message));
        }
    }
    let table = GradeTable::new(grader.sheet(), rows);
    match arguments.format {
        GradeFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            table.write(out, palette)
        })?,
        GradeFormat::Csv => flushed(plain_output(), |out| table.write_csv(out))?,
        GradeFormat::Json => flushed(plain_output(), |out| json::write(out, &table.record()))?,
    }
    Ok(if table.is_complete() {
        Verdict::Valid
    } else {
        Verdict::Unreadable
    })
}

/// Grades the hand-ins of a file. One that cannot be read is a row, too.
fn add_file(rows: &mut Vec<GradedRow>, grader: &mut Grader, source: Source<'_>) {
    let name = source.to_string();
    let octets = match source.read_limited(LENGTH, "a file of hand-ins") {
        Ok(octets) => octets,
        Err(Failure::Unreadable { reason, .. } | Failure::Unusable { reason, .. }) => {
            rows.push(GradedRow::unreadable(name, reason));
            return;
        }
        Err(failure) => {
            rows.push(GradedRow::unreadable(name, failure.to_string()));
            return;
        }
    };
    // What is not UTF-8 breaks the hand-in that it is in, and no other.
    let text = String::from_utf8_lossy(&octets);
    let found = hand_ins(&text, unpack).into_iter();
    rows.extend(found.map(|one| GradedRow::of(grader, Some(name.clone()), one)));
}

/// Adds the files of a folder and of those in it, in the order of their names.
fn add_folder(files: &mut Vec<OsString>, folder: &Path, depth: usize) -> Result<(), Failure> {
    for path in folder::entries(folder, depth)? {
        if path.is_dir() {
            add_folder(files, &path, depth + 1)?;
        } else {
            files.push(path.into_os_string());
        }
    }
    Ok(())
}
