//! Annotations in SARIF 2.1.0, the format of OASIS for the results of static analysis.
//!
//! Invariant: an object has the properties that the schema requires. Only those that a command can fill are
//! written.

use std::io;
use std::path::Path;

use rfc1738::{CharacterSet, encode};
use rfcbnf::fixes::Fix;
use serde::Serialize;

use crate::annotation::{Annotation, Level, Region};
use crate::json;

/// The characters of a path that a URI need not encode.
const LITERAL: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";

/// The address of the schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What a run of the command found.
pub(crate) struct SarifReport<'a> {
    /// The names of what can be wrong, each with what it means.
    pub(crate) rules: Vec<(&'a str, String)>,
    pub(crate) is_successful: bool,
    /// What went wrong with the run itself.
    pub(crate) of_run: Vec<(Level, String)>,
    pub(crate) annotations: Vec<Annotation<'a>>,
}

/// Writes the log of one run of the command on one line: a result for each annotation.
pub(crate) fn write(out: &mut impl io::Write, found: SarifReport<'_>) -> io::Result<()> {
    let rules = found.rules.into_iter();
    let notifications = found.of_run.into_iter();
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "rfc1738",
                    version: env!("CARGO_PKG_VERSION"),
                    information_uri: env!("CARGO_PKG_REPOSITORY"),
                    rules: rules
                        .map(|(id, text)| RuleRecord {
                            id,
                            short_description: MessageRecord { text },
                        })
                        .collect(),
                },
            },
            invocations: [Invocation {
                execution_successful: found.is_successful,
                notifications: notifications
                    .map(|(level, text)| Notification {
                        level: name(level),
                        message: MessageRecord { text },
                    })
                    .collect(),
            }],
            results: found.annotations.iter().map(ResultRecord::new).collect(),
        }],
    };
    json::write(out, &log)
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    }
}

#[derive(Debug, Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Debug, Serialize)]
struct Run<'a> {
    tool: Tool<'a>,
    invocations: [Invocation; 1],
    results: Vec<ResultRecord<'a>>,
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
    rules: Vec<RuleRecord<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleRecord<'a> {
    id: &'a str,
    short_description: MessageRecord,
}

#[derive(Debug, Serialize)]
struct MessageRecord {
    text: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(rename = "toolExecutionNotifications")]
    notifications: Vec<Notification>,
}

#[derive(Debug, Serialize)]
struct Notification {
    level: &'static str,
    message: MessageRecord,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultRecord<'a> {
    rule_id: &'a str,
    rule_index: usize,
    level: &'static str,
    message: MessageRecord,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<RelatedLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixes: Option<[FixRecord<'a>; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_fingerprints: Option<Fingerprints<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<[Suppression<'a>; 1]>,
}

/// Where a result is: in a file, in a production, or in both.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_locations: Option<[LogicalLocation<'a>; 1]>,
}

#[derive(Debug, Serialize)]
struct LogicalLocation<'a> {
    name: &'a str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: RegionRecord,
}

#[derive(Debug, Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct RegionRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    start_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_length: Option<usize>,
}

/// Another part of the file, with what it has to do with the result.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RelatedLocation {
    physical_location: PhysicalLocation,
    message: MessageRecord,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FixRecord<'a> {
    description: MessageRecord,
    artifact_changes: [ArtifactChange<'a>; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'a> {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: RegionRecord,
    inserted_content: InsertedContent<'a>,
}

#[derive(Debug, Serialize)]
struct InsertedContent<'a> {
    text: &'a str,
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

impl<'a> ResultRecord<'a> {
    fn new(annotation: &Annotation<'a>) -> Self {
        let (rule_id, rule_index) = annotation.rule;
        let place = annotation.place.as_ref();
        let file = place.map(|(file, _)| *file);
        let related = annotation.related.iter();
        let accepted = annotation.accepted;
        Self {
            rule_id,
            rule_index,
            level: name(annotation.level),
            message: MessageRecord {
                text: annotation.message.clone(),
            },
            locations: [Location {
                physical_location: place.map(|(file, region)| PhysicalLocation::new(file, region)),
                logical_locations: annotation.production.map(|name| [LogicalLocation { name }]),
            }],
            related_locations: related
                .filter_map(|(region, remark)| {
                    Some(RelatedLocation {
                        physical_location: PhysicalLocation::new(file?, region),
                        message: MessageRecord {
                            text: remark.clone(),
                        },
                    })
                })
                .collect(),
            fixes: file
                .zip(annotation.fix)
                .map(|(file, fix)| [FixRecord::new(file, fix)]),
            partial_fingerprints: annotation.fingerprint.map(|id| Fingerprints { id }),
            suppressions: accepted.map(|justification| {
                [Suppression {
                    kind: "external",
                    justification,
                }]
            }),
        }
    }
}

impl PhysicalLocation {
    fn new(file: &Path, region: &Region) -> Self {
        let (first, last) = region.lines;
        let within = region.within.as_ref();
        Self {
            artifact_location: ArtifactLocation { uri: uri(file) },
            region: RegionRecord {
                start_line: Some(first),
                start_column: within.map(|((start, _), _)| *start),
                end_line: Some(last),
                end_column: within.map(|((_, end), _)| *end),
                byte_offset: within.map(|(_, span)| span.start),
                byte_length: within.map(|(_, span)| span.len()),
            },
        }
    }
}

impl<'a> FixRecord<'a> {
    fn new(file: &Path, fix: &'a Fix) -> Self {
        let changes = fix.changes().iter();
        Self {
            description: MessageRecord {
                text: fix.description().to_owned(),
            },
            artifact_changes: [ArtifactChange {
                artifact_location: ArtifactLocation { uri: uri(file) },
                replacements: changes
                    .map(|(span, text)| Replacement {
                        deleted_region: RegionRecord {
                            byte_offset: Some(span.start),
                            byte_length: Some(span.len()),
                            ..RegionRecord::default()
                        },
                        inserted_content: InsertedContent { text },
                    })
                    .collect(),
            }],
        }
    }
}

/// Returns the path as a reference of RFC 3986: a relative one for a relative path.
///
/// ```
/// use std::path::Path;
/// use rfc1738_views::sarif::uri;
///
/// assert_eq!(uri(Path::new("my grammars/a.abnf")), "my%20grammars/a.abnf");
/// # #[cfg(unix)]
/// assert_eq!(uri(Path::new("/etc/a.abnf")), "file:///etc/a.abnf");
/// ```
#[must_use]
pub fn uri(path: &Path) -> String {
    let octets = path.as_os_str().as_encoded_bytes();
    let start = match octets {
        _ if !path.is_absolute() => "",
        [b'/', ..] => "file://",
        _ => "file:///",
    };
    let with_slashes = octets.iter().map(|&octet| match octet {
        b'\\' if cfg!(windows) => b'/',
        octet => octet,
    });
    let octets: Vec<u8> = with_slashes.collect();
    format!("{start}{}", encode(&octets, CharacterSet::of(LITERAL)))
}
