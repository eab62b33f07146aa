//! Documents in HTML and XML.
//!
//! The same scanner reads both. HTML need not be well-formed, and neither needs a document that was
//! copied in part, so tags that do not match are no errors.

#[cfg(feature = "extract")]
mod html;
#[cfg(feature = "extract")]
mod tokens;
#[cfg(feature = "extract")]
mod xml;

#[cfg(feature = "extract")]
use super::document::Document;
#[cfg(feature = "extract")]
use super::located::Located;
#[cfg(feature = "extract")]
use super::text;
use crate::error::Form;

/// The beginning of a document in which its form shows.
const BEGINNING: usize = 1 << 16;

/// Takes a document of any form apart. If it is text, its lines are those that `lines` returns, each with its number.
#[cfg(feature = "extract")]
pub(crate) fn document(source: &str, lines: impl FnOnce() -> Vec<(usize, Located)>) -> Document {
    match form(source) {
        Form::Xml => xml::document(source),
        Form::Html => html::document(source),
        Form::Text => text::document(Form::Text, &lines()),
    }
}

/// Returns the form of a document. Only a document that begins with a tag is HTML or XML: text can
/// mention tags.
pub(crate) fn form(source: &str) -> Form {
    let begins = source.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let is_tag = |one: char| one.is_ascii_alphabetic() || matches!(one, '!' | '?' | '/');
    let rest = begins.strip_prefix('<').unwrap_or("");
    let after = rest
        .split_once('>')
        .map_or("", |(_, after)| after.trim_start());
    // `<name> ::=` is a rule of BNF.
    if !rest.starts_with(is_tag) || after.starts_with([':', '=']) {
        return Form::Text;
    }
    let end = (0..=BEGINNING.min(begins.len())).rev();
    let end = { end }.find(|&end| begins.is_char_boundary(end));
    let beginning = begins[..end.unwrap_or(0)].to_ascii_lowercase();
    let has = |tag: &str| beginning.contains(tag);
    let has_all = |tag: &str| has(&format!("<{tag}")) && has(&format!("</{tag}"));
    if has("<rfc ") || has("<rfc>") || has_all("artwork") || has_all("sourcecode") {
        Form::Xml
    } else if has("<!doctype html") || has("<html") || has_all("pre") {
        Form::Html
    } else {
        Form::Text
    }
}
