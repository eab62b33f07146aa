//! The result of `conformance run` in SARIF 2.1.0.

use std::io;

use serde::Serialize;

use crate::conformance::alerts::{Alert, Level, alerts};
use crate::conformance::run_result::{RunResult, Tested};
use crate::json;
use crate::production::CheckedProduction;
use crate::sarif::{
    ArtifactLocation, Location, LogicalLocation, Message, Notification, PhysicalLocation, Rule,
    log, uri,
};

/// Writes the log of a run on one line: a result for each cause and group, which is suppressed if the
/// baseline accepts it. What is wrong with the run itself is a notification.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(
    out: &mut impl io::Write,
    tested: Tested<'_>,
    result: RunResult<'_, impl CheckedProduction>,
) -> io::Result<()> {
    let alerts = alerts(result);
    let (of_run, of_productions): (Vec<&Alert<'_>>, Vec<&Alert<'_>>) =
        alerts.iter().partition(|alert| alert.production.is_none());
    let results = of_productions.iter().enumerate();
    let results =
        results.map(|(index, alert)| ResultRecord::new(index, alert, result.command, tested));
    let rules = of_productions
        .iter()
        .map(|alert| Rule::named(&alert.id, alert.sentence.clone()));
    let record = log(
        rules.collect(),
        result.failure().is_none(),
        of_run.into_iter().map(notification).collect(),
        results.collect(),
    );
    json::write(out, &record)
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultRecord<'a> {
    rule_id: &'a str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: [Location<'a, Region>; 1],
    partial_fingerprints: Fingerprints<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<[Suppression<'a>; 1]>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    end_line: usize,
}

/// What stays the same from run to run. The number in the name changes if the ids of causes do.
#[derive(Debug, Serialize)]
struct Fingerprints<'a> {
    #[serde(rename = "causeId/v1")]
    id: &'a str,
}

/// What suppresses a result: the baseline, which is external to the grammar.
#[derive(Debug, Serialize)]
struct Suppression<'a> {
    kind: &'static str,
    justification: &'a str,
}

fn notification(alert: &Alert<'_>) -> Notification {
    let (id, message) = (&alert.id, alert.message());
    Notification::new(name(alert.level), format!("{id}: {message}"))
}

impl<'a> ResultRecord<'a> {
    fn new(index: usize, alert: &'a Alert<'_>, command: &str, tested: Tested<'_>) -> Self {
        let production = alert.production.as_deref().unwrap_or_default();
        let place = tested.place(production);
        let suppression = alert.accepted.as_deref().map(|justification| Suppression {
            kind: "external",
            justification,
        });
        Self {
            rule_id: &alert.id,
            rule_index: index,
            level: name(alert.level),
            message: Message::new(format!("{command}: {}", alert.message())),
            locations: [Location {
                physical_location: place.map(|(file, lines)| PhysicalLocation {
                    artifact_location: ArtifactLocation { uri: uri(file) },
                    region: Region {
                        start_line: *lines.start(),
                        end_line: *lines.end(),
                    },
                }),
                logical_locations: Some([LogicalLocation { name: production }]),
            }],
            partial_fingerprints: Fingerprints { id: &alert.id },
            suppressions: suppression.map(|one| [one]),
        }
    }
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Note => "note",
    }
}
