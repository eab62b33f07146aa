//! The result of `conformance run` as a page in HTML.
//!
//! Invariants: the page is one file, which needs no other file and no script. It is well-formed XML
//! for any grammar and any texts. The id of a production is its name, and that of a cause is its id.

use std::collections::BTreeMap;

use anstyle::Style;
use maud::{Markup, Render, display, html};
use rfcbnf::causes::{Cause, Learnt};
use rfcbnf::export::expression_of;
use rfcbnf::syntax::{Grammar, Production};
use rfcbnf_engine::escape::{Escaped, Printable};

use crate::conformance::breakdown::Restarts;
use crate::conformance::causes::expression::{Difference, Expressions, reading};
use crate::conformance::causes::sentence::{above, answer_with_ignored, conclusion, context};
use crate::conformance::causes::text::{changed, deviation};
use crate::conformance::causes::{Explanation, NamedCause, ip_literal};
use crate::conformance::reactions::sentence::{expression, of_row};
use crate::conformance::reactions::{self, Reaction, ReactionCauses};
use crate::conformance::report::{columns, summary};
use crate::conformance::rows::{Row, rows};
use crate::conformance::run_result::{RunResult, Tested};
use crate::conformance::tally::Tally;
use crate::count::counted;
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
        (about(tested, result, has_diagram))
        (end(result))
        @if let Some(explanation) = result.explanation {
            (explained(explanation))
            (causes_of(grammar, tally.rule(), explanation))
        }
        @for causes in result.reactions { (reaction(grammar, causes)) }
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

/// Returns the command, the production, the grammar, the number of texts, and the version of this program.
/// `has_diagram` says that the page has a diagram of the production.
fn about(
    tested: Tested<'_>,
    result: RunResult<'_, impl CheckedProduction>,
    has_diagram: bool,
) -> Markup {
    let rule = result.tally.rule().to_string();
    let suite = match (result.quick, result.extra_states) {
        (true, _) => "a quick suite".to_owned(),
        (false, 0) => "a suite without extra states".to_owned(),
        (false, 1) => "a suite with 1 extra state".to_owned(),
        (false, states) => format!("a suite with {states} extra states"),
    };
    html! {
        "\n" dl.tested {
            (entry("Command", html! { code { (tested.command_line) } }))
            (entry("Production", html! {
                code {
                    @if has_diagram { (link(&tested.grammar.grammar, &rule)) } @else { (printable(&rule)) }
                }
            }))
            (entry("Grammar", printable(tested.grammar.title())))
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
                    "\n" li { code { (printable(&vanished.id)) } " " (printable(&vanished.reason)) }
                }
            }
        }
        @if !explanation.not_searched.is_empty() {
            "\n" h2 { "Not looked at" }
            ul {
                @for one in &explanation.not_searched {
                    "\n" li { code { (printable(&one.id)) } " " (printable(&one.reason)) }
                }
            }
        }
    }
}

/// The greatest length of a regular expression.
const EXPRESSION: usize = 4_000;

/// The most bytes shown of a text, or on either side of its mark.
const TEXT: usize = 200;

/// Returns a table of the causes and groups, each with its sentence and a link to its article.
fn table<'a>(rows: &[Row<'a>], sentence: impl Fn(Row<'a>) -> String) -> Markup {
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
fn article(
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

/// Returns a text of others, escaped for people.
fn printable(text: &str) -> impl Render {
    display(Printable(text.as_bytes()))
}

/// Returns the name of a production, as a link to its diagram if the grammar has it.
fn link(grammar: &Grammar, name: &str) -> Markup {
    html! {
        @if grammar.production(name).is_some() { (html::link(name)) } @else { (printable(name)) }
    }
}

/// Returns a link to a cause or a group.
fn reference(id: &str) -> Markup {
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

fn in_capitals(heading: &str) -> String {
    let mut characters = heading.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// Returns a section about the causes of the reaction.
fn reaction(grammar: &Grammar, causes: &ReactionCauses) -> Markup {
    let reaction = causes.reaction;
    let rows = rows(&causes.explanation);
    html! {
        "\n" section {
            h2 { (in_capitals(&reaction.words().heading)) }
            p.conclusion { (in_capitals(&reactions::sentence::conclusion(causes))) "." }
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
