//! Texts that are UTF-8.

/// Returns the text as a string.
pub(crate) fn utf8(text: impl Into<Vec<u8>>) -> String {
    String::from_utf8(text.into()).expect("the text is UTF-8")
}
