//! The layout of the generated code, which the grammar file does not determine.

use serde::Deserialize;

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

impl Layout {
    /// Reads a layout file.
    ///
    /// # Errors
    ///
    /// The error of the TOML parser if the text is not TOML, or has unknown or missing keys.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
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
