//! Trees and errors made by combinators alone, with the cursor for texts of any length. Tests compare
//! them with those of the cursor for shorter texts, and with those of tables.

use crate::error::SyntaxError;
use crate::parse::diagnose_by_combinators;
use crate::production::Production;
use crate::tree::{Detail, Tree, TreeText as _, tree_records_by_combinators};

/// Does the same as [`parse_in_detail`](crate::parse_in_detail).
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the production does not derive the text.
pub fn parse_in_detail<P: Production>(
    production: P,
    text: &P::Text,
    detail: Detail,
) -> Result<Tree<'_, P>, SyntaxError<P>> {
    match tree_records_by_combinators(production, text.as_octets(), detail) {
        Some(records) => Ok(Tree::new(text, production.grammar(), records)),
        None => Err(diagnose(production, text.as_octets())),
    }
}

/// Does the same as [`diagnose`](crate::diagnose), without the table of the production.
pub fn diagnose<P: Production>(production: P, text: &[u8]) -> SyntaxError<P> {
    diagnose_by_combinators(production, text)
}
