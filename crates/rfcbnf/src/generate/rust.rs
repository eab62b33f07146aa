//! Rust as the generator writes it: checked code, templates that are filled in, and sets of characters.

use std::ops::RangeInclusive;

use rfcbnf_engine::CharacterSet;

use super::error::GenerateError;
use crate::octets::OctetSet;

/// Returns the code nearly as rustfmt writes it.
pub(super) fn formatted(what: &str, code: &str) -> Result<String, GenerateError> {
    Ok(prettyplease::unparse(&checked(what, code)?))
}

/// Returns the `use` line for those of the names of a module that the code uses: not as the end of a path, and not in
/// comments. Returns nothing if it uses none.
pub(super) fn use_line(module: &str, names: &[&str], code: &str) -> String {
    let is_in_name = |one: char| one.is_alphanumeric() || one == '_';
    let lines = code.lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    let is_used = |name: &&&str| {
        lines.clone().any(|line| {
            line.match_indices(**name).any(|(at, _)| {
                let (before, after) = (&line[..at], &line[at + name.len()..]);
                !before.ends_with(|one| is_in_name(one) || one == ':')
                    && !after.starts_with(is_in_name)
            })
        })
    };
    let used: Vec<&str> = names.iter().filter(is_used).copied().collect();
    match used.as_slice() {
        [] => String::new(),
        [name] => format!("use {module}::{name};\n"),
        _ => format!("use {module}::{{{}}};\n", used.join(", ")),
    }
}

/// Returns the code if it is Rust.
pub(super) fn checked(what: &str, code: &str) -> Result<syn::File, GenerateError> {
    syn::parse_file(code).map_err(|error| GenerateError::NotRust(what.to_owned(), error))
}

/// Fills in a template: `%name%` stands for the value of that name. The lines between a line `%if name%` and a line
/// `%end%` are left out if that value is empty, and those between `%unless name%` and `%end%` if it is not. A line
/// `%else%` turns the condition of its block around.
///
/// # Panics
///
/// Panics if the template mentions a name without a value.
pub(super) fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let value = |name: &str| {
        let value = values.iter().find(|(one, _)| *one == name);
        value
            .unwrap_or_else(|| panic!("the template mentions {name}"))
            .1
    };
    // Whether the lines of each open block are kept, from the outermost block to the innermost.
    let mut blocks: Vec<bool> = Vec::new();
    let mut text = String::new();
    for line in template.split_inclusive('\n') {
        let marker = line
            .trim()
            .strip_prefix('%')
            .and_then(|marker| marker.strip_suffix('%'));
        match marker.map(|marker| marker.split_once(' ').unwrap_or((marker, ""))) {
            Some(("if", name)) => blocks.push(!value(name).is_empty()),
            Some(("unless", name)) => blocks.push(value(name).is_empty()),
            Some(("else", "")) => {
                if let Some(is_kept) = blocks.last_mut() {
                    *is_kept = !*is_kept;
                }
            }
            Some(("end", "")) => drop(blocks.pop()),
            _ if blocks.iter().all(|is_kept| *is_kept) => {
                for (index, part) in line.split('%').enumerate() {
                    text += if index % 2 == 1 { value(part) } else { part };
                }
            }
            _ => {}
        }
    }
    text
}

/// Returns a value that decides about lines: empty if those of `%if name%` are left out.
pub(super) fn flag(is_kept: bool) -> &'static str {
    if is_kept { "true" } else { "" }
}

/// The number of neighbors that do not print from which on they are written as a range.
const RANGE: usize = 3;

/// The number of neighbors that print from which on they are written as a range.
const MANY: usize = 32;

/// Returns a set in Rust.
pub(super) fn set_of(set: CharacterSet) -> String {
    union_of(None, set)
}

/// Returns the union of a set in Rust and another set. Neighbors that do not print are a range, and
/// so are many neighbors that are not all letters or digits.
fn union_of(union: Option<String>, rest: CharacterSet) -> String {
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
