//! `rfc1738 grammar`: any grammar in the notation of RFC 822.

use std::ffi::OsStr;
use std::io::{self, Write};

use anstyle::Style;
use rfcbnf::analysis::{Finding, FindingKind, analyse};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::Grammar;
use rfcbnf::{GrammarErrors, read};

use crate::arguments::{GrammarArguments, GrammarCommand};
use crate::diagnostic::render_for_error;
use crate::grammar_diagnostic::{GrammarFile, finding, grammar_error, not_utf8};
use crate::grammar_diff;
use crate::outcome::{Failure, Verdict};
use crate::source::Source;
use crate::streams::{self, Output};
use crate::style::Palette;

/// What the grammar that needs no file is called.
const OWN_NAME: &str = "rfc1738.bnf";

/// Checks a grammar, or compares two.
pub(crate) fn run(arguments: &GrammarArguments) -> Result<Verdict, Failure> {
    match &arguments.command {
        GrammarCommand::Check { file: Some(name) } => check_file(name),
        GrammarCommand::Check { file: None } => check_own(),
        GrammarCommand::Diff(arguments) => grammar_diff::run(arguments),
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
    let Some(text) = read_text(source)? else {
        return Ok(Verdict::Invalid);
    };
    let name = source.to_string();
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

/// The text of a grammar file. Where it is not UTF-8, that is shown; then there is none.
pub(crate) fn read_text(source: Source) -> Result<Option<String>, Failure> {
    match String::from_utf8(source.read()?) {
        Ok(text) => Ok(Some(text)),
        Err(error) => {
            let place = error.utf8_error().valid_up_to();
            let name = source.to_string();
            let shown = render_for_error(&not_utf8(&name, error.as_bytes(), place));
            writeln!(streams::error(), "{shown}")?;
            Ok(None)
        }
    }
}

/// Shows what is wrong with a grammar file, and how much. The name is escaped.
pub(crate) fn show_errors(name: &str, errors: &GrammarErrors) -> io::Result<()> {
    let mut out = io::BufWriter::new(streams::error());
    let file = GrammarFile::new(name, errors.source().as_bytes());
    for error in errors {
        writeln!(out, "{}\n", render_for_error(&grammar_error(&file, error)))?;
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
