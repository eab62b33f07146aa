//! What is known of a production, for programs.
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use rfc1738::{CharacterSet, SyntaxError};
use rfcbnf::{Reading, Remark};
use serde::Serialize;

use super::explanation::{Error, Explanation};
use crate::json::TreeNode;
use crate::mismatch::Mismatch;
use crate::railroad::text::draw;

/// The number of columns of the diagram.
const WIDTH: usize = 80;

/// What is said of a production.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    rule: &'a str,
    production: &'a str,
    section: Option<&'a str>,
    heading: Option<&'a str>,
    comments: Vec<&'a str>,
    prose: Vec<RemarkRecord<'a>>,
    readings: Vec<ReadingRecord<'a>>,
    uses: &'a [&'a str],
    used_by: &'a [&'a str],
    first: CharacterSet,
    empty: bool,
    diagram: Vec<String>,
    shortest: &'a [String],
    example: Option<ExampleRecord<'a>>,
    near_miss: Option<MissRecord<'a>>,
}

#[derive(Serialize)]
struct RemarkRecord<'a> {
    section: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct ReadingRecord<'a> {
    id: &'a str,
    section: &'a str,
    decision: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct ExampleRecord<'a> {
    text: &'a str,
    tree: TreeNode<'a>,
}

#[derive(Serialize)]
struct MissRecord<'a> {
    text: &'a str,
    error: ErrorRecord<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ErrorRecord<'a> {
    Own(&'a SyntaxError),
    Other(&'a Mismatch),
}

impl<'a> Record<'a> {
    /// The record of all that is known.
    pub(super) fn new(explanation: &'a Explanation<'a>) -> Self {
        let production = explanation.production;
        let comments = production.comments.iter();
        let example = explanation.example.as_ref();
        let miss = explanation.near_miss.as_ref();
        Self {
            rule: &production.name,
            production: explanation.text,
            section: explanation.section,
            heading: explanation.heading,
            comments: comments.map(|comment| &*comment.text).collect(),
            prose: explanation.prose.iter().map(Into::into).collect(),
            readings: explanation.readings.iter().map(Into::into).collect(),
            uses: &explanation.uses,
            used_by: &explanation.users,
            first: explanation.first,
            empty: explanation.is_empty_derived,
            diagram: draw(production, WIDTH),
            shortest: &explanation.shortest,
            example: example.map(|tree| ExampleRecord {
                text: tree.text(),
                tree: TreeNode(tree.root()),
            }),
            near_miss: miss.map(|miss| MissRecord {
                text: &miss.text,
                error: (&miss.error).into(),
            }),
        }
    }
}

impl<'a> From<&&'a Remark> for RemarkRecord<'a> {
    fn from(remark: &&'a Remark) -> Self {
        Self {
            section: &remark.section,
            text: &remark.text,
        }
    }
}

impl<'a> From<&&'a Reading> for ReadingRecord<'a> {
    fn from(reading: &&'a Reading) -> Self {
        Self {
            id: &reading.id,
            section: &reading.section,
            decision: &reading.decision,
            why: &reading.why,
        }
    }
}

impl<'a> From<&'a Error> for ErrorRecord<'a> {
    fn from(error: &'a Error) -> Self {
        match error {
            Error::Own(error) => Self::Own(error),
            Error::Other(mismatch) => Self::Other(mismatch),
        }
    }
}
