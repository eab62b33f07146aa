//! A page with the diagrams of a grammar, in HTML.
//!
//! Invariant: the page is well-formed XML, for any grammar. Every link has a target:
//! the id of a production is its name.

use std::collections::HashMap;

use maud::{Markup, html};
use rfcbnf::readings::Reading;
use rfcbnf::syntax::{Comment, Production};
use rfcbnf_engine::escape::{Printable, is_plain};

use crate::html;
use crate::railroad::svg::{STYLE, draw};
use crate::railroad::{Diagrams, WIDTH};

/// The style sheet of the page.
const PAGE_STYLE: &str = include_str!("page.css");

/// The most characters of a production, a comment or a heading. A longer one is cut.
const TEXT: usize = 4_000;

/// The instructions for reading a diagram.
const HOW_TO_READ: &str = "\
Follow the rails from left to right: every path spells a text of the production. A box with \
round corners is a literal, and three or more one-character alternatives share a box. The other \
boxes are productions and link to their diagrams. A way back starts another round; its label \
says how many rounds there may be.";

/// Returns the page: an index, and under each heading the productions with their diagrams.
#[must_use]
pub fn page(diagrams: &Diagrams<'_>) -> String {
    let users = users(diagrams);
    let body = html! {
        "\n" p { (HOW_TO_READ) }
        @if diagrams.productions.len() > 1 { (index(diagrams)) }
        @for (heading, productions) in diagrams.sections() {
            "\n" section {
                @if let Some(heading) = heading { h2 { (shown(heading)) } }
                @for production in productions {
                    @let users = users.get(&*production.name).map_or(&[][..], Vec::as_slice);
                    (article(diagrams, production, users))
                }
            }
        }
    };
    html::page(&diagrams.title(), [PAGE_STYLE, STYLE], &body)
}

fn index(diagrams: &Diagrams<'_>) -> Markup {
    let mut names: Vec<&str> = diagrams.names.iter().copied().collect();
    names.sort_by_key(|name| (name.to_ascii_lowercase(), *name));
    html! {
        "\n" nav {
            h2 { "Productions" }
            ul { @for name in names { "\n" li { (html::link(name)) } } }
        }
    }
}

/// Returns the users of each production, in the order of the file.
fn users<'a>(diagrams: &Diagrams<'a>) -> HashMap<&'a str, Vec<&'a str>> {
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    for production in &diagrams.productions {
        for used in production.body.references() {
            users.entry(used).or_default().push(&production.name);
        }
    }
    users
}

fn article(diagrams: &Diagrams<'_>, production: &Production, users: &[&str]) -> Markup {
    let name = &production.name;
    let diagram = draw(production, &|name| diagrams.names.contains(name), WIDTH);
    let beside = |comment: &&Comment| !production.span.contains(&comment.span.start);
    let is_followed = |reading: &&Reading| production.readings.contains(&reading.id);
    html! {
        "\n" article id=(name) {
            h3 { (html::link(name)) }
            (html::diagram(diagram))
            pre { (shown(&diagrams.grammar.grammar.text(production))) }
            @for comment in production.comments.iter().filter(beside) {
                p.comment { (shown(&comment.text)) }
            }
            @for reading in diagrams.grammar.readings.iter().filter(is_followed) {
                p.reading {
                    b { (shown(&reading.id)) }
                    " (section " (shown(&reading.section)) "): " (shown(&reading.decision))
                }
            }
            @if !users.is_empty() {
                p.users { "used by " (html::list(users.iter().map(|name| html::link(name)))) }
            }
        }
    }
}

/// Returns a text of the grammar, or its beginning if it is too long for the page. What does not print is
/// escaped, except for line ends and tabs.
fn shown(text: &str) -> String {
    let is_kept = |character: char| matches!(character, '\n' | '\t') || is_plain(character);
    let end = text.char_indices().nth(TEXT).map(|(end, _)| end);
    let text = text[..end.unwrap_or(text.len())].replace("\r\n", "\n");
    let mut shown = String::new();
    for part in text.split_inclusive(|character| !is_kept(character)) {
        let kept = part.trim_end_matches(|character| !is_kept(character));
        shown += kept;
        shown += &Printable(&part.as_bytes()[kept.len()..]).to_string();
    }
    if end.is_some() {
        shown.push('…');
    }
    shown
}
