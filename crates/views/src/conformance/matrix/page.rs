//! The matrix as a page in HTML: a row for each fact, and a column for each parser.
//!
//! Invariants: those of [`html`](crate::html). A cell leads to what is known about its fact.

use maud::{Markup, html};

use super::{Behavior, Cell, Fact, Matrix, MatrixParser};
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
                @for (index, parser) in matrix.parsers.iter().enumerate() {
                    "\n" tr class=[parser.run.is_err().then_some("absent")] {
                        td { (name(parser)) }
                        td {
                            @if let Some(command) = &parser.by_hand.command { code { (printable(command)) } }
                            @else { "a kept run" }
                        }
                        td { (printable(&matrix.state_of(index))) }
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
                            th {
                                a href={ "#fact-" (index + 1) } { (printable(&fact.sentence())) }
                                " " code { (printable(&quoted(fact.witness()))) }
                            }
                            @for (parser, cell) in matrix.parsers.iter().zip(&fact.cells) {
                                td class=(class(fact, &fact.cells, *cell)) {
                                    a href={ "#fact-" (index + 1) } { (printable(&answer(parser, fact, *cell))) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the class of a cell, among those of all parsers with the same texts. Where no grammar says what is right, those
/// that read a part as most parsers do are not marked.
fn class(fact: &Fact<'_>, cells: &[Cell], cell: Cell) -> &'static str {
    let count = |cell: &Cell| cells.iter().filter(|other| *other == cell).count();
    match cell {
        Cell::Unknown | Cell::Unread => "unknown",
        Cell::Reads(_) if matches!(fact.behavior, Behavior::Differs(_)) => {
            let readings = cells.iter().filter(|cell| cell.reads_as().is_some());
            match readings.map(count).max() {
                Some(most) if count(&cell) < most => "some",
                _ => "same",
            }
        }
        Cell::AsGrammar => "same",
        Cell::Deviates | Cell::Reads(_) => "all",
        Cell::Some(_) => "some",
    }
}

/// Returns the answer of a parser: to the text of the row, if it answers all alike.
fn answer(parser: &MatrixParser, fact: &Fact<'_>, cell: Cell) -> String {
    match cell {
        Cell::Unknown => "not asked".to_owned(),
        Cell::Some(count) => format!("{} {count} of {}", fact.behavior, fact.texts.len()),
        _ => fact.answer_to_witness(parser),
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
                                @let cells = fact.cells_of(&[text], matrix.parsers);
                                @for (parser, cell) in matrix.parsers.iter().zip(&cells) {
                                    td class=(class(fact, &cells, *cell)) {
                                        (printable(&fact.answer(parser, text)))
                                    }
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
