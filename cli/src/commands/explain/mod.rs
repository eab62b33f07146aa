//! `rfc1738 explain`: all about one production.

pub(crate) mod arguments;

use rfc1738_views::explain::explanation::Explanation;
use rfc1738_views::explain::page;
use rfc1738_views::explain::record::ExplanationRecord;
use rfc1738_views::json;
use rfcbnf::Prose;
use rfcbnf::rfc1738::PROSE;

use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};
use arguments::{ExplainArguments, ExplainFormat};

/// Explains the production.
pub(crate) fn run(arguments: &ExplainArguments) -> Result<Verdict, Failure> {
    let Some(chosen) = ChosenGrammar::of(&arguments.grammar, None)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(Some(&arguments.rule))?;
    let prose = match &chosen.named().file {
        Some(_) => Prose::default(),
        None => own_prose()?,
    };
    let explanation = Explanation::new(chosen.named(), &prose, name);
    let explanation = explanation.map_err(|error| chosen.unusable(&error))?;
    match arguments.format {
        ExplainFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            page::write(out, palette, &explanation)
        })?,
        ExplainFormat::Json => flushed(plain_output(), |out| {
            json::write(out, &ExplanationRecord::new(&explanation))
        })?,
    }
    Ok(Verdict::Valid)
}

fn own_prose() -> Result<Prose, Failure> {
    Prose::from_toml(PROSE).map_err(|error| Failure::OwnGrammar(error.to_string()))
}
