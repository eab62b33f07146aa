//! The findings of `grammar check`, and their counts.
//!
//! ```
//! use rfc1738_views::analysis;
//! use rfc1738_views::grammar_check::Selection;
//! use rfc1738_views::palette::Palette;
//!
//! let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
//! let analysed = rfcbnf::analysis::analyse(&grammar);
//! let mut out = Vec::new();
//! let all = Selection::all();
//! analysis::write(&mut out, Palette::PLAIN, "signs.bnf", &grammar, &analysed, &all)?;
//! assert!(out.starts_with(b"warning: prefix alternative in `sign`\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::Style;
use rfcbnf::analysis::{Analysis, Finding, FindingKind, Unexamined};
use rfcbnf::syntax::{Grammar, Notation};
use rfcbnf_engine::escape::Printable;
use serde::Serialize;

use crate::count::counted;
use crate::diagnostic::grammar_file::{GrammarFile, finding};
use crate::grammar_check::Selection;
use crate::palette::Palette;

/// The greatest number of findings that are shown. The rest is counted.
pub const FINDINGS_SHOWN: usize = 200;

/// The number of findings up to which all are shown that nobody asked for.
const UNASKED: usize = 12;

/// The most productions that are named in the place of findings.
const NAMED: usize = 8;

/// Writes a diagnostic for each finding that is selected, up to [`FINDINGS_SHOWN`], and a line with the
/// counts of all. If there are many, one of each kind is enough that nobody asked for. The line begins with the notation, unless that is the default. `name` is the escaped name
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
    analysis: &Analysis,
    selection: &Selection,
) -> io::Result<()> {
    let findings = analysis.findings().iter();
    let findings: Vec<&Finding> = findings.filter(|one| selection.shows(one.kind())).collect();
    let (findings, folded) = folded(findings, selection);
    let file = GrammarFile::of_grammar(name, grammar);
    for found in findings.iter().take(FINDINGS_SHOWN) {
        let shown = finding(&file, grammar, found, selection.denies(found.kind()));
        let shown = shown.render(palette);
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
    for (kind, productions) in folded {
        let count = counted(productions.len(), "more", "more", palette.number);
        let mut names: Vec<&str> = Vec::new();
        for name in productions {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let shown = names.iter().take(NAMED).map(|name| {
            let name = Printable(name.as_bytes());
            format!("`{name}`")
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        let more = if names.len() > NAMED { ", …" } else { "" };
        let (note, id) = (palette.note, kind.id());
        writeln!(
            out,
            "{note}note:{note:#} {count} of the kind {kind}, in {shown}{more}; --show {id} shows them\n"
        )?;
    }
    writeln!(out, "{}", summary(grammar, analysis, palette.number))?;
    if grammar.notation.has_ordered_choice() {
        writeln!(
            out,
            "Alternatives are read without their order: `rfc1738 naive --grammar` shows the texts that this adds."
        )?;
    }
    // ANTLR 4 takes the order of alternatives that begin with their own rule for their precedence.
    let mut findings = analysis.findings().iter();
    if grammar.notation == Notation::Antlr
        && findings.any(|finding| finding.kind() == FindingKind::Recursion)
    {
        writeln!(
            out,
            "Alternatives of a recursive rule are read without their precedence: `rfc1738 derivations --grammar` lists all trees of a text."
        )?;
    }
    Ok(())
}

/// Kinds of findings, each with the productions that have findings which are not shown.
type Folded<'a> = Vec<(FindingKind, Vec<&'a str>)>;

/// Leaves one finding of each kind that nobody asked for, if there are many.
fn folded<'a>(findings: Vec<&'a Finding>, selection: &Selection) -> (Vec<&'a Finding>, Folded<'a>) {
    if findings.len() <= UNASKED {
        return (findings, Vec::new());
    }
    let (mut shown, mut folded): (Vec<&Finding>, Folded<'a>) = (Vec::new(), Vec::new());
    for finding in findings {
        let kind = finding.kind();
        if selection.asks_for(kind) {
            shown.push(finding);
            continue;
        }
        let known = folded.iter_mut().find(|(known, _)| *known == kind);
        if let Some((_, productions)) = known {
            productions.push(finding.production());
        } else {
            folded.push((kind, Vec::new()));
            shown.push(finding);
        }
    }
    folded.retain(|(_, productions)| !productions.is_empty());
    (shown, folded)
}

/// Returns the counts in one line. A rare kind appears only if the analysis found it. What only
/// automata find is counted for the productions that have one.
fn summary(grammar: &Grammar, analysis: &Analysis, number: Style) -> String {
    let counts = counts(grammar, analysis, number);
    match grammar.notation {
        Notation::Rfc822 => counts,
        notation => format!("{notation}: {counts}"),
    }
}

/// The kinds that are counted only if there are some: one of them, and several.
const RARE: [(FindingKind, &str, &str); 18] = [
    (
        FindingKind::NoText,
        "production without text",
        "productions without text",
    ),
    (
        FindingKind::DeadAlternative,
        "dead alternative",
        "dead alternatives",
    ),
    (
        FindingKind::ShadowedAlternative,
        "shadowed alternative",
        "shadowed alternatives",
    ),
    (
        FindingKind::Unreferenced,
        "unreferenced production",
        "unreferenced productions",
    ),
    (
        FindingKind::UnreferencedCycle,
        "unreferenced cycle",
        "unreferenced cycles",
    ),
    (
        FindingKind::Undecided,
        "undecided place",
        "undecided places",
    ),
    (
        FindingKind::EmptyRound,
        "repetition with empty rounds",
        "repetitions with empty rounds",
    ),
    (
        FindingKind::Prose,
        "production in prose",
        "productions in prose",
    ),
    (FindingKind::Recursion, "recursion", "recursions"),
    (
        FindingKind::Length,
        "production with a length elsewhere",
        "productions with a length elsewhere",
    ),
    (
        FindingKind::OverlappingRanges,
        "pair of overlapping ranges",
        "pairs of overlapping ranges",
    ),
    (
        FindingKind::LetterRange,
        "range of letters and others",
        "ranges of letters and others",
    ),
    (
        FindingKind::LiteralCase,
        "literal in either case",
        "literals in either case",
    ),
    (
        FindingKind::MixedOctets,
        "mixture of octets and characters",
        "mixtures of octets and characters",
    ),
    (
        FindingKind::NotRfc5234,
        "sign that is not of RFC 5234",
        "signs that are not of RFC 5234",
    ),
    (
        FindingKind::Redefined,
        "production with another definition",
        "productions with other definitions",
    ),
    (FindingKind::UnusedImport, "unused import", "unused imports"),
    (
        FindingKind::SameAlternative,
        "alternative that is written twice",
        "alternatives that are written twice",
    ),
];

fn counts(grammar: &Grammar, analysis: &Analysis, number: Style) -> String {
    let findings = analysis.findings();
    let of = |kind: FindingKind| findings.iter().filter(|it| it.kind() == kind).count();
    let loses = findings.iter().filter(|it| it.kind().loses_texts());
    let productions = grammar.productions.len();
    let mut parts = vec![
        counted(productions, "production", "productions", number),
        counted(grammar.headings.len(), "heading", "headings", number),
    ];
    let (deeper, unexamined): (Vec<_>, Vec<_>) = analysis
        .unexamined()
        .iter()
        .partition(|(_, why)| matches!(why, Unexamined::Deeper(_)));
    let mut depths: BTreeMap<Unexamined, usize> = BTreeMap::new();
    for (_, why) in deeper {
        *depths.entry(*why).or_default() += 1;
    }
    for (why, count) in depths {
        if let Unexamined::Deeper(depth) = why {
            let count = counted(count, "production", "productions", number);
            parts.push(format!(
                "{count} examined to depth {number}{depth}{number:#}"
            ));
        }
    }
    if !unexamined.is_empty() {
        let count = counted(unexamined.len(), "production", "productions", number);
        parts.push(format!(
            "{count} not examined ({})",
            reasons(&unexamined, number)
        ));
    }
    if unexamined.len() < productions || productions == 0 {
        let places = counted(
            loses.count(),
            "place where ordered choice loses texts",
            "places where ordered choice loses texts",
            number,
        );
        let ambiguities = of(FindingKind::Ambiguity);
        let ambiguities = counted(ambiguities, "ambiguity", "ambiguities", number);
        if unexamined.is_empty() {
            parts.extend([places, ambiguities]);
        } else {
            parts.push(format!("in the others {places} and {ambiguities}"));
        }
    }
    let rare = RARE.map(|(kind, one, many)| (of(kind), one, many));
    let rare = rare.into_iter().filter(|(count, ..)| *count > 0);
    let allowed = analysis.allowed().len();
    let allowed = [(allowed, "allowed finding", "allowed findings")].into_iter();
    let allowed = allowed.filter(|(count, ..)| *count > 0);
    let rest = rare.chain(allowed).chain([(0, "error", "errors")]);
    parts.extend(rest.map(|(count, one, many)| counted(count, one, many, number)));
    parts.join(", ")
}

/// Returns how many productions were not examined for each reason.
fn reasons(unexamined: &[&(String, Unexamined)], number: Style) -> String {
    let mut counts: BTreeMap<Unexamined, usize> = BTreeMap::new();
    for (_, reason) in unexamined.iter().copied() {
        *counts.entry(*reason).or_default() += 1;
    }
    let reasons = counts.into_iter();
    let reasons = reasons.map(|(reason, count)| format!("{reason}: {number}{count}{number:#}"));
    reasons.collect::<Vec<_>>().join(", ")
}

/// The findings of the analysis, for programs.
///
/// ```
/// use rfc1738_views::analysis::FindingsRecord;
/// use rfc1738_views::json;
///
/// let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
/// let analysis = rfcbnf::analysis::analyse(&grammar);
/// let mut line = Vec::new();
/// json::write(&mut line, &FindingsRecord::new(&analysis))?;
/// let line = String::from_utf8(line)?;
/// assert!(line.starts_with(r#"{"findings":[{"kind":"prefix alternative","rule":"sign","start":7,"#));
/// assert!(line.trim_end().ends_with(r#""omitted":0,"unexamined":[]}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FindingsRecord<'a> {
    findings: Vec<FindingRecord<'a>>,
    /// The number of findings that are not in the list.
    omitted: usize,
    /// The productions in which the analysis looked for no ambiguity and no place where ordered
    /// choice loses texts.
    unexamined: Vec<UnexaminedRecord<'a>>,
}

/// A production that was not examined, or not to every depth.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct UnexaminedRecord<'a> {
    rule: &'a str,
    reason: String,
    /// The depth to which the analysis looked all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    depth: Option<u32>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct FindingRecord<'a> {
    kind: String,
    rule: &'a str,
    start: usize,
    end: usize,
    message: &'a str,
    remedy: &'a str,
    loses_texts: bool,
}

impl<'a> UnexaminedRecord<'a> {
    /// Returns the records of the productions of an analysis.
    pub(crate) fn all(unexamined: &'a [(String, Unexamined)]) -> Vec<Self> {
        let records = unexamined.iter().map(|(rule, reason)| {
            let (reason, depth) = match reason {
                Unexamined::Deeper(depth) => (Unexamined::Recursion, Some(*depth)),
                reason => (*reason, None),
            };
            Self {
                rule,
                reason: reason.to_string(),
                depth,
            }
        });
        records.collect()
    }
}

impl<'a> FindingsRecord<'a> {
    /// Returns the record of the findings, up to [`FINDINGS_SHOWN`].
    #[must_use]
    pub fn new(analysis: &'a Analysis) -> Self {
        let findings = analysis.findings();
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
            unexamined: UnexaminedRecord::all(analysis.unexamined()),
        }
    }
}
