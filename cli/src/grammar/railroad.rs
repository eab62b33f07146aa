//! `rfc1738 grammar railroad`: the productions of a grammar as railroad diagrams.

use std::io::{self, Write};

use rfcbnf::syntax::Production;

use super::arguments::{Drawing, RailroadArguments};
use crate::chosen_grammar::ChosenGrammar;
use crate::outcome::{Failure, Verdict};
use crate::railroad::text::draw;
use crate::streams::{Output, flushed};

/// The number of columns of a diagram in plain characters.
const WIDTH: usize = 80;

/// Draws the productions, or the one that is named.
pub(crate) fn run(arguments: &RailroadArguments) -> Result<Verdict, Failure> {
    let chosen = ChosenGrammar::read(arguments.file.as_deref(), arguments.readings.as_deref())?;
    let Some(chosen) = chosen else {
        return Ok(Verdict::Unreadable);
    };
    let name = arguments.rule.as_deref();
    let name = name.map(|name| chosen.production(Some(name))).transpose()?;
    let productions = chosen.grammar.productions.iter();
    let is_meant = |production: &&Production| name.is_none_or(|name| name == production.name);
    let productions: Vec<&Production> = productions.filter(is_meant).collect();
    match arguments.to {
        Drawing::Text => flushed(Output::new(), |out| write_text(out, &productions))?,
    }
    Ok(Verdict::Valid)
}

/// Each diagram below the name of its production.
fn write_text(out: &mut Output, productions: &[&Production]) -> io::Result<()> {
    let style = out.palette().name;
    for (index, production) in productions.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{style}{}{style:#}", production.name)?;
        for line in draw(production, WIDTH) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
