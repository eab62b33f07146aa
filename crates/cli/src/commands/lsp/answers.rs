//! The answers to requests about a document: what `editing` and `grammar check` know, in the words of the
//! protocol.

use gen_lsp_types::{
    BaseSymbolInformation, Code, CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse,
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, CompletionResponse, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, DocumentSymbol,
    DocumentSymbolResponse, Hover, Location, MarkupContent, MarkupKind, Position, Range,
    SymbolInformation, SymbolKind, TextEdit, Uri, WorkspaceEdit,
};
use rfc1738_views::diagnostic::Severity;
use rfc1738_views::diagnostic::grammar_file::severity;
use rfc1738_views::editing::{CompletionKind, HoverForm, OutlineItem, completions, hover, outline};
use rfc1738_views::grammar_check::{Problem, ProblemLevel};
use rfcbnf::analysis::FindingKind;
use rfcbnf::fixes;
use rfcbnf::format::{FormatError, format_document};
use rfcbnf::imports::Links;
use rfcbnf::syntax::Span;

use super::documents::OpenDocument;
use super::reading::ReadGrammar;
use super::store::FileText;

/// Who says so.
pub(super) const SOURCE: &str = "rfc1738";

/// Returns the diagnostics of a grammar.
pub(super) fn problems(document: &OpenDocument, reading: &ReadGrammar) -> Vec<Diagnostic> {
    let problems = document.problems.iter();
    { problems }
        .map(|one| diagnostic(one, &document.uri, reading))
        .collect()
}

fn diagnostic(problem: &Problem, uri: &Uri, reading: &ReadGrammar) -> Diagnostic {
    let range = |span| reading.lines().range(&reading.file.text, span);
    let kind = finding_kind(problem);
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
fn finding_kind(problem: &Problem) -> Option<FindingKind> {
    let is_kind = |kind: &FindingKind| kind.id() == problem.id;
    let finding = problem.production.as_ref();
    finding.and_then(|_| FindingKind::ALL.into_iter().find(is_kind))
}

/// Returns whether the client asks for all fixes at once, so that the analysis has to be complete.
pub(super) fn asks_for_all(parameters: &CodeActionParams) -> bool {
    let only = parameters.context.only.as_deref().unwrap_or_default();
    only.iter()
        .any(|one| includes(one, &CodeActionKind::SourceFixAll))
}

/// Returns the fixes of the problems at a range, and all fixes as one action if the client asks for that.
/// `edit` makes the change of the document.
pub(super) fn actions(
    document: &OpenDocument,
    reading: &ReadGrammar,
    parameters: &CodeActionParams,
    edit: &dyn Fn(Vec<TextEdit>) -> WorkspaceEdit,
) -> Vec<CodeActionResponse> {
    let only = parameters.context.only.as_deref();
    let is_asked = |kind| only.is_none_or(|only| only.iter().any(|one| includes(one, &kind)));
    let range = |span: &Span| reading.lines().range(&reading.file.text, span);
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
                is_preferred: Some(!fix.deletes(&reading.file.text)),
                edit: Some(edits(fix.changes().iter().collect())),
                ..CodeAction::default()
            });
        }
    }
    if asks_for_all(parameters) {
        let text = &reading.file.text;
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

/// Returns the names that could be at a position. The client chooses among them by what was typed.
pub(super) fn completion(file: &FileText, links: &Links, position: Position) -> CompletionResponse {
    let Some(offset) = file.offset(position) else {
        return CompletionResponse::CompletionItemList(Vec::new());
    };
    let (replaced, names) = completions(file.names(), &links.visible, offset);
    let range = file.range(&replaced);
    let items = names.into_iter().map(|one| CompletionItem {
        label: one.name.clone(),
        kind: Some(match one.kind {
            CompletionKind::CoreRule => CompletionItemKind::Constant,
            _ => CompletionItemKind::Function,
        }),
        detail: Some(detail(one.kind).to_owned()),
        // The names of the file come first.
        sort_text: Some(format!("{} {}", rank(one.kind), one.name)),
        filter_text: Some(one.written.clone()),
        text_edit: Some(CompletionItemTextEdit::TextEdit(TextEdit {
            range,
            new_text: one.written,
        })),
        ..CompletionItem::default()
    });
    CompletionResponse::CompletionItemList(items.collect())
}

fn detail(kind: CompletionKind) -> &'static str {
    match kind {
        CompletionKind::Defined => "production",
        CompletionKind::Undefined => "used and not defined",
        CompletionKind::Imported => "imported production",
        CompletionKind::CoreRule => "core rule of RFC 5234",
    }
}

