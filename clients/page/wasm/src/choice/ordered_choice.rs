//! What ordered choice gets wrong.

use rfc1738_views::naive::comparison::SideBySide;
use rfc1738_views::naive::list::NaiveListRecord;
use rfcbnf::naive::Naive;

use super::Session;
use crate::Answer;
use crate::answer::answer;
use crate::grammar::{NODES, production};

/// The depth of the texts of productions that recurse, as in the command.
const DEPTH: u32 = 1;

impl Session {
    /// Returns what ordered choice loses of a production.
    pub fn naive(&self, rule: &str) -> Answer {
        let rule = &production(&self.named, rule)?.name;
        let part = self.named.grammar.part([rule.as_str()]);
        let mut found = rfcbnf::naive::search(&part, DEPTH);
        found.retain(|one| one.production == *rule);
        answer(&NaiveListRecord::new(&found))
    }

    /// Returns both readings of a text.
    pub fn compare_readings(&self, rule: &str, text: &str) -> Answer {
        let grammar = &self.named.grammar;
        let rule = &production(&self.named, rule)?.name;
        if let Some(endless) = rfcbnf::naive::endless(grammar, rule) {
            return Err(endless.to_string());
        }
        let naive = Naive::new(grammar, rule).map_err(|error| error.to_string())?;
        let compared = naive.compare(text).map_err(|error| error.to_string())?;
        let text = text.as_bytes();
        answer(&SideBySide::new(grammar, rule, text, &compared, NODES))
    }
}
