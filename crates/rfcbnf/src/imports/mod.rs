//! Grammars that are put together from several files.
//!
//! RFC 9110 has `port = <port, see [URI], Section 3.2.3>`, and RFC 3986 has the production. [`join`]
//! binds such prose, and names that a file does not define, to productions of other files:
//!
//! ```
//! use rfcbnf::Reader;
//! use rfcbnf::imports::{Part, join};
//!
//! let http = "Host = uri-host [ \":\" port ]\nuri-host = <host, see [URI], Section 3.2.2>\nport = <port, see [URI], Section 3.2.3>\n";
//! let uri = "URI = host\nauthority = host [ \":\" port ]\nhost = 1*%x61-7A\nport = *%x30-39\n";
//! let parts = [("http", http), ("rfc3986", uri)];
//! let mut parts = parts.map(|(name, text)| Part::new(name, Reader::default().read(text)));
//! parts[0].is_whole = true;
//! let joined = join(&parts)?;
//! let names = joined.grammar.productions.iter().map(|production| &*production.name);
//! assert_eq!(names.collect::<Vec<_>>(), ["Host", "uri-host", "rfc3986-host", "port"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Loader`] reads files and what they import, and joins them. There are three steps in that. `binding` finds the production that a name or prose means. `naming` gives
//! each production that is reached a name: its own, unless another production has it. Productions of
//! two files that say the same, such as core rules, become one. `copier` copies the
//! productions into one grammar. Its source is the texts of the files one after the other, so every span
//! still refers to the text that it is about, and [`Grammar::file_at`] says whose that is.
//!
//! Invariant: the joined grammar has all productions of whole parts, and of the others those that
//! bound names reach.

mod binding;
mod copier;
mod file;
mod links;
mod load;
mod naming;
mod references;

pub use binding::rfc_numbers;
pub use file::{Import, Imports, ImportsError, Length, NamedPlace, NamedWhere};
pub use links::{LinkedFile, Links, Meaning, ProseLink};
pub(crate) use load::of_library;
pub use load::{FileError, FileSource, FilesError, Imported, Loaded, Loader, NoFiles};
#[cfg(feature = "generate")]
pub(crate) use load::{Stored, read_text};
pub use references::{Referred, references};

use std::collections::{BTreeMap, HashSet};

use thiserror::Error;

use crate::error::GrammarErrors;
use crate::error::line::Clipped;
use crate::lookup::UnknownProduction;
use crate::reader::GrammarDocument;
use crate::syntax::Grammar;
use binding::Binder;
use copier::Copier;
use naming::Names;

/// A grammar file that is put together with others.
#[derive(Debug, Clone)]
pub struct Part {
    /// The name of the file, which precedes the names of its productions where another production has
    /// the same name. `rfc3986` makes `rfc3986-host`. Prose that names an RFC looks there if this name
    /// has the number of the RFC.
    pub name: String,
    /// The file.
    pub document: GrammarDocument,
    /// Whether all productions are taken, not only those that another file needs.
    pub is_whole: bool,
    /// Whether names of every part are looked for here, not only those of parts that it is a source of.
    pub is_common: bool,
    /// The parts that undefined names and prose of this one are bound to first, in this order.
    pub sources: Vec<PartSource>,
}

/// A part that another one imports from.
#[derive(Debug, Clone)]
pub struct PartSource {
    /// The index of the part.
    pub part: usize,
    /// For names and prose of the importing part, the names of productions in the other.
    pub names: BTreeMap<String, String>,
    /// Whether no other names are looked for there.
    pub is_limited: bool,
}

/// A grammar that was put together.
#[derive(Debug, Clone)]
pub struct Joined {
    /// The grammar.
    pub grammar: Grammar,
    /// For each part, its errors other than undefined names that were bound, and additions with `=/` to
    /// productions of other parts.
    pub errors: Vec<Option<GrammarErrors>>,
}

