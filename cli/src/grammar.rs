//! `rfc1738 grammar`: any grammar in the notation of RFC 822.

use std::ffi::OsStr;
use std::io::{self, Write};

use anstyle::Style;
use rfcbnf::analysis::{Finding, FindingKind, analyse};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::Grammar;
use rfcbnf::{GrammarErrors, read};

use crate::arguments::{GrammarArguments, GrammarCommand};
use crate::diagnostic::{render, render_for_error};
use crate::grammar_diagnostic::{GrammarFile, finding, grammar_error, not_utf8};
use crate::outcome::{Failure, Verdict};
use crate::source::Source;
use crate::streams::{self, Output};
use crate::style::Palette;

/// What the grammar that needs no file is called.
const OWN_NAME: &str = "rfc1738.bnf";

/// Checks a grammar.
pub(crate) fn run(arguments: &GrammarArguments) -> Result<Verdict, Failure> {
    let GrammarCommand::Check { file } = &arguments.command;
    match file {
        Some(name) => check_file(name),
        None => check_own(),
    }
}

fn check_own() -> Result<Verdict, Failure> {
    let (grammar, _) =
        load(BNF, READINGS).map_err(|error| Failure::OwnGrammar(error.to_string()))?;
    show_findings(OWN_NAME, &grammar)?;
    Ok(Verdict::Valid)
}

fn check_file(name: &OsStr) -> Result<Verdict, Failure> {
    let source = Source::new(name);
    let octets = source.read()?;
    let name = source.to_string();
    let text = match String::from_utf8(octets) {
        Ok(text) => text,
        Err(error) => {
            let place = error.utf8_error().valid_up_to();
            writeln!(
                streams::error(),
                "{}",
                render_for_error(not_utf8(&name, error.as_bytes(), place))
            )?;
            return Ok(Verdict::Invalid);
        }
    };
    match read(&text) {
        Ok(grammar) => {
            show_findings(&name, &grammar)?;
            Ok(Verdict::Valid)
        }
        Err(errors) => {
            show_errors(&name, &errors)?;
            Ok(Verdict::Invalid)
        }
    }
}

fn show_errors(name: &str, errors: &GrammarErrors) -> io::Result<()> {
    let mut out = io::BufWriter::new(streams::error());
    let file = GrammarFile::new(name, errors.source().as_bytes());
    for error in errors {
        writeln!(out, "{}\n", render_for_error(grammar_error(&file, error)))?;
    }
    let Palette { error, number, .. } = Palette::COLORED;
    let count = errors.errors().len();
    writeln!(
        out,
        "{error}error:{error:#} {name} holds {}",
        counted(count, "error", "errors", number)
    )?;
    out.flush()
}

fn show_findings(name: &str, grammar: &Grammar) -> io::Result<()> {
    let mut out = Output::new();
    let file = GrammarFile::new(name, grammar.source.as_bytes());
    let findings = analyse(grammar);
    for found in &findings {
        writeln!(
            out,
            "{}\n",
            render(out.renderer(), finding(&file, grammar, found))
        )?;
    }
    let number = out.palette().number;
    writeln!(out, "{}", summary(grammar, &findings, number))?;
    out.flush()
}

fn summary(grammar: &Grammar, findings: &[Finding], number: Style) -> String {
    let count = |is_meant: fn(FindingKind) -> bool| {
        findings
            .iter()
            .filter(|finding| is_meant(finding.kind()))
            .count()
    };
    let ambiguities = count(|kind| kind == FindingKind::Ambiguity);
    let shadowed = count(|kind| kind == FindingKind::ShadowedAlternative);
    let unreferenced = count(|kind| kind == FindingKind::Unreferenced);
    let undecided = count(|kind| kind == FindingKind::Undecided);
    let lossy = "where ordered choice would lose words";
    let parts = [
        (grammar.productions.len(), "production", "productions"),
        (grammar.headings.len(), "heading", "headings"),
        (
            count(loses_words),
            &*format!("place {lossy}"),
            &*format!("places {lossy}"),
        ),
        (ambiguities, "ambiguity", "ambiguities"),
        (shadowed, "shadowed alternative", "shadowed alternatives"),
        (
            unreferenced,
            "unreferenced production",
            "unreferenced productions",
        ),
        (undecided, "undecided place", "undecided places"),
        (0, "error", "errors"),
    ];
    parts
        .map(|(count, one, many)| counted(count, one, many, number))
        .join(", ")
}

/// Whether plain ordered choice, taking the first that fits and never going back, would
/// reject texts there that the grammar derives.
fn loses_words(kind: FindingKind) -> bool {
    matches!(
        kind,
        FindingKind::PrefixAlternative
            | FindingKind::GreedyRepetition
            | FindingKind::GreedyOption
            | FindingKind::SeveralEnds
    )
}

fn counted(count: usize, one: &str, many: &str, style: Style) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{style}{count}{style:#} {noun}")
}
