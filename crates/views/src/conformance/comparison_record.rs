//! The answers of two recognizers, as JSON.

use serde::Serialize;

use crate::conformance::comparison::ComparisonResult;
use crate::conformance::reactions::record::ReactionRecord;
use crate::conformance::run_record::BreakdownRecord;
use crate::conformance::run_result::SuiteSize;
use crate::conformance::saved::SavedComparison;
use crate::json::Octets;

/// The result of a comparison for programs.
#[derive(Debug, Serialize)]
pub struct ComparisonRecord<'a> {
    rule: &'a str,
    extra_states: u8,
    quick: bool,
    #[serde(flatten)]
    size: SuiteSize,
    compared: &'a [String; 2],
    both_accept: u64,
    both_reject: u64,
    first_alone: u64,
    second_alone: u64,
    disagreements: Vec<DifferenceRecord<'a>>,
    failure: Option<BreakdownRecord<'a>>,
    first: Option<ReactionRecord<'a>>,
    second: Option<ReactionRecord<'a>>,
    saved: SavedComparison<'a>,
}

#[derive(Debug, Serialize)]
struct DifferenceRecord<'a> {
    input: Octets<&'a [u8]>,
    accepted_by: &'static str,
}

impl<'a> ComparisonRecord<'a> {
    /// Returns the record of a comparison.
    #[must_use]
    pub fn new(result: ComparisonResult<'a>) -> Self {
        let comparison = result.comparison;
        let causes = |alone: usize| {
            let causes = result.causes[alone]?;
            Some(ReactionRecord::of(&comparison.words(alone), causes))
        };
        let differences = |alone: usize, accepted_by| {
            let texts = comparison.shortest[alone].iter();
            texts.map(move |text| DifferenceRecord {
                input: Octets(text.as_slice()),
                accepted_by,
            })
        };
        Self {
            rule: result.rule,
            extra_states: result.extra_states,
            quick: result.quick,
            size: result.size,
            compared: &comparison.commands,
            both_accept: comparison.both_accept,
            both_reject: comparison.both_reject,
            first_alone: comparison.alone[0],
            second_alone: comparison.alone[1],
            disagreements: differences(0, "first")
                .chain(differences(1, "second"))
                .collect(),
            failure: result.failure().map(BreakdownRecord::new),
            first: causes(0),
            second: causes(1),
            saved: SavedComparison::new(result),
        }
    }
}
