//! The result of `conformance run` as a page in HTML.
//!
//! Invariants: the page is one file, which needs no other file and no script. It is well-formed XML
//! for any grammar and any texts. The id of a production is its name, and that of a cause is its id.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use rfcbnf::causes::{Cause, Learnt};
use rfcbnf::export::expression_of;
use rfcbnf::syntax::{Grammar, Production};

use crate::conformance::causes::expression::{Difference, Expressions, reading};
use crate::conformance::causes::sentence::{
    above, answer_with_ignored, conclusion, sentence, sentence_of_group,
};
use crate::conformance::causes::text::changed;
use crate::conformance::causes::{Explanation, NamedCause, NamedGroup, ip_literal};
use crate::conformance::markup::{
    escaped, in_capitals, link, markup, texts, witness, write_examples, write_opening, write_reason,
};
use crate::conformance::overview::{reference, write_anchor, write_rows, write_tested};
use crate::conformance::reactions;
use crate::conformance::report::{Column, columns, summary};
use crate::conformance::restarts::Restarts;
use crate::conformance::rows::{Row, rows};
use crate::conformance::run_result::RunResult;
use crate::conformance::tally::{Counts, Tally};
use crate::conformance::tested::Tested;
use crate::diagnostic::syntax_error::{rejection, wrong_rejection};
use crate::html_page::write_head;
use crate::palette::Palette;
use crate::production::CheckedProduction;
use crate::railroad::svg::{STYLE, draw};

/// The style sheet of the page.
const PAGE_STYLE: &str = include_str!("page.css");

/// The greatest width of a diagram, in pixels.
const WIDTH: usize = 860;

/// The greatest length of a regular expression.
const EXPRESSION: usize = 4_000;

/// The greatest length of an expression with a diagram.
const DIAGRAM: usize = 400;

/// Returns the page about a run on a production of the grammar.
#[must_use]
pub fn page(tested: Tested<'_>, result: RunResult<'_, impl CheckedProduction>) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, tested, result);
    page
}

fn write_page(
    out: &mut String,
    tested: Tested<'_>,
    result: RunResult<'_, impl CheckedProduction>,
) -> fmt::Result {
    let RunResult {
        command,
        tally,
        explanation,
        ..
    } = result;
    let grammar = tested.grammar;
    let title = format!("{command} and {}", tally.rule());
    let title = markup(&title);
    write_head(out, &title, [PAGE_STYLE, STYLE])?;
    let total = tally.total();
    let texts = summary(Palette::PLAIN, &total, result.size.texts);
    let rule = tally.rule().to_string();
    let of_reactions = result.reactions.iter().map(|causes| &causes.explanation);
    let searches = explanation.into_iter().chain(of_reactions);
    let mut causes = searches.clone().flat_map(|search| &search.causes);
    let has_diagram = causes.any(|one| one.cause.production == rule);
    write_tested(out, tested, result, has_diagram)?;
    writeln!(out, "<p>{}.</p>", in_capitals(&texts))?;
    if let Some(breakdown) = result.failure() {
        let message = markup(&breakdown.to_string());
        writeln!(out, "<p class=\"failure\">{message}.</p>")?;
    }
    if let Some(remark) = result.restarts.and_then(Restarts::remark) {
        writeln!(
            out,
            "<p class=\"failure\">{} {remark}.</p>",
            markup(command)
        )?;
    }
    if let Some(explanation) = explanation {
        write_overview(out, explanation)?;
        write_causes(out, &grammar.grammar, tally.rule(), explanation)?;
    }
    for causes in result.reactions {
        reactions::html::write(out, &grammar.grammar, causes)?;
    }
    write_disagreements(out, result)?;
    if total.texts() > 0 {
        write_table(out, tally)?;
    }
    write_productions(out, &grammar.grammar, searches)?;
    writeln!(out, "</body>\n</html>")
}

