//! `rfc1738 conformance export`: writes test suites.
//!
//! Invariant: each text is written as soon as it is made, and not kept.

pub(crate) mod arguments;

use std::io::{self, Write};

use rfc1738_views::conformance::case::{CaseRecord, CaseTable, write_yaml, write_yaml_head};
use rfc1738_views::json;

use crate::commands::conformance::suites::{ChosenSuite, remark_on_size};
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::{Failure, Verdict};
use crate::output::lines;
use crate::output::streams::{flushed, plain_output, show_remark};
use arguments::{ExportArguments, ExportFormat, Selection};

/// Writes the suites.
pub(crate) fn run(arguments: &ExportArguments) -> Result<Verdict, Failure> {
    let Some(chosen) = ChosenGrammar::of(&arguments.selection.grammar, None)? else {
        return Ok(Verdict::Unreadable);
    };
    let names = productions(&chosen, &arguments.selection)?;
    let choice = &arguments.selection.suite;
    // Every suite is planned before the first text is written, because one may be too large.
    let suites = names.iter().filter_map(|name| {
        let suite = match ChosenSuite::of(&chosen, name, choice) {
            // A production that is too large does not stop the others.
            Err(Failure::Unusable { reason, .. }) if names.len() > 1 && arguments.selection.all => {
                let left_out = show_remark("note", &format!("left out: {reason}"));
                return left_out.err().map(|error| Err(error.into()));
            }
            suite => suite,
        };
        Some(suite.map(|suite| (*name, suite)))
    });
    let suites: Vec<(&str, ChosenSuite)> = suites.collect::<Result<_, Failure>>()?;
    let borrowed: Vec<(&str, &ChosenSuite)> =
        suites.iter().map(|(name, suite)| (*name, suite)).collect();
    remark_on_size(&borrowed, choice)?;
    let mut left_out = 0;
    flushed(plain_output(), |out| match arguments.format {
        ExportFormat::Jsonl => write_json_lines(out, &suites),
        ExportFormat::Csv => write_csv(out, &suites),
        ExportFormat::Txt => write_texts(out, &suites, &mut left_out),
        ExportFormat::Yaml => write_yaml_list(out, &suites),
    })?;
    lines::write_left_out(left_out, "--format jsonl writes all")?;
    Ok(Verdict::Valid)
}

/// Returns the names of the selected productions, each once, in the order of the arguments or,
/// with `--all`, of the grammar.
fn productions<'a>(
    chosen: &'a ChosenGrammar,
    selection: &'a Selection,
) -> Result<Vec<&'a str>, Failure> {
    if selection.all {
        return chosen.decidable_names();
    }
    if selection.rules.is_empty() {
        return Ok(vec![chosen.production(None)?]);
    }
    let mut names = Vec::new();
    for rule in &selection.rules {
        let name = chosen.production(Some(rule))?;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

fn write_json_lines(out: &mut impl Write, suites: &[(&str, ChosenSuite)]) -> io::Result<()> {
    for (rule, suite) in suites {
        for case in suite.cases() {
            json::write(out, &CaseRecord::new(*rule, &case))?;
        }
    }
    Ok(())
}

fn write_csv(out: &mut impl Write, suites: &[(&str, ChosenSuite)]) -> io::Result<()> {
    let mut table = CaseTable::new(out)?;
    for (rule, suite) in suites {
        for case in suite.cases() {
            table.write(rule, &case)?;
        }
    }
    table.finish()
}

/// Writes the texts that fit on a line, and counts the others.
fn write_texts(
    out: &mut impl Write,
    suites: &[(&str, ChosenSuite)],
    left_out: &mut u64,
) -> io::Result<()> {
    for text in suites.iter().flat_map(|(_, suite)| suite.texts()) {
        if lines::fits(&text) {
            lines::write(out, &text)?;
        } else {
            *left_out += 1;
        }
    }
    Ok(())
}

fn write_yaml_list(out: &mut impl Write, suites: &[(&str, ChosenSuite)]) -> io::Result<()> {
    write_yaml_head(out)?;
    for (rule, suite) in suites {
        for (number, case) in (1..).zip(suite.cases()) {
            write_yaml(out, *rule, number, &case)?;
        }
    }
    Ok(())
}
