//! Text of a grammar inside Markdown.
//!
//! Invariant: no text ends the element that it is in, and none is read as Markdown or HTML.

use rfc1738::{CharacterSet, encode};
use rfcbnf_engine::escape::{Printable, is_plain};

/// The characters of a picture that stay as they are. Others could end the address, or mean something in
/// it.
const LITERAL: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/:=,;";

/// Returns the text as a block of code. Line ends and tabs stay; everything else that does not print is
/// escaped.
pub(super) fn block(language: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}", lines(text))
}

/// Returns the text, which is one line, as code within a sentence.
pub(super) fn code(text: &str) -> String {
    let text = Printable(text.as_bytes()).to_string();
    let marks = "`".repeat(longest_run(&text) + 1);
    // Blanks separate backticks of the text from the marks, and are taken off.
    if text.is_empty() || text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        format!("{marks} {text} {marks}")
    } else {
        format!("{marks}{text}{marks}")
    }
}

/// Returns the text as words of a sentence.
pub(super) fn words(text: &str) -> String {
    let mut escaped = String::new();
    for character in Printable(text.as_bytes()).to_string().chars() {
        if character.is_ascii_punctuation() && !",.:;/'\"?=".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Returns a picture in SVG. `label` stands for it where it is not shown.
pub(super) fn picture(label: &str, svg: &str) -> String {
    let data = encode(svg, CharacterSet::of(LITERAL));
    format!("![{}](data:image/svg+xml,{data})", words(label))
}

/// Returns the text with line ends and tabs as they are, and everything else that does not print escaped.
pub(super) fn lines(text: &str) -> String {
    let is_kept = |character: char| matches!(character, '\n' | '\t') || is_plain(character);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut shown = String::new();
    for part in text.split_inclusive(|character| !is_kept(character)) {
        let kept = part.trim_end_matches(|character| !is_kept(character));
        shown.push_str(kept);
        shown.push_str(&Printable(&part.as_bytes()[kept.len()..]).to_string());
    }
    shown
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|character| character != '`');
    runs.map(str::len).max().unwrap_or(0)
}
