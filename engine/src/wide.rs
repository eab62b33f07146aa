//! Trees and verdicts of texts of any length, and trees by combinators alone. Tests compare them with
//! those of shorter texts, and with those of tables.

use crate::error::SyntaxError;
use crate::parse::diagnose;
use crate::production::Parse;
use crate::tree::{Detail, LongText, Tree, TreeText as _, tree_records_by_combinators};

/// Does the same as [`parse_in_detail`](crate::parse_in_detail).
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the production does not derive the text.
pub fn parse_in_detail<P: Parse>(
    production: P,
    text: &P::Text,
    detail: Detail,
) -> Result<Tree<'_, P>, SyntaxError<P>> {
    match tree_records_by_combinators(production, text.as_octets(), detail) {
        Some(records) => Ok(Tree::new(text, production.grammar(), records)),
        None => Err(diagnose(production, text.as_octets())),
    }
}

/// Returns the tree as if the text were above 1 GiB; `None` if the production does not derive it.
pub fn parse_long<P: Parse>(production: P, text: &P::Text) -> Option<Tree<'_, P>> {
    let records = LongText::tree_records(production, text.as_octets(), Detail::Rules)?;
    Some(Tree::new(text, production.grammar(), records))
}

/// Returns the verdict as if the text were above 1 GiB.
pub fn is_valid_long<P: Parse>(production: P, text: &[u8]) -> bool {
    LongText::is_derived(production, text)
}
