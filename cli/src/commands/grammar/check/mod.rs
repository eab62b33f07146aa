//! `rfc1738 grammar check`: errors and findings.

pub(crate) mod arguments;

use std::ffi::OsStr;
use std::io;

use rfc1738_views::analysis;
use rfcbnf::analysis::analyse_to_depth;
use rfcbnf::syntax::Grammar;

use crate::arguments::grammar::GrammarFile;
use crate::input::grammar_file::{own_grammar, read_grammar, show_all_errors};
use crate::input::readings::ChosenReadings;
use crate::input::source::{Source, refuse_two_hyphens};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed};
use arguments::GrammarCheckArguments;

/// The name of the grammar inside this program.
const OWN_NAME: &str = "rfc1738.bnf";

/// Shows the errors of the grammar, or its findings if there are none.
pub(crate) fn run(
    GrammarCheckArguments { grammar, depth }: &GrammarCheckArguments,
) -> Result<Verdict, Failure> {
    match &grammar.file {
        Some(name) => check_file(name, grammar, *depth),
        None => check_own(*depth),
    }
}

fn check_own(depth: u32) -> Result<Verdict, Failure> {
    let (grammar, _) = own_grammar()?;
    write_findings(OWN_NAME, &grammar, depth)?;
    Ok(Verdict::Valid)
}

fn check_file(name: &OsStr, grammar: &GrammarFile, depth: u32) -> Result<Verdict, Failure> {
    let readings = grammar.readings.as_deref();
    refuse_two_hyphens(&[Some(name), readings])?;
    let readings = ChosenReadings::read(readings)?;
    let Some(read) = read_grammar(name, &readings, grammar.notation)? else {
        return Ok(Verdict::Invalid);
    };
    let name = Source::new(name).to_string();
    if let Some(errors) = &read.errors {
        show_all_errors(&name, errors)?;
        return Ok(Verdict::Invalid);
    }
    write_findings(&name, &read.grammar, depth)?;
    Ok(Verdict::Valid)
}

fn write_findings(name: &str, grammar: &Grammar, depth: u32) -> io::Result<()> {
    let analysed = analyse_to_depth(grammar, depth);
    flushed(Output::new(), |out| {
        let palette = out.palette();
        analysis::write(out, palette, name, grammar, &analysed)
    })
}
