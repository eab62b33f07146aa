//! Regular expressions, and what an engine needs for them.

use rfcbnf::export::{Alphabet, Engine, ExportError, regex, regex_of_octets};
use rfcbnf::syntax::Grammar;

use super::arguments::{EngineName, ExportArguments, Unit};
use crate::outcome::Failure;
use crate::output::streams::show_remark;

/// Returns the expression of a production. Says on standard error what it matches, if that matters.
pub(super) fn written(
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
