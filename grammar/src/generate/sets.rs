//! Sets of characters in Rust.

use std::collections::BTreeSet;

use rfcbnf_engine::CharacterSet;

use super::context::Context;
use super::names;
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Case;

/// The number of neighbors that do not print from which on they are written as a range.
const RANGE: usize = 3;

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

/// Returns a set in Rust.
pub(super) fn set_of(set: CharacterSet) -> String {
    union_of(None, set)
}

/// Returns the union of a set in Rust and another set. Neighbors that do not print are a range.
pub(super) fn union_of(union: Option<String>, rest: CharacterSet) -> String {
    let octets: OctetSet = rest
        .iter()
        .filter_map(|one| u8::try_from(one).ok())
        .collect();
    let prints = |octet: &u8| matches!(octet, b' '..=b'~');
    let (text, ranges): (Vec<_>, Vec<_>) = octets.ranges().partition(|range| {
        range.end().is_ascii() && (range.len() < RANGE || range.clone().all(|one| prints(&one)))
    });
    let characters: String = text.into_iter().flatten().map(char::from).collect();
    let mut set = match union {
        None if characters.is_empty() && ranges.is_empty() => "CharacterSet::EMPTY".to_owned(),
        None if characters.is_empty() => String::new(),
        None => format!("CharacterSet::of({characters:?})"),
        Some(union) if characters.is_empty() => union,
        Some(union) => format!("{union}.with({characters:?})"),
    };
    for range in ranges {
        let range = format!(
            "CharacterSet::range({:#04x}, {:#04x})",
            range.start(),
            range.end()
        );
        set = if set.is_empty() {
            range
        } else {
            format!("{set}.union({range})")
        };
    }
    set
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
