//! The layout of the generated code, which the grammar file does not determine.

use serde::Deserialize;
use thiserror::Error;

use crate::syntax::Grammar;

/// The modules of the generated code, and the productions that derive single characters.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    #[serde(default, rename = "crate")]
    package: Package,
    #[serde(default)]
    module: Vec<Module>,
    /// Without it, the grammar tells which productions derive single characters.
    characters: Option<Characters>,
    /// Whether the code is a module of another crate, wherever that is.
    #[serde(skip)]
    #[cfg_attr(
        not(feature = "generate"),
        expect(dead_code, reason = "the generator asks for it")
    )]
    is_module: bool,
}

/// The crate that the generated code is part of.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Package {
    name: Option<String>,
    title: Option<String>,
    license: Option<String>,
    /// The modules of the crate that people write.
    #[serde(default)]
    modules: Vec<String>,
    #[serde(default, rename = "non-exhaustive")]
    is_non_exhaustive: bool,
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
    /// The name cannot be that of a crate.
    #[error(
        "{0:?} cannot be the name of the crate: a name is a lowercase letter, followed by lowercase \
         letters, digits, `-` and `_`, and it is neither a keyword of Rust nor a crate that the generated code uses"
    )]
    CrateName(String),
    /// Messages and comments cannot contain the title.
    #[error(
        "the layout has the title {0:?}: a title is one line without quotation marks, backquotes, \
         backslashes, braces and percent signs"
    )]
    Title(String),
    /// The license is no expression of SPDX.
    #[error(
        "the layout has the license {0:?}: a license is an expression of SPDX, such as `MIT OR Apache-2.0`"
    )]
    License(String),
    /// The name of a module would not be the name of its file.
    #[error(
        "the layout names a module {0:?}: a name is a lowercase letter, followed by lowercase \
         letters, digits and `_`, and it is neither a keyword of Rust nor `mod`, `bodies` or `tables`"
    )]
    ModuleName(String),
    /// The crate cannot have a module of that name beside those that are generated.
    #[error(
        "the layout names a module {0:?} of the crate: a name is a lowercase letter, followed by lowercase \
         letters, digits and `_`, and it is neither a keyword of Rust nor the name of a generated file"
    )]
    OwnModule(String),
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
        && !matches!(name, "mod" | "bodies" | "tables")
}

