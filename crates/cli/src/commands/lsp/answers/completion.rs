//! Names to complete.

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, CompletionResponse, Position,
    TextEdit,
};
use rfc1738_views::editing::{CompletionKind, completions};

use super::super::reading::Reading;

/// Returns the names that could be at a position. The client chooses among them by what was typed.
pub(in super::super) fn answer(reading: &Reading, position: Position) -> CompletionResponse {
    let text = reading.text.text();
    let offset = reading.lines.offset(text, position);
    let grammar = Some(&reading.document.grammar);
    let (replaced, names) = completions(&reading.text, grammar, offset);
    let range = reading.lines.range(text, &replaced);
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
