//! What a run has to say to other tools: the causes and groups, disagreements without a cause, and what
//! went wrong.

use std::borrow::Cow;

use rfcbnf::causes::Conclusion;
use rfcbnf_engine::escape::Escaped;

use crate::conformance::breakdown::{Restarts, quoted};
use crate::conformance::causes::Explanation;
use crate::conformance::causes::sentence::conclusion;
use crate::conformance::causes::text::changed;
use crate::conformance::reactions::{ReactionCauses, sentence};
use crate::conformance::report::summary;
use crate::conformance::rows::{Row, rows};
use crate::conformance::run_result::RunResult;
use crate::palette::Palette;
use crate::production::CheckedProduction;

/// A message for a tool that shows it beside a file. Everything in it is escaped for people.
#[derive(Debug)]
pub(super) struct Alert<'a> {
    pub(super) level: Level,
    /// The id of a cause or group, or a name for the rest.
    pub(super) id: Cow<'a, str>,
    /// What is wrong, in a sentence without a full stop.
    pub(super) sentence: String,
    /// What else is to be known.
    details: Option<String>,
    /// The production at fault; `None` for a message about the run.
    pub(super) production: Option<String>,
    /// The reason why the baseline accepts it.
    pub(super) accepted: Option<String>,
}

/// How grave an alert is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    Error,
    Note,
}

impl Alert<'_> {
    /// Returns the whole message.
    pub(super) fn message(&self) -> String {
        let details = self.details.iter().map(String::as_str);
        let accepted = self.accepted.as_ref();
        let accepted = accepted.map(|reason| format!("the baseline accepts it: {reason}"));
        let parts = [self.sentence.as_str()].into_iter().chain(details);
        let parts = parts.chain(accepted.as_deref());
        parts.collect::<Vec<_>>().join("; ")
    }
}

/// Returns the alerts of a run: first why it ended early, then the causes in the order of the reports.
pub(super) fn alerts(result: RunResult<'_, impl CheckedProduction>) -> Vec<Alert<'_>> {
    let mut alerts = Vec::new();
    if let Some(breakdown) = result.failure() {
        alerts.push(of_run(Level::Error, "run", breakdown.to_string()));
    }
    if let Some(remark) = result.restarts.and_then(Restarts::remark) {
        let remark = format!("{} {remark}", result.command);
        alerts.push(of_run(Level::Error, "run", remark));
    }
    let reactions = result.reactions.iter();
    let reactions = reactions.map(|causes| (&causes.explanation, Some(causes)));
    let verdicts = result.explanation.map(|explanation| (explanation, None));
    let searches = verdicts.into_iter().chain(reactions);
    for (explanation, causes) in searches.clone() {
        let rows = rows(explanation).into_iter();
        alerts.extend(rows.map(|row| of_row(row, causes)));
    }
    alerts.extend(of_disagreements(result));
    for (explanation, causes) in searches {
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
        alerts.extend(of_conclusion(explanation, causes));
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

/// Returns the alert about a row, which is one of the causes of a reaction if these are given.
fn of_row<'a>(row: Row<'a>, causes: Option<&ReactionCauses>) -> Alert<'a> {
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
    let reason = row.accepted();
    Alert {
        level: match reason {
            Some(_) => Level::Note,
            None => Level::Error,
        },
        id: row.id().into(),
        sentence: match causes {
            Some(causes) => sentence::of_row(causes.reaction, row),
            None => row.sentence(),
        },
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
fn of_conclusion<'a>(
    explanation: &Explanation,
    causes: Option<&ReactionCauses>,
) -> Option<Alert<'a>> {
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
    let sentence = match causes {
        Some(causes) => sentence::conclusion(causes),
        None => conclusion(explanation),
    };
    Some(of_run(level, "search for causes", sentence))
}
