//! Problems as diagnostics.

use gen_lsp_types::{
    Code, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    PublishDiagnosticsParams, Uri,
};
use rfc1738_views::diagnostic::Severity;
use rfc1738_views::diagnostic::grammar_file::severity;
use rfc1738_views::grammar_check::{Problem, ProblemLevel};
use rfcbnf::analysis::FindingKind;

use super::super::documents::OpenDocument;
use super::super::reading::Reading;

/// Who says so.
const SOURCE: &str = "rfc1738";

/// Returns the diagnostics of a document.
pub(in super::super) fn published(
    document: &OpenDocument,
    reading: &Reading,
) -> PublishDiagnosticsParams {
    let uri = &document.uri;
    let problems = document.problems.iter();
    PublishDiagnosticsParams {
        uri: uri.clone(),
        version: Some(document.version),
        diagnostics: problems.map(|one| diagnostic(one, uri, reading)).collect(),
    }
}

/// Returns no diagnostics, for a document that was closed.
pub(in super::super) fn none(uri: Uri) -> PublishDiagnosticsParams {
    PublishDiagnosticsParams {
        uri,
        version: None,
        diagnostics: Vec::new(),
    }
}

pub(super) fn diagnostic(problem: &Problem, uri: &Uri, reading: &Reading) -> Diagnostic {
    let range = |span| reading.lines.range(reading.text.text(), span);
    let kind = kind(problem);
    let is_unnecessary = matches!(
        kind,
        Some(
            FindingKind::Unreferenced
                | FindingKind::UnreferencedCycle
                | FindingKind::DeadAlternative
                | FindingKind::ShadowedAlternative
        )
    );
    let related = problem.related.iter();
    let related = related.map(|place| DiagnosticRelatedInformation {
        location: Location {
            uri: uri.clone(),
            range: range(&place.span),
        },
        message: place.remark.clone(),
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    Diagnostic {
        range: range(&problem.span),
        severity: Some(match (problem.level, kind.map(severity)) {
            (ProblemLevel::Error, _) => DiagnosticSeverity::Error,
            (_, Some(Severity::Note)) => DiagnosticSeverity::Information,
            _ => DiagnosticSeverity::Warning,
        }),
        code: Some(Code::String(problem.id.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: problem.text().into(),
        tags: is_unnecessary.then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// Returns the kind of a finding; `None` for an error.
fn kind(problem: &Problem) -> Option<FindingKind> {
    let is_kind = |kind: &FindingKind| kind.id() == problem.id;
    let finding = problem.production.as_ref();
    finding.and_then(|_| FindingKind::ALL.into_iter().find(is_kind))
}
