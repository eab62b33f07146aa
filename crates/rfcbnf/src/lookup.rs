//! Productions by the names that people write.

use std::fmt;

use thiserror::Error;

use crate::error::line::Clipped;
use crate::resolved::{ProductionId, ResolvedGrammar};
use crate::similar::Similar;
use crate::syntax::{Grammar, Production};

/// The error for a name that no production of a grammar has.
///
/// Its `Display` is one line that needs no context. The name is escaped and cut.
///
/// ```
/// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// let error = grammar.lookup("prot").unwrap_err();
/// assert_eq!(error.to_string(), "there is no production `prot`; did you mean `port`?");
/// assert_eq!(error.name(), "prot");
/// let error = grammar.lookup("nosuch").unwrap_err();
/// assert_eq!(error.to_string(), "there is no production `nosuch`");
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no production `{}`{}", Clipped(.name), Question(.similar))]
pub struct UnknownProduction {
    name: String,
    similar: Vec<String>,
}

impl UnknownProduction {
    /// Returns the error for a name that is none of these.
    pub(crate) fn new<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Self {
        let similar = Similar::new(names).to(name).into_iter();
        Self {
            name: name.to_owned(),
            similar: similar.map(str::to_owned).collect(),
        }
    }

    /// Returns the error for a name that no production of the grammar has.
    pub(crate) fn of(grammar: &Grammar, name: &str) -> Self {
        let productions = grammar.productions.iter();
        Self::new(name, productions.map(|one| one.name.as_str()))
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of productions that are most similar, the best first. There may be none.
    #[must_use]
    pub fn similar(&self) -> &[String] {
        &self.similar
    }
}

/// The question that suggests names; empty without names.
struct Question<'a>(&'a [String]);

impl fmt::Display for Question<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((last, first)) = self.0.split_last() else {
            return Ok(());
        };
        formatter.write_str("; did you mean ")?;
        for (index, name) in first.iter().enumerate() {
            let joint = if index == 0 { "" } else { ", " };
            write!(formatter, "{joint}`{}`", Clipped(name))?;
        }
        let joint = if first.is_empty() { "" } else { " or " };
        write!(formatter, "{joint}`{}`?", Clipped(last))
    }
}

impl Grammar {
    /// Returns the production that a name means in the notation of the grammar: the one with
    /// exactly this name, or else, in ABNF, the first whose name differs in the case of letters only
    /// (RFC 5234, Section 2.1). [`Self::production`] compares exactly.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownProduction`], with suggestions, if there is none.
    ///
    /// ```
    /// use rfcbnf::syntax::Notation;
    ///
    /// let abnf = rfcbnf::read("URI = %x61\n")?;
    /// assert_eq!(abnf.lookup("uri").unwrap().name, "URI");
    /// let rfc822 = rfcbnf::read("URI = \"a\" | \"b\"\n")?;
    /// assert_eq!(rfc822.notation, Notation::Rfc822);
    /// assert!(rfc822.lookup("uri").is_err());
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    pub fn lookup(&self, name: &str) -> Result<&Production, UnknownProduction> {
        if let Some(production) = self.production(name) {
            return Ok(production);
        }
        let key = self.notation.name_key(name);
        let mut productions = self.productions.iter();
        let found = productions.find(|one| self.notation.name_key(&one.name) == key);
        found.ok_or_else(|| UnknownProduction::of(self, name))
    }
}

impl ResolvedGrammar<'_> {
    /// Returns the production that a name means, as [`Grammar::lookup`] does.
    pub(crate) fn lookup(&self, name: &str) -> Result<ProductionId, UnknownProduction> {
        let found = self.find(&self.grammar().lookup(name)?.name);
        found.ok_or_else(|| UnknownProduction::of(self.grammar(), name))
    }
}