fn rank(kind: CompletionKind) -> usize {
    match kind {
        CompletionKind::Defined | CompletionKind::Undefined => 0,
        CompletionKind::Imported => 1,
        CompletionKind::CoreRule => 2,
    }
}

/// Returns the edit from the first line that changes to the last. There is none if the document has the
/// layout.
pub(super) fn formatting(file: &FileText) -> Result<Vec<TextEdit>, FormatError> {
    let text = file.text.as_str();
    let laid_out = format_document(&file.reader, text, file.document())?;
    if laid_out == text {
        return Ok(Vec::new());
    }
    let start = equal_lines(text.split_inclusive('\n'), laid_out.split_inclusive('\n'));
    let (old, new) = (&text[start..], &laid_out[start..]);
    let end = equal_lines(
        old.split_inclusive('\n').rev(),
        new.split_inclusive('\n').rev(),
    );
    let range = file.lines().range(text, &(start..text.len() - end));
    Ok(vec![TextEdit::new(
        range,
        new[..new.len() - end].to_owned(),
    )])
}

/// Returns the length of the first lines that are equal.
fn equal_lines<'t>(
    one: impl Iterator<Item = &'t str>,
    other: impl Iterator<Item = &'t str>,
) -> usize {
    let both = one.zip(other).take_while(|(one, other)| one == other);
    both.map(|(line, _)| line.len()).sum()
}

/// Returns what the name at a position means.
pub(super) fn meaning(reading: &ReadGrammar, position: Position, form: HoverForm) -> Option<Hover> {
    let offset = reading.file.offset(position)?;
    let grammar = (reading.grammar(), &reading.links);
    let found = hover(reading.text(), grammar, offset, form)?;
    let kind = if form == HoverForm::Plain {
        MarkupKind::PlainText
    } else {
        MarkupKind::Markdown
    };
    Some(Hover {
        range: Some(reading.file.range(&found.span)),
        contents: MarkupContent {
            kind,
            value: found.text,
        }
        .into(),
    })
}

/// Returns the outline, nested if the client can show that.
pub(super) fn symbols(file: &FileText, uri: &Uri, is_nested: bool) -> DocumentSymbolResponse {
    let items = outline(file.names());
    if is_nested {
        let items = items.iter().map(|item| symbol(item, file));
        return DocumentSymbolResponse::DocumentSymbolList(items.collect());
    }
    let mut all = Vec::new();
    for item in &items {
        all.push(information(item, None, (uri, file)));
        let children = item.children.iter();
        all.extend(children.map(|child| information(child, Some(&item.name), (uri, file))));
    }
    DocumentSymbolResponse::SymbolInformationList(all)
}

fn symbol(item: &OutlineItem, file: &FileText) -> DocumentSymbol {
    let range = |span| file.range(span);
    let children = item.children.iter().map(|child| symbol(child, file));
    DocumentSymbol::new(
        item.name.clone(),
        (!item.detail.is_empty()).then(|| item.detail.clone()),
        symbol_kind(item),
        None,
        None,
        range(&item.span),
        range(&item.place),
        item.is_heading.then(|| children.collect()),
    )
}

fn information(
    item: &OutlineItem,
    heading: Option<&String>,
    (uri, file): (&Uri, &FileText),
) -> SymbolInformation {
    let location = Location {
        uri: uri.clone(),
        range: file.range(&item.span),
    };
    let base =
        BaseSymbolInformation::new(item.name.clone(), symbol_kind(item), None, heading.cloned());
    SymbolInformation::new(None, location, base)
}

fn symbol_kind(item: &OutlineItem) -> SymbolKind {
    if item.is_heading {
        SymbolKind::Namespace
    } else {
        SymbolKind::Function
    }
}
