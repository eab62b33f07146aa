//! Character sets as ranges.

use rfc1738::CharacterSet;
use rfcbnf::export::runs;

/// Returns the characters separated by spaces: runs of letters and digits as `a-z`, a space as
/// `space`. Nothing is escaped.
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
        [first, .., last] => format!("{first}-{last}"),
        [' '] => "space".to_owned(),
        few => few.iter().collect(),
    });
    runs.collect::<Vec<_>>().join(" ")
}
