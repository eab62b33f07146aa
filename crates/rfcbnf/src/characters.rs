//! The productions that derive single characters.

use std::collections::HashSet;

use crate::syntax::{Expression, Grammar, Kind};

impl Grammar {
    /// Returns the names of the productions that derive single characters only: alternatives of one
    /// character, and of productions like this. Default trees leave their nodes out, unless a
    /// [`Layout`](crate::Layout) lists others.
    ///
    /// ```
    /// let grammar = rfcbnf::read("number = 1*digit\ndigit = \"0\" | \"1\"\n")?;
    /// assert_eq!(Vec::from_iter(grammar.character_productions()), ["digit"]);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn character_productions(&self) -> HashSet<&str> {
        let mut found = HashSet::new();
        for production in self.users_last() {
            if derives_characters(&production.body, &found) {
                found.insert(production.name.as_str());
            }
        }
        found
    }
}

/// Returns whether the expression derives single characters only.
fn derives_characters(expression: &Expression, known: &HashSet<&str>) -> bool {
    match &expression.kind {
        Kind::Alternation(members) => {
            let mut members = members.iter();
            members.all(|member| derives_characters(member, known))
        }
        Kind::Literal { text, .. } => text.chars().count() == 1,
        Kind::Reference { name, .. } => known.contains(name.as_str()),
        Kind::Range { .. } => true,
        Kind::Sequence(_)
        | Kind::Optional(_)
        | Kind::Repetition { .. }
        | Kind::Prose(_)
        | Kind::Unreadable => false,
    }
}
