//! `rfc1738 grammar crate`: a crate of parsers for a grammar.

pub(crate) mod arguments;
mod checkout;
mod folder;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::Path;

use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;
use rfcbnf::generate::{CrateError, CrateSources, Dependencies, Files, GenerateError};
use rfcbnf::obstacles::Obstacle;
use rfcbnf::syntax::{Grammar, Notation};
use rfcbnf::{Layout, LayoutError, NotationSign, Readings, export};
use rfcbnf_engine::escape::Printable;

use crate::arguments::suggestion::unknown_production;
use crate::input::grammar_file::{read_document, read_text, remark_on_errors, show_errors};
use crate::input::grammar_files::with_imports;
use crate::input::readings::readings_text;
use crate::input::source::{Source, refuse_two_hyphens};
use crate::input::toml_file::{escaped_lines, read_toml};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, show_remark};
use arguments::CrateArguments;
use checkout::path_from;

/// The most productions that are left out and named.
const LEFT_OUT_SHOWN: usize = 10;

/// Writes the crate, and says what it wrote.
pub(crate) fn run(arguments: &CrateArguments) -> Result<Verdict, Failure> {
    let out = Path::new(&arguments.out);
    folder::refuse_files(out, arguments.overwrite)?;
    let Some((name, files)) = generated(arguments)? else {
        return Ok(Verdict::Unreadable);
    };
    folder::write(out, &files)?;
    report(out, &name, &files)?;
    Ok(Verdict::Valid)
}

/// Returns the name of the crate and its files.
///
/// Writes the errors of the grammar to standard error and returns `None` if it has any.
fn generated(arguments: &CrateArguments) -> Result<Option<(String, Files)>, Failure> {
    let file = arguments.file.as_os_str();
    let (readings, layout) = (arguments.readings.as_deref(), arguments.layout.as_deref());
    refuse_two_hyphens(&[Some(file), readings, layout])?;
    let checkout = arguments.checkout.as_deref().map(Path::new);
    let checkout = checkout.map(|checkout| path_from(Path::new(&arguments.out), checkout));
    let checkout = checkout.transpose()?;
    let readings = readings.map(readings_text).transpose()?;
    let layout = layout.map(|name| read_toml(name, "a layout file"));
    let layout = layout.transpose()?;
    let Some(grammar) = read_text(Source::new(file))? else {
        return Ok(None);
    };
    let name = name(arguments, layout.as_deref())?;
    let readings_of_file = Readings::from_toml(readings.as_deref().unwrap_or_default());
    let readings_of_file = readings_of_file.unwrap_or_default();
    let document = read_document(
        Source::new(file),
        &grammar,
        &readings_of_file,
        arguments.notation,
    )?;
    // A file that shows its notation can show two, which is an error that the generator finds.
    let is_open = document.sign != NotationSign::Shown;
    let notation = is_open.then_some(document.grammar.notation);
    let imports = (&*arguments.imports, &readings_of_file);
    let Some(mut joined) = with_imports(Source::new(file), document, imports)? else {
        return Ok(None);
    };
    let lengths = without_lengths(&mut joined.grammar);
    let refused = match &arguments.rule {
        Some(rule) => lengths
            .iter()
            .find(|one| one.production().eq_ignore_ascii_case(rule)),
        None if joined.grammar.productions.is_empty() => lengths.first(),
        None => None,
    };
    if let Some(obstacle) = refused {
        return Err(Failure::Unusable {
            name: Source::new(file).to_string(),
            reason: format!("{obstacle}; no code is written for it"),
        });
    }
    let joined = in_one_file(file, &joined.grammar, !lengths.is_empty())?;
    let sources = CrateSources {
        name: &name,
        grammar: joined.as_ref().unwrap_or(&grammar),
        notation: joined.as_ref().map(|_| Notation::Abnf).or(notation),
        // They are applied to the joined grammar.
        readings: readings.as_deref().filter(|_| joined.is_none()),
        layout: layout.as_deref(),
        rule: arguments.rule.as_deref(),
        dependencies: checkout
            .as_deref()
            .map_or(Dependencies::Published, Dependencies::Checkout),
    };
    match sources.generate() {
        Ok(generated) => {
            remark_on_errors(&Source::new(file).to_string(), generated.errors)?;
            let lengths = lengths.iter().map(Obstacle::to_string);
            remark_on_left_out(&lengths.chain(generated.left_out).collect::<Vec<_>>())?;
            Ok(Some((name, generated.files)))
        }
        Err(CrateError::Grammar(errors)) => {
            show_errors(&Source::new(file).to_string(), &errors)?;
            Ok(None)
        }
        Err(error) => Err(failure(&error, arguments)),
    }
}

