//! The explanation of a production for programs.

use rfc1738::CharacterSet;
use rfcbnf::derivations::Node;
use rfcbnf::{Reading, Remark};
use serde::Serialize;

use crate::characters::Next;
use crate::explain::Explanation;
use crate::json::Octets;
use crate::production::{CheckedProduction, RejectionRecord};
use crate::railroad::text::draw;
use crate::tree::json::TreeNode;

/// The width of the diagram, in columns.
const WIDTH: usize = 80;

/// The facts about a production.
#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
pub struct ExplanationRecord<'a, P: CheckedProduction> {
    rule: &'a str,
    production: &'a str,
    section: Option<&'a str>,
    heading: Option<&'a str>,
    comments: Vec<&'a str>,
    prose: Vec<RemarkRecord<'a>>,
    readings: Vec<ReadingRecord<'a>>,
    uses: &'a [&'a str],
    used_by: &'a [&'a str],
    first: Option<CharacterSet>,
    empty: Option<bool>,
    diagram: Vec<String>,
    shortest: Vec<Octets<&'a [u8]>>,
    example: Option<ExampleRecord<'a>>,
    near_miss: Option<MissRecord<'a, P>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_ranges: Option<Vec<(char, char)>>,
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
    text: Octets<&'a [u8]>,
    tree: TreeNode<Node<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
struct MissRecord<'a, P: CheckedProduction> {
    text: Octets<&'a [u8]>,
    error: RejectionRecord<&'a P::Rejection>,
}

impl<'a, P: CheckedProduction> ExplanationRecord<'a, P> {
    /// Returns the record of the explanation.
    #[must_use]
    pub fn new(explanation: &'a Explanation<'a, P>) -> Self {
        let production = explanation.production;
        let comments = production.comments.iter();
        let example = explanation.example.as_ref();
        let miss = explanation.near_miss.as_ref();
        let shortest = explanation.shortest.iter();
        Self {
            rule: &production.name,
            production: &explanation.text,
            section: explanation.section,
            heading: explanation.heading,
            comments: comments.map(|comment| &*comment.text).collect(),
            prose: explanation.prose.iter().map(Into::into).collect(),
            readings: explanation.readings.iter().map(Into::into).collect(),
            uses: &explanation.uses,
            used_by: &explanation.users,
            first: explanation.first.as_ref().map(Next::octets),
            empty: explanation.is_empty_derived,
            diagram: draw(production, WIDTH),
            shortest: shortest.map(|text| Octets(text.as_slice())).collect(),
            example: example.map(|tree| ExampleRecord {
                text: Octets(tree.text()),
                tree: TreeNode(tree.root()),
            }),
            near_miss: miss.map(|miss| MissRecord {
                text: Octets(miss.text.as_slice()),
                error: RejectionRecord(&miss.error),
            }),
            obstacle: explanation.obstacle.as_ref().map(ToString::to_string),
            first_ranges: explanation.first.as_ref().and_then(Next::ranges),
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
