//! What a name means.

use gen_lsp_types::{Hover, MarkupContent, MarkupKind, Position};
use rfc1738_views::editing::{HoverForm, hover};

use super::super::reading::Reading;

/// Returns what the name at a position means.
pub(in super::super) fn answer(
    reading: &Reading,
    position: Position,
    form: HoverForm,
) -> Option<Hover> {
    let text = reading.text.text();
    let offset = reading.lines.offset(text, position);
    let found = hover(&reading.text, &reading.document.grammar, offset, form)?;
    let kind = if form == HoverForm::Plain {
        MarkupKind::PlainText
    } else {
        MarkupKind::Markdown
    };
    Some(Hover {
        range: Some(reading.lines.range(text, &found.span)),
        contents: MarkupContent {
            kind,
            value: found.text,
        }
        .into(),
    })
}