/// Returns whether a crate can have the name: Cargo accepts it, and the generated code finds what it
/// imports.
fn is_crate_name(name: &str) -> bool {
    let is_plain = |octet: u8| matches!(octet, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    let identifier = name.replace('-', "_");
    name.bytes().all(is_plain)
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && !is_keyword(&identifier)
        && !CRATES.contains(&identifier.as_str())
}

/// The crates that generated code and its tests use, and those that Cargo has no package of.
const CRATES: [&str; 9] = [
    "alloc",
    "core",
    "insta",
    "nom",
    "proc_macro",
    "rfcbnf",
    "rfcbnf_engine",
    "std",
    "test",
];

/// The words that Rust keeps for itself in the edition of 2024.
const KEYWORDS: &str = "_ abstract as async await become box break const continue crate do dyn else enum extern false final fn \
    for gen if impl in let loop macro match mod move mut override priv pub ref return self Self static struct super trait \
    true try type typeof unsafe unsized use virtual where while yield";

/// Returns whether Rust keeps the identifier for itself.
pub(crate) fn is_keyword(identifier: &str) -> bool {
    KEYWORDS.split(' ').any(|one| one == identifier)
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

    /// Checks that the names of the crate and the modules can be names of files, and that the
    /// grammar has the headings and the character productions.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] for the first name that is wrong.
    pub fn check(&self, grammar: &Grammar) -> Result<(), LayoutError> {
        if let Some(name) = &self.package.name
            && !is_crate_name(name)
        {
            return Err(LayoutError::CrateName(name.clone()));
        }
        let is_wrong = |one: char| one.is_control() || "\"`\\{}%".contains(one);
        if self.title().is_empty() || self.title().contains(is_wrong) {
            return Err(LayoutError::Title(self.title().to_owned()));
        }
        let is_of_spdx = |one: char| one.is_ascii_alphanumeric() || " .+-()".contains(one);
        if let Some(license) = self.license()
            && (license.trim().is_empty() || !license.chars().all(is_of_spdx))
        {
            return Err(LayoutError::License(license.to_owned()));
        }
        let is_generated = |name: &str| {
            matches!(
                name,
                "rules" | "typed" | "lib" | "main" | "engine" | "grammar"
            )
        };
        let mut own = self.own_modules();
        if let Some(name) = own.find(|name| !is_module_name(name) || is_generated(name)) {
            return Err(LayoutError::OwnModule(name.to_owned()));
        }
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
        let listed = self.characters.iter();
        let mut characters = listed.flat_map(|listed| &listed.productions);
        match characters.find(|name| grammar.production(name).is_none()) {
            Some(unknown) => Err(LayoutError::UnknownProduction(unknown.clone())),
            None => Ok(()),
        }
    }

    /// Returns the layout with the [character productions](Grammar::character_productions) of a
    /// grammar, if it lists none itself.
    #[must_use]
    pub fn with_characters_of(mut self, grammar: &Grammar) -> Self {
        self.characters.get_or_insert_with(|| {
            let names = grammar.character_productions().into_iter();
            Characters {
                productions: names.map(str::to_owned).collect(),
            }
        });
        self
    }

    /// Returns whether the layout lists the productions for single characters.
    #[cfg(feature = "generate")]
    pub(crate) fn has_characters(&self) -> bool {
        self.characters.is_some()
    }

    /// Returns the layout for a crate of this name. [`Layout::check`] says whether a crate can have
    /// it.
    #[must_use]
    pub fn with_crate_name(mut self, name: &str) -> Self {
        self.package.name = Some(name.to_owned());
        self
    }

    /// Returns the layout for a module of another crate.
    #[cfg(feature = "generate")]
    pub(crate) fn in_module(mut self) -> Self {
        self.is_module = true;
        self
    }

    /// Returns whether the code is a module of another crate.
    #[cfg(feature = "generate")]
    pub(crate) fn is_module(&self) -> bool {
        self.is_module
    }

    /// Returns the name of the crate that the generated code is part of, if the layout has it.
    #[must_use]
    pub fn crate_name(&self) -> Option<&str> {
        self.package.name.as_deref()
    }

    /// Returns the names of the modules of the crate that people write: the file `src/NAME.rs` of each is there, or a folder.
    pub fn own_modules(&self) -> impl Iterator<Item = &str> {
        self.package.modules.iter().map(String::as_str)
    }

    /// Returns whether the enums of the crate are `#[non_exhaustive]`: then a later version of the grammar can add productions
    /// without breaking programs that match on them.
    #[must_use]
    pub fn is_non_exhaustive(&self) -> bool {
        self.package.is_non_exhaustive
    }

    /// Returns the license of the crate, which a registry asks for, if the layout has it.
    #[must_use]
    pub fn license(&self) -> Option<&str> {
        self.package.license.as_deref()
    }

    /// Returns the name of the crate as Rust writes it; `grammar` if the layout has none.
    #[cfg(feature = "generate")]
    pub(crate) fn crate_identifier(&self) -> String {
        self.crate_name().unwrap_or("grammar").replace('-', "_")
    }

    /// Returns what messages call the grammar: the title, or else the name of the crate.
    #[must_use]
    pub fn title(&self) -> &str {
        let title = self.package.title.as_deref();
        title.or(self.crate_name()).unwrap_or("the grammar")
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
        let characters = self.characters.iter();
        let mut names = characters.flat_map(|listed| &listed.productions);
        names.any(|name| name == production)
    }

    fn listed(&self, heading: &str) -> Option<&Module> {
        self.module
            .iter()
            .find(|module| module.headings.iter().any(|listed| listed == heading))
    }
}
