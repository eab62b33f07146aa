//! The result of `conformance run` as a page in HTML.
//!
//! Invariants: the page is one file, which needs no other file and no script. It is well-formed XML
//! for any grammar and any texts. The id of a production is its name, and that of a cause is its id.

use std::collections::BTreeMap;

use maud::{Markup, html};
use rfcbnf::causes::{Cause, Learnt};
use rfcbnf::export::expression_of;
use rfcbnf::syntax::{Grammar, Production};

use crate::conformance::causes::expression::{Difference, Expressions, reading};
use crate::conformance::causes::sentence::{above, answer_with_ignored, context};
use crate::conformance::causes::text::changed;
use crate::conformance::causes::{Explanation, NamedCause, ip_literal};
use crate::conformance::markup::{
    EXPRESSION, article, in_capitals, printable, reference, table, witness,
};
use crate::conformance::report::columns;
use crate::conformance::rows::{Row, rows};
use crate::conformance::run_result::RunResult;
use crate::conformance::tally::Tally;
use crate::conformance::tested::Tested;
use crate::conformance::{overview, reactions};
use crate::diagnostic::syntax_error::{rejection, wrong_rejection};
use crate::html;
use crate::palette::Palette;
use crate::production::CheckedProduction;
use crate::railroad::svg::{STYLE, draw};

/// The style sheet of the page.
const PAGE_STYLE: &str = include_str!("page.css");

/// The greatest width of a diagram, in pixels.
const WIDTH: usize = 860;

/// The greatest length of an expression with a diagram.
const DIAGRAM: usize = 400;

/// Returns the page about a run on a production of the grammar.
#[must_use]
pub fn page(tested: Tested<'_>, result: RunResult<'_, impl CheckedProduction>) -> String {
    let (grammar, tally) = (&tested.grammar.grammar, result.tally);
    let of_reactions = result.reactions.iter().map(|causes| &causes.explanation);
    let searches = result.explanation.into_iter().chain(of_reactions);
    let mut causes = searches.clone().flat_map(|search| &search.causes);
    let rule = tally.rule().to_string();
    let has_diagram = causes.any(|one| one.cause.production == rule);
    let body = html! {
        (overview::tested(tested, result, has_diagram))
        (overview::end(result))
        @if let Some(explanation) = result.explanation {
            (overview::explained(explanation))
            (causes_of(grammar, tally.rule(), explanation))
        }
        @for causes in result.reactions { (reactions::html::section(grammar, causes)) }
        (disagreements(result))
        @if tally.total().texts() > 0 { (counts(tally)) }
        (productions(grammar, searches))
    };
    html::page(
        &format!("{} and {rule}", result.command),
        [PAGE_STYLE, STYLE],
        &body,
    )
}

/// Returns a table of the causes and groups, and then what is known about each.
fn causes_of(grammar: &Grammar, rule: impl CheckedProduction, explanation: &Explanation) -> Markup {
    let rows = rows(explanation);
    html! {
        @if !rows.is_empty() {
            "\n" section {
                h2 { "Causes" }
                (table(&rows, Row::sentence))
                @for row in rows {
                    @let (witness, more) = match row {
                        Row::Cause(one) => (witness(&one.cause), learnt_about(grammar, one)),
                        Row::Group(one) => (answer(rule, &one.group.witness), Markup::default()),
                    };
                    (article(grammar, row, &row.sentence(), &witness, &more))
                }
            }
        }
    }
}

/// Returns what the search learnt, and what the baseline accepts instead.
fn learnt_about(grammar: &Grammar, named: &NamedCause) -> Markup {
    html! {
        @if let Some(before) = &named.before { p.reason { (in_capitals(&changed(before))) } }
        @if let Some(learnt) = &named.cause.learnt { (learnt_as(grammar, &named.cause, learnt)) }
    }
}

fn learnt_as(grammar: &Grammar, cause: &Cause, learnt: &Learnt) -> Markup {
    if let Some(line) = answer_with_ignored(cause) {
        return html! { p { (in_capitals(&line)) "." } };
    }
    if let Some(literal) = &learnt.literal {
        let lines = ip_literal::lines(literal, cause.encoding, &cause.part);
        return html! { @for line in lines { p { (in_capitals(&line)) } } };
    }
    html! {
        @if let Some(expressions) = Expressions::new(cause, EXPRESSION) {
            (differences(cause, learnt, &expressions))
            @if let Some(remark) = expressions.remark() { p { (in_capitals(remark)) "." } }
            (observed(grammar, cause))
        }
    }
}

