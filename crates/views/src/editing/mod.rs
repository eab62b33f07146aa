//! What an editor asks about a grammar file: where a name is defined and used, how to rename it, what
//! could be written at an offset, the outline, and what a name means.
//!
//! ```
//! use rfc1738_views::editing::{GrammarText, definitions, references};
//!
//! let text = GrammarText::new("port = 1*digit\ndigit = \"0\" | \"1\"\n", &rfcbnf::Reader::default());
//! assert_eq!(definitions(&text, 9), [15..20]);
//! assert_eq!(references(&text, 15), [9..14]);
//! ```
//!
//! Places are offsets in octets. The answers need no grammar without errors: names are found in every text, and [`hover()`]
//! says what is known. A name can be one of another file: [`Links`](rfcbnf::imports::Links) say what the names of a text mean
//! there, and an [`Importer`] is a text with names that mean productions of another one.
//!
//! Invariant: nothing here knows of a protocol or a position in lines. Every answer takes time linear
//! in the length of the text, except [`hover()`], which computes texts of a production.

mod completion;
mod hover;
mod markdown;
mod names;
mod outline;
mod renaming;

use rfcbnf::{Names, Reader};

pub use completion::{Completion, CompletionKind, completions};
pub use hover::{Hover, HoverForm, hover};
pub use names::{
    Importer, NameAt, NameOwner, definitions, definitions_of, name_at, references, references_of,
};
pub use outline::{OutlineItem, outline};
pub use renaming::{Changes, RenameError, Renaming, renamable, rename};

/// The text of a grammar file, and where its names are.
#[derive(Debug, Clone)]
pub struct GrammarText {
    text: String,
    names: Names,
}

impl GrammarText {
    /// Finds the names of a text.
    #[must_use]
    pub fn new(text: impl Into<String>, reader: &Reader) -> Self {
        let text = text.into();
        Self {
            names: reader.names(&text),
            text,
        }
    }

    /// Returns a text with its names, which were found before.
    #[must_use]
    pub fn with_names(text: impl Into<String>, names: Names) -> Self {
        Self {
            text: text.into(),
            names,
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the names.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }
}
