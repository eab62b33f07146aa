//! The result of `conformance run` in SARIF 2.1.0, the format of OASIS for the results of static analysis.
//!
//! Invariant: the object has the properties that the schema requires. Only those that the run can fill are
//! written.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use serde::Serialize;

use crate::conformance::alerts::{Alert, Level, alerts};
use crate::conformance::run_result::RunResult;
use crate::conformance::tested::Tested;
use crate::json;
use crate::production::CheckedProduction;

/// The address of the schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

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
        of_run.into_iter().map(Notification::new).collect(),
        results.collect(),
    );
    json::write(out, &record)
}

/// Returns the log of one run of the command.
pub(crate) fn log<R>(
    rules: Vec<Rule<'_>>,
    is_successful: bool,
    notifications: Vec<Notification>,
    results: Vec<R>,
) -> Log<'_, R> {
    Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "rfc1738",
                    version: env!("CARGO_PKG_VERSION"),
                    information_uri: env!("CARGO_PKG_REPOSITORY"),
                    rules,
                },
            },
            invocations: [Invocation {
                execution_successful: is_successful,
                notifications,
            }],
            results,
        }],
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Log<'a, R> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a, R>; 1],
}

#[derive(Debug, Serialize)]
struct Run<'a, R> {
    tool: Tool<'a>,
    invocations: [Invocation; 1],
    results: Vec<R>,
}

#[derive(Debug, Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'static str,
    version: &'static str,
    information_uri: &'static str,
    rules: Vec<Rule<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rule<'a> {
    id: &'a str,
    short_description: Message,
}

#[derive(Debug, Serialize)]
pub(crate) struct Message {
    text: String,
}

impl Message {
    pub(crate) fn new(text: String) -> Self {
        Self { text }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(rename = "toolExecutionNotifications")]
    notifications: Vec<Notification>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Notification {
    level: &'static str,
    message: Message,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultRecord<'a> {
    rule_id: &'a str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: [Location<'a>; 1],
    partial_fingerprints: Fingerprints<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<[Suppression<'a>; 1]>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    logical_locations: [LogicalLocation<'a>; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Debug, Serialize)]
pub(crate) struct ArtifactLocation {
    pub(crate) uri: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    end_line: usize,
}

/// The production, which has a name and no file in any case.
#[derive(Debug, Serialize)]
pub(crate) struct LogicalLocation<'a> {
    pub(crate) name: &'a str,
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

impl<'a> Rule<'a> {
    pub(crate) fn named(id: &'a str, text: String) -> Self {
        Self {
            id,
            short_description: Message { text },
        }
    }
}

impl Notification {
    fn new(alert: &Alert<'_>) -> Self {
        let (id, message) = (&alert.id, alert.message());
        Self {
            level: name(alert.level),
            message: Message {
                text: format!("{id}: {message}"),
            },
        }
    }
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
            message: Message {
                text: format!("{command}: {}", alert.message()),
            },
            locations: [Location {
                physical_location: place.map(|(file, lines)| PhysicalLocation {
                    artifact_location: ArtifactLocation { uri: uri(file) },
                    region: Region {
                        start_line: *lines.start(),
                        end_line: *lines.end(),
                    },
                }),
                logical_locations: [LogicalLocation { name: production }],
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

/// Returns the path as a reference of RFC 3986: a relative one for a relative path.
///
/// ```
/// use std::path::Path;
/// use rfc1738_views::conformance::sarif::uri;
///
/// assert_eq!(uri(Path::new("my grammars/a.abnf")), "my%20grammars/a.abnf");
/// # #[cfg(unix)]
/// assert_eq!(uri(Path::new("/etc/a.abnf")), "file:///etc/a.abnf");
/// ```
#[must_use]
pub fn uri(path: &Path) -> String {
    let octets = path.as_os_str().as_encoded_bytes();
    let mut uri = String::new();
    if path.is_absolute() {
        uri.push_str(if octets.starts_with(b"/") {
            "file://"
        } else {
            "file:///"
        });
    }
    for octet in octets {
        match octet {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(*octet));
            }
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(uri, "%{octet:02X}");
            }
        }
    }
    uri
}