/// The reason why files cannot be put together.
///
/// ```
/// use rfcbnf::Reader;
/// use rfcbnf::imports::{Part, join};
///
/// let texts = [("a", "a = b %x80\n"), ("b", "b = %x100\n")];
/// let mut parts = texts.map(|(name, text)| Part::new(name, Reader::default().read(text)));
/// parts[0].is_whole = true;
/// assert_eq!(
///     join(&parts).unwrap_err().to_string(),
///     "in `a` of a, numbers above %x7F are octets, and in `b` of b, they are characters: \
///      leave one of the productions out, or write its octets"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JoinError {
    /// A source binds a name to a production that its part does not have.
    #[error("`{}` is imported from {from}: {unknown}", Clipped(.name))]
    UnknownProduction {
        /// The name or prose that is bound.
        name: String,
        /// The part that has no such production.
        from: String,
        /// The error about the name of the production.
        unknown: UnknownProduction,
    },
    /// Numbers above `%x7F` are octets in one production and characters in another.
    #[error(
        "in `{}` of {octets_in}, numbers above %x7F are octets, and in `{}` of {characters_in}, they \
         are characters: leave one of the productions out, or write its octets",
        Clipped(.octets),
        Clipped(.characters)
    )]
    Encodings {
        /// A production with octets.
        octets: String,
        /// Its part.
        octets_in: String,
        /// A production with characters.
        characters: String,
        /// Its part.
        characters_in: String,
    },
    /// The joined grammar is beyond a limit of grammars.
    #[error("the files together have more than {limit} {what}; import fewer productions")]
    TooLarge {
        /// What has the limit.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
}

impl Part {
    /// Returns a part that others take what they need from, without sources.
    ///
    /// The name keeps its letters, digits and hyphens.
    #[must_use]
    pub fn new(name: &str, document: GrammarDocument) -> Self {
        let is_kept = |one: &char| one.is_ascii_alphanumeric() || *one == '-';
        let name: String = name.chars().filter(is_kept).collect();
        Self {
            name,
            document,
            is_whole: false,
            is_common: true,
            sources: Vec::new(),
        }
    }
}

/// Puts parts together: all productions of whole parts, and of the others those that bound names
/// reach.
///
/// A name that a part does not define, and prose such as `<port, see [RFC3986], Section 3.2.3>`, is
/// bound to a production of the first of the part's sources that has one, or else of the first whole
/// part, or else of the first common one. A production that is spelled like the name goes before one that
/// differs in the case of letters, whatever the order of the parts. Prose that names an RFC is bound to parts
/// with its number only, if there are any.
/// A production that consists of such prose with its own name is replaced by the other one.
/// Alternatives that a part adds with `=/` to a production that it does not define are added to the one that the
/// name is bound to, for all parts.
///
/// # Errors
///
/// Returns [`JoinError`] if a source names a production that its part does not have, if the
/// productions have two encodings, or if they are too many.
///
/// # Panics
///
/// Panics if a source names a part that does not exist.
pub fn join(parts: &[Part]) -> Result<Joined, JoinError> {
    let binder = Binder::new(parts);
    binder.check_sources()?;
    let names = Names::new(&binder);
    let mut grammar = Copier::new(&binder, &names).grammar()?;
    grammar.unused_imports = unused(parts, &names);
    let errors = parts.iter().enumerate().map(|(index, part)| {
        let errors = part.document.errors.as_ref()?;
        errors.without(|error| binder.resolves(index, error))
    });
    Ok(Joined {
        errors: errors.collect(),
        grammar,
    })
}

/// Returns the names of the parts that whole parts import, or the caller, and of which no production is reached.
fn unused(parts: &[Part], names: &Names) -> Vec<String> {
    let whole = parts.iter().filter(|part| part.is_whole);
    let sources = whole
        .flat_map(|part| &part.sources)
        .filter(|source| !source.is_limited);
    let imported: HashSet<usize> = sources.map(|source| source.part).collect();
    let unused = parts.iter().enumerate().filter(|(index, part)| {
        let is_imported = part.is_common || imported.contains(index);
        is_imported && !part.is_whole && !names.reaches(*index)
    });
    unused.map(|(_, part)| part.name.clone()).collect()
}
