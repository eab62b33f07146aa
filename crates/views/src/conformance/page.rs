//! The result of `conformance run` as a page in HTML.
//!
//! Invariants: the page is one file, which needs no other file and no script. It is well-formed XML
//! for any grammar and any texts. The id of a production is its name, and that of a cause is its id.

use std::collections::BTreeMap;

use anstyle::Style;
use maud::{Markup, Render, display, html};
use rfcbnf::causes::{Cause, Direction, Learnt};
use rfcbnf::export::expression_of;
use rfcbnf::syntax::{Grammar, Production};
use rfcbnf_engine::escape::Escaped;

use crate::conformance::breakdown::Restarts;
use crate::conformance::causes::expression::{Difference, Expressions, deviating_texts, reading};
use crate::conformance::causes::sentence::{
    above, answer_with_ignored, as_part, conclusion, context, ways,
};
use crate::conformance::causes::text::{changed, deviation, doubts, wrong_text};
use crate::conformance::causes::{AcceptedCause, Explanation, NamedCause, ip_literal};
use crate::conformance::parts::{self, corpus};
use crate::conformance::report::{self, summary};
use crate::conformance::run_result::{RunResult, Subject};
use crate::conformance::searched::{Row, Searched, Sought};
use crate::conformance::tally::Tally;
use crate::count::counted;
use crate::html::{self, printable};
use crate::palette::Palette;
use crate::production::CheckedProduction;
use crate::railroad::svg::{STYLE, draw};
use crate::table::{Cell, Column, Table, reference};

/// The style sheet of the page.
const PAGE_STYLE: &str = include_str!("page.css");

/// The greatest width of a diagram, in pixels.
const WIDTH: usize = 860;

/// The greatest length of an expression with a diagram.
const DIAGRAM: usize = 400;

/// Returns the page about a run on a production of the grammar.
#[must_use]
pub fn page(subject: Subject<'_>, result: RunResult<'_, impl CheckedProduction>) -> String {
    let (grammar, tally) = (&subject.grammar.grammar, result.tally);
    let rule = tally.rule().to_string();
    let mut causes = result.searches().flat_map(|it| &it.explanation.causes);
    let has_diagram = causes.any(|one| one.cause.production == rule);
    let body = html! {
        (about(subject, result, has_diagram))
        (end(result))
        @if let Some(table) = corpus::table(Palette::PLAIN, &[result.command], result.corpus, str::to_owned) {
            "\n" section { h2 { "Corpus" } (table.html(None)) }
        }
        @if let Some(explanation) = result.explanation { (explained(explanation)) }
        @for searched in result.searches() { (causes_of(grammar, tally.rule(), searched)) }
        (parts::section(result.parts))
        (disagreements(result))
        @if tally.total().texts() > 0 { (counts(tally)) }
        (productions(grammar, result.searches()))
    };
    html::page(
        &format!("{} and {rule}", result.command),
        [PAGE_STYLE, STYLE],
        &body,
    )
}

