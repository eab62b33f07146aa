//! Where a name is defined and used, and other names for productions.
//!
//! Invariant: a text that is renamed has the same rules, and each of their names refers to the same
//! production as before.

use rfcbnf::limits::NAME_LENGTH;
use rfcbnf::syntax::Span;
use rfcbnf::{NamePlace, Names, RuleNames};
use rfcbnf_engine::escape::Printable;
use thiserror::Error;

use super::GrammarText;

/// Returns the places that define the name at the offset: those of rules, and then those of rules that
/// add alternatives, each group in file order. Empty if there is no name, or if the text does not
/// define it.
#[must_use]
pub fn definitions(text: &GrammarText, offset: usize) -> Vec<Span> {
    let Some((_, name)) = text.names.at(offset) else {
        return Vec::new();
    };
    let mut rules: Vec<&RuleNames> = text.names.rules_of(&name.text).collect();
    rules.sort_by_key(|rule| rule.adds);
    rules.iter().map(|rule| rule.name.span.clone()).collect()
}

/// Returns the places that use the name at the offset, in file order.
#[must_use]
pub fn references(text: &GrammarText, offset: usize) -> Vec<Span> {
    let Some((_, name)) = text.names.at(offset) else {
        return Vec::new();
    };
    uses(text, &name.text)
        .map(|(_, used)| used.span.clone())
        .collect()
}

/// Returns the uses of a name, each with the rule that has it.
pub(super) fn uses<'t>(
    text: &'t GrammarText,
    name: &'t str,
) -> impl Iterator<Item = (&'t RuleNames, &'t NamePlace)> {
    let rules = text.names.rules.iter();
    let used = rules.flat_map(|rule| rule.references.iter().map(move |used| (rule, used)));
    used.filter(move |(_, used)| text.names.are_same(&used.text, name))
}

/// The most characters of a name that an error shows.
const SHOWN: usize = 60;

/// Why a name cannot be changed.
///
/// ```
/// use rfc1738_views::editing::{GrammarText, rename};
///
/// let text = GrammarText::new("port = 1*DIGIT\nhost = %x61\n", &rfcbnf::Reader::default());
/// let error = |offset, name| rename(&text, offset, name).unwrap_err().to_string();
/// assert_eq!(error(5, "x"), "there is no name of a production here");
/// assert_eq!(
///     error(10, "x"),
///     "this file does not define `DIGIT`; a name can be changed in the file that defines it"
/// );
/// assert_eq!(
///     error(0, "1st"),
///     "`1st` cannot be the name of a production: that is a letter, followed by letters, digits, \"-\", \
///      \"_\" and \"+\", at most 200 of them"
/// );
/// assert_eq!(error(0, "HOST"), "`HOST` is the name of another production; choose one that is free");
/// assert_eq!(
///     error(0, "alpha"),
///     "`alpha` is a core rule of RFC 5234, which every grammar can use; choose another name"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RenameError {
    /// There is no name at the offset.
    #[error("there is no name of a production here")]
    NoName,
    /// The text does not define the name.
    #[error("this file does not define `{0}`; a name can be changed in the file that defines it")]
    Undefined(String),
    /// No production can have the new name.
    #[error(
        "`{0}` cannot be the name of a production: that is a letter, followed by letters, digits, \"-\", \
         \"_\" and \"+\", at most {NAME_LENGTH} of them"
    )]
    Invalid(String),
    /// Another production has the new name.
    #[error("`{0}` is the name of another production; choose one that is free")]
    Taken(String),
    /// A core rule has the new name.
    #[error("`{0}` is a core rule of RFC 5234, which every grammar can use; choose another name")]
    CoreRule(String),
}

/// Returns the place of the name at the offset, if it can be changed.
///
/// # Errors
///
/// [`RenameError::NoName`] and [`RenameError::Undefined`].
pub fn renamable(text: &GrammarText, offset: usize) -> Result<Span, RenameError> {
    let (_, name) = text.names.at(offset).ok_or(RenameError::NoName)?;
    match text.names.rules_of(&name.text).next() {
        Some(_) => Ok(name.span.clone()),
        None => Err(RenameError::Undefined(shown(&name.text))),
    }
}

/// Returns the changes that give the production at the offset another name everywhere, in file order.
///
/// ```
/// use rfc1738_views::editing::{GrammarText, rename};
///
/// let text = GrammarText::new("port = 1*Digit\ndigit = %x30-39\n", &rfcbnf::Reader::default());
/// let places: Vec<_> = rename(&text, 9, "figure")?.into_iter().map(|(span, _)| span).collect();
/// assert_eq!(places, [9..14, 15..20]);
/// # Ok::<(), rfc1738_views::editing::RenameError>(())
/// ```
///
/// # Errors
///
/// Returns [`RenameError`] if there is no such production, or if it cannot have the name.
pub fn rename(
    text: &GrammarText,
    offset: usize,
    new: &str,
) -> Result<Vec<(Span, String)>, RenameError> {
    renamable(text, offset)?;
    let names = &text.names;
    let (_, old) = names.at(offset).ok_or(RenameError::NoName)?;
    if !Names::can_have(new) {
        return Err(RenameError::Invalid(shown(new)));
    }
    if !names.are_same(&old.text, new) {
        if names.rules_of(new).next().is_some() || uses(text, new).next().is_some() {
            let is_core = names.core_rules().any(|core| names.are_same(core, new));
            let error = if is_core {
                RenameError::CoreRule
            } else {
                RenameError::Taken
            };
            return Err(error(shown(new)));
        }
        if names.core_rules().any(|core| names.are_same(core, new)) {
            return Err(RenameError::CoreRule(shown(new)));
        }
    }
    let used = uses(text, &old.text).map(|(_, used)| used.span.clone());
    let mut places: Vec<Span> = definitions(text, offset).into_iter().chain(used).collect();
    places.sort_by_key(|place| place.start);
    places.dedup();
    Ok(places
        .into_iter()
        .map(|place| (place, new.to_owned()))
        .collect())
}

fn shown(name: &str) -> String {
    let end = name.char_indices().nth(SHOWN);
    let (cut, mark) = end.map_or((name, ""), |(end, _)| (&name[..end], "…"));
    format!("{}{mark}", Printable(cut.as_bytes()))
}
