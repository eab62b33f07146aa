//! `rfc1738 rules`: the productions.

pub(crate) mod arguments;

use rfc1738::Rule;
use rfc1738_views::rules::{write_list, write_page};

use crate::commands::rules::arguments::RulesArguments;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed};

/// Shows all productions, or the page of one.
pub(crate) fn run(arguments: &RulesArguments) -> Result<Verdict, Failure> {
    flushed(Output::new(), |out| {
        let palette = out.palette();
        match arguments.name {
            Some(rule) => write_page(out, palette, &rule),
            None => write_list(out, palette, &Rule::ALL),
        }
    })?;
    Ok(Verdict::Valid)
}
