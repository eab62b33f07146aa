//! The grammar that a view is about.
//!
//! ```
//! use rfc1738::Rule;
//! use rfc1738_views::grammar::NamedGrammar;
//!
//! let (grammar, readings) = rfcbnf::rfc1738::load(rfcbnf::rfc1738::BNF, rfcbnf::rfc1738::READINGS)?;
//! let named = NamedGrammar { grammar, readings, file: None, has_rfc1738_readings: true };
//! assert_eq!(named.title(), "The grammar of RFC 1738");
//! assert_eq!(named.rule("port"), Some(Rule::Port));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashSet;

use rfc1738::Rule;
use rfcbnf::export::abnf;
use rfcbnf::fnv;
use rfcbnf::recognizer::ParserError;
use rfcbnf::syntax::{Encoding, Grammar};
use rfcbnf::{Parser, Readings};

/// A grammar without errors, its readings, and the name of its file.
#[derive(Debug)]
pub struct NamedGrammar {
    /// The grammar.
    pub grammar: Grammar,
    /// The readings that were applied to it.
    pub readings: Readings,
    /// The name of the file, escaped; `None` for the grammar of RFC 1738.
    pub file: Option<String>,
    /// Whether the readings are those of RFC 1738. If so, its prose and its list of character
    /// productions apply to the productions that have the same names.
    pub has_rfc1738_readings: bool,
}

impl NamedGrammar {
    /// Returns the title of a page about the grammar: the name of the file.
    #[must_use]
    pub fn title(&self) -> &str {
        self.file.as_deref().unwrap_or("The grammar of RFC 1738")
    }

    /// Returns a hash of a production and of all that it uses, which does not depend on the notation, the comments and the
    /// order of the file. `None` if no notation has the production.
    ///
    /// ```
    /// use rfc1738_views::grammar::NamedGrammar;
    /// use rfcbnf::Readings;
    ///
    /// let named = |text: &str| {
    ///     let grammar = rfcbnf::read(text)?;
    ///     let readings = Readings::default();
    ///     Ok::<_, rfcbnf::GrammarErrors>(NamedGrammar { grammar, readings, file: None, has_rfc1738_readings: false })
    /// };
    /// let first = named("port = 1*digit\ndigit = \"0\" | \"1\"\n")?.fingerprint("port");
    /// let other = named("digit = \"0\"\n  | \"1\"\nx = \"x\"\nport = 1*digit ; digits\n")?.fingerprint("port");
    /// assert_eq!(first, other);
    /// assert_ne!(first, named("port = *digit\ndigit = \"0\" | \"1\"\n")?.fingerprint("port"));
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn fingerprint(&self, production: &str) -> Option<String> {
        let mut all = self.grammar.part([production]);
        all.productions.sort_by(|a, b| a.name.cmp(&b.name));
        let abnf = abnf(&all, None).ok()?;
        let rules = abnf.lines().filter(|line| !line.starts_with(';'));
        let encoding = match self.grammar.encoding {
            Encoding::Octets => "octets",
            Encoding::Utf8 => "characters",
        };
        let octets = [production, encoding]
            .into_iter()
            .chain(rules)
            .flat_map(str::bytes);
        Some(format!("{:016x}", fnv::hash(fnv::EMPTY, octets)))
    }

    /// Returns the production of RFC 1738 with this name; `None` for the grammar of a file.
    #[must_use]
    pub fn rule(&self, production: &str) -> Option<Rule> {
        let own = self.file.is_none().then(|| production.parse().ok());
        own.flatten()
    }

    /// Returns the production of RFC 1738 whose prose is about the production with this name.
    #[must_use]
    pub fn namesake(&self, production: &str) -> Option<Rule> {
        let own = self.has_rfc1738_readings;
        own.then(|| production.parse().ok()).flatten()
    }

    /// Returns the names of the character productions. Trees leave their nodes out. RFC 1738 has
    /// a list of them; in any other grammar, they are the productions that derive single
    /// characters only.
    #[must_use]
    pub fn character_productions(&self) -> HashSet<&str> {
        if !self.has_rfc1738_readings {
            return self.grammar.character_productions();
        }
        let rules = Rule::ALL.into_iter().filter(|rule| rule.is_character());
        rules.map(Rule::name).collect()
    }

    /// Prepares a production, and others that it need not use.
    ///
    /// # Errors
    ///
    /// Those of [`Grammar::parser`].
    pub fn parser<'n>(
        &self,
        name: &str,
        others: impl IntoIterator<Item = &'n str>,
    ) -> Result<Parser, ParserError> {
        let characters = self.character_productions();
        Parser::with_characters(&self.grammar, name, others, |one| characters.contains(one))
    }
}
