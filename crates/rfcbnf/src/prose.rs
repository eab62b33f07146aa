//! Remarks and examples that the prose of a document adds to the productions.
//!
//! ```
//! let prose = rfcbnf::Prose::from_toml("[examples]\nport = '8080'\n")?;
//! assert_eq!(prose.example("port"), Some("8080"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: nothing here changes a grammar. If prose decides what a grammar means, the decision
//! is a [`Reading`](crate::readings::Reading).

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
    note: Vec<ErrorNote>,
    #[serde(default)]
    examples: BTreeMap<String, String>,
}

/// A statement of the document about some productions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// The productions.
    pub productions: Vec<String>,
    /// The section of the document.
    pub section: String,
    /// The statement, in one or a few sentences.
    pub text: String,
}

/// A statement of the document about some errors.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorNote {
    /// A name, such as `port-digit`.
    pub id: String,
    /// The section of the document.
    pub section: String,
    /// The statement, in a sentence without a full stop.
    pub message: String,
    /// The productions of which one is open where the error is; empty for all.
    #[serde(default)]
    pub productions: Vec<String>,
    /// What the error found; `None` for everything.
    pub found: Option<NoteFound>,
}

/// What an error found, for a note about it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteFound {
    /// One of these characters.
    Characters(String),
    /// A character or an octet above ASCII.
    AboveAscii,
    /// The end of the text.
    End,
}

/// The reason why prose cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProseError {
    /// The text is not TOML, or has unknown or missing keys.
    #[error("the prose cannot be read: {0}")]
    Malformed(#[from] toml::de::Error),
    /// The grammar does not define a production that the prose names.
    #[error("the prose names the production `{0}`, which the grammar does not define")]
    Unknown(String),
    /// Two notes have the same id.
    #[error("the prose has two notes `{0}`")]
    TwoNotes(String),
}

impl Prose {
    /// Reads a prose file: arrays `remark` and `note` of tables with the fields of [`Remark`] and [`ErrorNote`], and a table
    /// `examples` with a text for each of some productions.
    ///
    /// # Errors
    ///
    /// [`ProseError::Malformed`] if the text does not have that form.
    pub fn from_toml(text: &str) -> Result<Self, ProseError> {
        Ok(toml::from_str(text)?)
    }

    /// Checks that the grammar defines all productions that the prose names.
    ///
    /// # Errors
    ///
    /// [`ProseError::Unknown`] for the first production that it does not define.
    pub fn check(&self, grammar: &Grammar) -> Result<(), ProseError> {
        let ids = self.note.iter().enumerate();
        let is_known = |(index, note): &(usize, &ErrorNote)| {
            let mut before = self.note[..*index].iter();
            before.any(|other| other.id == note.id)
        };
        if let Some((_, note)) = ids.clone().find(is_known) {
            return Err(ProseError::TwoNotes(note.id.clone()));
        }
        let of_notes = self.note.iter().flat_map(|note| &note.productions);
        let of_remarks = self.remark.iter().flat_map(|remark| &remark.productions);
        let mut names = of_remarks.chain(of_notes);
        let unknown = |name: &&String| grammar.production(name).is_none();
        let unknown = names
            .find(unknown)
            .or_else(|| self.examples.keys().find(unknown));
        unknown.map_or(Ok(()), |name| Err(ProseError::Unknown(name.clone())))
    }

    /// Returns the remarks on a production, in file order.
    pub fn remarks<'p>(&'p self, production: &'p str) -> impl Iterator<Item = &'p Remark> {
        let is_meant = move |remark: &&Remark| remark.productions.iter().any(|it| it == production);
        self.remark.iter().filter(is_meant)
    }

    /// Returns the notes about errors, in file order.
    pub fn notes(&self) -> impl Iterator<Item = &ErrorNote> {
        self.note.iter()
    }

    /// Returns a realistic text that the production derives, if the file has one.
    #[must_use]
    pub fn example(&self, production: &str) -> Option<&str> {
        self.examples.get(production).map(String::as_str)
    }
}
