//! The roles of characters around a URL in running text.

/// The brackets that can enclose a URL.
const BRACKETS: [[u8; 2]; 3] = [*b"()", *b"[]", *b"{}"];

/// Returns whether the octet is white space, which a wrapper ignores.
pub(super) fn is_white_space(octet: u8) -> bool {
    matches!(octet, b'\t'..=b'\r' | b' ')
}

/// Returns whether the octet is white space within a line.
pub(super) fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t')
}

/// Returns whether the octet ends a line, alone or as half of CR LF.
pub(super) fn is_line_end(octet: u8) -> bool {
    matches!(octet, b'\n' | b'\r')
}

/// Returns whether the octet ends a URL outside a wrapper: white space, a control character, or a
/// delimiter of URLs in free text (Section 2.2).
pub(super) fn is_delimiter(octet: u8) -> bool {
    matches!(octet, 0..=b' ' | b'<' | b'>' | b'"' | 0x7f)
}

/// Returns whether the octet can be in the name of a scheme.
pub(super) fn is_of_scheme(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'-' | b'.')
}

/// Returns the text without trailing punctuation, without closing brackets that it does not open,
/// and without opening brackets at its end.
pub(super) fn without_trailing_punctuation(text: &[u8]) -> &[u8] {
    let mut surplus = surplus_of_closing_brackets(text);
    let mut rest = text;
    while let Some((&last, before)) = rest.split_last() {
        let bracket = BRACKETS.iter().position(|[_, close]| *close == last);
        rest = match bracket {
            Some(bracket) if surplus[bracket] > 0 => {
                surplus[bracket] -= 1;
                before
            }
            None if b".,;:!?'`|([{".contains(&last) => before,
            None if !last.is_ascii() => match without_symbol(rest) {
                Some(before) => before,
                None => break,
            },
            _ => break,
        };
    }
    rest
}

/// Counts the closing brackets of each kind in excess of the opening ones.
fn surplus_of_closing_brackets(text: &[u8]) -> [usize; BRACKETS.len()] {
    let mut surplus = [0; BRACKETS.len()];
    for (surplus, [open, close]) in surplus.iter_mut().zip(BRACKETS) {
        let (mut opened, mut closed) = (0_usize, 0_usize);
        for &octet in text {
            opened += usize::from(octet == open);
            closed += usize::from(octet == close);
        }
        *surplus = closed.saturating_sub(opened);
    }
    surplus
}

/// Returns the length of the first character, which is not ASCII, if a URL that ends before it may
/// have been cut: it is a letter, a digit or a part of a word, or it is not UTF-8.
pub(super) fn length_of_cut(octets: &[u8]) -> Option<usize> {
    let chunk = octets.utf8_chunks().next()?;
    let Some(character) = chunk.valid().chars().next() else {
        return Some(1);
    };
    let is_of_word = character.is_alphanumeric() || is_within_word(character);
    is_of_word.then_some(character.len_utf8())
}

/// Returns whether the octets begin with a character of a script whose text needs no blank around a
/// URL: those of China, Japan, Korea and Southeast Asia.
pub(super) fn is_of_script_without_blanks(octets: &[u8]) -> bool {
    let chunk = octets.utf8_chunks().next();
    let character = chunk.and_then(|chunk| chunk.valid().chars().next());
    matches!(
        character,
        Some(
            '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}'
            | '\u{2e80}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}'
            | '\u{ff01}'..='\u{ffef}'
            | '\u{20000}'..='\u{3ffff}',
        )
    )
}

/// Returns whether the character can occur within a word: a combining mark, a joiner, a hyphen, or
/// a character that people write for `~`, `-`, `/` or `_`.
pub(super) fn is_within_word(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{300}'..='\u{36f}'
            | '\u{200b}'..='\u{200d}'
            | '\u{2010}'..='\u{2013}'
            | '\u{203e}'
            | '\u{2060}'
            | '\u{301c}'
            | '\u{3099}'
            | '\u{309a}'
            | '\u{feff}'
            | '\u{ff0d}'
            | '\u{ff0f}'
            | '\u{ff3f}'
            | '\u{ff5e}'
            | '\u{fffd}'
    )
}

/// Removes the last character, if it is neither a letter nor a digit.
fn without_symbol(octets: &[u8]) -> Option<&[u8]> {
    let earliest = octets.len().saturating_sub(4);
    let begins = |octet: &u8| octet & 0b1100_0000 != 0b1000_0000;
    let start = earliest + octets[earliest..].iter().rposition(begins)?;
    let character = core::str::from_utf8(&octets[start..]).ok()?;
    let is_symbol = !character.chars().any(char::is_alphanumeric);
    is_symbol.then(|| &octets[..start])
}
