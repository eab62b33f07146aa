//! `rfc1738 grammar diff`: where two grammars derive different texts.

use std::ffi::{OsStr, OsString};
use std::io;

use clap::{Args, ValueEnum};
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

use crate::arguments::{NotationName, unknown_production};
use crate::input::chosen_grammar::DepthChoice;
use crate::input::grammar_files::{
    ChosenReadings, GrammarFiles, ReadGrammar, own_grammar, read_grammar,
};
use crate::input::source::{Source, refuse_two_hyphens};
use crate::input::toml_file::{escaped_lines, read_toml, unusable};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};

const HELP: &str = "\
Compares the productions of two files by name, or those of RFC 1738 and of one
file. Two productions are equal if they derive the same texts, however they are
written. If they differ, shows a text that only one of the files derives: a
shortest one, unless it says otherwise. A production differs by itself if its two bodies derive different texts
even where the productions that they use are the same; otherwise it differs
because of others, which are named. Where that is not decided, it says so.

Recursive productions are equal if their bodies are, up to names, or if there is
a proof by induction on the length of a text. Otherwise the texts of each to the
depth of --depth, the shortest first, are asked of the other one. If none
differs, the comparison says how far it went.

With --pairs, compares productions that correspond and have different names, and
shows a table. For each pair, the file has a table in TOML:
  [[pair]]
  a = \"port\"
  b = \"number\"
  why = \"Both are digits.\"

Files are read to the letter; --readings applies readings to them where they
fit. RFC 1738 as printed needs its readings: --readings rfc1738.

Formats:
  human  The productions that differ, causes first, the equal ones, and a count.
  json   One object on one line: {\"a\":…,\"b\":…,\"equal\":…,\"productions\":[…]}.
         A production has \"rule\" and \"result\": equal, differs, only_a, only_b,
         undecided (with the \"depth\" and the \"length\" of all texts that were
         compared) or abstained (with \"side\" and \"why\"). One that differs has
         \"only_a\" and \"only_b\", each a text or null, \"origin\" (body,
         exclusion by readings, encoding of numbers above 7F, others, or
         undecided), and \"causes\", the names of these others; \"depth\", if
         the texts are the shortest to that depth, and \"random\", if there can
         be shorter ones, with \"irreducible\", if no part of them can be left
         out; \"characters_a\" and \"characters_b\" are all texts of one
         character that only one derives. \"respelled\" has literals that differ in case
         only, and \"same_as\" a production of the other file that derives the same
         texts. With --pairs: {\"a\":…,\"b\":…,\"equal\":…,\"pairs\":[…],\"without_a\":[…],…}.

Examples:
  rfc1738 grammar diff --readings rfc1738 my-transcription.bnf
  rfc1738 grammar diff --rule hostport --format json a.bnf b.bnf
  rfc1738 grammar diff --readings my-readings.toml a.bnf - < b.bnf
  rfc1738 grammar diff --pairs pairs.toml rfc3986.abnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  no production differs
  1  a production differs
  2  no production differs and some are undecided or could not be compared, wrong
     use, or a file that cannot be read";

/// The arguments of `grammar diff`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct DiffArguments {
    /// Compare this production only
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,

    /// Compare the productions that FILE pairs
    #[arg(long, value_name = "FILE", conflicts_with = "rule")]
    pairs: Option<OsString>,

    #[command(flatten)]
    depth: DepthChoice,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: DiffFormat,

    /// The notation of the files [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<NotationName>,

    /// Take what either grammar does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR")]
    imports: Vec<OsString>,

    /// Apply the readings in FILE to the files; rfc1738 names those of RFC 1738
    #[arg(long, value_name = "FILE")]
    readings: Option<OsString>,

    /// A grammar file (- for standard input), in a notation that --notation lists; without B,
    /// the grammar of RFC 1738 is compared with it
    #[arg(value_name = "A")]
    a: OsString,

    /// The grammar file to compare it with (- for standard input)
    #[arg(value_name = "B")]
    b: Option<OsString>,
}

/// The output format of `grammar diff`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// The productions that differ, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}

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
