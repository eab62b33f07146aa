//! Documents in HTML and XML.
//!
//! The same scanner reads both. HTML need not be well-formed, and neither needs a document that was
//! copied in part, so tags that do not match are no errors.

mod html;
mod tokens;
mod xml;

use super::document::{Document, Form, Line};
use super::text;

/// The beginning of a document in which its form shows.
const BEGINNING: usize = 1 << 16;

/// The types of figures that are no grammar, as documents name them.
const OTHER_TYPES: [&str; 16] = [
    "json",
    "xml",
    "yang",
    "cddl",
    "asn.1",
    "svg",
    "html",
    "javascript",
    "python",
    "c",
    "rust",
    "http",
    "http-message",
    "pseudocode",
    "ascii-art",
    "drawing",
];

/// Takes a document of any form apart.
pub(super) fn document(source: &str) -> Document {
    match form(source) {
        Form::Xml => xml::document(source),
        Form::Html => html::document(source),
        Form::Text => {
            let lines: Vec<(usize, &str)> = (1..).zip(source.lines()).collect();
            text::document(Form::Text, &lines)
        }
    }
}

/// Returns the form of a document. Only a document that begins with a tag is HTML or XML: text can
/// mention tags.
pub(crate) fn form(source: &str) -> Form {
    let begins = source.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let is_tag = |one: char| one.is_ascii_alphabetic() || matches!(one, '!' | '?' | '/');
    let rest = begins.strip_prefix('<').unwrap_or("");
    let behind = rest
        .split_once('>')
        .map_or("", |(_, behind)| behind.trim_start());
    // `<name> ::=` is a rule of BNF.
    if !rest.starts_with(is_tag) || behind.starts_with([':', '=']) {
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

/// Returns whether the type of a figure says that it is no grammar.
fn is_other(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    OTHER_TYPES.contains(&kind.as_str()) || kind.starts_with("message/")
}

/// Puts texts together to lines with their numbers.
#[derive(Default)]
struct Lines {
    ended: Vec<Line>,
    /// The line that has begun.
    open: Option<Line>,
}

impl Lines {
    /// Adds a text that begins on a line of the file.
    fn push(&mut self, text: &str, number: usize, like: &Line) {
        for (index, part) in text.split('\n').enumerate() {
            let number = number + index;
            if index > 0 {
                self.end(number - 1, like);
            }
            let open = self.open.get_or_insert_with(|| Line {
                number,
                ..like.clone()
            });
            open.text.push_str(part);
        }
    }

    /// Ends the line that has begun.
    fn end(&mut self, number: usize, like: &Line) {
        let mut ended = self.open.take().unwrap_or_else(|| Line {
            number,
            ..like.clone()
        });
        ended.text = ended.text.replace('\u{a0}', " ");
        let length = ended.text.trim_end().len();
        ended.text.truncate(length);
        self.ended.push(ended);
    }
}
