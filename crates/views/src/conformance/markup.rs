//! What the page about a run says about a cause or a group, and other small parts of it, in HTML.

use maud::{Markup, Render, display, html};
use rfcbnf::causes::Cause;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::escape::{Escaped, Printable};

use crate::conformance::causes::text::deviation;
use crate::conformance::rows::Row;
use crate::html;

/// The greatest length of a regular expression.
pub(super) const EXPRESSION: usize = 4_000;

/// The most bytes shown of a text, or on either side of its mark.
const TEXT: usize = 200;

/// Returns a table of the causes and groups, each with its sentence and a link to its article.
pub(super) fn table<'a>(rows: &[Row<'a>], sentence: impl Fn(Row<'a>) -> String) -> Markup {
    html! {
        table.causes {
            tr { th { "texts" } th { "cause" } th { "id" } th { "baseline" } }
            @for &row in rows {
                "\n" tr {
                    td { (row.texts()) }
                    td { (sentence(row)) }
                    td { (reference(row.id())) }
                    td { (state(row)) }
                }
            }
        }
    }
}

/// Returns the place that links to a cause or a group lead to, and the article there: the sentence, facts,
/// the witness as it is shown, examples, and what else is known. No production has the id as a name: an id
/// has a slash.
pub(super) fn article(
    grammar: &Grammar,
    row: Row<'_>,
    sentence: &str,
    witness: &Markup,
    more: &Markup,
) -> Markup {
    let examples = row.examples();
    html! {
        "\n" div.anchor id=(printable(row.id())) {}
        "\n" article class=(state(row)) {
            h3 { (sentence) }
            p.facts {
                (texts(row.texts())) " · " code { (printable(row.id())) }
                @if let Row::Cause(one) = row {
                    " · production " (link(grammar, &one.cause.production))
                }
            }
            @if let Some(reason) = row.accepted() {
                p.reason { "Accepted: " (printable(reason)) }
            }
            (witness)
            @if !examples.is_empty() {
                @let examples = examples.iter().map(|text| html! { code { (cut(text)) } });
                p { "Also " (html::list(examples)) }
            }
            (more)
        }
    }
}

fn state(row: Row<'_>) -> &'static str {
    match row.accepted() {
        Some(_) => "accepted",
        None => "new",
    }
}

/// Returns the witness with its deviation marked.
pub(super) fn witness(cause: &Cause) -> Markup {
    let text = cause.witness.as_slice();
    let mark = deviation(cause);
    let start = mark.start.saturating_sub(TEXT);
    html! {
        pre.witness {
            @if start > 0 { "…" }
            (display(Escaped(&text[start..mark.start])))
            mark {
                // An empty mark does not show.
                @if mark.is_empty() { "\u{2038}" }
                (display(Escaped(&text[mark.clone()])))
            }
            (cut(&text[mark.end..]))
        }
    }
}

/// Returns the beginning of a text that is too long for the page.
pub(super) fn cut(text: &[u8]) -> Markup {
    html! {
        (display(Escaped(&text[..text.len().min(TEXT)])))
        @if text.len() > TEXT { "…" }
    }
}

/// Returns a text of others, escaped for people.
pub(super) fn printable(text: &str) -> impl Render {
    display(Printable(text.as_bytes()))
}

/// Returns the name of a production, as a link to its diagram if the grammar has it.
pub(super) fn link(grammar: &Grammar, name: &str) -> Markup {
    html! {
        @if grammar.production(name).is_some() { (html::link(name)) } @else { (printable(name)) }
    }
}

/// Returns a link to a cause or a group.
pub(super) fn reference(id: &str) -> Markup {
    // A fragment is decoded before it is looked up.
    let fragment = id.replace('%', "%25");
    html! { a href={ "#" (printable(&fragment)) } { code { (printable(id)) } } }
}

fn texts(count: u64) -> String {
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
