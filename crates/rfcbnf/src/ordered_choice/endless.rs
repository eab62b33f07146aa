//! Ordered choice that never ends.

use std::fmt;

use thiserror::Error;

use crate::error::line::{Clipped, Listed};
use crate::obstacles::LeftRecursion;
use crate::syntax::Grammar;

/// Why ordered choice never ends: a production is left-recursive.
///
/// Its `Display` is one line that needs no context.
///
/// ```
/// let grammar = rfcbnf::read("list = item | list \",\" item\nitem = \"a\" | \"b\"\n")?;
/// let endless = rfcbnf::ordered_choice::endless(&grammar, "list").unwrap();
/// assert_eq!(
///     endless.to_string(),
///     "ordered choice never ends: production `list` is left-recursive: \
///      list → list"
/// );
/// assert!(rfcbnf::ordered_choice::endless(&grammar, "item").is_none());
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("ordered choice never ends: {}", Sentence(self))]
pub struct Endless {
    production: String,
    cycle: Vec<String>,
}

impl Endless {
    /// Returns the names of the productions on the way from one to itself, in the order of reference.
    /// The last repeats the first.
    #[must_use]
    pub fn cycle(&self) -> &[String] {
        &self.cycle
    }
}

struct Sentence<'a>(&'a Endless);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Endless { production, cycle } = self.0;
        write!(formatter, "production `{}`", Clipped(production))?;
        if let Some(first) = cycle.first().filter(|first| *first != production) {
            write!(formatter, " leads to `{}`, which", Clipped(first))?;
        }
        write!(formatter, " is left-recursive: {}", Listed(cycle))
    }
}

/// Returns why ordered choice never ends in some texts of the production; `None` if it always ends, or
/// if there is no such production.
#[must_use]
pub fn endless(grammar: &Grammar, production: &str) -> Option<Endless> {
    EndlessProductions::of(grammar).get(production)
}

/// The productions of a grammar for which ordered choice never ends, found once for all of them.
///
/// ```
/// use rfcbnf::ordered_choice::EndlessProductions;
///
/// let grammar = rfcbnf::read("list = item | list \",\" item\nitem = \"a\" | \"b\"\n")?;
/// let endless = EndlessProductions::of(&grammar);
/// assert_eq!(endless.get("list").unwrap().cycle(), ["list", "list"]);
/// assert!(endless.get("item").is_none());
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[derive(Debug)]
pub struct EndlessProductions<'g>(LeftRecursion<'g>);

impl<'g> EndlessProductions<'g> {
    /// Finds them.
    #[must_use]
    pub fn of(grammar: &'g Grammar) -> Self {
        Self(LeftRecursion::of(grammar))
    }

    /// Returns what [`endless`] returns.
    #[must_use]
    pub fn get(&self, production: &str) -> Option<Endless> {
        Some(Endless {
            production: production.to_owned(),
            cycle: self.0.reached_from(production)?,
        })
    }
}
