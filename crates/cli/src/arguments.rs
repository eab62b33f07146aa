//! Arguments that several commands share.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::num::{IntErrorKind, NonZeroUsize};
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, Error, ValueEnum};
use rfc1738::Detail;
use rfc1738_views::grammar_check::Findings;
use rfc1738_views::production::CheckedProduction;
use rfc1738_views::repairs::Repairs;
use rfcbnf::UnknownProduction;
use rfcbnf::parser::NEAREST_COUNTED;
use rfcbnf::syntax::Notation;

/// The grammar to use.
#[derive(Debug, Args)]
pub(crate) struct GrammarChoice {
    /// Use the grammar in FILE (- for standard input), in a notation that --notation lists
    /// [default: that of RFC 1738 with its readings]; can be repeated for a grammar in several files
    #[arg(id = "grammar", long = "grammar", value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    /// Take what the grammar does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR", requires = "grammar")]
    pub(crate) imports: Vec<OsString>,

    /// The notation of the grammar files [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION", requires = "grammar")]
    pub(crate) notation: Option<NotationName>,

    /// Apply the readings in FILE to the grammar; rfc1738 names those of RFC 1738
    #[arg(long, value_name = "FILE", requires = "grammar")]
    pub(crate) readings: Option<OsString>,
}

impl GrammarChoice {
    /// Returns the options that name a file to read, each with the file.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (&'static str, Option<&OsStr>)> {
        let named = |option: &'static str| move |file| (option, Some(OsString::as_os_str(file)));
        let readings = [("--readings", self.readings.as_deref())].into_iter();
        readings
            .chain(self.files.iter().map(named("--grammar")))
            .chain(self.imports.iter().map(named("--import")))
    }

    /// Returns the first grammar file; `None` for the grammar of RFC 1738.
    pub(crate) fn file(&self) -> Option<&OsStr> {
        self.files.first().map(OsString::as_os_str)
    }
}

/// The grammar that a command is about.
#[derive(Debug, Args)]
pub(crate) struct GrammarFile {
    /// Take what the grammar does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR", requires = "file")]
    pub(crate) imports: Vec<OsString>,

    /// The notation of the grammar file [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION", requires = "file")]
    pub(crate) notation: Option<NotationName>,

    /// Apply the readings in FILE to the grammar; rfc1738 names those of RFC 1738
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) readings: Option<OsString>,

    /// The grammar file (- for standard input), in a notation that --notation lists
    /// [default: the grammar of RFC 1738 with its readings]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<OsString>,
}

/// The production to use.
#[derive(Debug, Args)]
pub(crate) struct ProductionChoice {
    /// Use this production [default: url; with --grammar, the first production of the grammar]
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,
}

/// The notations of grammar files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum NotationName {
    /// That of RFC 822, as RFC 1738 uses it: name = body, alternatives with | or /
    Rfc822,
    /// ABNF: RFC 5234 and RFC 7405
    Abnf,
    /// <name> ::= body, alternatives with |
    Bnf,
    /// The EBNF of the W3C: name ::= body, with [a-z], #x41, ?, * and + after elements
    W3c,
    /// The EBNF of ISO/IEC 14977: name = body ; with commas, [ ], { } and *
    Iso,
    /// ANTLR: name : body ; as far as BNF can say it
    Antlr,
    /// A parsing expression grammar: name <- body, without the order of the alternatives
    Peg,
    /// pest: name = { body }, without the order of the alternatives
    Pest,
    /// That of textbooks: S -> aSb | ε, capitals are names and other letters stand for themselves
    Textbook,
}

impl From<NotationName> for Notation {
    fn from(name: NotationName) -> Self {
        match name {
            NotationName::Rfc822 => Self::Rfc822,
            NotationName::Abnf => Self::Abnf,
            NotationName::Bnf => Self::Bnf,
            NotationName::W3c => Self::W3c,
            NotationName::Iso => Self::Iso,
            NotationName::Antlr => Self::Antlr,
            NotationName::Peg => Self::Peg,
            NotationName::Pest => Self::Pest,
            NotationName::Textbook => Self::Textbook,
        }
    }
}

impl From<Notation> for NotationName {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Rfc822 => Self::Rfc822,
            Notation::Abnf => Self::Abnf,
            Notation::Bnf => Self::Bnf,
            Notation::W3c => Self::W3c,
            Notation::Iso => Self::Iso,
            Notation::Antlr => Self::Antlr,
            Notation::Peg => Self::Peg,
            Notation::Pest => Self::Pest,
            Notation::Textbook => Self::Textbook,
        }
    }
}

/// Writes the value of `--notation`.
impl fmt::Display for NotationName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(Notation::from(*self).id())
    }
}

/// The productions that a tree shows.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum DetailName {
    /// All but those for single characters
    #[default]
    Rules,
    /// All, with those for single characters
    Characters,
}

impl From<DetailName> for Detail {
    fn from(name: DetailName) -> Self {
        match name {
            DetailName::Rules => Self::Rules,
            DetailName::Characters => Self::Characters,
        }
    }
}

/// Parses the name of findings. The error for an unknown name suggests similar ones.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FindingsParser;

