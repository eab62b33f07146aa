//! The explanation of a production for programs.

use rfc1738::{CharacterSet, SyntaxError};
use rfcbnf::derivations::Node;
use rfcbnf::{Reading, Remark};
use serde::Serialize;

use crate::explain::explanation::{Explanation, NearMissError};
use crate::mismatch::Mismatch;
use crate::railroad::text::draw;
use crate::tree::json::TreeNode;

/// The width of the diagram, in columns.
const WIDTH: usize = 80;

/// The facts about a production.
#[derive(Debug, Serialize)]
pub struct ExplanationRecord<'a> {
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

#[derive(Debug, Serialize)]
struct RemarkRecord<'a> {
    section: &'a str,
    text: &'a str,
}

#[derive(Debug, Serialize)]
struct ReadingRecord<'a> {
    id: &'a str,
    section: &'a str,
    decision: &'a str,
    why: &'a str,
}

#[derive(Debug, Serialize)]
struct ExampleRecord<'a> {
    text: &'a str,
    tree: TreeNode<Node<'a>>,
}

#[derive(Debug, Serialize)]
struct MissRecord<'a> {
    text: &'a str,
    error: ErrorRecord<'a>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ErrorRecord<'a> {
    Own(&'a SyntaxError),
    Other(&'a Mismatch),
}

impl<'a> ExplanationRecord<'a> {
    /// Returns the record of the explanation.
    #[must_use]
    pub fn new(explanation: &'a Explanation<'a>) -> Self {
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

impl<'a> From<&'a NearMissError> for ErrorRecord<'a> {
    fn from(error: &'a NearMissError) -> Self {
        match error {
            NearMissError::Own(error) => Self::Own(error),
            NearMissError::Other(mismatch) => Self::Other(mismatch),
        }
    }
}
