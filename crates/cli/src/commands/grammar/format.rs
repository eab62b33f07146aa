//! `rfc1738 grammar fmt`: grammar files in one layout.

use std::ffi::{OsStr, OsString};
use std::io::Write as _;

use clap::Args;
use rfcbnf::extract::is_document;
use rfcbnf::format::{FormatError, format, unformatted};
use rfcbnf::syntax::Notation;
use rfcbnf::{GrammarErrorKind, Reader};
use rfcbnf_engine::Document;
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

A document that prints a grammar, such as a draft in Markdown or XML, is not rewritten.
With --check, each production that is not formatted is shown at its line, in the layout
that it would have; the margin before it is that of the document.

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
    if is_document(source.path(), &text) {
        return document(source, &reader, &text, arguments.check);
    }
    let formatted = match format(&reader, &text) {
        Ok(formatted) => formatted,
        Err(error) => {
            let error = match &error {
                FormatError::Unreadable(error) => format!(":{error}"),
                error => format!(": {error}"),
            };
            return refused(source, &error);
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

/// Says why a file is not formatted.
fn refused(source: Source, error: &str) -> Result<Verdict, Failure> {
    let error = Printable(error.as_bytes());
    let remark = format!("{source}{error}; the file is not formatted");
    show_remark("error", &remark)?;
    Ok(Verdict::Unreadable)
}

/// Names the rules of a document that are not formatted, at their lines. A document is not changed.
fn document(
    source: Source,
    reader: &Reader,
    text: &str,
    is_check: bool,
) -> Result<Verdict, Failure> {
    if !is_check {
        let why = ": this is a document that prints a grammar, and only grammar files are rewritten; \
                   --check names the productions to format, and `rfc1738 grammar extract` takes the grammar out";
        return refused(source, why);
    }
    let read = reader.read_document(text);
    let Some(document) = &read.grammar.document else {
        return Ok(Verdict::Valid);
    };
    let error = read
        .errors
        .iter()
        .flatten()
        .find(|error| matches!(error.kind(), GrammarErrorKind::NothingPrinted { .. }));
    if let Some(error) = error {
        return refused(source, &format!(": {}", error.message()));
    }
    let own = read.grammar.own_source();
    let reader = Reader {
        notation: Some(read.grammar.notation),
        ..reader.clone()
    };
    let unformatted = match unformatted(&reader, own) {
        Ok(unformatted) => unformatted,
        Err(FormatError::Unreadable(error)) => {
            let lines = Document::new(text);
            let place = lines.position(document.span(error.span()).start);
            return refused(source, &format!(":{place}: {}", error.message()));
        }
        Err(error) => return refused(source, &format!(": {error}")),
    };
    if unformatted.is_empty() {
        return Ok(Verdict::Valid);
    }
    flushed(plain_output(), |out| {
        writeln!(out, "{}", source.name().shown)
    })?;
    let lines = Document::new(text);
    for one in &unformatted {
        let place = lines.position(document.span(one.span.clone()).start);
        let formatted = one
            .formatted
            .split('\n')
            .map(|line| Printable(line.as_bytes()).to_string());
        let formatted = formatted.collect::<Vec<_>>().join("\n      ");
        show_remark(
            "note",
            &format!("{source}:{place}: in the layout:\n      {formatted}"),
        )?;
    }
    Ok(Verdict::Invalid)
}
