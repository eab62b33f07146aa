//! The cases of a suite, in the formats of `conformance export`.

use std::fmt::Display;
use std::io::{self, Write};

use rfcbnf::conformance::{Case, Rejection};
use rfcbnf::octets::OctetSet;
use serde::Serialize;

use crate::json::{self, Octets, digits};
use crate::production::Name;

/// A case of a suite, for programs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(concrete(P = String), bound = ""))]
#[serde(bound = "P: Display")]
pub struct CaseRecord<'a, P> {
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    rule: Name<P>,
    input: Octets<&'a [u8]>,
    hex: String,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    can_end: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    next_ranges: Option<Vec<(char, char)>>,
}

/// Returns what can follow: octets, or in a grammar of characters those of ASCII.
fn next(rejection: &Rejection) -> String {
    match rejection.characters {
        Some(_) => (rejection.next & OctetSet::range(0, 0x7f)).characters(),
        None => rejection.next.characters(),
    }
}

impl<'a, P: Display> CaseRecord<'a, P> {
    /// Returns the record of a case in the suite of the production.
    #[must_use]
    pub fn new(rule: P, case: &'a Case) -> Self {
        let rejection = case.rejection();
        let ranges = rejection.and_then(|it| it.characters.as_ref());
        Self {
            rule: Name(rule),
            input: Octets(case.text()),
            hex: digits(case.text()),
            ok: rejection.is_none(),
            offset: rejection.map(|it| it.offset),
            next: rejection.map(next),
            can_end: rejection.map(|it| it.can_end),
            next_ranges: ranges
                .map(|ranges| ranges.iter().map(|it| it.clone().into_inner()).collect()),
        }
    }
}

/// Writes cases as CSV (RFC 4180), after a header. Fields about a rejection are empty for a text that is
/// not rejected, and `input` is for a text that is not UTF-8. `input_hex` has the octets of every text.
///
/// ```
/// use rfc1738_views::conformance::case::CaseTable;
/// use rfcbnf::conformance::QuickSuite;
///
/// let grammar = rfcbnf::read("digit = \"0\" | \"1\"\n")?;
/// let mut octets = Vec::new();
/// let mut table = CaseTable::new(&mut octets)?;
/// for case in QuickSuite::new(&grammar, "digit")?.cases() {
///     table.write("digit", case)?;
/// }
/// table.finish()?;
/// let header = b"rule,verdict,offset,can_end,next,input,input_hex\n";
/// assert!(octets.starts_with(header));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CaseTable<W: Write> {
    table: csv::Writer<W>,
}

/// The columns of a [`CaseTable`].
const COLUMNS: [&str; 7] = [
    "rule",
    "verdict",
    "offset",
    "can_end",
    "next",
    "input",
    "input_hex",
];

impl<W: Write> CaseTable<W> {
    /// Writes the header.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn new(out: W) -> io::Result<Self> {
        let mut table = csv::Writer::from_writer(out);
        table.write_record(COLUMNS).map_err(output_error)?;
        Ok(Self { table })
    }

    /// Writes a case in the suite of the production.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&mut self, rule: impl Display, case: &Case) -> io::Result<()> {
        let rejection = case.rejection();
        let field = |field: Option<String>| field.unwrap_or_default();
        let written = self.table.write_record([
            rule.to_string().as_str(),
            if rejection.is_some() {
                "reject"
            } else {
                "accept"
            },
            &field(rejection.map(|it| it.offset.to_string())),
            &field(rejection.map(|it| it.can_end.to_string())),
            &field(rejection.map(next)),
            std::str::from_utf8(case.text()).unwrap_or_default(),
            &digits(case.text()),
        ]);
        written.map_err(output_error)
    }

    /// Writes what is buffered.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn finish(mut self) -> io::Result<()> {
        self.table.flush()
    }
}

/// Returns the error of the output. `From` would lose its kind, which tells a closed pipe from others.
fn output_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
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
