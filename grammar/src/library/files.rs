//! The files of the library.

use super::LibraryGrammar;
use crate::syntax::Notation;

/// The grammars, in the order of their RFCs.
pub(super) const FILES: &[LibraryGrammar] =
    &[file("rfc3986", include_str!("../../library/rfc3986.abnf"))];

const fn file(name: &'static str, text: &'static str) -> LibraryGrammar {
    LibraryGrammar {
        name,
        notation: Notation::Abnf,
        text,
        imports: None,
    }
}
