//! The names of findings on command lines.

use std::ffi::OsStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use rfc1738_views::grammar_check::Findings;

use crate::arguments::suggestion::suggestions;

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
