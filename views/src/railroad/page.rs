//! A page with the diagrams of a grammar, in HTML.
//!
//! Invariant: the page is well-formed XML, for any grammar. Every link has a target:
//! the id of a production is its name.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{self, Write};

use railroad::svg::encode_minimal;
use rfcbnf::readings::Reading;
use rfcbnf::syntax::{Comment, Production};
use rfcbnf_engine::escape::{Printable, is_plain};

use crate::html_page::write_head;
use crate::railroad::WIDTH;
use crate::railroad::diagrams::Diagrams;
use crate::railroad::svg::{STYLE, draw};

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
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, diagrams);
    page
}

fn write_page(out: &mut String, diagrams: &Diagrams<'_>) -> fmt::Result {
    let title = diagrams.title();
    let title = encode_minimal(&title);
    write_head(out, &title, [PAGE_STYLE, STYLE])?;
    writeln!(out, "<p>{HOW_TO_READ}</p>")?;
    if diagrams.productions.len() > 1 {
        write_index(out, diagrams)?;
    }
    let users = users(diagrams);
    for (heading, productions) in diagrams.sections() {
        writeln!(out, "<section>")?;
        if let Some(heading) = heading {
            writeln!(out, "<h2>{}</h2>", shown(&beginning(heading)))?;
        }
        for production in productions {
            let users = users.get(&*production.name).map_or(&[][..], Vec::as_slice);
            write_production(out, diagrams, production, users)?;
        }
        writeln!(out, "</section>")?;
    }
    writeln!(out, "</body>\n</html>")
}

fn write_index(out: &mut String, diagrams: &Diagrams<'_>) -> fmt::Result {
    let mut names: Vec<&str> = diagrams.names.iter().copied().collect();
    names.sort_by_key(|name| (name.to_ascii_lowercase(), *name));
    writeln!(out, "<nav>\n<h2>Productions</h2>\n<ul>")?;
    for name in names {
        writeln!(out, "<li>{}</li>", link(name))?;
    }
    writeln!(out, "</ul>\n</nav>")
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

fn write_production(
    out: &mut String,
    diagrams: &Diagrams<'_>,
    production: &Production,
    users: &[&str],
) -> fmt::Result {
    let name = &production.name;
    writeln!(out, "<article id=\"{name}\">\n<h3>{}</h3>", link(name))?;
    let diagram = draw(production, &|name| diagrams.names.contains(name), WIDTH);
    writeln!(out, "<div class=\"diagram\">{diagram}</div>")?;
    let text = diagrams.grammar.grammar.text(production);
    writeln!(out, "<pre>{}</pre>", shown(&beginning(&text)))?;
    let beside = |comment: &&Comment| !production.span.contains(&comment.span.start);
    for comment in production.comments.iter().filter(beside) {
        writeln!(
            out,
            "<p class=\"comment\">{}</p>",
            shown(&beginning(&comment.text))
        )?;
    }
    for reading in diagrams.grammar.readings.iter() {
        if production.readings.contains(&reading.id) {
            write_reading(out, reading)?;
        }
    }
    if !users.is_empty() {
        let users: Vec<String> = users.iter().map(|name| link(name)).collect();
        writeln!(out, "<p class=\"users\">used by {}</p>", users.join(", "))?;
    }
    writeln!(out, "</article>")
}

fn write_reading(out: &mut String, reading: &Reading) -> fmt::Result {
    let Reading {
        id,
        section,
        decision,
        ..
    } = reading;
    let (id, section, decision) = (shown(id), shown(section), shown(decision));
    writeln!(
        out,
        "<p class=\"reading\"><b>{id}</b> (section {section}): {decision}</p>"
    )
}

/// Returns the beginning of a text that is too long for the page.
fn beginning(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(TEXT) {
        Some((end, _)) => Cow::Owned(text[..end].to_owned() + "…"),
        None => Cow::Borrowed(text),
    }
}

/// Returns a link to the diagram of a production. Names need no escapes.
fn link(name: &str) -> String {
    format!("<a href=\"#{name}\">{name}</a>")
}

/// Returns a text of the grammar, escaped except for line ends and tabs.
fn shown(text: &str) -> String {
    let is_kept = |character: char| matches!(character, '\n' | '\t') || is_plain(character);
    let text = text.replace("\r\n", "\n");
    let mut shown = String::new();
    for part in text.split_inclusive(|character| !is_kept(character)) {
        let kept = part.trim_end_matches(|character| !is_kept(character));
        let escaped = Printable(&part.as_bytes()[kept.len()..]).to_string();
        shown.push_str(&encode_minimal(kept));
        shown.push_str(&encode_minimal(&escaped));
    }
    shown
}
