//! The reports of a run, in files and on standard output.

mod junit;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io::Write;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};
use rfc1738_views::conformance::comparison::{self, ComparisonResult};
use rfc1738_views::conformance::parts::PartReport;
use rfc1738_views::conformance::run_record::{ComparisonRecord, RunRecord};
use rfc1738_views::conformance::run_result::{RunResult, Subject};
use rfc1738_views::conformance::searched::Searched;
use rfc1738_views::conformance::{alerts, page, report};
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf_engine::escape::Printable;

use crate::arguments::GrammarChoice;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::{Failure, Verdict};
use crate::output::lines;
use crate::output::new_file::NewFile;
use crate::output::streams::{self, Output};

/// The reports that the arguments choose. Their files are begun.
pub(super) struct Reports<'a, F = ReportFormat> {
    /// The format of the report on standard output.
    output: F,
    files: Vec<ReportFile<'a, F>>,
}

struct ReportFile<'a, F> {
    format: F,
    path: &'a Path,
    content: NewFile,
}

/// What the reports of a run show.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a, P> {
    /// The command with its arguments, as one would write it in a shell, escaped.
    pub(super) command_line: &'a str,
    pub(super) grammar: &'a GrammarChoice,
    pub(super) chosen: &'a ChosenGrammar,
    pub(super) result: RunResult<'a, P>,
}

impl<'a, F: Format> Reports<'a, F> {
    /// Begins the files, before the command is asked: a run can take long, and a file that cannot be
    /// written is to be known before. Without a report for standard output, that gets the one for people,
    /// which is the default format.
    ///
    /// `inputs` are the options that name a file to read.
    pub(super) fn begin<'i>(
        choices: &'a [ReportChoice<F>],
        inputs: impl IntoIterator<Item = (&'static str, Option<&'i OsStr>)>,
    ) -> Result<Self, Failure> {
        let inputs: Vec<_> = inputs.into_iter().collect();
        refuse_conflicts(choices, &inputs)?;
        let to_output = choices.iter().find(|one| one.file.is_none());
        let mut reports = Self {
            output: to_output.map_or_else(F::default, |choice| choice.format),
            files: Vec::new(),
        };
        for choice in choices {
            let Some(path) = choice.file.as_deref().map(Path::new) else {
                continue;
            };
            let content = NewFile::create(path);
            reports.files.push(ReportFile {
                format: choice.format,
                path,
                content: content.map_err(|error| Failure::unwritable_file(path, error))?,
            });
        }
        Ok(reports)
    }

    /// Writes all reports, each with `write`. One that cannot be written keeps no other from being
    /// written.
    pub(super) fn write(
        self,
        write: impl Fn(F, &mut dyn Write, Palette) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let write = |format, out: &mut dyn Write, palette| {
            write(format, out, palette)?;
            Ok(out.flush()?)
        };
        let written = self.files.into_iter().map(|file| file.finish(write));
        let mut failures: Vec<Failure> = written.filter_map(Result::err).collect();
        let written = if self.output == F::default() {
            let mut out = Output::new();
            let palette = out.palette();
            write(self.output, &mut out, palette)
        } else {
            write(self.output, &mut streams::plain_output(), Palette::PLAIN)
        };
        failures.extend(written.err());
        let Some(last) = failures.pop() else {
            return Ok(());
        };
        for failure in failures {
            failure.write()?;
        }
        Err(last)
    }
}

impl<F: Copy> ReportFile<'_, F> {
    /// Writes the report and gives the file its name.
    fn finish(
        mut self,
        write: impl Fn(F, &mut dyn Write, Palette) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let written = write(self.format, &mut self.content, Palette::PLAIN);
        let written = written.and_then(|()| Ok(self.content.commit()?));
        written.map_err(|failure| match failure {
            Failure::Unwritable(error) => Failure::unwritable_file(self.path, error),
            failure => failure,
        })
    }
}

impl<P: CheckedProduction> Shown<'_, P> {
    /// Writes all reports, and why the run ended early to standard error. Returns the verdict.
    pub(super) fn write(self, reports: Reports<'_>) -> Result<Verdict, Failure> {
        lines::write_left_out(
            self.result.size.left_out,
            "`conformance export --format jsonl` writes all",
        )?;
        reports.write(|format, out, palette| self.write_report(format, out, palette))?;
        if let Some(breakdown) = self.result.failure() {
            streams::message(|out| breakdown.write(out, Palette::COLORED))?;
        }
        Ok(verdict(self.result))
    }

    fn write_report(
        self,
        format: ReportFormat,
        mut out: &mut dyn Write,
        palette: Palette,
    ) -> Result<(), Failure> {
        let (out, result) = (&mut out, self.result);
        match format {
            ReportFormat::Human => report::write(out, palette, result)?,
            ReportFormat::Json => json::write(out, &RunRecord::new(self.subject()?, result))?,
            ReportFormat::Junit => junit::write(out, result)?,
            ReportFormat::Html => out.write_all(page::page(self.subject()?, result).as_bytes())?,
            ReportFormat::Github => alerts::write_github(out, self.subject()?, result)?,
            ReportFormat::Markdown => alerts::write_markdown(out, result)?,
            ReportFormat::Sarif => alerts::write_sarif(out, self.subject()?, result)?,
            ReportFormat::Abnf => report::write_grammar(out, result)?,
        }
        Ok(())
    }

    fn subject(&self) -> Result<Subject<'_>, Failure> {
        let file = self.grammar.file().filter(|file| *file != "-");
        Ok(Subject {
            command_line: self.command_line,
            grammar: self.chosen.named()?,
            file: file.map(Path::new),
        })
    }
}

