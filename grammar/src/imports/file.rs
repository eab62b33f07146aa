//! Files that say what a grammar imports.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;

/// What a grammar imports, in the order of the file.
///
/// ```
/// let imports = rfcbnf::imports::Imports::from_toml(r#"
///     [[import]]
///     from = "rfc3986"
///     names = { uri-host = "host" }
/// "#)?;
/// let import = imports.iter().next().unwrap();
/// assert_eq!(import.from, "rfc3986");
/// assert_eq!(import.names["uri-host"], "host");
/// # Ok::<(), rfcbnf::imports::ImportsError>(())
/// ```
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Imports {
    #[serde(default)]
    import: Vec<Import>,
}

/// A file that a grammar imports from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// A grammar that the library has, such as `rfc3986`, or a file, relative to the folder
    /// of this one.
    pub from: String,
    /// What undefined names and prose of the grammar mean there: for each, the name of a production.
    /// Those that are called the same need no entry.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

/// The reason why a file of imports cannot be used.
///
/// ```
/// let error = rfcbnf::imports::Imports::from_toml("[[import]]\n").unwrap_err();
/// assert!(error.to_string().starts_with("the imports cannot be read: "));
/// ```
#[derive(Debug, Error)]
#[error("the imports cannot be read: {0}")]
pub struct ImportsError(#[from] toml::de::Error);

impl Imports {
    /// Reads a file of imports: an array `import` of tables with the fields of [`Import`].
    ///
    /// # Errors
    ///
    /// Returns [`ImportsError`] if the text does not have that form.
    pub fn from_toml(text: &str) -> Result<Self, ImportsError> {
        Ok(toml::from_str(text)?)
    }

    /// Returns the imports in file order.
    pub fn iter(&self) -> impl Iterator<Item = &Import> {
        self.import.iter()
    }
}
