//! Where a name is defined, and where it is used.

use rfcbnf::syntax::Span;
use rfcbnf::{NamePlace, RuleNames};

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
