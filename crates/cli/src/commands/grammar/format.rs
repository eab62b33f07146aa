//! `rfc1738 grammar fmt`: grammar files in one layout.

use std::ffi::{OsStr, OsString};
use std::io::Write as _;

use clap::Args;
use rfcbnf::Reader;
use rfcbnf::format::{FormatError, format};
use rfcbnf::syntax::Notation;
use rfcbnf_engine::escape::Printable;

use crate::arguments::NotationName;
use crate::input::grammar_files::{ChosenReadings, read_text};
use crate::input::source::{Source, refuse_two_hyphens};
use crate::outcome::{Failure, Verdict};
use crate::output::new_file::replace_file;
use crate::output::streams::{flushed, plain_output, show_remark};

const HELP: &str = "\
A name begins its line, one blank is between elements and within brackets, and lines
have up to 72 characters. A longer body has an alternative on each line, with the
separators below the end of the sign. Elements, comments and their order stay, and so do
single blank lines, because a blank line divides a heading from a comment on a
production. A comment is not divided, so its line can be longer. Line ends stay CR LF in
a file whose first line ends so.

The formatted grammar reads as the same grammar, which is checked each time. Names that
are not defined are no obstacle; a file that cannot be read stays as it is.

Examples:
  rfc1738 grammar fmt dates.abnf times.abnf
  rfc1738 grammar fmt --check *.abnf
  rfc1738 grammar fmt - < dates.abnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  the files are formatted
  1  with --check: the files whose names are written are not formatted
  2  wrong use, or a file that cannot be read or written; other files are formatted";

/// The arguments of `grammar fmt`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct FormatArguments {
    /// Write nothing, and name the files that are not formatted
    #[arg(long)]
    check: bool,

    /// The notation of the files [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<NotationName>,

    /// Apply the readings in FILE to know the literals without quotation marks; rfc1738 names
    /// those of RFC 1738
    #[arg(long, value_name = "FILE")]
    readings: Option<OsString>,

    /// The grammar files, which are replaced (- for standard input, which goes to standard output)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<OsString>,
}

/// Formats each file, or says which are not formatted.
pub(crate) fn run(arguments: &FormatArguments) -> Result<Verdict, Failure> {
    let files = arguments.files.iter().map(|file| Some(file.as_os_str()));
    let hyphens = files.chain([arguments.readings.as_deref()]);
    refuse_two_hyphens(&hyphens.collect::<Vec<_>>())?;
    let readings = ChosenReadings::read(arguments.readings.as_deref())?;
    let mut verdict = Verdict::Valid;
    for file in &arguments.files {
        verdict = verdict.max(one(file, &readings, arguments)?);
    }
    Ok(verdict)
}

/// Formats a file. Writes an error and returns [`Verdict::Unreadable`] if it cannot be read.
fn one(
    file: &OsStr,
    readings: &ChosenReadings,
    arguments: &FormatArguments,
) -> Result<Verdict, Failure> {
    let source = Source::new(file);
    let Some(text) = read_text(source)? else {
        return Ok(Verdict::Unreadable);
    };
    let reader = Reader {
        expected: source.notation(),
        ..readings
            .readings
            .reader(arguments.notation.map(Notation::from))
    };
    let formatted = match format(&reader, &text) {
        Ok(formatted) => formatted,
        Err(error) => {
            let error = match &error {
                FormatError::Unreadable(error) => format!(":{error}"),
                error => format!(": {error}"),
            };
            let error = Printable(error.as_bytes());
            show_remark(
                "error",
                &format!("{source}{error}; the file is not formatted"),
            )?;
            return Ok(Verdict::Unreadable);
        }
    };
    let name = source.name();
    match (name.path, arguments.check) {
        (_, true) => {
            if formatted != text {
                flushed(plain_output(), |out| writeln!(out, "{}", name.shown))?;
                return Ok(Verdict::Invalid);
            }
        }
        (None, false) => flushed(plain_output(), |out| out.write_all(formatted.as_bytes()))?,
        (Some(path), false) if formatted != text => replace_file(&path, formatted.as_bytes())?,
        (Some(_), false) => {}
    }
    Ok(Verdict::Valid)
}
