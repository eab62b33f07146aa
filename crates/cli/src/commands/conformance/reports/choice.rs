//! `--report FORMAT` and `--report FORMAT=FILE`.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};
use rfcbnf_engine::escape::Printable;

use crate::outcome::Failure;

/// The output format of `conformance run`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// A table and the shortest disagreements, for people
    Human,
    /// One object, for programs
    Json,
    /// A test case for each cause, in the XML of `JUnit`, for continuous integration
    Junit,
    /// A page, for people
    Html,
    /// An annotation for each cause, for GitHub Actions
    Github,
    /// A log of SARIF 2.1.0 with a result for each cause, for tools that show code
    Sarif,
}

/// A value of `--report`.
#[derive(Debug, Clone)]
pub(crate) struct ReportChoice {
    pub(crate) format: ReportFormat,
    /// The file to write; `None` for standard output.
    pub(crate) file: Option<OsString>,
}

/// Writes the option as the user did, escaped.
impl fmt::Display for ReportChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("--report ")?;
        if let Some(format) = self.format.to_possible_value() {
            formatter.write_str(format.get_name())?;
        }
        match &self.file {
            Some(file) => write!(formatter, "={}", Printable(file.as_encoded_bytes())),
            None => Ok(()),
        }
    }
}

/// Splits a value at its first `=`. A file name can have more of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReportParser;

impl TypedValueParser for ReportParser {
    type Value = ReportChoice;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<ReportChoice, Error> {
        let (format, file) = match split(value) {
            Some((format, file)) => (format, Some(file.to_owned())),
            None => (value, None),
        };
        let formats = EnumValueParser::<ReportFormat>::new();
        let format = formats.parse_ref(command, argument, format)?;
        Ok(ReportChoice { format, file })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let formats = ReportFormat::value_variants().iter();
        Some(Box::new(
            formats.filter_map(ReportFormat::to_possible_value),
        ))
    }
}

/// Splits at the first `=`.
#[cfg(unix)]
fn split(value: &OsStr) -> Option<(&OsStr, &OsStr)> {
    use std::os::unix::ffi::OsStrExt as _;

    let octets = value.as_bytes();
    let place = octets.iter().position(|octet| *octet == b'=')?;
    let (format, file) = (&octets[..place], &octets[place + 1..]);
    Some((OsStr::from_bytes(format), OsStr::from_bytes(file)))
}

/// Splits at the first `=`. A value that is not Unicode stays whole, and is no format.
#[cfg(not(unix))]
fn split(value: &OsStr) -> Option<(&OsStr, &OsStr)> {
    let (format, file) = value.to_str()?.split_once('=')?;
    Some((OsStr::new(format), OsStr::new(file)))
}

/// Fails if the reports cannot all be written: two to standard output or to one file, or one over an
/// input. `inputs` are the options that name a file to read.
pub(super) fn refuse_conflicts(
    choices: &[ReportChoice],
    inputs: &[(&str, Option<&OsStr>)],
) -> Result<(), Failure> {
    let mut to_output: Option<&ReportChoice> = None;
    let mut files: Vec<(&ReportChoice, PathBuf)> = Vec::new();
    for choice in choices {
        let Some(file) = &choice.file else {
            if let Some(other) = to_output.replace(choice) {
                return Err(Failure::WrongUse(format!(
                    "{other} and {choice} both write to standard output; write one of them to a file, \
                     such as {choice}=FILE"
                )));
            }
            continue;
        };
        if file.is_empty() {
            let reason = format!("{choice} has no file name after `=`");
            return Err(Failure::WrongUse(reason));
        }
        if file == "-" {
            return Err(Failure::WrongUse(format!(
                "{choice} names no file; leave `=-` out for standard output, or write `=./-` for a file \
                 with this name"
            )));
        }
        let place = place(Path::new(file));
        if let Some((other, _)) = files.iter().find(|(_, other)| *other == place) {
            let reason = format!("{other} and {choice} name the same file");
            return Err(Failure::WrongUse(reason));
        }
        for (option, input) in inputs {
            if input.is_some_and(|input| self::place(Path::new(input)) == place) {
                let reason = format!("{choice} would replace the file of {option}");
                return Err(Failure::WrongUse(reason));
            }
        }
        files.push((choice, place));
    }
    Ok(())
}

/// Returns a path that is the same for every way to name the file, which need not exist.
fn place(path: &Path) -> PathBuf {
    if let Ok(place) = fs::canonicalize(path) {
        return place;
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
