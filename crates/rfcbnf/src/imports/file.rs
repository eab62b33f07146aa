//! Files that say what a grammar imports, and what it leaves to the lengths of its texts.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use crate::lookup::UnknownProduction;
use crate::syntax::{GivenLength, Grammar, Span};

/// What a grammar imports, in the order of the file, and which of its productions have a length that another part
/// of the text gives.
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
    #[serde(default)]
    length: Vec<Length>,
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

/// A production of the grammar with a length that another part of the text gives.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Length {
    /// The name of the production.
    pub production: String,
    /// The reason, in a sentence without a full stop.
    pub reason: String,
    /// The section of the document that says so.
    pub section: String,
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

/// Where a file of imports has the name of a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlace {
    /// The name.
    pub name: String,
    /// Its place, with the quotation marks around it if it has any.
    pub span: Span,
    /// What the name is there.
    pub is: NamedWhere,
}

/// What a name in a file of imports is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedWhere {
    /// A name of the grammar itself, of the table `names`. Prose there is none.
    Mapped,
    /// A production of the grammar that is imported from here.
    Imported(String),
    /// A production of the grammar itself with a given length.
    Length,
}

/// The parts of a file of imports with names.
#[derive(Deserialize)]
struct Places {
    #[serde(default)]
    import: Vec<ImportPlaces>,
    #[serde(default)]
    length: Vec<LengthPlace>,
}

#[derive(Deserialize)]
struct ImportPlaces {
    from: String,
    #[serde(default)]
    names: BTreeMap<Spanned<String>, Spanned<String>>,
}

#[derive(Deserialize)]
struct LengthPlace {
    production: Spanned<String>,
}

impl NamedPlace {
    /// Finds the names of productions in the text of a file of imports, in file order.
    ///
    /// # Errors
    ///
    /// Returns [`ImportsError`] if the text does not have the form of [`Imports::from_toml`].
    ///
    /// ```
    /// use rfcbnf::imports::NamedPlace;
    ///
    /// let text = "[[import]]\nfrom = \"rfc3986\"\nnames = { uri-host = \"host\" }\n";
    /// let places = NamedPlace::find(text)?;
    /// let written = places.iter().map(|place| &text[place.span.clone()]);
    /// assert_eq!(written.collect::<Vec<_>>(), ["uri-host", "\"host\""]);
    /// # Ok::<(), rfcbnf::imports::ImportsError>(())
    /// ```
    pub fn find(text: &str) -> Result<Vec<Self>, ImportsError> {
        let Places { import, length } = toml::from_str(text)?;
        let place = |name: &Spanned<String>, is| Self {
            name: name.get_ref().clone(),
            span: name.span(),
            is,
        };
        let mut places = Vec::new();
        for import in &import {
            for (name, meant) in &import.names {
                places.push(place(name, NamedWhere::Mapped));
                places.push(place(meant, NamedWhere::Imported(import.from.clone())));
            }
        }
        let lengths = length.iter();
        places.extend(lengths.map(|one| place(&one.production, NamedWhere::Length)));
        places.sort_by_key(|place| place.span.start);
        Ok(places)
    }
}

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

    /// Returns the productions with a length that another part of the text gives, in file order.
    pub fn lengths(&self) -> impl Iterator<Item = &Length> {
        self.length.iter()
    }

    /// Marks the productions of the grammar that [`lengths`](Self::lengths) names. A text that only
    /// derivations with one of them derive is then [`Undecided`](crate::recognizer::Undecided).
    ///
    /// # Errors
    ///
    /// Returns [`UnknownProduction`] for the first one that the grammar does not have.
    ///
    /// ```
    /// use rfcbnf::imports::Imports;
    /// use rfcbnf::recognizer::Recognizer;
    ///
    /// let mut grammar = rfcbnf::read("s = \"-\" / size \":\" data\nsize = 1*DIGIT\ndata = *OCTET\n")?;
    /// let imports = Imports::from_toml(r#"
    ///     [[length]]
    ///     production = "data"
    ///     reason = "size is the number of its octets"
    ///     section = "2"
    /// "#)?;
    /// imports.mark_lengths(&mut grammar)?;
    /// let recognizer = Recognizer::new(&grammar, "s")?;
    /// assert_eq!(recognizer.rule().is_valid(b"-"), Ok(true));
    /// assert_eq!(recognizer.rule().is_valid(b":"), Ok(false));
    /// assert_eq!(
    ///     recognizer.rule().is_valid(b"2:ab").unwrap_err().to_string(),
    ///     "the text is valid only if the part of it at offset 2 that `data` derives has the right length: \
    ///      size is the number of its octets (2)"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mark_lengths(&self, grammar: &mut Grammar) -> Result<(), UnknownProduction> {
        for Length {
            production,
            reason,
            section,
        } in &self.length
        {
            let name = grammar.lookup(production)?.name.clone();
            let length = GivenLength {
                reason: reason.clone(),
                section: section.clone(),
            };
            let mut productions = grammar.productions.iter_mut();
            if let Some(marked) = productions.find(|one| one.name == name) {
                marked.length = Some(length);
            }
        }
        Ok(())
    }
}
