//! The grammar that a view is about.

use std::collections::HashSet;

use rfc1738::Rule;
use rfcbnf::Readings;
use rfcbnf::syntax::{Expression, Grammar, Kind};

/// A grammar without errors, its readings, and the name of its file.
#[derive(Debug)]
pub struct NamedGrammar {
    /// The grammar.
    pub grammar: Grammar,
    /// The readings that were applied to it.
    pub readings: Readings,
    /// The name of the file, escaped; `None` for the grammar of RFC 1738.
    pub file: Option<String>,
}

impl NamedGrammar {
    /// Returns the title of a page about the grammar: the name of the file.
    #[must_use]
    pub fn title(&self) -> &str {
        self.file.as_deref().unwrap_or("The grammar of RFC 1738")
    }

    /// Returns the production of RFC 1738 with this name; `None` for the grammar of a file.
    #[must_use]
    pub fn rule(&self, production: &str) -> Option<Rule> {
        let own = self.file.is_none().then(|| production.parse().ok());
        own.flatten()
    }

    /// Returns the names of the productions that derive single characters. Trees leave their
    /// nodes out.
    #[must_use]
    pub fn character_productions(&self) -> HashSet<&str> {
        let mut found = HashSet::new();
        for production in self.grammar.users_last() {
            let name = production.name.as_str();
            let is_one = match self.rule(name) {
                Some(rule) => rule.is_character(),
                None => is_character(&production.body, &found),
            };
            if is_one {
                found.insert(name);
            }
        }
        found
    }
}

/// Returns whether the expression derives single characters only.
fn is_character(expression: &Expression, known: &HashSet<&str>) -> bool {
    match &expression.kind {
        Kind::Alternation(members) => members.iter().all(|member| is_character(member, known)),
        Kind::Literal { text, .. } => text.chars().count() == 1,
        Kind::Reference { name, .. } => known.contains(name.as_str()),
        Kind::Sequence(_) | Kind::Optional(_) | Kind::Repetition { .. } => false,
    }
}
