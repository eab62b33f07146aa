//! `rfc1738 grammar diff`: where two grammars derive different texts.

pub(crate) mod arguments;

use std::ffi::OsStr;
use std::io;

use rfc1738_views::difference::GrammarDifference;
use rfc1738_views::difference::pairs::{PairsDifference, PairsRecord};
use rfc1738_views::difference::record::DifferenceRecord;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfcbnf::automaton::AutomatonError;
use rfcbnf::difference::{
    Compared, DifferenceError, Pairs, Side, compare, compare_pairs, compare_production,
};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::escape::Printable;
use serde::Serialize;

use crate::arguments::suggestion::unknown_production;
use crate::input::grammar_file::own_grammar;
use crate::input::grammar_files::{GrammarFiles, ReadGrammar, read_grammar};
use crate::input::readings::ChosenReadings;
use crate::input::source::{Source, refuse_two_hyphens};
use crate::input::toml_file::{escaped_lines, read_toml, unusable};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};
use arguments::{DiffArguments, DiffFormat};

/// The name of the grammar inside this program.
const OWN_NAME: &str = "RFC 1738";

/// Compares two grammar files, or the grammar of RFC 1738 with one.
pub(crate) fn run(arguments: &DiffArguments) -> Result<Verdict, Failure> {
    let (a, b) = match &arguments.b {
        Some(b) => (Some(arguments.a.as_os_str()), b),
        None => (None, &arguments.a),
    };
    let readings = arguments.readings.as_deref();
    refuse_two_hyphens(&[a, Some(b), readings, arguments.pairs.as_deref()])?;
    let files = |file| GrammarFiles {
        files: vec![file],
        imports: &arguments.imports,
        notation: arguments.notation,
        readings: None,
    };
    let readings = ChosenReadings::read(readings)?;
    let name_a = a.map_or_else(|| OWN_NAME.to_owned(), |a| Source::new(a).to_string());
    let name_b = Source::new(b).to_string();
    let a = match a {
        Some(a) => read_grammar(&files(a), &readings)?,
        None => Some(ReadGrammar::sound(own_grammar()?.0)),
    };
    let (Some(a), Some(b)) = (a, read_grammar(&files(b), &readings)?) else {
        return Ok(Verdict::Unreadable);
    };
    a.remark()?;
    b.remark()?;
    let names = (name_a, name_b);
    if let Some(pairs) = &arguments.pairs {
        return write_pairs((&a.grammar, &b.grammar), names, pairs, arguments);
    }
    let compared = compared(&a.grammar, &b.grammar, arguments)
        .map_err(|error| refused(&error, &names.0, &names.1))?;
    let difference = GrammarDifference {
        a: names.0,
        b: names.1,
        compared,
    };
    write(
        arguments.format,
        |out, palette| difference.write(out, palette),
        &DifferenceRecord::new(&difference),
    )?;
    Ok(verdict(difference.is_equal(), difference.is_undecided()))
}

/// Writes a comparison for people, or its record for programs.
fn write(
    format: DiffFormat,
    human: impl FnOnce(&mut Output, Palette) -> io::Result<()>,
    record: &impl Serialize,
) -> Result<(), Failure> {
    match format {
        DiffFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            human(out, palette)
        })?,
        DiffFormat::Json => flushed(plain_output(), |out| json::write(out, record))?,
    }
    Ok(())
}

/// Returns the verdict. A production without a known difference may be equal or not.
fn verdict(is_equal: bool, is_undecided: bool) -> Verdict {
    if is_undecided {
        Verdict::Unreadable
    } else {
        Verdict::of(is_equal)
    }
}

/// Compares the productions that a file pairs.
fn write_pairs(
    (a, b): (&Grammar, &Grammar),
    names: (String, String),
    file: &OsStr,
    arguments: &DiffArguments,
) -> Result<Verdict, Failure> {
    let text = read_toml(file, "a file of pairs")?;
    let pairs = Pairs::from_toml(&text, a, b);
    let pairs = pairs.map_err(|error| unusable(file, escaped_lines(&error)))?;
    let without = |side, grammar| {
        let names = pairs.without_counterpart(side, grammar).into_iter();
        names.map(str::to_owned).collect()
    };
    let difference = PairsDifference {
        a: names.0,
        b: names.1,
        compared: compare_pairs(a, b, &pairs, arguments.depth.depth),
        without_a: without(Side::A, a),
        without_b: without(Side::B, b),
    };
    write(
        arguments.format,
        |out, palette| difference.write(out, palette),
        &PairsRecord::new(&difference),
    )?;
    Ok(verdict(difference.is_equal(), difference.is_undecided()))
}

/// Returns the failure for two grammars that cannot be compared. `a` and `b` name their files.
fn refused(error: &DifferenceError, a: &str, b: &str) -> Failure {
    if let AutomatonError::UnknownProduction(unknown) = error.error() {
        return Failure::WrongUse(unknown_production(
            unknown,
            &format!("rfc1738 rules --grammar {b}"),
        ));
    }
    Failure::Unusable {
        name: match error.side() {
            Some(Side::B) => b.to_owned(),
            _ => a.to_owned(),
        },
        reason: Printable(error.to_string().as_bytes()).to_string(),
    }
}

fn compared(
    a: &Grammar,
    b: &Grammar,
    arguments: &DiffArguments,
) -> Result<Vec<Compared>, DifferenceError> {
    let depth = arguments.depth.depth;
    match &arguments.rule {
        Some(name) => Ok(vec![compare_production(a, b, name, depth)?]),
        None => compare(a, b, depth),
    }
}
