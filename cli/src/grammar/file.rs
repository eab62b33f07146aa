//! Reads grammar files and files of readings, and shows what is wrong with them.

use std::ffi::OsStr;
use std::io::{self, Write};

use rfcbnf::rfc1738::READINGS;
use rfcbnf::syntax::Grammar;
use rfcbnf::{GrammarErrors, Readings, ReadingsError, read_with};

use super::diagnostic::{GrammarFile, grammar_error, not_utf8};
use crate::diagnostic::render_for_error;
use crate::escape::Escaped;
use crate::grammar::counted;
use crate::outcome::Failure;
use crate::source::Source;
use crate::streams;
use crate::style::Palette;

/// What to do about the one error of the RFC's own text.
const BARE_SLASH: &str = "\
the `/` of gopherurl stands without quotation marks, as RFC 1738 prints it; write \"/\",
      or give the project's grammar/readings.toml with --readings";

/// Refuses to read standard input more than once.
pub(crate) fn refuse_two_hyphens(names: &[Option<&OsStr>]) -> Result<(), Failure> {
    let hyphens = names.iter().flatten().filter(|name| **name == "-");
    if hyphens.count() > 1 {
        let reason = "- can stand for one file only";
        return Err(Failure::WrongUse(reason.to_owned()));
    }
    Ok(())
}

/// Reads readings. Without a file there are none.
pub(crate) fn read_readings(name: Option<&OsStr>) -> Result<Readings, Failure> {
    let Some(name) = name else {
        return Ok(Readings::default());
    };
    let source = Source::new(name);
    let octets = source.read()?;
    let unusable = |reason: String| Failure::Unusable {
        name: source.to_string(),
        reason,
    };
    let text = String::from_utf8(octets).map_err(|_| unusable("is not UTF-8".to_owned()))?;
    Readings::from_toml(&text).map_err(|error| unusable(escaped_lines(&error)))
}

/// What the error says, on lines of its own.
fn escaped_lines(error: &ReadingsError) -> String {
    let text = error.to_string();
    let lines = text
        .lines()
        .map(|line| Escaped(line.as_bytes()).to_string());
    lines.collect::<Vec<_>>().join("\n")
}

/// Reads a grammar file and applies the readings. What is wrong with it is shown; then there
/// is none.
pub(crate) fn read_grammar(name: &OsStr, readings: &Readings) -> Result<Option<Grammar>, Failure> {
    let source = Source::new(name);
    let Some(text) = read_text(source)? else {
        return Ok(None);
    };
    let name = source.to_string();
    let mut grammar = match read_with(&text, &readings.bare_literals()) {
        Ok(grammar) => grammar,
        Err(errors) => {
            show_errors(&name, &errors)?;
            if lacks_only_quotation_marks(&text) {
                show_remark("help", BARE_SLASH)?;
            }
            return Ok(None);
        }
    };
    for unused in readings.apply_where_possible(&mut grammar) {
        show_remark("note", &format!("{name}: {}", escaped_lines(&unused)))?;
    }
    Ok(Some(grammar))
}

/// Whether the file could be read, were it not for literals without quotation marks that the
/// readings of RFC 1738 know.
fn lacks_only_quotation_marks(text: &str) -> bool {
    let readings = Readings::from_toml(READINGS);
    readings.is_ok_and(|readings| read_with(text, &readings.bare_literals()).is_ok())
}

/// The text is escaped.
fn show_remark(label: &str, text: &str) -> io::Result<()> {
    let heading = Palette::COLORED.heading;
    writeln!(streams::error(), "{heading}{label}:{heading:#} {text}")
}

/// The text of a grammar file. Where it is not UTF-8, that is shown; then there is none.
fn read_text(source: Source) -> Result<Option<String>, Failure> {
    match String::from_utf8(source.read()?) {
        Ok(text) => Ok(Some(text)),
        Err(error) => {
            let place = error.utf8_error().valid_up_to();
            let name = source.to_string();
            let shown = render_for_error(&not_utf8(&name, error.as_bytes(), place));
            writeln!(streams::error(), "{shown}")?;
            Ok(None)
        }
    }
}

/// Shows what is wrong with a grammar file, and how much. The name is escaped.
fn show_errors(name: &str, errors: &GrammarErrors) -> io::Result<()> {
    let mut out = io::BufWriter::new(streams::error());
    let file = GrammarFile::new(name, errors.source().as_bytes());
    for error in errors {
        writeln!(out, "{}\n", render_for_error(&grammar_error(&file, error)))?;
    }
    let Palette { error, number, .. } = Palette::COLORED;
    let count = errors.errors().len();
    writeln!(
        out,
        "{error}error:{error:#} {name} holds {}",
        counted(count, "error", "errors", number)
    )?;
    out.flush()
}
