//! What the reader makes of a file.

use crate::error::{Fault, GrammarErrorKind, GrammarErrors};
use crate::notation::choice::{NotationChoice, NotationSign};
use crate::syntax::{Encoding, Grammar, Notation};

/// A grammar file as far as it can be read.
#[derive(Debug, Clone)]
pub struct Document {
    /// The rules that can be read. [`Kind::Unreadable`](crate::syntax::Kind::Unreadable) stands
    /// for text in them that cannot.
    pub grammar: Grammar,
    /// The errors, if there are any.
    pub errors: Option<GrammarErrors>,
    /// Why the file is read in its notation.
    pub sign: NotationSign,
}

impl Document {
    /// Returns the grammar, if it has no errors.
    ///
    /// # Errors
    ///
    /// The errors of the file.
    pub fn into_result(self) -> Result<Grammar, GrammarErrors> {
        self.errors.map_or(Ok(self.grammar), Err)
    }

    /// Returns the choice of the notation, if the file leaves it open and it decides how letters match.
    #[must_use]
    pub fn open_choice(&self) -> Option<NotationChoice> {
        NotationChoice::of(&self.grammar, self.sign)
    }
}

/// Returns the document of a file that is no grammar as a whole.
pub(super) fn whole(source: &str, kind: GrammarErrorKind) -> Document {
    Document {
        sign: NotationSign::Shown,
        grammar: empty(source),
        errors: GrammarErrors::new(source, vec![Fault::new(kind, 0..0)]),
    }
}

/// Returns a grammar without rules.
pub(super) fn empty(source: &str) -> Grammar {
    Grammar {
        source: source.to_owned(),
        imported: Vec::new(),
        notation: Notation::default(),
        encoding: Encoding::default(),
        headings: Vec::new(),
        productions: Vec::new(),
    }
}
