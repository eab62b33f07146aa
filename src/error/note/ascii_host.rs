//! Hosts with letters beyond ASCII, in ASCII: `ToASCII` of RFC 3490, by the Punycode of RFC 3492.
//!
//! `ToASCII` maps and normalizes a label before it encodes it, by tables that this crate does not
//! have. So only labels of characters that need no table have an ASCII form here: letters of one
//! code point that every version of IDNA accepts as they are, and their upper case.
//!
//! ```text
//! münchen  →  the ASCII letters "mnchen", "-", and where "ü" is inserted: "3ya"
//!          →  xn--mnchen-3ya
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// The most octets of a label (RFC 1034, 3.1).
const LABEL: usize = 63;

/// Returns the host in ASCII, or `None` if a label needs the tables, or cannot be a label.
pub(super) fn of(host: &[u8]) -> Option<String> {
    let host = core::str::from_utf8(host).ok()?;
    let labels: Option<Vec<String>> = host.split('.').map(label).collect();
    Some(labels?.join("."))
}

fn label(label: &str) -> Option<String> {
    if label.is_ascii() {
        return Some(label.into());
    }
    if label.len() > 4 * LABEL {
        return None;
    }
    let characters: Vec<char> = label.chars().map(plain).collect::<Option<_>>()?;
    let is_edge = |character: Option<&char>| character == Some(&'-');
    // Hyphens in the third and fourth place are kept for encodings.
    let is_reserved = characters.get(2..4) == Some(&['-', '-']);
    if is_reserved || is_edge(characters.first()) || is_edge(characters.last()) {
        return None;
    }
    let ascii = format!("xn--{}", punycode(&characters)?);
    (ascii.len() <= LABEL).then_some(ascii)
}

/// The characters that every version of IDNA leaves as they are, wherever they are in a label. Only
/// the letters in lower case among them count.
const PLAIN: [RangeInclusive<char>; 18] = [
    '-'..='-',
    '0'..='9',
    'a'..='z',
    // Latin, without the sharp s, the long s, the dotless i, and those that have a mapping.
    'à'..='ö',
    'ø'..='ÿ',
    '\u{101}'..='\u{130}',
    '\u{135}'..='\u{137}',
    '\u{13a}'..='\u{13e}',
    '\u{142}'..='\u{148}',
    '\u{14b}'..='\u{17e}',
    // Greek without the final sigma, and Cyrillic.
    'ά'..='ί',
    'α'..='ρ',
    'σ'..='ω',
    'а'..='џ',
    // Kana without marks alone, the ideographs of one block, and the syllables of Hangul.
    '\u{3041}'..='\u{3096}',
    '\u{30a1}'..='\u{30fa}',
    '\u{4e00}'..='\u{9fa5}',
    '\u{ac00}'..='\u{d7a3}',
];

/// Returns the character in lower case, if that is plain.
fn plain(character: char) -> Option<char> {
    let mut lower = character.to_lowercase();
    let (lower, None) = (lower.next()?, lower.next()) else {
        return None;
    };
    PLAIN
        .iter()
        .any(|range| range.contains(&lower))
        .then_some(lower)
}

/// Returns the Punycode of a label (RFC 3492, 6.3), or `None` if a number overflows.
fn punycode(label: &[char]) -> Option<String> {
    let mut code: String = label.iter().filter(|one| one.is_ascii()).collect();
    let basic = u32::try_from(code.len()).ok()?;
    if basic > 0 {
        code.push('-');
    }
    let (mut least, mut delta, mut bias, mut handled) = (0x80, 0_u32, 72, basic);
    let length = u32::try_from(label.len()).ok()?;
    while handled < length {
        let numbers = label.iter().map(|&one| u32::from(one));
        let next = numbers.filter(|&number| number >= least).min()?;
        delta = delta.checked_add((next - least).checked_mul(handled + 1)?)?;
        least = next;
        for &one in label {
            let number = u32::from(one);
            if number < least {
                delta = delta.checked_add(1)?;
            } else if number == least {
                push_number(&mut code, delta, bias);
                bias = adapted(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        least += 1;
    }
    Some(code)
}

const BASE: u32 = 36;
const LEAST_THRESHOLD: u32 = 1;
const GREATEST_THRESHOLD: u32 = 26;

/// Appends a number of variable length (RFC 3492, 3.3).
fn push_number(code: &mut String, mut number: u32, bias: u32) {
    const DIGITS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let mut digit = |value: u32| code.push(char::from(DIGITS[value as usize]));
    let mut position = BASE;
    loop {
        let threshold = position
            .saturating_sub(bias)
            .clamp(LEAST_THRESHOLD, GREATEST_THRESHOLD);
        if number < threshold {
            return digit(number);
        }
        let range = BASE - threshold;
        digit(threshold + (number - threshold) % range);
        number = (number - threshold) / range;
        position += BASE;
    }
}

/// Returns the bias for the next number (RFC 3492, 6.1).
fn adapted(delta: u32, handled: u32, is_first: bool) -> u32 {
    const SKEW: u32 = 38;
    const DAMP: u32 = 700;
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / handled;
    let mut bias = 0;
    while delta > (BASE - LEAST_THRESHOLD) * GREATEST_THRESHOLD / 2 {
        delta /= BASE - LEAST_THRESHOLD;
        bias += BASE;
    }
    bias + (BASE - LEAST_THRESHOLD + 1) * delta / (delta + SKEW)
}
