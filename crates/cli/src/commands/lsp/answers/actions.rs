//! The fixes of problems as code actions.

use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse, Range, TextEdit,
    WorkspaceEdit,
};
use rfc1738_views::grammar_check::Problem;
use rfcbnf::fixes;
use rfcbnf::syntax::Span;

use super::super::documents::OpenDocument;
use super::super::reading::Reading;
use super::problems::diagnostic;

/// Returns whether the client asks for all fixes at once, so that the analysis has to be complete.
pub(in super::super) fn asks_for_all(parameters: &CodeActionParams) -> bool {
    let only = parameters.context.only.as_deref().unwrap_or_default();
    only.iter()
        .any(|one| includes(one, &CodeActionKind::SourceFixAll))
}

/// Returns the fixes of the problems at a range, and all fixes as one action if the client asks for that.
/// `edit` makes the change of the document.
pub(in super::super) fn answer(
    document: &OpenDocument,
    reading: &Reading,
    parameters: &CodeActionParams,
    edit: &dyn Fn(Vec<TextEdit>) -> WorkspaceEdit,
) -> Vec<CodeActionResponse> {
    let only = parameters.context.only.as_deref();
    let is_asked = |kind| only.is_none_or(|only| only.iter().any(|one| includes(one, &kind)));
    let range = |span: &Span| reading.lines.range(reading.text.text(), span);
    let edits = |changes: Vec<&(Span, String)>| {
        let edits = changes.into_iter().map(|(span, new_text)| TextEdit {
            range: range(span),
            new_text: new_text.clone(),
        });
        edit(edits.collect())
    };
    let mut actions = Vec::new();
    if is_asked(CodeActionKind::QuickFix) {
        let here = |problem: &&Problem| meet(range(&problem.span), parameters.range);
        for problem in document.problems.iter().filter(here) {
            let Some(fix) = &problem.fix else { continue };
            actions.push(CodeAction {
                title: capitalized(fix.description()),
                kind: Some(CodeActionKind::QuickFix),
                diagnostics: Some(vec![diagnostic(problem, &document.uri, reading)]),
                // An editor makes preferred fixes without a look at them.
                is_preferred: Some(!fix.deletes(reading.text.text())),
                edit: Some(edits(fix.changes().iter().collect())),
                ..CodeAction::default()
            });
        }
    }
    if asks_for_all(parameters) {
        let text = reading.text.text();
        let all = document.problems.iter().filter_map(|one| one.fix.as_ref());
        let changes = fixes::changes(text, all.filter(|fix| !fix.deletes(text)));
        if !changes.is_empty() {
            actions.push(CodeAction {
                title: "Make all fixes that delete nothing".to_owned(),
                kind: Some(CodeActionKind::SourceFixAll),
                edit: Some(edits(changes)),
                ..CodeAction::default()
            });
        }
    }
    actions
        .into_iter()
        .map(CodeActionResponse::CodeAction)
        .collect()
}

/// Returns whether a kind is another one or a kind of it: `source` includes `source.fixAll`.
fn includes(kind: &CodeActionKind, other: &CodeActionKind) -> bool {
    let [kind, other] = [kind, other].map(|kind| String::from(kind.clone()));
    let rest = other.strip_prefix(&kind);
    rest.is_some_and(|rest| rest.is_empty() || kind.is_empty() || rest.starts_with('.'))
}

/// Returns whether two ranges have a place in common. The end of a range is such a place.
fn meet(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
