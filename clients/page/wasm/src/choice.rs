//! What ordered choice gets wrong, where another grammar differs, and which valid texts are nearest to a wrong one.

use rfc1738_views::difference::pairs::{PairsDifference, PairsRecord};
use rfc1738_views::grammar::NamedGrammar;
use rfc1738_views::ordered_choice::comparison::SideBySide;
use rfc1738_views::ordered_choice::list::NaiveListRecord;
use rfc1738_views::repairs::Repairs;
use rfcbnf::difference::{Pairs, Side, compare_pairs};
use rfcbnf::ordered_choice::Naive;

use crate::grammar::{NODES, production, read, read_beside};
use crate::{Answer, answer};

/// The depth of the texts of recursive productions, as in the command.
const DEPTH: u32 = 1;

/// A grammar, as far as it can be read.
pub struct Session {
    named: NamedGrammar,
}

impl Session {
    /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738.
    #[must_use]
    pub fn new(source: &str, readings: bool) -> Self {
        let (named, _) = read(source, readings);
        Self { named }
    }

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

    /// Returns the valid texts that are nearest to a text, at most so many, and how many there are.
    pub fn nearest(&self, rule: &str, text: &str, most: usize) -> Answer {
        let rule = &production(&self.named, rule)?.name;
        let parser = self.named.grammar.parser(rule);
        let parser = parser.map_err(|error| error.to_string())?;
        answer(&Repairs::of(parser.rule(), text.as_bytes(), most).record())
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
}
