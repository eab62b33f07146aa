//! The problems of grammar files in SARIF 2.1.0.

use std::io;

use rfcbnf::syntax::Span;
use rfcbnf_engine::LineColumn;
use serde::Serialize;

use super::{CheckedFile, Problem, ProblemLevel};
use crate::json;
use crate::sarif::{
    ArtifactLocation, Location, Log, LogicalLocation, Message, PhysicalLocation, Rule, log, uri,
};

/// Writes the log of the files on one line: a result for each problem, with its fix.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl io::Write, files: &[CheckedFile<'_>]) -> io::Result<()> {
    let problems = files.iter().flat_map(CheckedFile::problems);
    let mut ids: Vec<&'static str> = problems.map(|problem| problem.id).collect();
    ids.sort_unstable();
    ids.dedup();
    let results = files.iter().flat_map(|file| {
        let problems = file.problems().iter();
        problems.map(|problem| ResultRecord::new(file, problem, &ids))
    });
    let rules = ids.iter().map(|id| Rule::named(id, id.replace('-', " ")));
    let log: Log<'_, ResultRecord<'_>> = log(rules.collect(), true, Vec::new(), results.collect());
    json::write(out, &log)
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultRecord<'a> {
    rule_id: &'a str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: [Location<'a, Region>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<RelatedLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixes: Option<[FixRecord<'a>; 1]>,
}

/// Another part of the file, with what it has to do with the result.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RelatedLocation {
    physical_location: PhysicalLocation<Region>,
    message: Message,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
    byte_offset: usize,
    byte_length: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FixRecord<'a> {
    description: Message,
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
    deleted_region: DeletedRegion,
    inserted_content: InsertedContent<'a>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DeletedRegion {
    byte_offset: usize,
    byte_length: usize,
}

#[derive(Debug, Serialize)]
struct InsertedContent<'a> {
    text: &'a str,
}

impl Region {
    fn new(span: &Span, start: LineColumn, end: LineColumn) -> Self {
        Self {
            start_line: start.line,
            start_column: start.column,
            end_line: end.line,
            end_column: end.column,
            byte_offset: span.start,
            byte_length: span.len(),
        }
    }
}

impl<'a> ResultRecord<'a> {
    fn new(file: &CheckedFile<'_>, problem: &'a Problem, ids: &[&'static str]) -> Self {
        let location = || file.path.map(|path| ArtifactLocation { uri: uri(path) });
        let production = problem.production.as_deref();
        Self {
            rule_id: problem.id,
            rule_index: ids.partition_point(|id| *id < problem.id),
            level: match problem.level {
                ProblemLevel::Error => "error",
                ProblemLevel::Warning => "warning",
            },
            message: Message::new(problem.text()),
            locations: [Location {
                physical_location: location().map(|artifact_location| PhysicalLocation {
                    artifact_location,
                    region: Region::new(&problem.span, problem.start, problem.end),
                }),
                logical_locations: production.map(|name| [LogicalLocation { name }]),
            }],
            related_locations: { problem.related.iter() }
                .filter_map(|place| {
                    Some(RelatedLocation {
                        physical_location: PhysicalLocation {
                            artifact_location: location()?,
                            region: Region::new(&place.span, place.start, place.end),
                        },
                        message: Message::new(place.remark.clone()),
                    })
                })
                .collect(),
            fixes: location().zip(problem.fix.as_ref()).map(|(location, fix)| {
                let changes = fix.changes().iter();
                [FixRecord {
                    description: Message::new(fix.description().to_owned()),
                    artifact_changes: [ArtifactChange {
                        artifact_location: location,
                        replacements: changes
                            .map(|(span, text)| Replacement {
                                deleted_region: DeletedRegion {
                                    byte_offset: span.start,
                                    byte_length: span.len(),
                                },
                                inserted_content: InsertedContent { text },
                            })
                            .collect(),
                    }],
                }]
            }),
        }
    }
}
