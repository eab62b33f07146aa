//! `--deny`: the advice that makes a command fail.

use std::ffi::OsStr;
use std::fmt::Write as _;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, Error};
use rfc1738::AdviceId;

use crate::arguments::suggestion::suggestions;

/// The name that stands for every id.
const ALL: &str = "all";

/// The denied kinds of advice.
#[derive(Debug, Args)]
pub(crate) struct DenyArguments {
    /// Fail on advice of this kind, or on any with all; can be repeated
    #[arg(long = "deny", value_name = "ID", value_parser = DeniedParser)]
    pub(crate) denied: Vec<Denied>,
}

/// A value of `--deny`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Denied {
    All,
    One(AdviceId),
}

impl Denied {
    /// Whether the id is denied.
    pub(crate) fn includes(self, id: AdviceId) -> bool {
        self == Self::All || self == Self::One(id)
    }
}

/// Parses an id. The error for an unknown id suggests similar ids.
#[derive(Debug, Clone, Copy)]
struct DeniedParser;

impl TypedValueParser for DeniedParser {
    type Value = Denied;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<Denied, Error> {
        let id = value.to_string_lossy();
        if id == ALL {
            return Ok(Denied::All);
        }
        let known = id.parse().map(Denied::One);
        known.map_err(|_| Error::raw(ErrorKind::InvalidValue, refusal(&id)))
    }
}

fn refusal(id: &str) -> String {
    let ids = AdviceId::ALL.into_iter().map(AdviceId::as_str);
    let suggestions = suggestions(id, ids.chain([ALL]));
    format!("there is no advice {id:?}{suggestions}\n\nFor all ids, try 'rfc1738 check --help'.\n")
}

/// Returns the section of a help that lists the ids.
pub(crate) fn ids_help() -> String {
    let width = AdviceId::ALL.map(|id| id.as_str().len()).into_iter().max();
    let width = width.unwrap_or_default();
    let mut help = "Advice, by severity:".to_owned();
    let mut ids = AdviceId::ALL;
    ids.sort_by_key(|id| std::cmp::Reverse(id.severity()));
    for id in ids {
        let (severity, condition) = (id.severity(), id.condition());
        // Writing to a string cannot fail.
        let _ = write!(help, "\n  {severity:7}  {id:width$}  {condition}");
    }
    help
}
