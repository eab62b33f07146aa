//! `rfc1738 grammar`: any grammar in the notation of RFC 822.

pub(crate) mod arguments;
mod diagnostic;
mod diff;
pub(crate) mod export;
pub(crate) mod file;
mod railroad;

use std::ffi::OsStr;
use std::io::{self, Write};

use anstyle::Style;
use rfcbnf::analysis::{Finding, FindingKind, analyse};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::Grammar;

use crate::outcome::{Failure, Verdict};
use crate::source::Source;
use crate::streams::Output;
use arguments::{GrammarArguments, GrammarCommand};
use diagnostic::{GrammarFile, finding};
use file::{read_grammar, read_readings, refuse_two_hyphens};

/// What the grammar that needs no file is called.
const OWN_NAME: &str = "rfc1738.bnf";

/// Does what is asked of grammars.
pub(crate) fn run(arguments: &GrammarArguments) -> Result<Verdict, Failure> {
    match &arguments.command {
        GrammarCommand::Check {
            file: Some(name),
            readings,
        } => check_file(name, readings.as_deref()),
        GrammarCommand::Check { file: None, .. } => check_own(),
        GrammarCommand::Diff(arguments) => diff::run(arguments),
        GrammarCommand::Export(arguments) => export::run(arguments),
        GrammarCommand::Railroad(arguments) => railroad::run(arguments),
    }
}

fn check_own() -> Result<Verdict, Failure> {
    let (grammar, _) =
        load(BNF, READINGS).map_err(|error| Failure::OwnGrammar(error.to_string()))?;
    show_findings(OWN_NAME, &grammar)?;
    Ok(Verdict::Valid)
}

fn check_file(name: &OsStr, readings: Option<&OsStr>) -> Result<Verdict, Failure> {
    refuse_two_hyphens(&[Some(name), readings])?;
    let readings = read_readings(readings)?;
    let Some(grammar) = read_grammar(name, &readings)? else {
        return Ok(Verdict::Invalid);
    };
    show_findings(&Source::new(name).to_string(), &grammar)?;
    Ok(Verdict::Valid)
}

fn show_findings(name: &str, grammar: &Grammar) -> io::Result<()> {
    let mut out = Output::new();
    let file = GrammarFile::new(name, grammar.source.as_bytes());
    let findings = analyse(grammar);
    for found in &findings {
        let shown = finding(&file, grammar, found).render(out.palette());
        writeln!(out, "{shown}\n")?;
    }
    let number = out.palette().number;
    writeln!(out, "{}", summary(grammar, &findings, number))?;
    out.flush()
}

/// What there is, in numbers; of what is rare, only what is there.
fn summary(grammar: &Grammar, findings: &[Finding], number: Style) -> String {
    let count = |is_meant: fn(FindingKind) -> bool| {
        let kinds = findings.iter().map(Finding::kind);
        kinds.filter(|kind| is_meant(*kind)).count()
    };
    let of = |kind: FindingKind| {
        findings
            .iter()
            .filter(|finding| finding.kind() == kind)
            .count()
    };
    let always = [
        (grammar.productions.len(), "production", "productions"),
        (grammar.headings.len(), "heading", "headings"),
        (
            count(FindingKind::loses_words),
            "place where ordered choice would lose words",
            "places where ordered choice would lose words",
        ),
        (of(FindingKind::Ambiguity), "ambiguity", "ambiguities"),
    ];
    let rare = [
        (
            of(FindingKind::ShadowedAlternative),
            "shadowed alternative",
            "shadowed alternatives",
        ),
        (
            of(FindingKind::Unreferenced),
            "unreferenced production",
            "unreferenced productions",
        ),
        (
            of(FindingKind::OutOfOrder),
            "tree out of order",
            "trees out of order",
        ),
        (
            of(FindingKind::Undecided),
            "undecided place",
            "undecided places",
        ),
    ];
    let rare = rare.into_iter().filter(|(count, ..)| *count > 0);
    let parts = always
        .into_iter()
        .chain(rare)
        .chain([(0, "error", "errors")]);
    let parts = parts.map(|(count, one, many)| counted(count, one, many, number));
    parts.collect::<Vec<_>>().join(", ")
}

/// The number and its noun.
pub(crate) fn counted(count: usize, one: &str, many: &str, style: Style) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{style}{count}{style:#} {noun}")
}