fn verdict(result: RunResult<'_, impl CheckedProduction>) -> Verdict {
    if result.failure().is_some() {
        return Verdict::Unreadable;
    }
    if is_contradicted(result.searches(), result.parts) {
        return Verdict::Unreadable;
    }
    let breaks_loosely = result.restarts.is_some_and(|restarts| restarts.loose > 0);
    let is_accepted = result.searches().all(|it| it.explanation.is_accepted());
    let has_parts = result.parts.iter().any(PartReport::has_new_causes);
    Verdict::of(is_accepted && result.without_causes() == 0 && !breaks_loosely && !has_parts)
}

/// Returns whether a program gave two answers to a text.
fn is_contradicted<'a>(
    mut searches: impl Iterator<Item = Searched<'a>>,
    parts: &[PartReport],
) -> bool {
    searches.any(Searched::is_contradicted) || parts.iter().any(PartReport::is_contradicted)
}

/// Fails if a comparison has no report in one of the formats.
pub(super) fn refuse_comparison_formats(choices: &[ReportChoice]) -> Result<(), Failure> {
    let mut formats = choices.iter().map(|choice| choice.format);
    if formats.all(|format| matches!(format, ReportFormat::Human | ReportFormat::Json)) {
        return Ok(());
    }
    let reason = "a run with --against has the reports human and json";
    Err(Failure::WrongUse(reason.to_owned()))
}

/// Writes all reports, and why the run ended early to standard error. Returns the verdict.
pub(super) fn write_comparison(
    reports: Reports<'_>,
    result: ComparisonResult<'_>,
) -> Result<Verdict, Failure> {
    lines::write_left_out(
        result.size.left_out,
        "`conformance export --format jsonl` writes all",
    )?;
    reports.write(|format, mut out, palette| {
        match format {
            ReportFormat::Json => json::write(&mut out, &ComparisonRecord::new(result))?,
            _ => comparison::write(&mut out, palette, result)?,
        }
        Ok(())
    })?;
    if let Some(breakdown) = result.failure() {
        streams::message(|out| breakdown.write(out, Palette::COLORED))?;
        return Ok(Verdict::Unreadable);
    }
    if is_contradicted(result.searches(), result.parts) {
        return Ok(Verdict::Unreadable);
    }
    let are_equal = result.comparison.differences() == 0;
    let is_accepted = result.searches().all(|it| it.explanation.is_accepted());
    let has_parts = result.parts.iter().any(PartReport::has_new_causes);
    Ok(Verdict::of(are_equal && is_accepted && !has_parts))
}

/// The output format of `conformance run`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// A table and the shortest disagreements, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
    /// A test case for each cause, in the XML of `JUnit`, for continuous integration
    Junit,
    /// A page, for people
    Html,
    /// An annotation for each cause, for GitHub Actions
    Github,
    /// A table in Markdown, for the summary of a job or a comment
    Markdown,
    /// A log of SARIF 2.1.0 with a result for each cause, for tools that show code
    Sarif,
    /// The grammar as the program reads it: with what causes say in place of each part at fault
    Abnf,
}

/// The formats of the reports of a command. The default is the report for people.
pub(super) trait Format:
    ValueEnum + Default + Copy + PartialEq + Send + Sync + 'static
{
}

impl<F: ValueEnum + Default + Copy + PartialEq + Send + Sync + 'static> Format for F {}

/// A value of `--report`.
#[derive(Debug, Clone)]
pub(crate) struct ReportChoice<F = ReportFormat> {
    format: F,
    /// The file to write; `None` for standard output.
    pub(crate) file: Option<OsString>,
}

/// Writes the option as the user did, escaped.
impl<F: ValueEnum> fmt::Display for ReportChoice<F> {
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
pub(crate) struct ReportParser<F = ReportFormat>(PhantomData<F>);

impl<F> ReportParser<F> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<F: Format> TypedValueParser for ReportParser<F> {
    type Value = ReportChoice<F>;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, Error> {
        let (format, file) = match split(value) {
            Some((format, file)) => (format, Some(file.to_owned())),
            None => (value, None),
        };
        let formats = EnumValueParser::<F>::new();
        let format = formats.parse_ref(command, argument, format)?;
        Ok(ReportChoice { format, file })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let formats = F::value_variants().iter();
        Some(Box::new(formats.filter_map(F::to_possible_value)))
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
fn refuse_conflicts<F: Format>(
    choices: &[ReportChoice<F>],
    inputs: &[(&str, Option<&OsStr>)],
) -> Result<(), Failure> {
    let mut to_output: Option<&ReportChoice<F>> = None;
    let mut files: Vec<(&ReportChoice<F>, PathBuf)> = Vec::new();
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
