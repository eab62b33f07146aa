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
        NumberProblem::NoDigits { .. } if !found.contains("..") => {
            let number = found.strip_suffix('.')?;
            is_hexadecimal(number.get(2..)?).then(|| number.to_owned())
        }
        NumberProblem::NoDigits { .. } => {
            let range = found.replacen("..", "-", 1);
            let digits = range.get(2..)?.strip_suffix('-').unwrap_or(&range[2..]);
            (range != found && digits.contains('-')).then_some(range)
        }
        NumberProblem::NoDigit { base: 16, .. } => {
            let (sign, digits) = found.split_at_checked(2)?;
            let digits = digits.replace(['O', 'o'], "0").replace('l', "1");
            is_hexadecimal(&digits).then(|| format!("{sign}{digits}"))
        }
        NumberProblem::NoDigit { base: 10, .. } => {
            let digits = found.get(2..)?;
            is_hexadecimal(digits).then(|| format!("%x{digits}"))
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

/// Returns where a name begins that is a number, with the `0` of `0x41`.
pub(super) fn start(source: &str, name: &Span) -> usize {
    let before = source[..name.start].strip_suffix('0');
    let is_sign = |before: &&str| !before.ends_with(|one: char| one.is_ascii_alphanumeric());
    before.filter(is_sign).map_or(name.start, str::len)
}

/// Returns the fix that writes `2*3x` for `2-3x` and `2,3x`. The span begins at the sign between the counts.
pub(super) fn count(source: &str, stray: &Span) -> Option<Fix> {
    let is_digit = |one: char| one.is_ascii_digit();
    let has_least = source[..stray.start].ends_with(is_digit);
    let after = &source[stray.start + 1..];
    let most = after.trim_start_matches(is_digit);
    let has_most = most.len() < after.len()
        && most.starts_with(|one: char| one.is_ascii_alphabetic() || "(<[\"%".contains(one));
    let sign = stray.start..stray.start + 1;
    let description = "write `*` between the counts".to_owned();
    (has_least && has_most).then(|| Fix::new(sign, "*", description))
}
