//! The layout of the generated code, which the grammar file does not determine.

use serde::Deserialize;
use thiserror::Error;

use crate::syntax::Grammar;

/// The modules of the generated code, and the productions that derive single characters.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    #[serde(default)]
    module: Vec<Module>,
    #[serde(default)]
    characters: Characters,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Module {
    name: String,
    section: String,
    headings: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Characters {
    #[serde(default)]
    productions: Vec<String>,
}

/// The reason why a layout cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The text is not TOML, or has unknown or missing keys.
    #[error("the layout cannot be read: {0}")]
    Malformed(#[from] toml::de::Error),
    /// The name of a module would not be the name of its file.
    #[error(
        "the layout names a module {0:?}: a name is a small letter, followed by small letters, \
         digits and `_`, and it is neither a keyword of Rust nor `mod`, `descriptions` or `dfas`"
    )]
    ModuleName(String),
    /// The grammar has no such heading.
    #[error(
        "the layout puts the heading {heading:?} into the module `{module}`, but the grammar has no such heading"
    )]
    UnknownHeading {
        /// The module.
        module: String,
        /// The heading.
        heading: String,
    },
    /// The grammar does not define the character production.
    #[error("the layout lists {0:?} as a character production, which the grammar does not define")]
    UnknownProduction(String),
}

/// Returns whether a module can have the name: it is the name of a file as well, and the generator
/// writes no other file of that name.
pub(crate) fn is_module_name(name: &str) -> bool {
    let is_plain =
        |octet: u8| octet.is_ascii_lowercase() || octet.is_ascii_digit() || octet == b'_';
    name.bytes().all(is_plain)
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && !is_keyword(name)
        && !matches!(name, "mod" | "descriptions" | "dfas")
}

/// Returns whether Rust keeps the identifier for itself. The parser of `syn` knows the keywords up to
/// the edition of 2021; 2024 adds `gen`.
pub(crate) fn is_keyword(identifier: &str) -> bool {
    identifier == "gen" || syn::parse_str::<syn::Ident>(identifier).is_err()
}

impl Layout {
    /// Reads a layout file.
    ///
    /// # Errors
    ///
    /// [`LayoutError::Malformed`] if the text is not TOML, or has unknown or missing keys.
    pub fn from_toml(text: &str) -> Result<Self, LayoutError> {
        Ok(toml::from_str(text)?)
    }

    /// Checks that the names of the modules can be names of files, and that the grammar has the
    /// headings and the character productions.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] for the first name that is wrong.
    pub fn check(&self, grammar: &Grammar) -> Result<(), LayoutError> {
        for module in &self.module {
            if !is_module_name(&module.name) {
                return Err(LayoutError::ModuleName(module.name.clone()));
            }
            let is_missing = |listed: &&String| {
                let mut headings = grammar.headings.iter();
                !headings.any(|heading| heading.text == **listed)
            };
            if let Some(heading) = module.headings.iter().find(is_missing) {
                return Err(LayoutError::UnknownHeading {
                    module: module.name.clone(),
                    heading: heading.clone(),
                });
            }
        }
        let mut characters = self.characters.productions.iter();
        match characters.find(|name| grammar.production(name).is_none()) {
            Some(unknown) => Err(LayoutError::UnknownProduction(unknown.clone())),
            None => Ok(()),
        }
    }

    /// Returns the module for the productions under a heading: the module listed for it, or else
    /// the letters and digits of its first word in lower case.
    #[must_use]
    pub fn module(&self, heading: &str) -> String {
        if let Some(module) = self.listed(heading) {
            return module.name.clone();
        }
        let word = heading.split_whitespace().next().unwrap_or_default();
        let name: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        if name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            name.to_ascii_lowercase()
        } else {
            format!("part_{}", name.to_ascii_lowercase())
        }
    }

    /// Returns the section of the document that explains the productions under a heading.
    #[must_use]
    pub fn section(&self, heading: &str) -> Option<&str> {
        self.listed(heading).map(|module| module.section.as_str())
    }

    /// Returns whether the production derives single characters, so that the default tree leaves
    /// it out.
    #[must_use]
    pub fn is_character(&self, production: &str) -> bool {
        self.characters
            .productions
            .iter()
            .any(|name| name == production)
    }

    fn listed(&self, heading: &str) -> Option<&Module> {
        self.module
            .iter()
            .find(|module| module.headings.iter().any(|listed| listed == heading))
    }
}
