//! Positions of the protocol, computed apart from the server.

use serde_json::{Value, json};

/// Returns the position of an offset, in units of UTF-16.
pub(super) fn position(text: &str, offset: usize) -> (u32, u32) {
    let (mut line, mut start) = (0, 0);
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        if at >= offset {
            break;
        }
        let is_followed = characters.peek().is_some_and(|(_, next)| *next == '\n');
        if character == '\n' || (character == '\r' && !is_followed) {
            line += 1;
            start = at + 1;
        }
    }
    let units = text[start.min(offset)..offset].encode_utf16().count();
    (line, u32::try_from(units).expect("lines are short"))
}

pub(super) fn range(text: &str, span: std::ops::Range<usize>) -> Value {
    let [start, end] = [span.start, span.end].map(|offset| {
        let (line, character) = position(text, offset);
        json!({ "line": line, "character": character })
    });
    json!({ "start": start, "end": end })
}

/// Applies edits of the protocol, which do not overlap, to a text.
pub(super) fn edited(text: &str, edits: &Value) -> String {
    let offset = |position: &Value| {
        let is_here = |offset: &usize| {
            let (line, character) = self::position(text, *offset);
            position["line"] == line && position["character"] == character
        };
        let offsets = (0..=text.len()).filter(|offset| text.is_char_boundary(*offset));
        { offsets }
            .find(is_here)
            .expect("the position is in the text")
    };
    let edits = edits.as_array().expect("a list").iter().map(|edit| {
        let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
        (
            offset(start),
            offset(end),
            edit["newText"].as_str().expect("a text"),
        )
    });
    let mut edits: Vec<_> = edits.collect();
    edits.sort_unstable();
    let mut edited = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        edited.replace_range(start..end, new);
    }
    edited
}
