//! Sets of characters, put together from those of character productions.

use std::collections::BTreeSet;

use super::character_set::union_of;
use super::context::Context;
use super::names;
use crate::resolved::{ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Case;

/// A set of characters in Rust, and the character productions whose sets it uses.
pub(super) struct SetCode<'g> {
    pub(super) text: String,
    pub(super) uses: Vec<&'g str>,
}

/// Returns the set of these characters. It is put together from the sets of the character
/// productions among the alternatives of the expression, and the characters that remain.
pub(super) fn set<'g>(
    context: &Context<'g>,
    resolved: &'g ResolvedGrammar<'g>,
    expression: ExpressionId,
    characters: &str,
) -> SetCode<'g> {
    let wanted: BTreeSet<char> = characters.chars().collect();
    let mut covered = BTreeSet::new();
    let mut uses = Vec::new();
    let mut terms = Vec::new();
    for &alternative in alternatives(resolved, &expression) {
        let ResolvedKind::Reference {
            production, case, ..
        } = resolved.kind(alternative)
        else {
            continue;
        };
        let name = resolved.production(*production).name();
        if !context.is_character(name) {
            continue;
        }
        let mut members = context.whole_characters(name);
        let has_letters = members.contains(|member: char| member.is_ascii_alphabetic());
        let any_case = *case == Case::Ignored && has_letters;
        if any_case {
            members = in_either_case(&members);
        }
        if !members.is_empty() && members.chars().all(|member| wanted.contains(&member)) {
            covered.extend(members.chars());
            uses.push(name);
            terms.push(names::constant(name) + if any_case { ".any_case()" } else { "" });
        }
    }
    let rest: String = wanted.difference(&covered).collect();
    let union = terms
        .into_iter()
        .reduce(|set, term| format!("{set}.union({term})"));
    let text = union_of(union, rest.chars().collect());
    SetCode { text, uses }
}

/// Returns the characters and, for each letter, its other case, in ASCII order.
pub(super) fn in_either_case(characters: &str) -> String {
    let cases = [
        characters.to_ascii_lowercase(),
        characters.to_ascii_uppercase(),
    ];
    let characters: BTreeSet<char> = cases.iter().flat_map(|case| case.chars()).collect();
    characters.into_iter().collect()
}

fn alternatives<'c>(
    resolved: &'c ResolvedGrammar<'_>,
    expression: &'c ExpressionId,
) -> &'c [ExpressionId] {
    match resolved.kind(*expression) {
        ResolvedKind::Alternation(members) => members,
        _ => std::slice::from_ref(expression),
    }
}
