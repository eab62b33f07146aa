//! `rfc1738 grammar export`: a grammar in another notation.

use std::io::Write as _;

use clap::{Args, ValueEnum};
use rfcbnf::automaton::AutomatonError;
use rfcbnf::export::{self, Alphabet, Engine, ExportError, regex, regex_of_octets};
use rfcbnf::syntax::Grammar;

use crate::arguments::GrammarFile;
use crate::input::chosen_grammar::{ChosenGrammar, Decidable, DepthChoice};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output, show_remark};

const HELP: &str = "\
Notations:
  rfc822 The notation of RFC 822, as RFC 1738 uses it. A letter in either case
         becomes two alternatives.
  bnf    BNF with names in angle brackets, as RFC 2141 uses it: <name> ::= ….
  abnf   RFC 5234, lines ending with CR LF. Literals keep upper and lower case
         apart, so letters are written as numbers: %x61. If a
         reading excludes texts of a production, the others are written out, and
         a comment says so; rfc822 and bnf do the same. A production named like a
         core rule, such as digit, gets another name: digit-rule.
         Where no number is above %xFF, numbers are octets: characters above %x7F
         become their octets in UTF-8, in rfc822 and bnf too.
  ebnf   The EBNF of the W3C (XML 1.0, Section 6). Counts are written out. Prose
         becomes a name without a definition. Its numbers are characters, so
         octets above 7F are refused; pest refuses them too.
  pest   A grammar of pest 2, one rule a production. pest takes the first
         alternative that fits and never backtracks, so it derives less; the
         comment at the top names the productions.
  regex  A regular expression for one production, in the syntax that Perl,
         Python and Rust share. It matches whole texts: ^…$. In Perl and Python,
         $ also matches before a line feed at the end; with --engine, it does not.
         If the production derives more than ASCII, the pattern is one of
         characters in a grammar of characters, and otherwise one of octets; a
         note on standard error says which, and what each engine needs.
  dot    The minimal automaton of one production, for Graphviz; in a grammar of
         characters, each edge is a character.

Of a recursive production, regex and dot have the texts to the depth of
--depth, and a note says so.

rfc822, bnf, abnf, ebnf and pest hold all productions, or with --rule one production and
those that it uses. If the notation does not allow a name, it is changed and a
comment says so.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Examples:
  rfc1738 grammar export --to abnf > rfc1738.abnf
  rfc1738 grammar export --to pest --rule hostport
  grep -xP \"$(rfc1738 grammar export --to regex)\" urls.txt
  rfc1738 grammar export --to regex --engine javascript rfc8259.abnf --rule string
  rfc1738 grammar export --to dot --rule hostname | dot -Tsvg > hostname.svg
  rfc1738 grammar export --to ebnf dates.bnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  written
  2  wrong use, a grammar that cannot be read or has errors, a production that
     is too large for the notation, or output that cannot be written";

/// The arguments of `grammar export`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExportArguments {
    /// Write this notation
    #[arg(long, value_enum, value_name = "NOTATION")]
    to: Notation,

    /// Write this production [default: all; for regex and dot, url, or with FILE its first
    /// production]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,

    /// Write the regular expression for this engine [default: the syntax that Perl, Python and
    /// Rust share]
    #[arg(long, value_enum, value_name = "ENGINE")]
    engine: Option<EngineName>,

    /// Write a regular expression of characters or of octets [default: characters, if a number of
    /// the grammar is above %xFF; otherwise octets]
    #[arg(long, value_enum, value_name = "UNIT")]
    of: Option<Unit>,

    #[command(flatten)]
    depth: DepthChoice,

    #[command(flatten)]
    grammar: GrammarFile,
}

/// The notations to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// The notation of RFC 822
    Rfc822,
    /// BNF with names in angle brackets
    Bnf,
    /// ABNF (RFC 5234)
    Abnf,
    /// EBNF (W3C)
    Ebnf,
    /// pest
    Pest,
    /// A regular expression
    Regex,
    /// Graphviz
    Dot,
}

/// The engines of regular expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// The module re
    Python,
    /// The crate regex, and rg
    Rust,
    /// Browsers and Node.js
    #[value(name = "javascript")]
    JavaScript,
    /// PCRE, as in grep -P, rg -P and PHP; and Perl
    Pcre,
}

/// What a pattern matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Unit {
    /// Characters, of strings
    Characters,
    /// Octets, in a grammar of characters those of UTF-8
    Octets,
}

/// Writes the grammar to standard output.
pub(crate) fn run(arguments: &ExportArguments) -> Result<Verdict, Failure> {
    if arguments.to != Notation::Regex && (arguments.engine.is_some() || arguments.of.is_some()) {
        let reason = "--engine and --of are for --to regex";
        return Err(Failure::WrongUse(reason.to_owned()));
    }
    let Some(chosen) = ChosenGrammar::of_file(&arguments.grammar)? else {
        return Ok(Verdict::Unreadable);
    };
    let text = written(&chosen, arguments)?;
    flushed(plain_output(), |out| out.write_all(text.as_bytes()))?;
    Ok(Verdict::Valid)
}

