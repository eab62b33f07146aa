//! A checked grammar file for programs.

use std::ops::Range;

use rfcbnf::analysis::{Analysis, FindingKind};
use serde::Serialize;

use super::{CheckedFile, Problem, ProblemLevel};
use crate::analysis::UnexaminedRecord;

/// The object of a file.
///
/// ```
/// use rfc1738_views::grammar_check::record::CheckedRecord;
/// use rfc1738_views::grammar_check::{CheckedFile, Selection};
/// use rfc1738_views::json;
///
/// let document = rfcbnf::Reader::default().read("a = *4(\"x\" | \"y\")\n");
/// let analysis = rfcbnf::analysis::analyse(&document.grammar);
/// let file = CheckedFile::new("a.bnf", None, &document, Some(&analysis), &Selection::default());
/// let mut line = Vec::new();
/// json::write(&mut line, &CheckedRecord::new(&file))?;
/// assert_eq!(
///     String::from_utf8(line)?,
///     "{\"file\":\"a.bnf\",\"notation\":\"RFC 822 style\",\"rules\":1,\"ok\":true,\"errors\":[],\
///      \"findings\":[],\"hidden\":0,\"unexamined\":[]}\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Serialize)]
pub struct CheckedRecord<'a> {
    file: &'a str,
    notation: String,
    rules: usize,
    /// Whether there is no error, and no finding that is denied.
    ok: bool,
    errors: Vec<ProblemRecord<'a>>,
    findings: Vec<ProblemRecord<'a>>,
    /// The number of findings that are not shown.
    hidden: usize,
    unexamined: Vec<UnexaminedRecord<'a>>,
}

#[derive(Debug, Serialize)]
struct ProblemRecord<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    denied: bool,
    start: usize,
    end: usize,
    line: usize,
    column: usize,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixRecord<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    derivations: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<RelatedRecord<'a>>,
}

/// Another part of the file, with what it has to do with the problem.
#[derive(Debug, Serialize)]
struct RelatedRecord<'a> {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
    message: &'a str,
}

#[derive(Debug, Serialize)]
struct FixRecord<'a> {
    description: &'a str,
    changes: Vec<ChangeRecord<'a>>,
}

#[derive(Debug, Serialize)]
struct ChangeRecord<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

impl<'a> CheckedRecord<'a> {
    /// Returns the object of a file.
    #[must_use]
    pub fn new(file: &'a CheckedFile<'a>) -> Self {
        let problems = file.problems().iter();
        let (findings, errors): (Vec<&Problem>, Vec<&Problem>) =
            problems.partition(|problem| problem.production.is_some());
        let all = file.analysis.map_or(0, |one| one.findings().len());
        let unexamined = file.analysis.map(Analysis::unexamined);
        Self {
            file: file.name,
            notation: file.document.grammar.notation.to_string(),
            rules: file.document.grammar.productions.len(),
            ok: !file.fails(),
            errors: errors.into_iter().map(ProblemRecord::new).collect(),
            hidden: all - findings.len(),
            findings: findings.into_iter().map(ProblemRecord::new).collect(),
            unexamined: UnexaminedRecord::all(unexamined.unwrap_or_default()),
        }
    }
}

impl<'a> ProblemRecord<'a> {
    fn new(problem: &'a Problem) -> Self {
        let kind = FindingKind::ALL.into_iter();
        let kind = { kind }.find(|kind| problem.production.is_some() && kind.id() == problem.id);
        let Range { start, end } = problem.span;
        Self {
            kind: problem.id,
            group: kind.map(|kind| kind.group().id()),
            rule: problem.production.as_deref(),
            denied: problem.level == ProblemLevel::Error,
            start,
            end,
            line: problem.start.line,
            column: problem.start.column,
            message: &problem.message,
            help: problem.help.as_deref(),
            derivations: &problem.derivations,
            related: { problem.related.iter() }
                .map(|place| RelatedRecord {
                    start: place.span.start,
                    end: place.span.end,
                    line: place.start.line,
                    column: place.start.column,
                    message: &place.remark,
                })
                .collect(),
            fix: problem.fix.as_ref().map(|fix| FixRecord {
                description: fix.description(),
                changes: { fix.changes().iter() }
                    .map(|(span, text)| ChangeRecord {
                        start: span.start,
                        end: span.end,
                        text,
                    })
                    .collect(),
            }),
        }
    }
}
