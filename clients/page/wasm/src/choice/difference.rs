//! The difference of two grammars.

use rfc1738_views::difference::pairs::{PairsDifference, PairsRecord};
use rfcbnf::difference::{Pairs, Side, compare_pairs};

use super::Session;
use crate::Answer;
use crate::answer::answer;
use crate::grammar::read;

/// The depth to which texts of recursive productions are compared.
const DEPTH: u32 = 1;

impl Session {
    /// Returns where another grammar derives different texts. `pairs`, as JSON, says which
    /// productions correspond: `[["digit","DIGIT"]]`.
    pub fn difference(&self, source: &str, has_readings: bool, pairs: &str) -> Answer {
        let (other, found) = read(source, has_readings);
        let (a, b) = (&self.named.grammar, &other.grammar);
        if b.productions.is_empty() {
            let first = found
                .errors
                .and_then(|errors| errors.iter().next().map(ToString::to_string));
            return Err(first.unwrap_or_else(|| "the second grammar has no productions".to_owned()));
        }
        let names: Vec<(String, String)> =
            serde_json::from_str(pairs).map_err(|it| it.to_string())?;
        let names = names.iter().map(|(a, b)| (a.as_str(), b.as_str()));
        let pairs = Pairs::of_names(names, a, b);
        let without = |side, grammar| {
            let names = pairs.without_counterpart(side, grammar);
            names.into_iter().map(str::to_owned).collect()
        };
        let difference = PairsDifference {
            a: "the grammar".to_owned(),
            b: "the second grammar".to_owned(),
            compared: compare_pairs(a, b, &pairs, DEPTH),
            without_a: without(Side::A, a),
            without_b: without(Side::B, b),
        };
        answer(&PairsRecord::new(&difference))
    }
}