fn written(chosen: &ChosenGrammar, arguments: &ExportArguments) -> Result<String, Failure> {
    let grammar = &chosen.named()?.grammar;
    // An unknown name fails here, with suggestions.
    let one = chosen.production(arguments.rule.as_deref())?;
    let some = arguments.rule.as_ref().map(|_| one);
    remark_on_lengths(chosen, arguments)?;
    let text = match arguments.to {
        Notation::Rfc822 => export::rfc822(grammar, some),
        Notation::Bnf => export::bnf(grammar, some),
        Notation::Abnf => export::abnf(grammar, some),
        Notation::Ebnf => export::ebnf(grammar, some),
        Notation::Pest => export::pest(grammar, some),
        Notation::Regex | Notation::Dot => return of_automaton(chosen, one, arguments),
    };
    text.map_err(|error| chosen.unusable(&error))
}

/// Writes a line to standard error if what is written leaves out that another part of a text gives a length.
fn remark_on_lengths(chosen: &ChosenGrammar, arguments: &ExportArguments) -> Result<(), Failure> {
    let obstacles = chosen.named()?.grammar.obstacles();
    let names = match (&arguments.rule, arguments.to) {
        (
            None,
            Notation::Rfc822 | Notation::Bnf | Notation::Abnf | Notation::Ebnf | Notation::Pest,
        ) => chosen.names()?,
        (rule, _) => vec![chosen.production(rule.as_deref())?],
    };
    if let Some(length) = names.iter().find_map(|name| obstacles.length(name)) {
        show_remark(
            "note",
            &format!("{length}; what is written does not say so"),
        )?;
    }
    Ok(())
}

/// Returns the production in a notation that has no names, if need be to a depth.
fn of_automaton(
    chosen: &ChosenGrammar,
    one: &str,
    arguments: &ExportArguments,
) -> Result<String, Failure> {
    let Decidable { grammar, depth } = chosen.decidable(one, arguments.depth)?;
    let failure = |error| match (&error, depth) {
        (
            ExportError::TooLong { .. } | ExportError::Automaton(AutomatonError::TooLarge { .. }),
            Some(depth),
        ) => chosen.too_large_to_depth(one, depth),
        _ => chosen.unusable(&error),
    };
    if let Notation::Dot = arguments.to {
        return export::dot(&grammar, one).map_err(failure);
    }
    written_regex(&grammar, one, arguments, failure)
}

/// Returns the expression of a production. Says on standard error what it matches, if that matters.
fn written_regex(
    grammar: &Grammar,
    production: &str,
    arguments: &ExportArguments,
    failure: impl Fn(ExportError) -> Failure,
) -> Result<String, Failure> {
    let expression = match arguments.of {
        Some(Unit::Octets) => regex_of_octets(grammar, production),
        Some(Unit::Characters) | None => regex(grammar, production),
    };
    let expression = expression.map_err(failure)?;
    if (arguments.of, expression.alphabet()) == (Some(Unit::Characters), Alphabet::Octets) {
        let reason =
            "--of characters: the grammar is one of octets, because no number in it is above %xFF";
        return Err(Failure::WrongUse(reason.to_owned()));
    }
    let engine = arguments.engine;
    if let Some(remark) = remark(expression.alphabet(), engine) {
        show_remark("note", remark)?;
    }
    Ok(match engine {
        Some(engine) => expression.for_engine(engine.into()) + "\n",
        None => format!("{expression}\n"),
    })
}

/// Returns what an engine needs for a pattern that is not ASCII.
fn remark(alphabet: Alphabet, engine: Option<EngineName>) -> Option<&'static str> {
    Some(match (alphabet, engine) {
        (Alphabet::Ascii, _) => return None,
        (Alphabet::Characters, None) => {
            "the pattern is one of characters, for `str` in Python, and for `regex::Regex` in Rust and rg; --engine \
             writes it for JavaScript or PCRE, and --of octets as one of octets"
        }
        (Alphabet::Characters, Some(EngineName::Python)) => {
            "the pattern is one of characters: in Python, use it with `str`"
        }
        (Alphabet::Characters, Some(EngineName::Rust)) => {
            "the pattern is one of characters: in Rust, use `regex::Regex`; rg takes it as it is"
        }
        (Alphabet::Characters, Some(EngineName::JavaScript)) => {
            "the pattern is one of characters: in JavaScript, use the flag u or v"
        }
        (Alphabet::Characters, Some(EngineName::Pcre)) => {
            "the pattern is one of characters: PCRE needs UTF mode, as in grep -P in a locale of UTF-8, in rg -P, \
             and with u in PHP; in Perl, decode the text first"
        }
        (Alphabet::Octets, None) => {
            "the pattern is one of octets: in Python, use re.fullmatch(rb'…', octets); in Rust, \
             regex::bytes with (?-u) before it; in Perl, strings of octets; --engine writes it for one engine"
        }
        (Alphabet::Octets, Some(EngineName::Python)) => {
            "the pattern is one of octets: in Python, use it as `bytes` with `bytes`"
        }
        (Alphabet::Octets, Some(EngineName::Rust)) => {
            "the pattern is one of octets: in Rust, use `regex::bytes::Regex`; rg takes it as it is"
        }
        (Alphabet::Octets, Some(EngineName::JavaScript)) => {
            "the pattern is one of octets: in JavaScript, use no flag u or v, and a string with a character for each \
             octet, such as buffer.toString('latin1')"
        }
        (Alphabet::Octets, Some(EngineName::Pcre)) => {
            "the pattern is one of octets: PCRE needs UTF mode off, as in grep -P with LC_ALL=C, in rg -P with \
             --no-unicode, and without u in PHP; in Perl, use strings of octets"
        }
    })
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Python => Self::Python,
            EngineName::Rust => Self::Rust,
            EngineName::JavaScript => Self::JavaScript,
            EngineName::Pcre => Self::Pcre,
        }
    }
}
