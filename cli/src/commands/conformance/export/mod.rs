//! `rfc1738 conformance export`: writes test suites.
//!
//! Invariant: each text is written as soon as it is made, and not kept.

pub(crate) mod arguments;

use std::io::{self, Write};

use rfc1738::Rule;
use rfc1738_views::conformance::case::{CaseRecord, write_yaml, write_yaml_head};
use rfc1738_views::json;
use rfcbnf::conformance::Suite;

use crate::commands::conformance::suites::with_suites;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output};
use arguments::{ExportArguments, ExportFormat};

/// Writes the suites.
pub(crate) fn run(arguments: &ExportArguments) -> Result<Verdict, Failure> {
    with_suites(&arguments.selection, |suites| {
        flushed(plain_output(), |out| match arguments.format {
            ExportFormat::Jsonl => write_json_lines(out, suites),
            ExportFormat::Txt => write_texts(out, suites),
            ExportFormat::Yaml => write_yaml_list(out, suites),
        })?;
        Ok(Verdict::Valid)
    })
}

fn write_json_lines(out: &mut impl Write, suites: &[(Rule, Suite)]) -> io::Result<()> {
    for (rule, suite) in suites {
        for case in suite.cases() {
            json::write(out, &CaseRecord::new(*rule, &case))?;
        }
    }
    Ok(())
}

fn write_texts(out: &mut impl Write, suites: &[(Rule, Suite)]) -> io::Result<()> {
    for (_, suite) in suites {
        for text in suite.texts() {
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}

fn write_yaml_list(out: &mut impl Write, suites: &[(Rule, Suite)]) -> io::Result<()> {
    write_yaml_head(out)?;
    for (rule, suite) in suites {
        for (number, case) in (1..).zip(suite.cases()) {
            write_yaml(out, *rule, number, &case)?;
        }
    }
    Ok(())
}
