//! Sets of characters in few words.

use rfc1738::CharacterSet;

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

/// Cuts where the next character is not the next letter or digit. What is too short to be
/// written as a range is cut into single characters.
pub(crate) fn runs(characters: &[char]) -> impl Iterator<Item = &[char]> {
    let continues = |one: &char, other: &char| {
        one.is_ascii_alphanumeric()
            && other.is_ascii_alphanumeric()
            && u32::from(*one) + 1 == u32::from(*other)
    };
    let runs = characters.chunk_by(continues);
    runs.flat_map(|run| run.chunks(if run.len() > 2 { run.len() } else { 1 }))
}
