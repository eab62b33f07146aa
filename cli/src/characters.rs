//! Sets of characters in few words.

use rfc1738::CharacterSet;
use rfcbnf::export::runs;

/// The characters with blanks between them; runs of letters and digits as `a-z`, a blank as
/// `space`. Not escaped.
pub(crate) fn ranges(set: CharacterSet) -> String {
    let characters: Vec<char> = set.iter().collect();
    let runs = runs(&characters).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        [' '] => "space".to_owned(),
        few => few.iter().collect(),
    });
    runs.collect::<Vec<_>>().join(" ")
}