/// Writes the conclusion and what the baseline says.
fn write_overview(out: &mut String, explanation: &Explanation) -> fmt::Result {
    let message = in_capitals(&markup(&conclusion(explanation)));
    let (new, all) = (explanation.new_causes().count(), explanation.causes.len());
    let causes = if all == 1 { "cause" } else { "causes" };
    writeln!(
        out,
        "<p>{all} {causes} found, {new} not accepted by a baseline; {} texts asked in {} rounds. \
         {} texts have several causes.</p>\n<p class=\"conclusion\">{message}.</p>",
        explanation.questions, explanation.rounds, explanation.several
    )?;
    let groups = explanation.unexplained.len();
    if groups > 0 {
        let new = explanation.new_groups().count();
        let of = if groups == 1 { "group" } else { "groups" };
        writeln!(
            out,
            "<p>{groups} {of} of texts without a cause, {new} not accepted by a baseline.</p>"
        )?;
    }
    if explanation.left_out > 0 {
        writeln!(
            out,
            "<p>{} disagreements are not counted by cause, because there are too many.</p>",
            explanation.left_out
        )?;
    }
    if explanation.vanished.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>No longer found</h2>\n<ul>")?;
    for vanished in &explanation.vanished {
        let (id, reason) = (escaped(&vanished.id), escaped(&vanished.reason));
        writeln!(out, "<li><code>{id}</code> {reason}</li>")?;
    }
    writeln!(out, "</ul>")
}

/// Writes a table of the causes and groups, and then what is known about each.
fn write_causes(
    out: &mut String,
    grammar: &Grammar,
    rule: impl CheckedProduction,
    explanation: &Explanation,
) -> fmt::Result {
    let rows = rows(explanation);
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section>\n<h2>Causes</h2>")?;
    write_rows(out, &rows, Row::sentence)?;
    for row in rows {
        write_anchor(out, row.id())?;
        match row {
            Row::Cause(one) => write_cause(out, grammar, one)?,
            Row::Group(one) => write_group(out, rule, one)?,
        }
    }
    writeln!(out, "</section>")
}

fn write_cause(out: &mut String, grammar: &Grammar, named: &NamedCause) -> fmt::Result {
    let cause = &named.cause;
    let sentence = markup(&sentence(cause));
    let texts = texts(cause.texts);
    let id = escaped(&named.id);
    write_opening(out, &sentence, named.accepted.as_deref())?;
    write!(
        out,
        "<p class=\"facts\">{texts} · <code>{id}</code> · production "
    )?;
    writeln!(out, "{}</p>", link(grammar, &cause.production))?;
    write_reason(out, named.accepted.as_deref())?;
    writeln!(out, "<pre class=\"witness\">{}</pre>", witness(cause))?;
    write_examples(out, &cause.examples)?;
    if let Some(before) = &named.before {
        writeln!(
            out,
            "<p class=\"reason\">{}</p>",
            in_capitals(&markup(&changed(before)))
        )?;
    }
    if let Some(learnt) = &cause.learnt {
        write_learnt(out, grammar, cause, learnt)?;
    }
    writeln!(out, "</article>")
}

fn write_learnt(
    out: &mut String,
    grammar: &Grammar,
    cause: &Cause,
    learnt: &Learnt,
) -> fmt::Result {
    if let Some(line) = answer_with_ignored(cause) {
        return writeln!(out, "<p>{}.</p>", in_capitals(&markup(&line)));
    }
    if let Some(literal) = &learnt.literal {
        for line in ip_literal::lines(literal, cause.encoding, &cause.part) {
            writeln!(out, "<p>{}</p>", in_capitals(&markup(&line)))?;
        }
        return Ok(());
    }
    let Some(expressions) = Expressions::new(cause, EXPRESSION) else {
        return Ok(());
    };
    let states = learnt.observed.states().len();
    let production = escaped(&cause.part);
    writeln!(
        out,
        "<dl>\n<dt>As <code>{production}</code>, the parser accepts</dt>"
    )?;
    match &expressions.observed {
        Some(observed) => writeln!(out, "<dd><code>{}</code></dd>", escaped(observed))?,
        None => writeln!(out, "<dd>the texts of an automaton of {states} states</dd>")?,
    }
    let missing = expressions.limits.map(|limits| escaped(&above(limits)));
    let missing = missing.or_else(|| written(&expressions.missing));
    for (texts, what) in [
        (written(&expressions.beyond), "Accepted but not derived"),
        (missing, "Derived but not accepted"),
    ] {
        if let Some(texts) = texts {
            writeln!(out, "<dt>{what}</dt>\n<dd>{texts}</dd>")?;
        }
    }
    writeln!(out, "</dl>")?;
    if let Some(remark) = expressions.remark() {
        writeln!(out, "<p>{}.</p>", in_capitals(remark))?;
    }
    let body =
        reading(cause).and_then(|(it, _)| expression_of(&it.observed, grammar.encoding, DIAGRAM));
    let like = grammar.production(&cause.production);
    if let Some((body, like)) = body.zip(like) {
        let production = Production {
            body,
            ..like.clone()
        };
        let diagram = draw(&production, &|_| false, WIDTH);
        writeln!(out, "<div class=\"diagram\">{diagram}</div>")?;
    }
    Ok(())
}