/// Returns a table of the causes and groups, and then what is known about each.
fn causes_of(grammar: &Grammar, rule: impl CheckedProduction, searched: Searched<'_>) -> Markup {
    let rows = searched.rows();
    let is_of_verdicts = searched.sought == Sought::Verdicts;
    let heading = match searched.sought {
        Sought::Verdicts => "Causes".to_owned(),
        sought => in_capitals(&sought.heading(Direction::WronglyAccepted)),
    };
    html! {
        @if !is_of_verdicts || !rows.is_empty() {
            "\n" section {
                h2 { (heading) }
                @if !is_of_verdicts { p.conclusion { (in_capitals(&searched.conclusion())) "." } }
                @if !rows.is_empty() { (table(searched, &rows)) }
                @for row in rows { (article(grammar, rule, searched, row)) }
                @if !is_of_verdicts {
                    @for vanished in &searched.explanation.vanished {
                        "\n" p { "No longer found: " (gone(vanished)) }
                    }
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
        @for line in doubts(&named.cause) { p { (in_capitals(&line)) "." } }
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
            dt { (in_capitals(&as_part(cause))) (context(cause)) ", the parser accepts" }
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
    html! { pre { (wrong_text(rule, text).render(Palette::PLAIN)) } }
}

fn counts(tally: &Tally<impl CheckedProduction>) -> Markup {
    html! {
        "\n" section {
            h2 { "Counts" }
            (report::table(Palette::PLAIN, tally).html(None))
        }
    }
}

/// Returns the productions of the causes, as the grammar has them.
fn productions<'a>(grammar: &Grammar, searches: impl Iterator<Item = Searched<'a>>) -> Markup {
    let mut ids: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in searches.flat_map(Searched::rows) {
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

/// Returns the command, the production, the grammar, the number of texts, and the version of this program.
/// `has_diagram` says that the page has a diagram of the production.
fn about(
    subject: Subject<'_>,
    result: RunResult<'_, impl CheckedProduction>,
    has_diagram: bool,
) -> Markup {
    let rule = result.tally.rule().to_string();
    let suite = match (result.quick, result.extra_states) {
        (true, _) => "a quick suite".to_owned(),
        (false, 0) => "a suite without extra states".to_owned(),
        (false, states) => {
            let states = counted(states, "extra state", "extra states", Style::new());
            format!("a suite with {states}")
        }
    };
    html! {
        "\n" dl.tested {
            (entry("Command", html! { code { (subject.command_line) } }))
            (entry("Production", html! {
                code {
                    @if has_diagram { (link(&subject.grammar.grammar, &rule)) } @else { (printable(&rule)) }
                }
            }))
            (entry("Grammar", printable(subject.grammar.title())))
            (entry("Texts", html! {
                (result.size.texts) " of " (suite)
                @if let Some(explanation) = result.explanation {
                    ", and " (explanation.questions) " of the search for causes"
                }
            }))
            (entry("Tested by", concat!("rfc1738 ", env!("CARGO_PKG_VERSION"))))
        }
    }
}

fn entry(term: &str, value: impl Render) -> Markup {
    html! { "\n" dt { (term) } dd { (value) } }
}

/// Returns the counts of all texts, and what ended or interrupted the run.
fn end(result: RunResult<'_, impl CheckedProduction>) -> Markup {
    let counts = summary(Palette::PLAIN, &result.tally.total(), result.size.texts);
    html! {
        "\n" p { (in_capitals(&counts)) "." }
        @if let Some(breakdown) = result.failure() {
            "\n" p.failure { (breakdown.to_string()) "." }
        }
        @if let Some(remark) = result.restarts.and_then(Restarts::remark) {
            "\n" p.failure { (result.command) " " (remark) "." }
        }
    }
}

/// Returns the conclusion and what the baseline says.
fn explained(explanation: &Explanation) -> Markup {
    let (new, all) = (explanation.new_causes().count(), explanation.causes.len());
    let groups = explanation.unexplained.len();
    html! {
        "\n" p {
            (counted(all, "cause", "causes", Style::new()))
            " found, " (new) " not accepted by a baseline; "
            (explanation.questions) " texts asked in " (explanation.rounds) " rounds. "
            (explanation.several) " texts have several causes."
        }
        "\n" p.conclusion { (in_capitals(&conclusion(explanation))) "." }
        @if let Some(pinned) = &explanation.pinned {
            "\n" p.conclusion { (in_capitals(&pinned.sentence())) "." }
        }
        @if groups > 0 {
            "\n" p {
                (counted(groups, "group", "groups", Style::new()))
                " of texts without a cause, " (explanation.new_groups().count())
                " not accepted by a baseline."
            }
        }
        @if explanation.left_out > 0 {
            "\n" p {
                (explanation.left_out)
                " disagreements are not counted by cause, because there are too many."
            }
        }
        @if !explanation.vanished.is_empty() {
            "\n" h2 { "No longer found" }
            ul {
                @for vanished in &explanation.vanished {
                    "\n" li { (gone(vanished)) }
                }
            }
        }
        @if !explanation.not_searched.is_empty() {
            "\n" h2 { "Not looked at" }
            ul {
                @for one in &explanation.not_searched {
                    "\n" li { (gone(one)) }
                }
            }
        }
    }
}

/// The greatest length of a regular expression.
const EXPRESSION: usize = 4_000;

/// The most bytes shown of a text, or on either side of its mark.
const TEXT: usize = 200;

/// Returns a cause that the baseline accepts, and why.
fn gone(one: &AcceptedCause) -> Markup {
    html! { code { (printable(&one.id)) } " " (printable(&one.reason)) }
}

/// Returns a table of the causes and groups, each with its sentence and a link to its article.
fn table(searched: Searched<'_>, rows: &[Row<'_>]) -> Markup {
    let heads = ["texts", "cause", "id", "baseline"];
    let rows = rows.iter().map(|&row| {
        vec![
            Cell::plain(&row.texts()),
            Cell::plain(&searched.sentence(row)),
            Cell::link(row.id()),
            Cell::plain(state(row)),
        ]
    });
    let table = Table {
        columns: heads.map(Column::of_texts).into(),
        rows: rows.collect(),
    };
    table.html(Some("causes"))
}

/// Returns the place that links to a cause or a group lead to, and the article there: the sentence, facts,
/// the witness as it is shown, examples, and what else is known. No production has the id as a name: an id
/// has a slash.
fn article(
    grammar: &Grammar,
    rule: impl CheckedProduction,
    searched: Searched<'_>,
    row: Row<'_>,
) -> Markup {
    let examples = row.examples();
    let sought = searched.sought;
    let (witness, more) = match (row, sought) {
        (Row::Cause(one), Sought::Verdicts) => {
            let more = html! { (ways_of(&one.cause)) (learnt_about(grammar, one)) };
            (witness(&one.cause), more)
        }
        (Row::Cause(one), _) => (witness(&one.cause), deviating(sought, &one.cause)),
        (Row::Group(one), Sought::Verdicts) => {
            (answer(rule, &one.group.witness), Markup::default())
        }
        (Row::Group(one), _) => (
            html! { pre { (cut(&one.group.witness)) } },
            Markup::default(),
        ),
    };
    html! {
        "\n" div.anchor id=(printable(row.id())) {}
        "\n" article class=(state(row)) {
            h3 { (searched.sentence(row)) }
            p.facts {
                (texts(row.texts())) " · " code { (printable(row.id())) }
                @if let Row::Cause(one) = row {
                    " · production " (link(grammar, &one.cause.production))
                }
                @if let Some(source) = searched.source(row) { " · " (printable(source)) }
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

/// Returns the further ways in which a parser deviates, each with a text.
fn ways_of(cause: &Cause) -> Markup {
    let ways = ways(cause);
    html! {
        @if !ways.is_empty() {
            ul {
                @for (way, text) in ways { li { (in_capitals(&way)) ": " code { (cut(text)) } } }
            }
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
fn witness(cause: &Cause) -> Markup {
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
fn cut(text: &[u8]) -> Markup {
    html! {
        (display(Escaped(&text[..text.len().min(TEXT)])))
        @if text.len() > TEXT { "…" }
    }
}

/// Returns the name of a production, as a link to its diagram if the grammar has it.
fn link(grammar: &Grammar, name: &str) -> Markup {
    html! {
        @if grammar.production(name).is_some() { (html::link(name)) } @else { (printable(name)) }
    }
}

fn texts(count: u64) -> String {
    counted(count, "text", "texts", Style::new())
}

fn in_capitals(heading: &str) -> String {
    let mut characters = heading.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// Returns what the texts to which the parser reacts have as the part.
fn deviating(sought: Sought<'_>, cause: &Cause) -> Markup {
    html! {
        @if let Some(texts) = deviating_texts(cause, EXPRESSION) {
            dl {
                dt {
                    (in_capitals(&as_part(cause))) ", the parser "
                    (sought.before_text(cause.direction))
                }
                dd { code { (printable(&texts)) } }
            }
        }
    }
}
