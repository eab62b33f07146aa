//! `rfc1738 grammar export`: a grammar in another notation.

pub(crate) mod arguments;
mod regex;

use std::io::Write as _;

use rfcbnf::automaton::AutomatonError;
use rfcbnf::export::{self, ExportError};

use crate::input::chosen_grammar::ChosenGrammar;
use crate::input::depth::Decidable;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output, show_remark};
use arguments::{ExportArguments, Notation};

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
    regex::written(&grammar, one, arguments, failure)
}
