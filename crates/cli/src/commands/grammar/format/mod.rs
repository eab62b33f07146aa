//! `rfc1738 grammar fmt`: grammar files in one layout.

pub(crate) mod arguments;

use std::ffi::OsStr;
use std::io::Write as _;

use rfcbnf::Reader;
use rfcbnf::format::{FormatError, format};
use rfcbnf::syntax::Notation;
use rfcbnf_engine::escape::Printable;

use crate::input::grammar_file::read_text;
use crate::input::readings::ChosenReadings;
use crate::input::source::{Source, refuse_two_hyphens};
use crate::outcome::{Failure, Verdict};
use crate::output::new_file::replace_file;
use crate::output::streams::{flushed, plain_output, show_remark};
use arguments::FormatArguments;

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