/// Returns the texts that only one side has, if there are any.
fn written(difference: &Difference) -> Option<String> {
    match difference {
        Difference::Nothing => None,
        Difference::Expression(texts) => Some(format!("<code>{}</code>", escaped(texts))),
        Difference::TooLong => Some("too long to be written as a regular expression".to_owned()),
    }
}

fn write_group(out: &mut String, rule: impl CheckedProduction, named: &NamedGroup) -> fmt::Result {
    let group = &named.group;
    let sentence = markup(&sentence_of_group(group));
    let (texts, id) = (texts(group.texts), escaped(&named.id));
    write_opening(out, &sentence, named.accepted.as_deref())?;
    writeln!(out, "<p class=\"facts\">{texts} · <code>{id}</code></p>")?;
    write_reason(out, named.accepted.as_deref())?;
    write_text(out, rule, &group.witness)?;
    write_examples(out, &group.examples)?;
    writeln!(out, "</article>")
}

/// Writes the disagreements that have no causes: those on offsets, and all without a search.
fn write_disagreements(
    out: &mut String,
    result: RunResult<'_, impl CheckedProduction>,
) -> fmt::Result {
    let tally = result.tally;
    let shortest = tally.shortest(|fault| !result.has_causes(fault));
    if shortest.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section>\n<h2>Disagreements</h2>")?;
    for disagreement in shortest {
        writeln!(
            out,
            "<article class=\"new\">\n<p class=\"facts\">Answered <code>{}</code></p>",
            disagreement.answer
        )?;
        write_text(out, tally.rule(), &disagreement.text)?;
        writeln!(out, "</article>")?;
    }
    writeln!(out, "</section>")
}

/// Writes a text and what the grammar says about it.
fn write_text(out: &mut String, rule: impl CheckedProduction, text: &[u8]) -> fmt::Result {
    let shown = match rule.error_of(text) {
        Some(error) => rejection(text, &error).without_help(),
        None => wrong_rejection(text, rule, None),
    };
    let shown = shown.render(Palette::PLAIN);
    writeln!(out, "<pre>{}</pre>", markup(&shown))
}

fn write_table(out: &mut String, tally: &Tally<impl CheckedProduction>) -> fmt::Result {
    writeln!(
        out,
        "<section>\n<h2>Counts</h2>\n<table>\n<tr><th>production</th>"
    )?;
    let columns = columns(&tally.total());
    for (above, below, _) in &columns {
        writeln!(out, "<th>{above} {below}</th>")?;
    }
    writeln!(out, "</tr>")?;
    let rows = tally.productions().into_iter();
    let rows = rows.map(|(rule, counts)| (rule.to_string(), counts));
    for (name, counts) in rows.chain([("all".to_owned(), tally.total())]) {
        write_row(out, &columns, &name, &counts)?;
    }
    writeln!(out, "</table>\n</section>")
}

fn write_row(out: &mut String, columns: &[Column], name: &str, counts: &Counts) -> fmt::Result {
    write!(out, "<tr><td>{}</td>", escaped(name))?;
    for (.., value) in columns {
        write!(out, "<td>{}</td>", value(counts))?;
    }
    writeln!(out, "</tr>")
}

/// Writes the productions of the causes, as the grammar has them.
fn write_productions<'a>(
    out: &mut String,
    grammar: &Grammar,
    searches: impl Iterator<Item = &'a Explanation>,
) -> fmt::Result {
    let mut ids: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in searches.flat_map(rows) {
        if let Row::Cause(_) = row {
            let of_production = ids.entry(row.production()).or_default();
            of_production.push(reference(row.id()));
        }
    }
    if ids.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section>\n<h2>Productions</h2>")?;
    let productions = grammar.productions.iter();
    for production in productions.filter(|one| ids.contains_key(one.name.as_str())) {
        let name = &production.name;
        let causes = ids[name.as_str()].join(", ");
        writeln!(out, "<article id=\"{name}\">\n<h3>{name}</h3>")?;
        writeln!(out, "<p class=\"facts\">Causes: {causes}</p>")?;
        let diagram = draw(production, &|name| ids.contains_key(name), WIDTH);
        writeln!(out, "<div class=\"diagram\">{diagram}</div>")?;
        let text = grammar.text(production).replace("\r\n", "\n");
        let lines: Vec<String> = text.lines().map(escaped).collect();
        writeln!(out, "<pre>{}</pre>\n</article>", lines.join("\n"))?;
    }
    writeln!(out, "</section>")
}
