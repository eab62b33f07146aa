//! Names on the command line: those of productions, and what is suggested for a name that
//! there is not.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use rfc1738::Rule;

/// How alike two names have to be, from 0 to 1, to be taken for each other.
const LIKENESS: f64 = 0.85;

/// How many names are suggested at most.
const SUGGESTIONS: usize = 3;

/// The length in octets of the longest name that is compared.
const LENGTH: usize = 100;

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
    let refusal = no_production(name, Rule::ALL.into_iter().map(Rule::name));
    format!("{refusal}\n\nFor all productions, try 'rfc1738 rules'.\n")
}

/// Says that there is no production of that name, and which of the names are like it.
pub(crate) fn no_production<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    let suggestions = suggestions(name, names);
    format!("no production is called {name:?}{suggestions}")
}

/// Asks whether one of the names was meant that are like this one; empty where none is.
pub(crate) fn suggestions<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    match nearest(name, names).as_slice() {
        [] => String::new(),
        [only] => format!("; did you mean {only}?"),
        [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
    }
}

/// Those of the names that are most like this one, the likest first.
fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let name = name.to_ascii_lowercase();
    // The measure takes time in proportion to the product of the lengths.
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
