//! A checked grammar file for programs.

use rfcbnf::analysis::{Analysis, FindingKind};
use rfcbnf::syntax::Span;
use rfcbnf_engine::LineColumn;
use serde::Serialize;

use super::{CheckedFile, Problem, ProblemLevel};
use crate::analysis::UnexaminedRecord;
use crate::diagnostic::grammar_file::GrammarFile;
use crate::json::Object;

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
#[serde(transparent)]
pub struct CheckedRecord(Object);

impl CheckedRecord {
    /// Returns the object of a file.
    #[must_use]
    pub fn new(file: &CheckedFile<'_>) -> Self {
        let records = |is_finding| {
            let problems = file.problems().iter();
            let problems = problems.filter(move |it| it.production.is_some() == is_finding);
            problems.map(problem).collect::<Vec<_>>()
        };
        let findings = records(true);
        let all = file.analysis.map_or(0, |one| one.findings().len());
        let unexamined = file.analysis.map(Analysis::unexamined);
        let unexamined = UnexaminedRecord::all(unexamined.unwrap_or_default());
        let record = Object::new()
            .with("file", file.name)
            .with("notation", file.document.grammar.notation.to_string())
            .with("rules", file.document.grammar.productions.len())
            // Whether there is no error, and no finding that is denied.
            .with("ok", !file.fails())
            .with("errors", records(false))
            .with("findings", &findings)
            // The number of findings that are not shown.
            .with("hidden", all - findings.len())
            .with("unexamined", unexamined);
        let allowed = file.analysis.into_iter().flat_map(Analysis::allowed);
        let lines = GrammarFile::of_grammar(file.name, &file.document.grammar);
        let allowed = allowed.map(|(finding, reason)| {
            let record = Object::new()
                .with("kind", finding.kind().id())
                .with("group", finding.kind().group().id())
                .with("rule", finding.production());
            let start = lines.position(finding.span().start);
            place(record, &lines.span(finding.span()), start).with("reason", reason)
        });
        let allowed: Vec<Object> = allowed.collect();
        Self(record.with_some("allowed", (!allowed.is_empty()).then_some(allowed)))
    }
}

fn problem(problem: &Problem) -> Object {
    let kind = FindingKind::ALL.into_iter();
    let kind = { kind }.find(|kind| problem.production.is_some() && kind.id() == problem.id);
    let related = problem.related.iter().map(|one| {
        let place = place(Object::new(), &one.span, one.start);
        place.with("message", &one.remark)
    });
    let related: Vec<Object> = related.collect();
    let fix = problem.fix.as_ref().map(|fix| {
        let changes = fix.changes().iter().map(|(span, text)| {
            let change = Object::new().with("start", span.start);
            change.with("end", span.end).with("text", text)
        });
        let fix = Object::new().with("description", fix.description());
        fix.with("changes", changes.collect::<Vec<_>>())
    });
    let derivations = &problem.derivations;
    let record = Object::new()
        .with("kind", problem.id)
        .with_some("group", kind.map(|kind| kind.group().id()))
        .with_some("rule", problem.production.as_ref())
        .with("denied", problem.level == ProblemLevel::Error);
    place(record, &problem.span, problem.start)
        .with("message", &problem.message)
        .with_some("help", problem.help.as_ref())
        .with_some("fix", fix)
        .with_some(
            "derivations",
            (!derivations.is_empty()).then_some(derivations),
        )
        .with_some("related", (!related.is_empty()).then_some(related))
}

fn place(record: Object, span: &Span, start: LineColumn) -> Object {
    record
        .with("start", span.start)
        .with("end", span.end)
        .with("line", start.line)
        .with("column", start.column)
}
