//! The result of a run in the XML of `JUnit`.
//!
//! Invariant: every text is escaped for people first, because XML cannot hold control characters.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use rfc1738_views::conformance::causes::Explanation;
use rfc1738_views::conformance::causes::pinned::PinnedAutomaton;
use rfc1738_views::conformance::causes::sentence::conclusion;
use rfc1738_views::conformance::causes::text::{write_cause, write_unexplained};
use rfc1738_views::conformance::reactions::{
    Reaction, ReactionCauses, sentence as of_reaction, text,
};
use rfc1738_views::conformance::report::summary;
use rfc1738_views::conformance::restarts::Restarts;
use rfc1738_views::conformance::rows::{Row, rows};
use rfc1738_views::conformance::run_result::RunResult;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::causes::Conclusion;
use rfcbnf_engine::escape::Escaped;

/// The name of the report.
const NAME: &str = "rfc1738 conformance run";

/// Writes a test suite: one test case for the suite of texts, one for each cause and for each group
/// of disagreements without one, and one for the search.
pub(super) fn write(
    out: &mut impl Write,
    result: RunResult<'_, impl CheckedProduction>,
) -> io::Result<()> {
    let rule = result.tally.rule();
    let mut suite = TestSuite::new(Escaped(rule.to_string().as_bytes()).to_string());
    suite.add_test_case(texts(result));
    if let Some(explanation) = result.explanation {
        let most = result.tally.most();
        for row in rows(explanation) {
            let lines = plain(|out| match row {
                Row::Cause(one) => write_cause(out, Palette::PLAIN, one, most),
                Row::Group(one) => write_unexplained(out, Palette::PLAIN, rule, one, most),
            })?;
            suite.add_test_case(cause(row.id(), row.accepted(), row.sentence(), lines));
        }
        suite.add_test_cases(vanished(explanation));
        suite.add_test_cases(explanation.pinned.as_ref().map(baseline));
        suite.add_test_case(search(
            "search for causes",
            explanation,
            conclusion(explanation),
        ));
    }
    for causes in result.reactions {
        add_reaction(&mut suite, causes, result.tally.most())?;
    }
    for case in &mut suite.test_cases {
        case.set_classname(rule.to_string());
    }
    let mut report = Report::new(NAME);
    report.add_test_suite(suite);
    let written = report.to_string().map_err(io::Error::other)?;
    out.write_all(written.as_bytes())
}

/// Returns the test case of the suite. Its wrong verdicts count here if they have no causes.
fn texts(result: RunResult<'_, impl CheckedProduction>) -> TestCase {
    let total = result.tally.total();
    let summary = summary(Palette::PLAIN, &total, result.size.texts);
    let loose = result.restarts.and_then(Restarts::remark);
    let mut status = if result.breakdown.is_some() {
        TestCaseStatus::non_success(NonSuccessKind::Error)
    } else if result.without_causes() > 0 || loose.is_some() {
        TestCaseStatus::non_success(NonSuccessKind::Failure)
    } else {
        TestCaseStatus::success()
    };
    let message = result.breakdown.map(ToString::to_string);
    let loose = loose.map(|remark| format!("{} {remark}", result.command));
    status.set_message(message.or(loose).unwrap_or_else(|| summary.clone()));
    let mut case = TestCase::new("texts", status);
    case.set_system_out(summary);
    case
}

/// Returns the test case of a cause, or of a group without one.
fn cause(id: &str, accepted: Option<&str>, sentence: String, lines: String) -> TestCase {
    let (mut status, message) = match accepted {
        Some(reason) => (
            TestCaseStatus::skipped(),
            Escaped(reason.as_bytes()).to_string(),
        ),
        None => (
            TestCaseStatus::non_success(NonSuccessKind::Failure),
            sentence,
        ),
    };
    status.set_message(message);
    status.set_description(lines);
    TestCase::new(id.to_owned(), status)
}

/// Adds a test case for each cause of a crash or of a hang, for each group of texts without one, and for
/// the search.
fn add_reaction(suite: &mut TestSuite, causes: &ReactionCauses, most: usize) -> io::Result<()> {
    let ReactionCauses {
        reaction,
        explanation,
    } = causes;
    for one in &explanation.causes {
        let lines = plain(|out| text::write_cause(out, Palette::PLAIN, *reaction, one, most))?;
        let sentence = of_reaction::of_cause(*reaction, &one.cause);
        suite.add_test_case(cause(&one.id, one.accepted.as_deref(), sentence, lines));
    }
    for one in &explanation.unexplained {
        let lines = plain(|out| text::write_group(out, Palette::PLAIN, *reaction, one, most))?;
        let sentence = of_reaction::of_group(*reaction, &one.group);
        suite.add_test_case(cause(&one.id, one.accepted.as_deref(), sentence, lines));
    }
    suite.add_test_cases(vanished(explanation));
    let name = match reaction {
        Reaction::Crashed => "search for causes of crashes",
        Reaction::TimedOut => "search for causes of hangs",
    };
    suite.add_test_case(search(name, explanation, of_reaction::conclusion(causes)));
    Ok(())
}

/// Returns the test case of the automaton of the baseline.
fn baseline(pinned: &PinnedAutomaton) -> TestCase {
    let mut status = if pinned.has_changed() {
        TestCaseStatus::non_success(NonSuccessKind::Failure)
    } else {
        TestCaseStatus::success()
    };
    status.set_message(pinned.sentence());
    let mut case = TestCase::new("baseline", status);
    case.set_system_out(pinned.sentence());
    case
}

/// Returns the test cases of the causes of the baseline that are gone.
fn vanished(explanation: &Explanation) -> impl Iterator<Item = TestCase> {
    explanation.vanished.iter().map(|one| {
        let id = Escaped(one.id.as_bytes()).to_string();
        let status = if explanation.is_strict {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        } else {
            TestCaseStatus::success()
        };
        let mut case = TestCase::new(id, status);
        case.set_system_out("no longer found; remove it from the baseline");
        case
    })
}

/// Returns the lines that a view writes.
fn plain(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<String> {
    let mut lines = Vec::new();
    write(&mut lines)?;
    String::from_utf8(lines).map_err(io::Error::other)
}

/// Returns the test case of a search for causes.
fn search(name: &str, explanation: &Explanation, message: String) -> TestCase {
    let has_failed =
        explanation.new_causes().next().is_some() || explanation.new_groups().next().is_some();
    // The automaton of the baseline, and what vanished, have test cases of their own.
    let pinned = explanation.pinned.as_ref();
    let is_told = pinned.is_some_and(PinnedAutomaton::has_changed)
        || explanation.is_strict && !explanation.vanished.is_empty();
    let mut status = match &explanation.conclusion {
        Conclusion::Stopped(_) | Conclusion::Contradicted { .. } => {
            TestCaseStatus::non_success(NonSuccessKind::Error)
        }
        // Some disagreement has no test case of its own.
        Conclusion::Incomplete(_) | Conclusion::Ended { .. }
            if !explanation.is_accepted() && !has_failed && !is_told =>
        {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        }
        Conclusion::Incomplete(_) | Conclusion::Explained { .. } | Conclusion::Ended { .. } => {
            TestCaseStatus::success()
        }
    };
    status.set_message(message.clone());
    let mut case = TestCase::new(name.to_owned(), status);
    case.set_system_out(message);
    case
}
