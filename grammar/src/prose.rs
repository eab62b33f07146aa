//! What prose adds to the productions of a grammar, for people.
//!
//! Invariant: nothing here changes a grammar. Where prose decides, there is a
//! [`Reading`](crate::Reading).

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

use crate::syntax::Grammar;

/// The remarks on the productions of one grammar, in the order of their file, and examples.
///
/// ```
/// let prose = rfcbnf::Prose::from_toml(r#"
///     [[remark]]
///     productions = ["port"]
///     section = "3.1"
///     text = "Where it is omitted, so is the colon."
///
///     [examples]
///     port = "8080"
/// "#)?;
/// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"8\"\n")?;
/// prose.check(&grammar)?;
/// assert_eq!(prose.remarks("port").next().unwrap().section, "3.1");
/// assert_eq!(prose.example("port"), Some("8080"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prose {
    #[serde(default)]
    remark: Vec<Remark>,
    #[serde(default)]
    examples: BTreeMap<String, String>,
}

/// What a section says of some productions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// The productions that it is about.
    pub productions: Vec<String>,
    /// The section of the document that says so.
    pub section: String,
    /// What it says, in a sentence or a few.
    pub text: String,
}

/// Why prose cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProseError {
    /// The file holds no remarks and examples.
    #[error("the prose cannot be read: {0}")]
    Malformed(#[from] toml::de::Error),
    /// The grammar has no such production.
    #[error("the prose is about production `{0}`, and there is no such production")]
    Unknown(String),
}

impl Prose {
    /// Reads the file.
    ///
    /// # Errors
    ///
    /// [`ProseError::Malformed`] where it is not TOML of the form that [`Remark`] has, with a
    /// table `examples` that has a text for each of some productions.
    pub fn from_toml(text: &str) -> Result<Self, ProseError> {
        Ok(toml::from_str(text)?)
    }

    /// Makes sure that the prose is about productions of the grammar.
    ///
    /// # Errors
    ///
    /// [`ProseError::Unknown`] for the first production that is none of them.
    pub fn check(&self, grammar: &Grammar) -> Result<(), ProseError> {
        let mut names = self.remark.iter().flat_map(|remark| &remark.productions);
        let unknown = |name: &&String| grammar.production(name).is_none();
        let unknown = names
            .find(unknown)
            .or_else(|| self.examples.keys().find(unknown));
        unknown.map_or(Ok(()), |name| Err(ProseError::Unknown(name.clone())))
    }

    /// The remarks on a production, in file order.
    pub fn remarks<'p>(&'p self, production: &'p str) -> impl Iterator<Item = &'p Remark> {
        let is_meant = move |remark: &&Remark| remark.productions.iter().any(|it| it == production);
        self.remark.iter().filter(is_meant)
    }

    /// A text that the production derives and that is like those that people meet.
    #[must_use]
    pub fn example(&self, production: &str) -> Option<&str> {
        self.examples.get(production).map(String::as_str)
    }
}