impl TypedValueParser for FindingsParser {
    type Value = Findings;

    fn parse_ref(
        &self,
        _: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Findings, Error> {
        let name = value.to_string_lossy();
        Findings::named(&name).ok_or_else(|| {
            let option = argument.and_then(Arg::get_long).unwrap_or_default();
            let suggestions = suggestions(&name, Findings::names());
            let refusal = format!(
                "--{option} {name:?}: no group or kind of findings has this name{suggestions}\n\nFor all names, try 'rfc1738 grammar check --help'.\n"
            );
            Error::raw(ErrorKind::InvalidValue, refusal)
        })
    }
}

/// The most repairs of a text that are shown.
const MOST_REPAIRS: usize = NEAREST_COUNTED;

/// Which repairs to show.
#[derive(Debug, Args)]
pub(crate) struct RepairArguments {
    /// Show the first N of the nearest valid texts beside each error: those that the fewest edits
    /// make of it
    #[arg(long = "repairs", value_name = "N", value_parser = repair_count)]
    most: Option<NonZeroUsize>,
}

impl RepairArguments {
    /// Returns the repairs of an invalid text, if they are asked for.
    pub(crate) fn of<'t, P: CheckedProduction>(
        &self,
        rule: P,
        text: &'t [u8],
    ) -> Option<Repairs<'t>> {
        let most = self.most?;
        Some(Repairs::of(rule, text, most.get()))
    }

    /// Returns the greatest number of repairs, if they are asked for.
    pub(crate) fn most(&self) -> Option<NonZeroUsize> {
        self.most
    }
}

fn repair_count(text: &str) -> Result<NonZeroUsize, String> {
    number_to(text, MOST_REPAIRS as u128)
}

/// Reads a number of an unsigned type. An error says what to write, without the words of Rust.
pub(crate) fn number<N: FromStr>(text: &str) -> Result<N, String> {
    let bits = 8 * size_of::<N>();
    number_to(text, u128::MAX >> (128 - bits))
}

/// Reads a number of at most `most`, which the type can hold.
pub(crate) fn number_to<N: FromStr>(text: &str, most: u128) -> Result<N, String> {
    const OTHER: &str = "not a whole number";
    // A type such as `NonZeroU64` begins with 1.
    let least = i128::from("0".parse::<N>().is_err());
    let too_small = || format!("too small; write {least} or more");
    let too_large = || format!("too large; the limit is {most}");
    match text.parse::<i128>() {
        Ok(number) if number < least => Err(too_small()),
        Ok(number) if number.unsigned_abs() > most => Err(too_large()),
        Ok(_) => text.parse().map_err(|_| OTHER.to_owned()),
        Err(error) => Err(match error.kind() {
            IntErrorKind::PosOverflow => too_large(),
            IntErrorKind::NegOverflow => too_small(),
            _ => OTHER.to_owned(),
        }),
    }
}

/// The least likeness of a suggestion, from 0 to 1.
const LIKENESS: f64 = 0.85;

/// The most names suggested.
const SUGGESTIONS: usize = 3;

/// The length in bytes of the longest name compared.
const LENGTH: usize = 100;

/// Returns the message for an unknown production. `command` lists the productions of the grammar.
pub(crate) fn unknown_production(error: &UnknownProduction, command: &str) -> String {
    let joint = if error.similar().is_empty() { ";" } else { "" };
    format!("{error}{joint} `{command}` lists them")
}

/// Returns a question that suggests similar names; empty if there are none.
pub(crate) fn suggestions<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    match nearest(name, names).as_slice() {
        [] => String::new(),
        [only] => format!("; did you mean {only}?"),
        [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
    }
}

/// The names most similar to this one, best first.
fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let name = name.to_ascii_lowercase();
    // The time to compare grows with the product of the lengths.
    if name.len() > LENGTH {
        return Vec::new();
    }
    let likeness = |other: &str| strsim::jaro_winkler(&name, &other.to_ascii_lowercase());
    let mut near: Vec<(f64, &str)> = Vec::new();
    for other in names.filter(|other| other.len() <= LENGTH) {
        let likeness = likeness(other);
        if likeness >= LIKENESS && near.iter().all(|(_, known)| *known != other) {
            near.push((likeness, other));
        }
    }
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    near.into_iter()
        .map(|(_, name)| name)
        .take(SUGGESTIONS)
        .collect()
}

/// The exit statuses of a command that writes texts of a grammar.
pub(crate) const EXIT_STATUS_OF_WRITERS: &str = "\
Exit status:
  0  written
  2  wrong use, a grammar that cannot be read or has errors, or output that
     cannot be written";

/// The exit statuses of a command that gives verdicts.
pub(crate) const EXIT_STATUS: &str = "\
Exit status:
  0  valid
  1  invalid
  2  undecided, wrong use, or input or output that cannot be read or written";

/// The exit statuses of a command that gives verdicts and denies advice.
pub(crate) const ADVICE_EXIT_STATUS: &str = "\
Exit status:
  0  valid
  1  invalid, or there is denied advice
  2  undecided, wrong use, or input or output that cannot be read or written";
