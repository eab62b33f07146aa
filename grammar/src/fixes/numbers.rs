//! The fixes of numbers of characters, and of counts.

use super::Fix;
use crate::error::NumberProblem;
use crate::syntax::Span;

/// Returns the number that is meant by one that cannot be read.
pub(super) fn meant(found: &str, problem: NumberProblem) -> Option<String> {
    match problem {
        NumberProblem::Reversed => {
            let (sign, numbers) = found.split_at_checked(2)?;
            let (first, second) = numbers.split_once('-')?;
            Some(format!("{sign}{second}-{first}"))
        }
        NumberProblem::UnknownBase => {
            let digits = found.strip_prefix('%')?;
            // Without a letter, it could be a decimal number.
            let has_letter = digits.contains(|one: char| one.is_ascii_alphabetic());
            (has_letter && is_hexadecimal(digits)).then(|| format!("%x{digits}"))
        }
        NumberProblem::NoDigits { .. } => {
            let range = found.replacen("..", "-", 1);
            let digits = range.get(2..)?.strip_suffix('-').unwrap_or(&range[2..]);
            (range != found && digits.contains('-')).then_some(range)
        }
        _ => None,
    }
}

/// Returns the number that a name such as `x41-5A` is meant to be. `x2` can be a name as well.
pub(super) fn with_sign(name: &str) -> Option<String> {
    let digits = name.strip_prefix(['x', 'X'])?;
    let has_digit = digits.contains(|one: char| one.is_ascii_digit());
    let is_number = digits.len() == 2 || digits.contains(['-', '.']);
    (has_digit && is_number && is_hexadecimal(digits)).then(|| format!("%{name}"))
}

fn is_hexadecimal(digits: &str) -> bool {
    let mut numbers = digits.split(['-', '.']);
    numbers.all(|one| !one.is_empty() && one.chars().all(|digit| digit.is_ascii_hexdigit()))
}

/// Returns the fix that writes `2*3` for `2-3`. The span begins at the hyphen.
pub(super) fn count(source: &str, stray: &Span) -> Option<Fix> {
    let is_digit = |one: char| one.is_ascii_digit();
    let has_least = source[..stray.start].ends_with(is_digit);
    let has_most = source[stray.start + 1..stray.end].starts_with(is_digit);
    let sign = stray.start..stray.start + 1;
    let description = "write `*` between the counts".to_owned();
    (has_least && has_most).then(|| Fix::new(sign, "*", description))
}
