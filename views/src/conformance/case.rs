//! The cases of a suite, in the formats of `conformance export`.

use std::fmt::Display;
use std::io::{self, Write};

use rfcbnf::conformance::Case;
use serde::Serialize;

use crate::json::{self, Octets};
use crate::production::Name;

/// A case of a suite, for programs.
#[derive(Debug, Serialize)]
#[serde(bound = "P: Display")]
pub struct CaseRecord<'a, P> {
    rule: Name<P>,
    input: Octets<&'a [u8]>,
    ok: bool,
    #[serde(flatten)]
    rejection: Option<RejectionRecord>,
}

#[derive(Debug, Serialize)]
struct RejectionRecord {
    offset: usize,
    next: String,
    can_end: bool,
}

impl<'a, P: Display> CaseRecord<'a, P> {
    /// Returns the record of a case in the suite of the production.
    #[must_use]
    pub fn new(rule: P, case: &'a Case) -> Self {
        let rejection = case.rejection().map(|rejection| RejectionRecord {
            offset: rejection.offset,
            next: rejection.next.characters(),
            can_end: rejection.can_end,
        });
        Self {
            rule: Name(rule),
            input: Octets(case.text()),
            ok: rejection.is_none(),
            rejection,
        }
    }
}

/// Writes the head of a YAML list of cases.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_yaml_head(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "TestCases:")
}

/// Writes a case as an item of the YAML list. `number` counts the cases of the production from 1.
///
/// Strings are written as JSON, which is YAML too. Octets that are not UTF-8 are `{"hex":…}`.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_yaml(
    out: &mut impl Write,
    rule: impl Display,
    number: u64,
    case: &Case,
) -> io::Result<()> {
    write!(out, "  - Name: ")?;
    json::write(out, &format!("{rule} {number}"))?;
    write!(out, "    Rule: ")?;
    json::write(out, &Name(rule))?;
    write!(out, "    Input: ")?;
    json::write(out, &Octets(case.text()))?;
    if let Some(rejection) = case.rejection() {
        writeln!(out, "    FailAt: {}", rejection.offset)?;
    }
    Ok(())
}
