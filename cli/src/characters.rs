//! Sets of characters in few words.

use rfc1738::CharacterSet;

/// The characters with blanks between them; runs of letters and digits as `a-z`.
pub(crate) fn ranges(set: CharacterSet) -> String {
    let characters: Vec<char> = set.iter().collect();
    let continues = |one: &char, other: &char| {
        one.is_ascii_alphanumeric()
            && other.is_ascii_alphanumeric()
            && u32::from(*one) + 1 == u32::from(*other)
    };
    let runs = characters.chunk_by(continues).flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first}-{last}")],
        few => few.iter().map(char::to_string).collect(),
    });
    runs.collect::<Vec<_>>().join(" ")
}