/// Returns what the parser accepts as a part of the grammar, and how that differs from the grammar.
fn differences(cause: &Cause, learnt: &Learnt, expressions: &Expressions) -> Markup {
    let missing = match expressions.limits {
        Some(limits) => Some(html! { (printable(&above(limits))) }),
        None => written(&expressions.missing),
    };
    html! {
        dl {
            dt { "As " code { (printable(&cause.part)) } (context(cause)) ", the parser accepts" }
            dd {
                @match &expressions.observed {
                    Some(observed) => code { (printable(observed)) },
                    None => {
                        "the texts of an automaton of " (learnt.observed.states().len()) " states"
                    }
                }
            }
            @if let Some(texts) = written(&expressions.beyond) {
                dt { "Accepted but not derived" } dd { (texts) }
            }
            @if let Some(texts) = missing { dt { "Derived but not accepted" } dd { (texts) } }
        }
    }
}

/// Returns the texts that only one side has, if there are any.
fn written(difference: &Difference) -> Option<Markup> {
    match difference {
        Difference::Nothing => None,
        Difference::Expression(texts) => Some(html! { code { (printable(texts)) } }),
        Difference::TooLong => Some(html! { "too long to be written as a regular expression" }),
    }
}

/// Returns the diagram of what the parser accepts as the production.
fn observed(grammar: &Grammar, cause: &Cause) -> Markup {
    let body =
        reading(cause).and_then(|(it, _)| expression_of(&it.observed, grammar.encoding, DIAGRAM));
    html! {
        @if let Some((body, like)) = body.zip(grammar.production(&cause.production)) {
            (html::diagram(draw(&Production { body, ..like.clone() }, &|_| false, WIDTH)))
        }
    }
}

/// Returns the disagreements that have no causes: those on offsets, and all without a search.
fn disagreements(result: RunResult<'_, impl CheckedProduction>) -> Markup {
    let tally = result.tally;
    let shortest = tally.shortest(|fault| !result.has_causes(fault));
    html! {
        @if !shortest.is_empty() {
            "\n" section {
                h2 { "Disagreements" }
                @for disagreement in shortest {
                    "\n" article.new {
                        p.facts { "Answered " code { (disagreement.answer.to_string()) } }
                        (answer(tally.rule(), &disagreement.text))
                    }
                }
            }
        }
    }
}

/// Returns a text and what the grammar says about it.
fn answer(rule: impl CheckedProduction, text: &[u8]) -> Markup {
    let shown = match rule.error_of(text) {
        Some(error) => rejection(text, &error).without_help(),
        None => wrong_rejection(text, rule, None),
    };
    html! { pre { (shown.render(Palette::PLAIN)) } }
}

fn counts(tally: &Tally<impl CheckedProduction>) -> Markup {
    let columns = columns(&tally.total());
    let rows = tally.productions().into_iter();
    let rows = rows.map(|(rule, counts)| (rule.to_string(), counts));
    html! {
        "\n" section {
            h2 { "Counts" }
            table {
                tr {
                    th { "production" }
                    @for (above, below, _) in &columns { th { (above) " " (below) } }
                }
                @for (name, counts) in rows.chain([("all".to_owned(), tally.total())]) {
                    "\n" tr {
                        td { (printable(&name)) }
                        @for (.., value) in &columns { td { (value(&counts)) } }
                    }
                }
            }
        }
    }
}

/// Returns the productions of the causes, as the grammar has them.
fn productions<'a>(grammar: &Grammar, searches: impl Iterator<Item = &'a Explanation>) -> Markup {
    let mut ids: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in searches.flat_map(rows) {
        if let Row::Cause(_) = row {
            ids.entry(row.production()).or_default().push(row.id());
        }
    }
    let productions = grammar.productions.iter();
    let productions = productions.filter_map(|one| Some((one, ids.get(one.name.as_str())?)));
    html! {
        @if !ids.is_empty() {
            "\n" section {
                h2 { "Productions" }
                @for (production, causes) in productions {
                    @let name = &production.name;
                    @let text = grammar.text(production).replace("\r\n", "\n");
                    "\n" article id=(name) {
                        h3 { (name) }
                        p.facts { "Causes: " (html::list(causes.iter().map(|id| reference(id)))) }
                        (html::diagram(draw(production, &|name| ids.contains_key(name), WIDTH)))
                        pre {
                            @for (index, line) in text.lines().enumerate() {
                                @if index > 0 { "\n" }
                                (printable(line))
                            }
                        }
                    }
                }
            }
        }
    }
}
