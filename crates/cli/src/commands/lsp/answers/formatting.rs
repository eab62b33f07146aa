//! The layout of a document, as `grammar fmt` writes it.

use gen_lsp_types::TextEdit;
use rfcbnf::Reader;
use rfcbnf::format::{FormatError, format};

use super::super::reading::Reading;

/// Returns the edit from the first line that changes to the last. There is none if the document has the
/// layout.
pub(in super::super) fn answer(
    reading: &Reading,
    reader: &Reader,
) -> Result<Vec<TextEdit>, FormatError> {
    let text = reading.text.text();
    let laid_out = format(reader, text)?;
    if laid_out == text {
        return Ok(Vec::new());
    }
    let start = equal_lines(text.split_inclusive('\n'), laid_out.split_inclusive('\n'));
    let (old, new) = (&text[start..], &laid_out[start..]);
    let end = equal_lines(
        old.split_inclusive('\n').rev(),
        new.split_inclusive('\n').rev(),
    );
    let range = reading.lines.range(text, &(start..text.len() - end));
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
