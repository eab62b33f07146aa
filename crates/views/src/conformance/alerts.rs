//! What a run has to say to other tools: the causes and groups, disagreements without a cause, and what
//! went wrong.

use std::borrow::Cow;
use std::io::{self, Write};

use rfcbnf::causes::Conclusion;
use rfcbnf_engine::escape::Escaped;

use crate::annotation::{Annotation, Level, Region};
use crate::conformance::breakdown::{Restarts, quoted};
use crate::conformance::causes::text::changed;
use crate::conformance::report::summary;
use crate::conformance::run_result::{RunResult, Subject};
use crate::conformance::searched::{Row, Searched};
use crate::palette::Palette;
use crate::production::CheckedProduction;
use crate::{github, sarif};

/// Writes a workflow command of GitHub Actions for each cause and group: an error for a new one, a notice for one that the
/// baseline accepts, and the same for what went wrong. They name the lines of the production in the grammar file.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_github(
    out: &mut impl Write,
    subject: Subject<'_>,
    result: RunResult<'_, impl CheckedProduction>,
) -> io::Result<()> {
    for alert in alerts(result) {
        let title = format!("{}: {}", result.command, alert.id);
        let annotation = alert.annotation(0, result.command, subject);
        github::write(out, &annotation, &title, &alert.message())?;
    }
    Ok(())
}

/// Writes the log of a run in SARIF 2.1.0 on one line: a result for each cause and group, which is suppressed if the
/// baseline accepts it. What is wrong with the run itself is a notification.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_sarif(
    out: &mut impl Write,
    subject: Subject<'_>,
    result: RunResult<'_, impl CheckedProduction>,
) -> io::Result<()> {
    let alerts = alerts(result);
    let (of_run, of_productions): (Vec<&Alert<'_>>, Vec<&Alert<'_>>) =
        alerts.iter().partition(|alert| alert.production.is_none());
    let of_run = of_run.into_iter();
    let rules = of_productions.iter();
    let annotations = of_productions.iter().enumerate();
    let found = sarif::SarifReport {
        rules: rules
            .map(|alert| (&*alert.id, alert.sentence.clone()))
            .collect(),
        is_successful: result.failure().is_none(),
        of_run: of_run
            .map(|alert| (alert.level, format!("{}: {}", alert.id, alert.message())))
            .collect(),
        annotations: annotations
            .map(|(index, alert)| alert.annotation(index, result.command, subject))
            .collect(),
    };
    sarif::write(out, found)
}

/// A message for a tool that shows it beside a file. Everything in it is escaped for people.
#[derive(Debug)]
struct Alert<'a> {
    level: Level,
    /// The id of a cause or group, or a name for the rest.
    id: Cow<'a, str>,
    /// What is wrong, in a sentence without a full stop.
    sentence: String,
    /// What else is to be known.
    details: Option<String>,
    /// The production at fault; `None` for a message about the run.
    production: Option<String>,
    /// The reason why the baseline accepts it.
    accepted: Option<String>,
}

impl Alert<'_> {
    /// Returns the whole message.
    fn message(&self) -> String {
        let details = self.details.iter().map(String::as_str);
        let accepted = self.accepted.as_ref();
        let accepted = accepted.map(|reason| format!("the baseline accepts it: {reason}"));
        let parts = [self.sentence.as_str()].into_iter().chain(details);
        let parts = parts.chain(accepted.as_deref());
        parts.collect::<Vec<_>>().join("; ")
    }

    /// Returns the message about this command, with its index among those of the run.
    fn annotation<'a>(
        &'a self,
        index: usize,
        command: &str,
        subject: Subject<'a>,
    ) -> Annotation<'a> {
        let production = self.production.as_deref();
        let place = production.and_then(|production| subject.place(production));
        Annotation {
            level: self.level,
            rule: (&self.id, index),
            message: format!("{command}: {}", self.message()),
            place: place.map(|(file, lines)| {
                let lines = lines.into_inner();
                (
                    file,
                    Region {
                        lines,
                        within: None,
                    },
                )
            }),
            production,
            related: Vec::new(),
            fix: None,
            fingerprint: Some(&self.id),
            accepted: self.accepted.as_deref(),
        }
    }
}

