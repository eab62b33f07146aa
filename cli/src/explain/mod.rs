//! `rfc1738 explain`: all about one production.

pub(crate) mod arguments;
mod explanation;
mod page;
mod record;

use rfcbnf::Prose;
use rfcbnf::rfc1738::PROSE;

use crate::json;
use crate::outcome::{Failure, Verdict};
use crate::streams::{Output, flushed, plain_output};
use arguments::{ExplainArguments, ExplainFormat};
use explanation::Explanation;

/// Explains the production.
pub(crate) fn run(arguments: &ExplainArguments) -> Result<Verdict, Failure> {
    let Some(chosen) = arguments.grammar.read()? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(Some(&arguments.rule))?;
    let prose = match &chosen.file {
        Some(_) => Prose::default(),
        None => own_prose()?,
    };
    let explanation = Explanation::new(&chosen, &prose, name);
    let explanation = explanation.map_err(|error| chosen.unusable(&error))?;
    match arguments.format {
        ExplainFormat::Human => flushed(Output::new(), |out| page::write(out, &explanation))?,
        ExplainFormat::Json => flushed(plain_output(), |out| {
            json::write(out, &record::Record::new(&explanation))
        })?,
    }
    Ok(Verdict::Valid)
}

fn own_prose() -> Result<Prose, Failure> {
    Prose::from_toml(PROSE).map_err(|error| Failure::OwnGrammar(error.to_string()))
}
