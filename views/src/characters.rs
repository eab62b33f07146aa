//! Character sets as ranges.
//!
//! ```
//! use rfc1738::CharacterSet;
//! use rfc1738_views::characters::ranges;
//!
//! assert_eq!(ranges(CharacterSet::of("abc -")), "space - a-c");
//! ```

use rfc1738::CharacterSet;
use rfcbnf::export::runs;

/// Returns the characters separated by spaces: runs of letters and digits as `a-z`, a space as
/// `space`, and octets above 7F as numbers: `%x80-FF`. Nothing is escaped.
///
/// ```
/// use rfc1738::Rule;
/// use rfc1738_views::characters::ranges;
///
/// assert_eq!(ranges(Rule::Hex.first()), "0-9 A-F a-f");
/// ```
#[must_use]
pub fn ranges(set: CharacterSet) -> String {
    let characters: Vec<char> = set.iter().collect();
    let runs = runs(&characters).map(|run| match run {
        [first, ..] if !first.is_ascii() => numbers(run),
        [first, .., last] => format!("{first}-{last}"),
        [' '] => "space".to_owned(),
        few => few.iter().collect(),
    });
    runs.collect::<Vec<_>>().join(" ")
}

/// Returns the octets that the characters stand for, as ABNF writes them.
fn numbers(run: &[char]) -> String {
    let number = |character: &char| format!("{:02X}", u32::from(*character));
    match run {
        [first, .., last] => format!("%x{}-{}", number(first), number(last)),
        few => {
            let few: Vec<String> = few.iter().map(|one| format!("%x{}", number(one))).collect();
            few.join(" ")
        }
    }
}
