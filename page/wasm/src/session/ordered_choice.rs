//! What ordered choice gets wrong.

use rfc1738_views::naive::list::NaiveListRecord;

use super::Session;
use crate::Answer;
use crate::answer::answer;

impl Session {
    pub(crate) fn naive(&self, rule: &str) -> Answer {
        let rule = &self.production(rule)?.name;
        let found = rfcbnf::naive::search(&self.named.grammar.part([rule.as_str()]));
        let mut found = found.map_err(|error| error.to_string())?;
        found.retain(|one| one.production == *rule);
        answer(&NaiveListRecord::new(&found))
    }
}
