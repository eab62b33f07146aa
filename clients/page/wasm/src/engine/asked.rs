//! Questions for which the first load has no room: what the analysis finds, steps, and nearest texts.

use rfc1738_views::analysis::FindingsRecord;
use rfc1738_views::repairs::Repairs;
use rfc1738_views::trace::StepSelection;
use rfc1738_views::trace::record::TraceRecord;

use super::Session;
use crate::{Answer, answer};

/// The most steps of a trace, and the longest text in bytes that is traced.
const STEPS: (usize, usize) = (20_000, 16_384);

/// The depth to which recursive productions are examined.
const DEPTH: u32 = 2;

impl Session {
    /// Returns what the analysis finds.
    pub fn findings(&self) -> Answer {
        let analysis = rfcbnf::analysis::analyse_to_depth(&self.named.grammar, DEPTH);
        answer(&FindingsRecord::new(&analysis))
    }

    /// Returns the steps of the productions over a text.
    pub fn steps(&mut self, rule: &str, text: &str) -> Answer {
        if text.len() > STEPS.1 {
            let most = STEPS.1;
            return Err(format!("the text is longer than {most} bytes; shorten it"));
        }
        self.with_parser(rule, |parser| {
            let trace = parser
                .steps(text)
                .map_err(|undecided| undecided.to_string())?;
            let selection = StepSelection::default();
            answer(&TraceRecord::new(parser.rule(), &trace, &selection).first(STEPS.0))
        })
    }

    /// Returns the first of the valid texts that are nearest to a text, and how many there are.
    pub fn nearest(&mut self, rule: &str, text: &str, most: usize) -> Answer {
        self.with_parser(rule, |parser| {
            answer(&Repairs::of(parser.rule(), text.as_bytes(), most).record())
        })
    }
}
