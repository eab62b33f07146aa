//! What a crate is generated from, and what comes of it.

use super::files::Files;
use crate::syntax::Notation;

/// The version of the packages of this project.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The sources of a generated crate.
///
/// ```
/// use rfcbnf::generate::{CrateSources, Dependencies};
///
/// let sources = CrateSources {
///     name: "dates",
///     grammar: "date = 4digit \"-\" 2digit\ndigit = \"0\" | \"1\" | \"2\"\n",
///     notation: None,
///     readings: None,
///     layout: None,
///     rule: None,
///     dependencies: Dependencies::Published,
/// };
/// let files = sources.generate()?.files;
/// assert!(files["src/rules/productions.rs"].contains("pub fn date<"));
/// assert!(files.contains_key("Cargo.toml"));
/// # Ok::<(), rfcbnf::generate::CrateError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CrateSources<'a> {
    /// The name of the crate, as in `Cargo.toml`.
    pub name: &'a str,
    /// The text of the grammar file.
    pub grammar: &'a str,
    /// The notation of the grammar file; `None` to find it out from the file.
    pub notation: Option<Notation>,
    /// The text of the file of readings, if there is one. Every reading has to fit the grammar.
    pub readings: Option<&'a str>,
    /// The text of the layout file, if there is one.
    pub layout: Option<&'a str>,
    /// The production that the crate is for, with those that it uses; `None` for all.
    pub rule: Option<&'a str>,
    /// The packages that the crate depends on.
    pub dependencies: Dependencies<'a>,
}

/// A generated crate.
#[derive(Debug)]
pub struct GeneratedCrate {
    /// The paths of the files below the folder of the crate, and their texts.
    pub files: Files,
    /// Why productions are left out: a sentence about each, in the order of the grammar.
    pub left_out: Vec<String>,
    /// The number of errors of the grammar file. Productions without them are used.
    pub errors: usize,
}

/// Where a generated crate finds the packages of this project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dependencies<'a> {
    /// In the registry, with the version of this package.
    Published,
    /// In a checkout of the project, at this path from the folder of the crate.
    Checkout(&'a str),
}

impl Dependencies<'_> {
    /// Returns the line of the manifest that keeps a crate out of registries if it needs the code
    /// of a checkout.
    pub(super) fn publish(self) -> &'static str {
        match self {
            Self::Published => "",
            Self::Checkout(_) => "publish = false\n",
        }
    }

    /// Returns where the package in this folder of the project is, as fields of a dependency in
    /// TOML.
    pub(super) fn on(self, folder: &str) -> String {
        match self {
            Self::Published => format!("version = \"{VERSION}\""),
            Self::Checkout(path) => {
                let path = toml::Value::String(format!("{path}/crates/{folder}"));
                format!("path = {path}, version = \"{VERSION}\"")
            }
        }
    }
}
