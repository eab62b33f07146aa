//! The grammar that a view is about.

use std::collections::HashSet;

use rfc1738::Rule;
use rfcbnf::Readings;
use rfcbnf::syntax::Grammar;

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
        if self.file.is_some() {
            return self.grammar.character_productions();
        }
        let rules = Rule::ALL.into_iter().filter(|rule| rule.is_character());
        rules.map(Rule::name).collect()
    }
}
