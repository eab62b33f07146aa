//! The section of `--report html` about the causes of crashes or of hangs.

use maud::{Markup, html};
use rfcbnf::causes::Cause;
use rfcbnf::syntax::Grammar;

use crate::conformance::markup::{
    EXPRESSION, article, cut, in_capitals, printable, table, witness,
};
use crate::conformance::reactions::sentence::{conclusion, expression, of_row};
use crate::conformance::reactions::{Reaction, ReactionCauses};
use crate::conformance::rows::{Row, rows};

/// Returns a section about the causes of the reaction.
pub(in crate::conformance) fn section(grammar: &Grammar, causes: &ReactionCauses) -> Markup {
    let reaction = causes.reaction;
    let rows = rows(&causes.explanation);
    html! {
        "\n" section {
            h2 { (in_capitals(&reaction.words().heading)) }
            p.conclusion { (in_capitals(&conclusion(causes))) "." }
            @if !rows.is_empty() { (table(&rows, |row| of_row(reaction, row))) }
            @for row in rows {
                @let (witness, more) = match row {
                    Row::Cause(one) => (witness(&one.cause), learnt(reaction, &one.cause)),
                    Row::Group(one) => {
                        (html! { pre { (cut(&one.group.witness)) } }, Markup::default())
                    }
                };
                (article(grammar, row, &of_row(reaction, row), &witness, &more))
            }
            @for vanished in &causes.explanation.vanished {
                "\n" p {
                    "No longer found: " code { (printable(&vanished.id)) } " "
                    (printable(&vanished.reason))
                }
            }
        }
    }
}

/// Returns what the texts to which the parser reacts have as the part.
fn learnt(reaction: Reaction, cause: &Cause) -> Markup {
    html! {
        @if let Some(texts) = expression(cause, EXPRESSION) {
            dl {
                dt {
                    "As " code { (printable(&cause.part)) } ", the parser "
                    (reaction.words().before_text)
                }
                dd { code { (printable(&texts)) } }
            }
        }
    }
}
