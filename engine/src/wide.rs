//! Trees by combinators alone. Tests compare them with those by spans and by tables of characters.

use crate::error::SyntaxError;
use crate::parse::Parse;
use crate::parse::diagnose;
use crate::tree::{
    Detail, Tree, TreeText as _, records_of_rules_up_to, tree_records_by_combinators,
};

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

/// Returns the number of nodes of the tree without character productions. `None` if the production does not
/// derive the text, or the tree has more nodes than `most`, which is what a cursor can count.
pub fn nodes_up_to<P: Parse>(production: P, text: &P::Text, most: usize) -> Option<usize> {
    let records = records_of_rules_up_to(production, text.as_octets(), most);
    Some(records.ok()??.len())
}
