//! Texts and other small parts of the page about a run, in HTML.

use std::fmt::{self, Write};

use railroad::svg::encode_minimal;
use rfcbnf::causes::Cause;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::escape::{Escaped, Printable};

use crate::conformance::causes::text::deviation;

/// The most bytes shown of a text on either side of its mark.
const TEXT: usize = 200;

pub(super) fn write_opening(
    out: &mut String,
    sentence: &str,
    accepted: Option<&str>,
) -> fmt::Result {
    let state = match accepted {
        Some(_) => "accepted",
        None => "new",
    };
    writeln!(out, "<article class=\"{state}\">\n<h3>{sentence}</h3>")
}

pub(super) fn write_reason(out: &mut String, accepted: Option<&str>) -> fmt::Result {
    match accepted {
        Some(reason) => writeln!(out, "<p class=\"reason\">Accepted: {}</p>", escaped(reason)),
        None => Ok(()),
    }
}

pub(super) fn write_examples(out: &mut String, examples: &[Vec<u8>]) -> fmt::Result {
    if examples.is_empty() {
        return Ok(());
    }
    let shown = examples
        .iter()
        .map(|text| format!("<code>{}</code>", cut(text, TEXT)));
    let shown = shown.collect::<Vec<_>>().join(", ");
    writeln!(out, "<p>Also {shown}</p>")
}

/// Returns the witness with its deviation marked.
pub(super) fn witness(cause: &Cause) -> String {
    let text = cause.witness.as_slice();
    let mark = deviation(cause);
    let start = mark.start.saturating_sub(TEXT);
    let before = Escaped(&text[start..mark.start]).to_string();
    let dots = if start > 0 { "…" } else { "" };
    let marked = if mark.is_empty() {
        // An empty mark does not show.
        "\u{2038}".to_owned()
    } else {
        markup(&Escaped(&text[mark.clone()]).to_string())
    };
    format!(
        "{dots}{}<mark>{marked}</mark>{}",
        markup(&before),
        cut(&text[mark.end..], TEXT)
    )
}

/// Returns at most `most` bytes of the text, escaped.
pub(super) fn cut(text: &[u8], most: usize) -> String {
    let shown = Escaped(&text[..text.len().min(most)]).to_string();
    let dots = if text.len() > most { "…" } else { "" };
    format!("{}{dots}", markup(&shown))
}

/// Returns text that is escaped for people, escaped for XML too.
pub(super) fn markup(text: &str) -> String {
    encode_minimal(text).into_owned()
}

pub(super) fn escaped(text: &str) -> String {
    markup(&Printable(text.as_bytes()).to_string())
}

/// Returns a link to the diagram of a production. Names need no escapes.
pub(super) fn link(grammar: &Grammar, name: &str) -> String {
    match grammar.production(name) {
        Some(_) => format!("<a href=\"#{name}\">{name}</a>"),
        None => escaped(name),
    }
}

pub(super) fn texts(count: u64) -> String {
    match count {
        1 => "1 text".to_owned(),
        count => format!("{count} texts"),
    }
}

pub(super) fn in_capitals(heading: &str) -> String {
    let mut characters = heading.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
