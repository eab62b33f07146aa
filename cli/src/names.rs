//! The names of productions on the command line.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use rfc1738::Rule;

/// How alike two names have to be, from 0 to 1, to be taken for each other.
const LIKENESS: f64 = 0.85;

/// How many names are suggested at most.
const SUGGESTIONS: usize = 3;

/// Reads the name of a production; where there is none of that name, suggests others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleParser;

impl TypedValueParser for RuleParser {
    type Value = Rule;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<Rule, Error> {
        let name = value.to_string_lossy();
        name.parse()
            .map_err(|_| Error::raw(ErrorKind::InvalidValue, refusal(&name)))
    }
}

fn refusal(name: &str) -> String {
    let suggestions = match nearest(name).as_slice() {
        [] => String::new(),
        [only] => format!("; did you mean {only}?"),
        [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
    };
    format!(
        "no production is called {name:?}{suggestions}\n\nFor all productions, try 'rfc1738 rules'.\n"
    )
}

/// The names most like this one, the likest first.
fn nearest(name: &str) -> Vec<&'static str> {
    let name = name.to_ascii_lowercase();
    // The measure takes time in proportion to the product of the lengths.
    if name.len() > 100 {
        return Vec::new();
    }
    let likeness = |rule: Rule| strsim::jaro_winkler(&name, rule.name());
    let mut names: Vec<(f64, &str)> = Rule::ALL
        .into_iter()
        .map(|rule| (likeness(rule), rule.name()))
        .collect();
    names.retain(|(likeness, _)| *likeness >= LIKENESS);
    names.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    names
        .into_iter()
        .map(|(_, name)| name)
        .take(SUGGESTIONS)
        .collect()
}
