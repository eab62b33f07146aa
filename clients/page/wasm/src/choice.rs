//! What ordered choice gets wrong, and where another grammar differs.

use rfc1738_views::difference::pairs::{PairsDifference, PairsRecord};
use rfc1738_views::ordered_choice::comparison::SideBySide;
use rfc1738_views::ordered_choice::list::NaiveListRecord;
use rfcbnf::difference::{Equality, Pairs, Side, compare_pairs, equality_with_alike};
use rfcbnf::ordered_choice::Naive;
use serde::Serialize;

pub use crate::grammar::Session;
use crate::grammar::{NODES, production, read_beside};
use crate::{Answer, answer};

/// The depth of the texts of recursive productions, as in the command.
const DEPTH: u32 = 1;

impl Session {
    /// Returns what ordered choice loses of a production.
    pub fn naive(&self, rule: &str) -> Answer {
        let rule = &production(&self.named, rule)?.name;
        let part = self.named.grammar.part([rule.as_str()]);
        let mut found = rfcbnf::ordered_choice::search(&part, DEPTH);
        found.retain(|one| one.production == *rule);
        answer(&NaiveListRecord::new(&found))
    }

    /// Returns both readings of a text.
    pub fn compare_readings(&self, rule: &str, text: &str) -> Answer {
        let grammar = &self.named.grammar;
        let rule = &production(&self.named, rule)?.name;
        if let Some(endless) = rfcbnf::ordered_choice::endless(grammar, rule) {
            return Err(endless.to_string());
        }
        let naive = Naive::new(grammar, rule).map_err(|error| error.to_string())?;
        let compared = naive.compare(text).map_err(|error| error.to_string())?;
        let text = text.as_bytes();
        answer(&SideBySide::new(grammar, rule, text, &compared, NODES))
    }

    /// Returns where another grammar derives different texts. `pairs`, as JSON, says which
    /// productions correspond: `[["digit","DIGIT"]]`.
    pub fn difference(&self, source: &str, has_readings: bool, pairs: &str) -> Answer {
        let notation = Some(self.named.grammar.notation).filter(|it| it.is_of_rfcs());
        let (other, found) = read_beside(source, has_readings, notation);
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

    /// Returns whether two productions differ if those of each pair of `alike` are one letter in both grammars.
    pub fn alike(
        &self,
        source: &str,
        has_readings: bool,
        (a, b): (&str, &str),
        alike: &str,
    ) -> Answer {
        let notation = Some(self.named.grammar.notation).filter(|it| it.is_of_rfcs());
        let (other, _) = read_beside(source, has_readings, notation);
        let names: Vec<(String, String)> =
            serde_json::from_str(alike).map_err(|it| it.to_string())?;
        let names: Vec<(&str, &str)> = { names.iter() }
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        let found = equality_with_alike((&self.named.grammar, a), (&other.grammar, b), &names);
        answer(&match found {
            Equality::Proved { .. } => AlikeRecord {
                result: "equal",
                length: None,
            },
            Equality::Differs { length, .. } => AlikeRecord {
                result: "differs",
                length: Some(length),
            },
            Equality::Unknown { length } => AlikeRecord {
                result: "undecided",
                length,
            },
        })
    }
}

/// Whether two productions differ, whatever some of those that they use derive.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct AlikeRecord {
    #[cfg_attr(test, ts(type = "\"equal\" | \"differs\" | \"undecided\""))]
    result: &'static str,
    /// The length to which all texts were compared, with a letter for a part that is alike.
    length: Option<usize>,
}
