//! The grammars of RFCs that those of others import most.
//!
//! ```
//! let uri = rfcbnf::library::find("rfc3986").unwrap();
//! let grammar = uri.read().into_result()?;
//! assert!(grammar.production("URI-reference").is_some());
//! # Ok::<(), rfcbnf::GrammarErrors>(())
//! ```
//!
//! A program contains the texts only if it calls this module.

mod files;

use std::fmt;

use crate::conventions::Conventions;
use crate::imports::{Imports, JoinError, Joined, of_library};
use crate::reader::{GrammarDocument, Reader};
use crate::syntax::{Grammar, Notation};
use files::FILES;

/// A grammar that this package has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LibraryGrammar {
    name: &'static str,
    notation: Notation,
    text: &'static str,
    imports: Option<&'static str>,
    conventions: Option<&'static str>,
}

/// Returns the grammar of this name, such as `rfc3986`, in either case of letters.
///
/// ```
/// assert_eq!(rfcbnf::library::find("RFC3986").unwrap().name(), "rfc3986");
/// assert!(rfcbnf::library::find("3986").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static LibraryGrammar> {
    FILES.iter().find(|one| one.name.eq_ignore_ascii_case(name))
}

/// Returns that of URIs, without a search among the others.
pub(crate) fn rfc3986() -> LibraryGrammar {
    files::RFC3986
}

/// Returns the names of the grammars, in the order of their RFCs.
///
/// ```
/// assert!(rfcbnf::library::names().any(|name| name == "rfc5234"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|one| one.name)
}

impl Grammar {
    /// Returns the grammar of the RFC with this number, with what it imports from others; `None` if the library has none.
    /// A program that calls this contains all of them.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_rfc(3986).unwrap();
    /// assert!(grammar.parser("URI")?.is_valid("http://[::1]/")?);
    /// assert!(rfcbnf::Grammar::from_rfc(1).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_rfc(number: u32) -> Option<Self> {
        let joined = find(&format!("rfc{number}"))?.with_imports();
        joined.ok().map(|joined| joined.grammar)
    }
}

impl LibraryGrammar {
    /// Returns the name: `rfc` and the number.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Returns what the grammar imports and which lengths are elsewhere in its texts, as
    /// [`Imports::from_toml`](crate::imports::Imports::from_toml) reads it; `None` if it has neither.
    #[must_use]
    pub fn imports(&self) -> Option<&'static str> {
        self.imports
    }

    /// Returns what parsers of the grammar are known to take or to refuse, as
    /// [`Suspects::from_toml`](crate::causes::Suspects::from_toml) reads it; `None` if nothing is.
    ///
    /// ```
    /// let json = rfcbnf::library::find("rfc8259").unwrap();
    /// assert!(json.suspects().is_some_and(|suspects| suspects.contains("NaN")));
    /// ```
    #[must_use]
    pub fn suspects(&self) -> Option<&'static str> {
        files::suspects(self.name)
    }

    /// Returns how texts of the grammar are read before it applies, as
    /// [`Conventions::from_toml`](crate::conventions::Conventions::from_toml) reads it; `None` if they are read as they are.
    ///
    /// ```
    /// let calendar = rfcbnf::library::find("rfc5545").unwrap();
    /// assert!(calendar.conventions().is_some_and(|conventions| conventions.contains("unfold")));
    /// ```
    #[must_use]
    pub fn conventions(&self) -> Option<&'static str> {
        self.conventions
    }

    /// Returns the grammar with what it imports from others of the library.
    ///
    /// # Errors
    ///
    /// Returns [`JoinError`] if the grammars do not fit together. Those of the library do.
    ///
    /// ```
    /// let http = rfcbnf::library::find("rfc9110").unwrap().with_imports()?;
    /// assert!(http.grammar.obstacle("Host").is_none());
    /// assert!(http.grammar.production("rfc3986-host").is_some());
    /// # Ok::<(), rfcbnf::imports::JoinError>(())
    /// ```
    pub fn with_imports(&self) -> Result<Joined, JoinError> {
        of_library(*self)
    }

    /// Reads the file. What the grammar imports is not defined in it. Its productions have the
    /// [lengths](crate::syntax::Production::length) that the prose of the RFC says to be elsewhere in the text.
    #[must_use]
    pub fn read(&self) -> GrammarDocument {
        let reader = Reader {
            notation: Some(self.notation),
            ..Reader::default()
        };
        let mut document = reader.read(self.text);
        let marked = self.beside().mark_lengths(&mut document.grammar);
        debug_assert_eq!(marked, Ok(()), "{self:?}");
        if let Some(text) = self.conventions {
            let conventions = Conventions::from_toml(text);
            let applied = conventions.and_then(|one| one.apply(&mut document.grammar));
            debug_assert!(applied.is_ok(), "{self:?}: {applied:?}");
        }
        document
    }

    /// Returns what the file beside the grammar says.
    fn beside(&self) -> Imports {
        let imports = Imports::from_toml(self.imports.unwrap_or_default());
        debug_assert!(imports.is_ok(), "{self:?}: {imports:?}");
        imports.unwrap_or_default()
    }
}

/// Writes the name.
impl fmt::Debug for LibraryGrammar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}
