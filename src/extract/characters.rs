//! Which characters do what around a URL in running text.

/// The brackets that can stand around a URL.
const BRACKETS: [[u8; 2]; 3] = [*b"()", *b"[]", *b"{}"];

/// The white space that is ignored inside a wrapper.
pub(super) fn is_white_space(octet: u8) -> bool {
    matches!(octet, b'\t'..=b'\r' | b' ')
}

/// White space within a line.
pub(super) fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t')
}

/// What ends a line, alone or as half of CR LF.
pub(super) fn is_line_end(octet: u8) -> bool {
    matches!(octet, b'\n' | b'\r')
}

/// What ends a URL that no wrapper holds: white space, control characters, and what delimits
/// URLs in free text (Section 2.2).
pub(super) fn is_delimiter(octet: u8) -> bool {
    matches!(octet, 0..=b' ' | b'<' | b'>' | b'"' | 0x7f)
}

/// What can be in the name of a scheme.
pub(super) fn is_of_scheme(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'-' | b'.')
}

/// Whether two line ends have only white space between them.
pub(super) fn has_blank_line(octets: &[u8]) -> bool {
    let mut is_blank = false;
    let mut before = 0;
    for &octet in octets {
        let is_end = is_line_end(octet) && !(before == b'\r' && octet == b'\n');
        if is_end && is_blank {
            return true;
        }
        is_blank = is_end || (is_blank && is_white_space(octet));
        before = octet;
    }
    false
}

/// The word without what closes a sentence or a bracket around it.
pub(super) fn without_trailing_punctuation(word: &[u8]) -> &[u8] {
    let mut surplus = surplus_of_closing_brackets(word);
    let mut rest = word;
    while let Some((&last, before)) = rest.split_last() {
        let bracket = BRACKETS.iter().position(|[_, close]| *close == last);
        rest = match bracket {
            Some(bracket) if surplus[bracket] > 0 => {
                surplus[bracket] -= 1;
                before
            }
            None if b".,;:!?'`".contains(&last) => before,
            None if !last.is_ascii() => match without_sign(rest) {
                Some(before) => before,
                None => break,
            },
            _ => break,
        };
    }
    rest
}

/// How many more closing brackets than opening ones there are of each kind.
fn surplus_of_closing_brackets(word: &[u8]) -> [usize; BRACKETS.len()] {
    BRACKETS.map(|[open, close]| {
        let count = |counts: (usize, usize), octet: &u8| {
            let (opened, closed) = counts;
            (
                opened + usize::from(*octet == open),
                closed + usize::from(*octet == close),
            )
        };
        let (opened, closed) = word.iter().fold((0, 0), count);
        closed.saturating_sub(opened)
    })
}

/// The octets without the character at their end, if that is neither letter nor digit.
fn without_sign(octets: &[u8]) -> Option<&[u8]> {
    let reach = octets.len().saturating_sub(4);
    let begins = |octet: &u8| octet & 0b1100_0000 != 0b1000_0000;
    let start = reach + octets[reach..].iter().rposition(begins)?;
    let character = std::str::from_utf8(&octets[start..]).ok()?;
    let is_sign = !character.chars().any(char::is_alphanumeric);
    is_sign.then(|| &octets[..start])
}
