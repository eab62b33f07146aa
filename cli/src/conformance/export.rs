//! `rfc1738 conformance export`: writes test suites.
//!
//! Invariant: texts are written as they are made; none is kept.

use std::io::{self, Write};

use rfc1738::Rule;
use rfcbnf::conformance::{Case, Suite};
use serde::Serialize;

use super::arguments::{ExportArguments, ExportFormat};
use super::suites::with_suites;
use crate::json;
use crate::outcome::{Failure, Verdict};
use crate::streams::{flushed, plain_output};

/// Writes the suites.
pub(crate) fn run(arguments: &ExportArguments) -> Result<Verdict, Failure> {
    with_suites(&arguments.selection, |suites| {
        flushed(plain_output(), |out| match arguments.format {
            ExportFormat::Jsonl => write_json(out, suites),
            ExportFormat::Txt => write_texts(out, suites),
            ExportFormat::Yaml => write_yaml(out, suites),
        })?;
        Ok(Verdict::Valid)
    })
}

fn write_json(out: &mut impl Write, suites: &[(Rule, Suite)]) -> io::Result<()> {
    for (rule, suite) in suites {
        for case in suite.cases() {
            json::write(out, &Record::new(*rule, &case))?;
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

/// Strings are written as in JSON, which YAML reads like its own.
fn write_yaml(out: &mut impl Write, suites: &[(Rule, Suite)]) -> io::Result<()> {
    writeln!(out, "TestCases:")?;
    for (rule, suite) in suites {
        for (number, case) in (1_u64..).zip(suite.cases()) {
            write!(out, "  - Name: ")?;
            json::write(out, &format!("{rule} {number}"))?;
            write!(out, "    Rule: ")?;
            json::write(out, &rule.name())?;
            write!(out, "    Input: ")?;
            json::write(out, &case.text())?;
            if let Some(rejection) = case.rejection() {
                writeln!(out, "    FailAt: {}", rejection.offset)?;
            }
        }
    }
    Ok(())
}

/// What programs are told of a text. The names and the order of the fields are a contract.
#[derive(Serialize)]
struct Record<'a> {
    rule: &'static str,
    input: &'a str,
    ok: bool,
    #[serde(flatten)]
    rejection: Option<RejectionRecord<'a>>,
}

#[derive(Serialize)]
struct RejectionRecord<'a> {
    offset: usize,
    next: &'a str,
    can_end: bool,
}

impl<'a> Record<'a> {
    fn new(rule: Rule, case: &'a Case) -> Self {
        let rejection = case.rejection().map(|rejection| RejectionRecord {
            offset: rejection.offset,
            next: &rejection.next,
            can_end: rejection.can_end,
        });
        Self {
            rule: rule.name(),
            input: case.text(),
            ok: rejection.is_none(),
            rejection,
        }
    }
}
