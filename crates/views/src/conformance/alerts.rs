//! What a run has to say to other tools: the causes and groups, disagreements without a cause, and what
//! went wrong.

use std::borrow::Cow;
use std::io::{self, Write};

use rfcbnf::causes::Conclusion;
use rfcbnf_engine::escape::Escaped;

use crate::annotation::{Annotation, Level, Region};
use crate::conformance::breakdown::{Restarts, quoted};
use crate::conformance::causes::text::changed;
use crate::conformance::parts::{PartReport, corpus};
use crate::conformance::report::summary;
use crate::conformance::run_result::{RunResult, Subject};
use crate::conformance::searched::{Row, Searched};
use crate::palette::Palette;
use crate::production::CheckedProduction;
use crate::table::{Cell, Column, Table, as_code};
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

/// Writes a run in Markdown, for a comment or the summary of a job: the counts, a table of the causes and groups, and what
/// is to be said of the run.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_markdown(
    out: &mut impl Write,
    result: RunResult<'_, impl CheckedProduction>,
) -> io::Result<()> {
    let rule = result.tally.rule().to_string();
    writeln!(
        out,
        "# {} and {}\n",
        result.command,
        Escaped(rule.as_bytes())
    )?;
    let total = summary(Palette::PLAIN, &result.tally.total(), result.size.texts);
    writeln!(out, "{total}\n")?;
    if let Some(table) = corpus::table(Palette::PLAIN, &[result.command], result.corpus, as_code) {
        table.write_markdown(out)?;
        writeln!(out)?;
    }
    let alerts = alerts(result);
    let (found, of_run): (Vec<&Alert<'_>>, Vec<&Alert<'_>>) =
        alerts.iter().partition(|alert| alert.texts.is_some());
    if !found.is_empty() {
        let heads = ["finding", "shortest text", "id", "baseline"];
        let rows = found.into_iter().map(|alert| {
            let (texts, shortest) = alert.texts.unwrap_or_default();
            let accepted = alert.accepted.as_ref();
            let accepted = accepted.map(|reason| format!("accepted: {reason}"));
            vec![
                Cell::plain(&texts),
                Cell::plain(&alert.sentence),
                Cell::plain(&as_code(&quoted(shortest))),
                Cell::plain(&as_code(&alert.id)),
                Cell::plain(accepted.as_deref().unwrap_or("new")),
            ]
        });
        let numbers = [Column::of_numbers(&["texts"])].into_iter();
        let table = Table {
            columns: numbers.chain(heads.map(Column::of_texts)).collect(),
            rows: rows.collect(),
        };
        table.write_markdown(out)?;
        writeln!(out)?;
    }
    for alert in of_run {
        let label = if alert.level == Level::Error {
            "**error**: "
        } else {
            ""
        };
        writeln!(out, "- {label}{}: {}", alert.id, alert.message())?;
    }
    Ok(())
}

/// A message for a tool that shows it beside a file. Everything in it is escaped for people.
#[derive(Debug)]
struct Alert<'a> {
    level: Level,
    /// The id of a cause or group, or a name for the rest.
    id: Cow<'a, str>,
    /// What is wrong, in a sentence without a full stop.
    sentence: String,
    /// The number of texts of the suite, and the shortest text.
    texts: Option<(u64, &'a [u8])>,
    /// What else is to be known.
    details: Vec<String>,
    /// The production at fault; `None` for a message about the run.
    production: Option<String>,
    /// The reason why the baseline accepts it.
    accepted: Option<String>,
}

impl Alert<'_> {
    /// Returns the whole message.
    fn message(&self) -> String {
        let texts = self.texts.map(|(texts, shortest)| {
            let shortest = quoted(shortest);
            match texts {
                0 => format!("no text of the suite shows it, but {shortest} does"),
                1 => format!("1 text: {shortest}"),
                texts => format!("{texts} texts, the shortest is {shortest}"),
            }
        });
        let accepted = self.accepted.as_ref();
        let accepted = accepted.map(|reason| format!("the baseline accepts it: {reason}"));
        let parts = [self.sentence.as_str()].into_iter().chain(texts.as_deref());
        let parts = parts.chain(self.details.iter().map(String::as_str));
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
    alerts.extend(result.parts.iter().flat_map(of_part));
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
        texts: None,
        details: Vec::new(),
        production: None,
        accepted: None,
    }
}

fn of_row<'a>(row: Row<'a>, searched: Searched<'_>) -> Alert<'a> {
    let before = match row {
        Row::Cause(one) => one.before.as_ref(),
        Row::Group(_) => None,
    };
    let source = searched.source(row);
    let source = source.map(|source| format!("see {}", Escaped(source.as_bytes())));
    let reason = row.accepted();
    Alert {
        level: level(reason),
        id: row.id().into(),
        sentence: searched.sentence(row),
        texts: Some((row.texts(), row.witness())),
        details: before.map(changed).into_iter().chain(source).collect(),
        production: Some(row.production().to_owned()),
        accepted: reason.map(|reason| Escaped(reason.as_bytes()).to_string()),
    }
}

/// Returns the level of what a baseline accepts for a reason, or does not accept.
fn level(reason: Option<&str>) -> Level {
    match reason {
        Some(_) => Level::Note,
        None => Level::Error,
    }
}

/// Returns an alert for each cause of a part, and one about a search that did not say everything.
fn of_part(part: &PartReport) -> Vec<Alert<'_>> {
    let source = part.source.as_ref();
    let source = source.map(|source| format!("see {}", Escaped(source.as_bytes())));
    let causes = part.found.iter().flat_map(|found| &found.causes);
    let alerts = causes.map(|named| {
        let (cause, reason) = (&named.cause, named.accepted.as_deref());
        Alert {
            level: level(reason),
            id: named.id.as_str().into(),
            sentence: part.sentence(cause),
            texts: Some((cause.texts, &cause.witness.text)),
            details: part
                .reads(cause)
                .into_iter()
                .chain(source.clone())
                .collect(),
            production: Some(part.part.clone()),
            accepted: reason.map(|reason| Escaped(reason.as_bytes()).to_string()),
        }
    });
    let conclusion = part.found.as_ref().map(|found| &found.conclusion);
    let level = match conclusion {
        _ if part.is_contradicted() => Some(Level::Error),
        Ok(Conclusion::Explained { .. } | Conclusion::Stopped(_)) => None,
        _ => Some(Level::Note),
    };
    let conclusion = level.map(|level| of_run(level, "search for parts", part.conclusion()));
    alerts.chain(conclusion).collect()
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