/// Leaves out the productions that use a length which another part of the text gives, and returns why: the parser of
/// a crate would say that a text is valid where that is not known.
fn without_lengths(grammar: &mut Grammar) -> Vec<Obstacle> {
    let obstacles = grammar.obstacles();
    let productions = grammar.productions.iter();
    let found = productions.filter_map(|one| obstacles.length(&one.name));
    let found: Vec<Obstacle> = found.collect();
    let names: HashSet<&str> = found.iter().map(Obstacle::production).collect();
    grammar
        .productions
        .retain(|one| !names.contains(&*one.name));
    found
}

/// Returns a grammar with what it imports as one file of ABNF; `None` if it imports nothing and is
/// as its file says.
fn in_one_file(
    file: &OsStr,
    grammar: &Grammar,
    is_changed: bool,
) -> Result<Option<String>, Failure> {
    if grammar.imported.is_empty() && !is_changed {
        return Ok(None);
    }
    let written = export::abnf_with_own_names(grammar).map_err(|error| Failure::Unusable {
        name: Source::new(file).to_string(),
        reason: Printable(error.to_string().as_bytes()).to_string(),
    })?;
    Ok(Some(written))
}

/// Writes lines to standard error about the productions that are left out.
fn remark_on_left_out(reasons: &[String]) -> io::Result<()> {
    for why in reasons.iter().take(LEFT_OUT_SHOWN) {
        let why = Printable(why.as_bytes());
        show_remark("note", &format!("left out: {why}"))?;
    }
    let rest = reasons.len().saturating_sub(LEFT_OUT_SHOWN);
    if rest > 0 {
        show_remark("note", &format!("{rest} more are left out"))?;
    }
    Ok(())
}

/// Returns the name of the crate: the one that is asked for, that of the layout, or that of the
/// grammar file.
fn name(arguments: &CrateArguments, layout: Option<&str>) -> Result<String, Failure> {
    if let Some(name) = &arguments.name {
        return Ok(name.clone());
    }
    // A layout that cannot be read is an error of the generator.
    let layout = layout.and_then(|text| Layout::from_toml(text).ok());
    if let Some(name) = layout.as_ref().and_then(Layout::crate_name) {
        return Ok(name.to_owned());
    }
    if arguments.file == "-" {
        let reason = "standard input has no file name that the crate could take; add --name NAME";
        return Err(Failure::WrongUse(reason.to_owned()));
    }
    let stem = Path::new(&arguments.file).file_stem();
    let stem = stem.unwrap_or_default().to_string_lossy();
    Ok(stem.to_ascii_lowercase())
}

/// Returns the failure of the file that the error is about.
fn failure(error: &CrateError, arguments: &CrateArguments) -> Failure {
    if let CrateError::Generate(GenerateError::Unknown(unknown)) = error {
        let file = Source::new(&arguments.file);
        let command = format!("rfc1738 rules --grammar {file}");
        return Failure::WrongUse(unknown_production(unknown, &command));
    }
    let source = match error {
        CrateError::Layout(LayoutError::CrateName(_)) => {
            let reason = Printable(error.to_string().as_bytes()).to_string();
            return Failure::WrongUse(format!("{reason}; choose one with --name"));
        }
        CrateError::Readings(_) => arguments.readings.as_ref(),
        CrateError::Layout(_) => arguments.layout.as_ref(),
        _ => None,
    };
    Failure::Unusable {
        name: Source::new(source.unwrap_or(&arguments.file)).to_string(),
        reason: escaped_lines(error),
    }
}

/// Says which files were written, and what to do with them.
fn report(out: &Path, name: &str, files: &Files) -> Result<(), Failure> {
    let folder = escaped(out.as_os_str());
    flushed(Output::new(), |output| {
        let Palette { number, .. } = output.palette();
        let count = counted(files.len(), "file", "files", number);
        writeln!(output, "wrote the crate {name}, {count} in {folder}:")?;
        for path in files.keys() {
            writeln!(output, "  {path}")?;
        }
        writeln!(output, "next: run `cargo test` in {folder}")
    })?;
    Ok(())
}

/// Returns the name of a file or folder as people see it.
fn escaped(name: &OsStr) -> String {
    Printable(name.as_encoded_bytes()).to_string()
}
