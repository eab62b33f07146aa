//! The matrix as a page in HTML: a row for each fact, and a column for each parser.
//!
//! Invariants: those of [`html`](crate::html). A cell leads to what is known about its fact.

use maud::{Markup, html};

use super::{Cell, Fact, Matrix, MatrixParser};
use crate::conformance::breakdown::quoted;
use crate::html::{self, printable};

/// The style sheet of the page.
const STYLE: &str = include_str!("matrix.css");

/// The most texts of a fact that are shown.
const TEXTS: usize = 12;

/// Returns the page about the matrix.
#[must_use]
pub fn page(title: &str, matrix: &Matrix<'_>) -> String {
    let body = html! {
        (parsers(matrix))
        @if !matrix.facts.is_empty() {
            (table(matrix))
            "\n" section {
                h2 { "Facts" }
                @for (index, fact) in matrix.facts.iter().enumerate() { (article(matrix, index, fact)) }
            }
        }
        "\n" p.facts { "Made by " code { "rfc1738 conformance matrix" } " " (env!("CARGO_PKG_VERSION")) "." }
    };
    html::page(title, [include_str!("../page.css"), STYLE], &body)
}

/// Returns the parsers, each with its command, its version and what is known about it.
fn parsers(matrix: &Matrix<'_>) -> Markup {
    html! {
        "\n" section {
            h2 { "Parsers" }
            table.parsers {
                tr { th { "parser" } th { "command" } th { "result" } }
                @for parser in matrix.parsers {
                    "\n" tr class=[parser.run.is_err().then_some("absent")] {
                        td { (name(parser)) }
                        td {
                            @if let Some(command) = &parser.by_hand.command { code { (printable(command)) } }
                            @else { "a kept run" }
                        }
                        td { (printable(&matrix.state_of(parser))) }
                    }
                }
            }
        }
    }
}

fn name(parser: &MatrixParser) -> Markup {
    html! {
        (printable(&parser.name))
        @if let Some(version) = &parser.version { " " small { (printable(version)) } }
    }
}

/// Returns the table of all facts.
fn table(matrix: &Matrix<'_>) -> Markup {
    html! {
        "\n" div.scroll {
            table.matrix {
                thead {
                    tr {
                        th { "fact" }
                        @for parser in matrix.parsers { th { (printable(&parser.name)) } }
                    }
                }
                tbody {
                    @for (index, fact) in matrix.facts.iter().enumerate() {
                        "\n" tr {
                            th { a href={ "#fact-" (index + 1) } { (printable(&fact.sentence())) } }
                            @for (parser, cell) in matrix.parsers.iter().zip(matrix.cells(fact)) {
                                td class=(class(cell)) {
                                    a href={ "#fact-" (index + 1) } { (answer(parser, fact, cell)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn class(cell: Cell) -> &'static str {
    match cell {
        Cell::Unknown => "unknown",
        Cell::AsGrammar => "same",
        Cell::Deviates => "all",
        Cell::Some(_) => "some",
    }
}

/// Returns the answer of a parser: to the shortest text, if it answers all alike.
fn answer(parser: &MatrixParser, fact: &Fact<'_>, cell: Cell) -> String {
    let first = fact
        .texts
        .first()
        .and_then(|text| parser.answers.get(*text));
    match (cell, first) {
        (Cell::Unknown, _) | (_, None) => "not asked".to_owned(),
        (Cell::Some(count), _) => format!("{} {count} of {}", fact.behavior, fact.texts.len()),
        (Cell::AsGrammar | Cell::Deviates, Some(answer)) => answer.to_string(),
    }
}

/// Returns what is known about a fact: its texts, the answers to each, the causes, and a line to try.
fn article(matrix: &Matrix<'_>, index: usize, fact: &Fact<'_>) -> Markup {
    let texts = fact.texts.iter().take(TEXTS);
    html! {
        "\n" div.anchor id={ "fact-" (index + 1) } {}
        "\n" article.new {
            h3 { (index + 1) ". " (printable(&fact.sentence())) }
            @if let Some(source) = fact.source { p.facts { (printable(source)) } }
            div.scroll {
                table.matrix {
                    thead {
                        tr {
                            th { "text" }
                            @for parser in matrix.parsers { th { (printable(&parser.name)) } }
                        }
                    }
                    tbody {
                        @for text in texts {
                            "\n" tr {
                                th { code { (printable(&quoted(text))) } }
                                @for (parser, cell) in matrix.parsers.iter().zip(matrix.cells(fact)) {
                                    (single(parser, fact, cell, text))
                                }
                            }
                        }
                    }
                }
            }
            @if fact.texts.len() > TEXTS {
                p.facts { (fact.texts.len() - TEXTS) " more texts are not shown." }
            }
            dl {
                @for cause in &fact.causes {
                    @let parser = &matrix.parsers[cause.parser];
                    dt { (printable(&parser.name)) " " code { (printable(cause.id)) } }
                    dd { (printable(&cause.sentence)) }
                    @if let Some((language, line)) = cause.texts.first().and_then(|it| parser.by_hand.line(it)) {
                        dd { (language.label()) pre { (printable(&line)) } }
                    }
                }
            }
        }
    }
}

/// Returns the answer of a parser to one text.
fn single(parser: &MatrixParser, fact: &Fact<'_>, cell: Cell, text: &[u8]) -> Markup {
    let answer = parser.answers.get(text).filter(|_| cell != Cell::Unknown);
    let class = match answer {
        None => "unknown",
        Some(answer) if fact.behavior.is(*answer) => "all",
        Some(_) => "same",
    };
    let answer = answer.map_or_else(|| "not asked".to_owned(), ToString::to_string);
    html! { td class=(class) { (answer) } }
}
