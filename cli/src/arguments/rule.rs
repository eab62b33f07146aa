//! The name of a production of RFC 1738.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use rfc1738::Rule;

use crate::arguments::suggestion::no_production;

/// Parses the name of a production. The error for an unknown name suggests similar names.
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
