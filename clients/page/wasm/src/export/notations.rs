//! The grammar in other notations.

use rfcbnf::export;

use super::Session;
use crate::Answer;

impl Session {
    /// Returns the grammar in another notation. An empty `rule` means all productions.
    pub fn export(&self, notation: &str, rule: &str) -> Answer {
        let grammar = &self.named.grammar;
        let some = (!rule.is_empty()).then_some(rule);
        let text = match notation {
            "rfc822" => export::rfc822(grammar, some),
            "bnf" => export::bnf(grammar, some),
            "abnf" => export::abnf(grammar, some),
            "ebnf" => export::ebnf(grammar, some),
            "pest" => export::pest(grammar, some),
            "regex" => export::regex(grammar, rule).map(|regex| regex.to_string()),
            "dot" => export::dot(grammar, rule),
            other => return Err(format!("there is no notation `{other}`")),
        };
        text.map_err(|error| error.to_string())
    }
}