/// Returns the alerts of a run: first why it ended early, then the causes in the order of the reports.
fn alerts(result: RunResult<'_, impl CheckedProduction>) -> Vec<Alert<'_>> {
    let mut alerts = Vec::new();
    if let Some(breakdown) = result.failure() {
        alerts.push(of_run(Level::Error, "run", breakdown.to_string()));
    }
    if let Some(remark) = result.restarts.and_then(Restarts::remark) {
        let remark = format!("{} {remark}", result.command);
        alerts.push(of_run(Level::Error, "run", remark));
    }
    for searched in result.searches() {
        let rows = searched.rows().into_iter();
        alerts.extend(rows.map(|row| of_row(row, searched)));
    }
    alerts.extend(of_disagreements(result));
    for searched in result.searches() {
        let explanation = searched.explanation;
        alerts.extend(explanation.vanished.iter().map(|one| {
            let id = Escaped(one.id.as_bytes()).to_string();
            let sentence = "no longer found; remove it from the baseline".to_owned();
            let level = if explanation.is_strict {
                Level::Error
            } else {
                Level::Note
            };
            of_run(level, id, sentence)
        }));
        alerts.extend(explanation.pinned.as_ref().map(|pinned| {
            let level = if pinned.has_changed() {
                Level::Error
            } else {
                Level::Note
            };
            of_run(level, "baseline", pinned.sentence())
        }));
        alerts.extend(of_conclusion(searched));
    }
    alerts
}

fn of_run<'a>(level: Level, id: impl Into<Cow<'a, str>>, sentence: String) -> Alert<'a> {
    Alert {
        level,
        id: id.into(),
        sentence,
        details: None,
        production: None,
        accepted: None,
    }
}

fn of_row<'a>(row: Row<'a>, searched: Searched<'_>) -> Alert<'a> {
    let witness = quoted(row.witness());
    let details = match row.texts() {
        0 => format!("no text of the suite shows it, but {witness} does"),
        1 => format!("1 text: {witness}"),
        texts => format!("{texts} texts, the shortest is {witness}"),
    };
    let before = match row {
        Row::Cause(one) => one.before.as_ref(),
        Row::Group(_) => None,
    };
    let details = match before {
        Some(before) => format!("{details}; {}", changed(before)),
        None => details,
    };
    let details = match searched.source(row) {
        Some(source) => format!("{details}; see {}", Escaped(source.as_bytes())),
        None => details,
    };
    let reason = row.accepted();
    Alert {
        level: match reason {
            Some(_) => Level::Note,
            None => Level::Error,
        },
        id: row.id().into(),
        sentence: searched.sentence(row),
        details: Some(details),
        production: Some(row.production().to_owned()),
        accepted: reason.map(|reason| Escaped(reason.as_bytes()).to_string()),
    }
}

/// Returns an alert about the disagreements that no causes show.
fn of_disagreements<'a>(result: RunResult<'_, impl CheckedProduction>) -> Option<Alert<'a>> {
    let total = result.tally.total();
    let count = result.without_causes();
    let id = if count == total.offsets_other() {
        "offsets"
    } else {
        "disagreements"
    };
    let rule = result.tally.rule().to_string();
    let texts = summary(Palette::PLAIN, &total, result.size.texts);
    (count > 0).then(|| Alert {
        production: Some(rule),
        ..of_run(Level::Error, id, texts)
    })
}

/// Returns an alert about a search that does not explain the parser.
fn of_conclusion<'a>(searched: Searched<'_>) -> Option<Alert<'a>> {
    let explanation = searched.explanation;
    let level = match &explanation.conclusion {
        // The breakdown has an alert.
        Conclusion::Explained { .. } | Conclusion::Stopped(_) => return None,
        Conclusion::Contradicted { .. } => Level::Error,
        Conclusion::Incomplete(_) | Conclusion::Ended { .. } => {
            let new = explanation.new_causes().count() + explanation.new_groups().count();
            if new == 0 && !explanation.is_accepted() {
                Level::Error
            } else {
                Level::Note
            }
        }
    };
    let sentence = searched.conclusion();
    Some(of_run(level, "search for causes", sentence))
}
