//! The valid texts that are nearest to an invalid one which should be valid.

use rfcbnf::Parser;
use rfcbnf::cases::{Case, Outcome};
use rfcbnf::parser::NearestQuestion;

use crate::repairs::{RepairLine, Repairs, RepairsRecord};

/// The number of steps that the search for the texts nearest to that of a case may take: some tenths of a second.
pub const NEAREST_STEPS_OF_A_CASE: usize = 2_000_000;

/// The nearest text to that of a case, or why it is not known.
#[derive(Debug, Clone)]
pub struct NearestText {
    lines: Vec<RepairLine>,
    record: RepairsRecord,
}

impl NearestText {
    /// Looks for the nearest text to that of a case which has failed; `None` if the case does not expect a valid text, or
    /// if its text is valid. Where the text is what was meant, its edits show what the grammar lacks.
    #[must_use]
    pub fn of(parser: &Parser, case: &Case, outcome: &Outcome) -> Option<Self> {
        let text = case.octets();
        let is_wrong = matches!(outcome, Outcome::Failed(_)) && !case.expects_invalid();
        if !is_wrong || parser.is_valid(text) != Ok(false) {
            return None;
        }
        let question = NearestQuestion {
            steps: NEAREST_STEPS_OF_A_CASE,
            ..NearestQuestion::new(1)
        };
        let repairs = Repairs::of(parser.rule(), text, question);
        Some(Self {
            lines: repairs.lines(&[]),
            record: repairs.record(),
        })
    }

    /// Returns a line for each edit, or the reason why none is known.
    pub(super) fn lines(&self) -> &[RepairLine] {
        &self.lines
    }

    /// Returns the text for programs.
    pub(super) fn record(&self) -> &RepairsRecord {
        &self.record
    }
}
