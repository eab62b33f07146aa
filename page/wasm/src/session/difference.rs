//! The difference of two grammars.

use rfc1738_views::difference::GrammarDifference;
use rfc1738_views::difference::record::DifferenceRecord;

use super::{Session, read};
use crate::Answer;
use crate::answer::answer;

/// The depth to which texts of productions that lead to themselves are compared.
const DEPTH: u32 = 1;

impl Session {
    pub(crate) fn difference(&self, source: &str, has_readings: bool) -> Answer {
        let (other, errors) = read(source, has_readings);
        if other.grammar.productions.is_empty() {
            let first = errors.and_then(|errors| errors.iter().next().map(ToString::to_string));
            return Err(first.unwrap_or_else(|| "the second grammar has no productions".to_owned()));
        }
        let compared = rfcbnf::difference::compare(&self.named.grammar, &other.grammar, DEPTH);
        let difference = GrammarDifference {
            a: "the grammar".to_owned(),
            b: "the second grammar".to_owned(),
            compared: compared.map_err(|error| error.to_string())?,
        };
        answer(&DifferenceRecord::new(&difference))
    }
}
