//! Trees and errors made with the cursor for texts of any length. Tests compare them with those of
//! the cursor for shorter texts.

use crate::error::SyntaxError;
use crate::parse::diagnose_wide;
use crate::production::Production;
use crate::tree::{Detail, Tree, TreeText as _, tree_records_wide};

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
    match tree_records_wide(production, text.as_octets(), detail) {
        Some(records) => Ok(Tree::new(text, production.grammar(), records)),
        None => Err(diagnose_wide(production, text.as_octets())),
    }
}
