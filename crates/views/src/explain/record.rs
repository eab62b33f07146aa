//! The explanation of a production for programs.

use serde::Serialize;

use crate::characters::Next;
use crate::explain::Explanation;
use crate::json::{Object, Octets};
use crate::production::CheckedProduction;
use crate::railroad::text::draw;
use crate::rejection::RejectionRecord;
use crate::tree::json::TreeNode;

/// The width of the diagram, in columns.
const WIDTH: usize = 80;

/// The facts about a production.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct ExplanationRecord(Object);

impl ExplanationRecord {
    /// Returns the record of the explanation.
    #[must_use]
    pub fn new<P: CheckedProduction>(explanation: &Explanation<'_, P>) -> Self {
        let production = explanation.production;
        let comments = production.comments.iter();
        let comments: Vec<&String> = comments.map(|comment| &comment.text).collect();
        let prose = explanation.prose.iter().map(|remark| {
            let record = Object::new().with("section", &remark.section);
            record.with("text", &remark.text)
        });
        let readings = explanation.readings.iter().map(|reading| {
            Object::new()
                .with("id", &reading.id)
                .with("section", &reading.section)
                .with("decision", &reading.decision)
                .with("why", &reading.why)
        });
        let example = explanation.example.as_ref().map(|tree| {
            let example = Object::new().with("text", Octets(tree.text()));
            example.with("tree", TreeNode(tree.root()))
        });
        let miss = explanation.near_miss.as_ref().map(|miss| {
            let record = Object::new().with("text", Octets(&miss.text));
            record.with("error", RejectionRecord(&miss.error))
        });
        let (first, shortest) = (explanation.first.as_ref(), explanation.shortest.iter());
        let obstacle = explanation.obstacle.as_ref();
        let record = Object::new()
            .with("rule", &production.name)
            .with("production", &explanation.text)
            .with("section", explanation.section)
            .with("heading", explanation.heading)
            .with("comments", comments)
            .with("prose", prose.collect::<Vec<_>>())
            .with("readings", readings.collect::<Vec<_>>())
            .with("uses", &explanation.uses)
            .with("used_by", &explanation.users)
            .with("first", first.map(Next::octets))
            .with("empty", explanation.is_empty_derived)
            .with("diagram", draw(production, WIDTH))
            .with("shortest", shortest.map(Octets).collect::<Vec<_>>())
            .with("example", example)
            .with("near_miss", miss)
            .with_some("obstacle", obstacle.map(ToString::to_string))
            .with_some("first_ranges", first.and_then(Next::ranges));
        Self(record)
    }
}
