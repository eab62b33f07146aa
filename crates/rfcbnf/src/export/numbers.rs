//! What ABNF, the notation of RFC 822 and BNF write alike: numbers of characters, counts, and prose.

use super::sheet::printable;
use super::term::Term;
use crate::notation::core_rules;

/// Returns whether a literal in quotation marks can contain the character.
pub(super) fn is_quotable(character: char) -> bool {
    matches!(character, ' '..='~') && character != '"'
}

/// Divides a text into runs of characters that fulfill the condition and runs of others.
pub(super) fn runs(
    text: &str,
    condition: impl Fn(char) -> bool + Copy,
) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let fulfills = condition(rest.chars().next()?);
        let end = rest.find(|one| condition(one) != fulfills);
        let (run, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind;
        Some((run, fulfills))
    })
}

/// Writes a text with the numbers of its characters: `%x61.62`.
pub(super) fn numbers(text: &str) -> Term {
    let numbers = text.chars().map(|one| format!("{:X}", u32::from(one)));
    Term::atom(format!("%x{}", numbers.collect::<Vec<_>>().join(".")))
}

/// Writes a range of characters with their numbers: `%x61-7A`.
pub(super) fn number_range(first: char, last: char) -> Term {
    Term::atom(format!("%x{:X}-{:X}", u32::from(first), u32::from(last)))
}

/// Writes the counts of a repetition: `2*4`.
pub(super) fn counts(least: u32, most: Option<u32>) -> String {
    match (least, most) {
        (0, None) => "*".to_owned(),
        (least, None) => format!("{least}*"),
        (0, Some(most)) => format!("*{most}"),
        (least, Some(most)) if least == most => least.to_string(),
        (least, Some(most)) => format!("{least}*{most}"),
    }
}

/// Writes prose: `<any CHAR except CTLs>`. What would be read as a name or as a literal gets a word before it.
pub(super) fn prose(text: &str, is_name: impl Fn(&str) -> bool) -> Term {
    let mut text = printable(text, true);
    if !has_matching_brackets(&text) {
        text = text.replace('<', "(").replace('>', ")");
    }
    let mut core = core_rules::names();
    let is_name = is_name(&text) || core.any(|core| core.eq_ignore_ascii_case(&text));
    if is_name || text.is_empty() || text == "\"" {
        text = format!("prose: {text}");
    }
    Term::atom(format!("<{text}>"))
}

fn has_matching_brackets(text: &str) -> bool {
    let mut depth = 0_usize;
    for one in text.chars() {
        match one {
            '<' => depth += 1,
            '>' if depth == 0 => return false,
            '>' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}
