//! The findings of `grammar check`, and their counts.
//!
//! ```
//! use rfc1738_views::analysis;
//! use rfc1738_views::palette::Palette;
//!
//! let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
//! let findings = rfcbnf::analysis::analyse(&grammar);
//! let mut out = Vec::new();
//! analysis::write(&mut out, Palette::PLAIN, "signs.bnf", &grammar, &findings)?;
//! assert!(out.starts_with(b"warning: prefix alternative in `sign`\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Write};

use anstyle::Style;
use rfcbnf::analysis::{Finding, FindingKind};
use rfcbnf::syntax::{Grammar, Notation};
use serde::Serialize;

use crate::count::counted;
use crate::diagnostic::grammar_file::{GrammarFile, finding};
use crate::palette::Palette;

/// The greatest number of findings that are shown. The rest is counted.
pub const FINDINGS_SHOWN: usize = 200;

/// Writes a diagnostic for each finding, up to [`FINDINGS_SHOWN`], and a line with the counts of
/// all. The line begins with the notation, unless that is the default. `name` is the escaped name
/// of the file.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(
    out: &mut impl Write,
    palette: Palette,
    name: &str,
    grammar: &Grammar,
    findings: &[Finding],
) -> io::Result<()> {
    let file = GrammarFile::new(name, grammar.source.as_bytes());
    for found in findings.iter().take(FINDINGS_SHOWN) {
        let shown = finding(&file, grammar, found).render(palette);
        writeln!(out, "{shown}\n")?;
    }
    let further = findings.len().saturating_sub(FINDINGS_SHOWN);
    if further > 0 {
        let further = counted(
            further,
            "further finding",
            "further findings",
            palette.number,
        );
        writeln!(out, "and {further}\n")?;
    }
    let summary = summary(grammar, findings, palette.number);
    match grammar.notation {
        Notation::Rfc822 => writeln!(out, "{summary}"),
        notation => writeln!(out, "{notation}: {summary}"),
    }
}

/// Returns the counts in one line. A rare kind appears only if the analysis found it.
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
            count(FindingKind::loses_texts),
            "place where ordered choice loses texts",
            "places where ordered choice loses texts",
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
            of(FindingKind::Undecided),
            "undecided place",
            "undecided places",
        ),
        (
            of(FindingKind::EmptyRound),
            "repetition with empty rounds",
            "repetitions with empty rounds",
        ),
        (
            of(FindingKind::Prose),
            "production in prose",
            "productions in prose",
        ),
        (of(FindingKind::Recursion), "recursion", "recursions"),
    ];
    let rare = rare.into_iter().filter(|(count, ..)| *count > 0);
    let parts = always
        .into_iter()
        .chain(rare)
        .chain([(0, "error", "errors")]);
    let parts = parts.map(|(count, one, many)| counted(count, one, many, number));
    parts.collect::<Vec<_>>().join(", ")
}

/// The findings of the analysis, for programs.
///
/// ```
/// use rfc1738_views::analysis::FindingsRecord;
/// use rfc1738_views::json;
///
/// let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
/// let findings = rfcbnf::analysis::analyse(&grammar);
/// let mut line = Vec::new();
/// json::write(&mut line, &FindingsRecord::new(&findings))?;
/// let line = String::from_utf8(line)?;
/// assert!(line.starts_with(r#"{"findings":[{"kind":"prefix alternative","rule":"sign","start":7,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Serialize)]
pub struct FindingsRecord<'a> {
    findings: Vec<FindingRecord<'a>>,
    /// The number of findings that are not in the list.
    omitted: usize,
}

#[derive(Debug, Serialize)]
struct FindingRecord<'a> {
    kind: String,
    rule: &'a str,
    start: usize,
    end: usize,
    message: &'a str,
    remedy: &'a str,
    loses_texts: bool,
}

impl<'a> FindingsRecord<'a> {
    /// Returns the record of the findings, up to [`FINDINGS_SHOWN`].
    #[must_use]
    pub fn new(findings: &'a [Finding]) -> Self {
        let shown = findings.iter().take(FINDINGS_SHOWN);
        let shown = shown.map(|finding| FindingRecord {
            kind: finding.kind().to_string(),
            rule: finding.production(),
            start: finding.span().start,
            end: finding.span().end,
            message: finding.message(),
            remedy: finding.remedy(),
            loses_texts: finding.kind().loses_texts(),
        });
        Self {
            findings: shown.collect(),
            omitted: findings.len().saturating_sub(FINDINGS_SHOWN),
        }
    }
}
