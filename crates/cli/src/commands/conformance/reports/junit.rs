//! The result of a run in the XML of `JUnit`.

use std::io::{self, Write};

use rfc1738_views::conformance::breakdown::Restarts;
use rfc1738_views::conformance::causes::Explanation;
use rfc1738_views::conformance::causes::pinned::PinnedAutomaton;
use rfc1738_views::conformance::causes::text::write_row;
use rfc1738_views::conformance::parts::PartReport;
use rfc1738_views::conformance::reactions::Reaction;
use rfc1738_views::conformance::report::summary;
use rfc1738_views::conformance::run_result::RunResult;
use rfc1738_views::conformance::searched::{Searched, Sought};
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::causes::Conclusion;
use rfcbnf_engine::escape::Escaped;

use crate::output::junit::{Case, Kind, Outcome, write_report};

/// The name of the report.
const NAME: &str = "rfc1738 conformance run";

/// Writes a test suite: one test case for the suite of texts, one for each cause and for each group
/// of disagreements without one, and one for the search.
pub(super) fn write(
    out: &mut impl Write,
    result: RunResult<'_, impl CheckedProduction>,
) -> io::Result<()> {
    let rule = result.tally.rule();
    let mut cases = vec![texts(result)];
    for searched in result.searches() {
        let explanation = searched.explanation;
        let rows = match searched.sought {
            Sought::Verdicts => searched.rows(),
            _ => searched.as_found(),
        };
        for row in rows {
            let (mut lines, most) = (Vec::new(), result.tally.most());
            write_row(
                &mut lines,
                Palette::PLAIN,
                (searched, row),
                Some(rule),
                most,
            )?;
            let lines = String::from_utf8(lines).map_err(io::Error::other)?;
            cases.push(cause(
                row.id(),
                row.accepted(),
                searched.sentence(row),
                lines,
            ));
        }
        cases.extend(vanished(explanation));
        cases.extend(explanation.pinned.as_ref().map(baseline));
        cases.push(search(searched));
    }
    cases.extend(result.parts.iter().flat_map(of_part));
    write_report(out, NAME, &rule.to_string(), &cases)
}

/// Returns the test cases of a part: one for each cause, and one for the search.
fn of_part(part: &PartReport) -> impl Iterator<Item = Case> {
    let causes = part.found.iter().flat_map(|found| &found.causes);
    let causes = causes.map(|named| {
        let sentence = part.sentence(&named.cause);
        let lines = part.details(&named.cause);
        cause(&named.id, named.accepted.as_deref(), sentence, lines)
    });
    let has_failed = part.is_contradicted() || part.breakdown().is_some();
    let kind = has_failed.then_some(Kind::Error);
    let name = format!("search for {}", Escaped(part.part.as_bytes()));
    causes.chain([Case::new(name, kind, part.conclusion())])
}

/// Returns the test case of the suite. Its wrong verdicts count here if they have no causes.
fn texts(result: RunResult<'_, impl CheckedProduction>) -> Case {
    let total = result.tally.total();
    let summary = summary(Palette::PLAIN, &total, result.size.texts);
    let loose = result.restarts.and_then(Restarts::remark);
    let kind = if result.breakdown.is_some() {
        Some(Kind::Error)
    } else if result.without_causes() > 0 || loose.is_some() {
        Some(Kind::Failure)
    } else {
        None
    };
    let message = result.breakdown.map(ToString::to_string);
    let told = loose.map(|remark| format!("{} {remark}", result.command));
    let mut case = Case::new("texts", kind, summary);
    if let (Outcome::Other { message: shown, .. }, Some(told)) =
        (&mut case.outcome, message.or(told))
    {
        *shown = told;
    }
    case
}

/// Returns the test case of a cause, or of a group without one.
fn cause(id: &str, accepted: Option<&str>, sentence: String, lines: String) -> Case {
    let (kind, message) = match accepted {
        Some(reason) => (Kind::Skipped, Escaped(reason.as_bytes()).to_string()),
        None => (Kind::Failure, sentence),
    };
    Case {
        name: id.to_owned(),
        outcome: Outcome::Other {
            kind,
            message,
            lines: Some(lines),
        },
        output: None,
        class: None,
    }
}

/// Returns the test case of the automaton of the baseline.
fn baseline(pinned: &PinnedAutomaton) -> Case {
    let failed = pinned.has_changed().then_some(Kind::Failure);
    Case::new("baseline", failed, pinned.sentence())
}

/// Returns the test cases of the causes of the baseline that are gone.
fn vanished(explanation: &Explanation) -> impl Iterator<Item = Case> {
    let failed = explanation.is_strict.then_some(Kind::Failure);
    explanation.vanished.iter().map(move |one| {
        let id = Escaped(one.id.as_bytes()).to_string();
        Case::new(id, failed, "no longer found; remove it from the baseline")
    })
}

/// Returns the test case of a search for causes.
fn search(searched: Searched<'_>) -> Case {
    let explanation = searched.explanation;
    let name = match searched.sought {
        Sought::Reaction(Reaction::Crashed) => "search for causes of crashes",
        Sought::Reaction(Reaction::TimedOut) => "search for causes of hangs",
        Sought::Verdicts | Sought::Alone(_) => "search for causes",
    };
    let has_failed =
        explanation.new_causes().next().is_some() || explanation.new_groups().next().is_some();
    // The automaton of the baseline, and what vanished, have test cases of their own.
    let pinned = explanation.pinned.as_ref();
    let is_told = pinned.is_some_and(PinnedAutomaton::has_changed)
        || explanation.is_strict && !explanation.vanished.is_empty();
    let kind = match &explanation.conclusion {
        Conclusion::Stopped(_) | Conclusion::Contradicted { .. } => Some(Kind::Error),
        // Some disagreement has no test case of its own.
        Conclusion::Incomplete(_) | Conclusion::Ended { .. }
            if !explanation.is_accepted() && !has_failed && !is_told =>
        {
            Some(Kind::Failure)
        }
        Conclusion::Incomplete(_) | Conclusion::Explained { .. } | Conclusion::Ended { .. } => None,
    };
    Case::new(name, kind, searched.conclusion())
}
