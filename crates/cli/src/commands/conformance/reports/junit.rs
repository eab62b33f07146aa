//! The result of a run in the XML of `JUnit`.
//!
//! Invariant: every text is escaped for people first, because XML cannot hold control characters.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use rfc1738_views::conformance::breakdown::Restarts;
use rfc1738_views::conformance::causes::Explanation;
use rfc1738_views::conformance::causes::pinned::PinnedAutomaton;
use rfc1738_views::conformance::causes::text::write_row;
use rfc1738_views::conformance::reactions::Reaction;
use rfc1738_views::conformance::report::summary;
use rfc1738_views::conformance::run_result::RunResult;
use rfc1738_views::conformance::searched::{Row, Searched, Sought};
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
            cases.push(cause(row, searched.sentence(row), lines));
        }
        cases.extend(vanished(explanation));
        cases.extend(explanation.pinned.as_ref().map(baseline));
        cases.push(search(searched));
    }
    write_report(out, &rule.to_string(), &cases)
}

/// A test case.
struct Case {
    name: String,
    outcome: Outcome,
    output: Option<String>,
}

/// How a test case ended.
enum Outcome {
    Success,
    Other {
        kind: Kind,
        message: String,
        lines: Option<String>,
    },
}

/// What a test case without success is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Failure,
    Error,
    Skipped,
}

impl Kind {
    /// Returns the name of the element.
    fn element(self) -> &'static str {
        match self {
            Self::Failure => "failure",
            Self::Error => "error",
            Self::Skipped => "skipped",
        }
    }
}

impl Case {
    /// Returns a test case with an output. If it has no success, the output is its message, too.
    fn new(name: impl Into<String>, failed: Option<Kind>, output: impl Into<String>) -> Self {
        let output = output.into();
        let outcome = failed.map_or(Outcome::Success, |kind| Outcome::Other {
            kind,
            message: output.clone(),
            lines: None,
        });
        Self {
            name: name.into(),
            outcome,
            output: Some(output),
        }
    }

    fn is_a(&self, asked: Kind) -> bool {
        matches!(self.outcome, Outcome::Other { kind, .. } if kind == asked)
    }
}

/// Writes a report with one test suite.
fn write_report(out: &mut impl Write, rule: &str, cases: &[Case]) -> io::Result<()> {
    let name = Escaped(rule.as_bytes()).to_string();
    let count = |kind| cases.iter().filter(|case| case.is_a(kind)).count();
    let numbers = [
        ("tests", cases.len().to_string()),
        ("skipped", count(Kind::Skipped).to_string()),
        ("errors", count(Kind::Error).to_string()),
        ("failures", count(Kind::Failure).to_string()),
    ];
    let numbers = || {
        numbers
            .iter()
            .map(|(name, number)| (*name, number.as_str()))
    };
    let mut writer = Writer::new_with_indent(&mut *out, b' ', 4);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer
        .create_element("testsuites")
        .with_attribute(("name", NAME))
        .with_attributes(numbers())
        .write_inner_content(|writer| {
            let suite = writer.create_element("testsuite");
            let suite = suite.with_attribute(("name", name.as_str()));
            suite
                .with_attributes(numbers())
                .write_inner_content(|writer| {
                    cases
                        .iter()
                        .try_for_each(|case| write_case(writer, rule, case))
                })?;
            Ok(())
        })?;
    writeln!(out)
}

fn write_case(writer: &mut Writer<impl Write>, rule: &str, case: &Case) -> io::Result<()> {
    writer
        .create_element("testcase")
        .with_attribute(("name", held(&case.name).as_str()))
        .with_attribute(("classname", held(rule).as_str()))
        .write_inner_content(|writer| {
            if let Outcome::Other {
                kind,
                message,
                lines,
            } = &case.outcome
            {
                let element = writer.create_element(kind.element());
                let element = element.with_attribute(("message", held(message).as_str()));
                match lines {
                    Some(lines) => element.write_text_content(BytesText::new(&held(lines)))?,
                    None => element.write_empty()?,
                };
            }
            if let Some(output) = &case.output {
                let element = writer.create_element("system-out");
                element.write_text_content(BytesText::new(&held(output)))?;
            }
            Ok(())
        })?;
    Ok(())
}

/// Returns a text without the characters that XML cannot hold.
fn held(text: &str) -> String {
    let is_held = |character: &char| match character {
        '\t' | '\n' | '\r' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        _ => *character >= ' ',
    };
    text.chars().filter(is_held).collect()
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
fn cause(row: Row<'_>, sentence: String, lines: String) -> Case {
    let (kind, message) = match row.accepted() {
        Some(reason) => (Kind::Skipped, Escaped(reason.as_bytes()).to_string()),
        None => (Kind::Failure, sentence),
    };
    Case {
        name: row.id().to_owned(),
        outcome: Outcome::Other {
            kind,
            message,
            lines: Some(lines),
        },
        output: None,
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
