//! The beginning of the page about a run: what was tested, how it ended, and how far it is explained.

use anstyle::Style;
use maud::{Markup, Render, html};

use crate::conformance::causes::Explanation;
use crate::conformance::causes::sentence::conclusion;
use crate::conformance::markup::{in_capitals, link, printable};
use crate::conformance::report::summary;
use crate::conformance::restarts::Restarts;
use crate::conformance::run_result::RunResult;
use crate::conformance::tested::Tested;
use crate::count::counted;
use crate::palette::Palette;
use crate::production::CheckedProduction;

/// Returns the command, the production, the grammar, the number of texts, and the version of this program.
/// `has_diagram` says that the page has a diagram of the production.
pub(super) fn tested(
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
pub(super) fn end(result: RunResult<'_, impl CheckedProduction>) -> Markup {
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
pub(super) fn explained(explanation: &Explanation) -> Markup {
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
