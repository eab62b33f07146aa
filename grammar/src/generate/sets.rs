//! Sets of characters in Rust.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use rfcbnf_engine::CharacterSet;

use super::context::Context;
use super::names;
use crate::octets::OctetSet;
use crate::resolved::{ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Case;

/// The number of neighbors that do not print from which on they are written as a range.
const RANGE: usize = 3;

/// The number of neighbors that print from which on they are written as a range.
const MANY: usize = 32;

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

/// Returns the union of a set in Rust and another set. Neighbors that do not print are a range, and
/// so are many neighbors that are not all letters or digits.
pub(super) fn union_of(union: Option<String>, rest: CharacterSet) -> String {
    let octets: OctetSet = rest
        .iter()
        .filter_map(|one| u8::try_from(one).ok())
        .collect();
    let (text, ranges): (Vec<_>, Vec<_>) = octets.ranges().partition(is_text);
    let characters: String = text.into_iter().flatten().map(char::from).collect();
    let mut set = match union {
        None if characters.is_empty() && ranges.is_empty() => "CharacterSet::EMPTY".to_owned(),
        None if characters.is_empty() => String::new(),
        None => format!("CharacterSet::of({characters:?})"),
        Some(union) if characters.is_empty() => union,
        Some(union) => format!("{union}.with({characters:?})"),
    };
    for range in ranges {
        let (first, last) = range.into_inner();
        let [first_octet, last_octet] = [first, last].map(octet);
        set = match (set.is_empty(), first == last) {
            (false, true) => format!("{set}.with_octet({first_octet})"),
            (true, _) => format!("CharacterSet::range({first_octet}, {last_octet})"),
            (false, false) => {
                format!("{set}.union(CharacterSet::range({first_octet}, {last_octet}))")
            }
        };
    }
    set
}

/// Returns whether neighbors are written as a string.
fn is_text(range: &RangeInclusive<u8>) -> bool {
    let all = |test: fn(&u8) -> bool| range.clone().all(|octet| test(&octet));
    let is_short = range.len() < RANGE;
    range.end().is_ascii()
        && (is_short
            || all(u8::is_ascii_alphanumeric)
            || (range.len() < MANY && all(|octet| matches!(octet, b' '..=b'~'))))
}

/// Returns an octet in Rust: `b'a'`, or its number if it does not print.
pub(super) fn octet(octet: u8) -> String {
    if octet.is_ascii_graphic() {
        format!("b{:?}", char::from(octet))
    } else {
        format!("{octet:#04x}")
    }
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
