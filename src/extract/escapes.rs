//! Escape sequences around and within a URL: those of programs, such as `\n` and `\u0026`, those of
//! manual pages, such as `\-` and `\fB`, and those of terminals.
//!
//! A program writes the escape character of a terminal as `\e`, `\x1b`, `\033` or `\u001b`. In the
//! source `"\x1b[4mhttp://h/\x1b[0m"`, the URL begins after the `m` and ends before the second
//! backslash.

use super::characters::is_delimiter;

/// The longest escape sequence that is recognized before a URL, in octets.
pub(super) const LONGEST: usize = 32;

/// What an escape sequence that begins with a backslash stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escape {
    /// A number of octets that are left out; the octets after them are literal.
    LeftOut(usize),
    /// A character of a URL, written as a number with this many octets.
    Character(u8, usize),
    /// A character that ends a URL, or a change of the font.
    End,
}

/// Returns the meaning of a backslash with these octets after it; `None` if it stands for itself.
pub(super) fn escape(after: &[u8]) -> Option<Escape> {
    match after {
        // `\(ti` is the tilde of roff.
        [b'(', b't', b'i', ..] => None,
        // In the string of a program, the backslash of a regular expression is written twice.
        [b':', ..] | [b'&'] | [b'&', b'.' | b'/' | b':' | b'\\', ..] | [b'\\', b'.' | b'?', ..] => {
            Some(Escape::LeftOut(2))
        }
        [
            b'-' | b'_' | b'&' | b'%' | b'#' | b'~' | b'/' | b'.' | b'?' | b'=' | b'+' | b'@',
            ..,
        ] => Some(Escape::LeftOut(1)),
        _ => {
            if let Some((number, length)) = number(after) {
                return Some(match u8::try_from(number) {
                    Ok(octet @ b'!'..=b'~') if !is_delimiter(octet) => {
                        Escape::Character(octet, length + 1)
                    }
                    _ => Escape::End,
                });
            }
            let first = after.first()?;
            b"abeEnrtfvms*(\"'\\".contains(first).then_some(Escape::End)
        }
    }
}

/// Returns the character number at the start of the octets after a backslash, and its length:
/// `x1b`, `u001b`, `u{1b}`, `033` or `0`.
fn number(after: &[u8]) -> Option<(u32, usize)> {
    let (&first, rest) = after.split_first()?;
    let (digits, radix, around) = match (first, rest) {
        (b'x' | b'u', [b'{', rest @ ..]) => {
            let length = rest.iter().take(8).position(|octet| *octet == b'}')?;
            (&rest[..length], 16, 3)
        }
        (b'x', _) => (rest.get(..2)?, 16, 1),
        (b'u', _) => (rest.get(..4)?, 16, 1),
        (b'U', _) => (rest.get(..8)?, 16, 1),
        (b'0'..=b'7', _) => {
            let is_octal = |octet: &&u8| matches!(octet, b'0'..=b'7');
            let length = after.iter().take(3).take_while(is_octal).count();
            // `\1` is what a group of a regular expression has matched.
            if first != b'0' && length < 3 {
                return None;
            }
            (&after[..length], 8, 0)
        }
        _ => return None,
    };
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let number = u32::from_str_radix(core::str::from_utf8(digits).ok()?, radix).ok()?;
    Some((number, digits.len() + around))
}

/// Returns whether the octets begin with a backslash and the number of a character outside
/// US-ASCII.
pub(super) fn is_non_ascii(octets: &[u8]) -> bool {
    let number = octets.strip_prefix(b"\\").and_then(number);
    number.is_some_and(|(number, _)| number > 0x7f)
}

/// Returns the rest of the octets after sequences that only change how text is shown: colours of a
/// terminal, and fonts of a manual page.
pub(super) fn after_style(mut octets: &[u8]) -> &[u8] {
    while let Some(rest) = without_style(octets) {
        octets = rest;
    }
    octets
}

fn without_style(octets: &[u8]) -> Option<&[u8]> {
    match octets {
        [b'\\', b'f', b'[', rest @ ..] => {
            let end = rest.iter().position(|octet| *octet == b']')?;
            Some(&rest[end + 1..])
        }
        [b'\\', b'f', b'(', _, _, rest @ ..] | [b'\\', b'f', _, rest @ ..] => Some(rest),
        _ => {
            let rest = octets[length_of_introducer(octets)?..].strip_prefix(b"[")?;
            let end = rest.iter().position(|octet| !is_parameter(*octet))?;
            rest[end].is_ascii_alphabetic().then(|| &rest[end + 1..])
        }
    }
}

/// Returns the length of the escape character at the start of the octets: the octet 1B, or the way
/// in which a program writes it.
fn length_of_introducer(octets: &[u8]) -> Option<usize> {
    match octets {
        [0x1b, ..] => Some(1),
        [b'\\', b'e' | b'E', ..] => Some(2),
        [b'\\', after @ ..] => match number(after)? {
            (0x1b, length) => Some(length + 1),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether the octet can be a parameter of a sequence that begins with `ESC [`.
fn is_parameter(octet: u8) -> bool {
    matches!(octet, b'0'..=b'9' | b';' | b':' | b'?')
}

/// Returns whether the octets end with the start of a hyperlink of a terminal, `ESC ] 8 ; … ;`.
pub(super) fn ends_with_hyperlink(before: &[u8]) -> bool {
    let start = before.windows(3).rposition(|octets| octets == b"]8;");
    let parameters = start.and_then(|start| before[start + 3..].strip_suffix(b";"));
    parameters.is_some_and(|octets| !octets.iter().any(|octet| *octet == b';' || *octet < b' '))
}

/// Returns the length of the prefix of the name that belongs to an escape sequence: one that
/// chooses a character set of ISO 2022, such as `ESC ( B`, one of a terminal, such as `ESC [ 4 m`,
/// or one of a program or a manual page, such as `\n`, `\x07`, `\(lq` or `\fB`.
pub(super) fn length_before_scheme(before: &[u8], name: &[u8]) -> usize {
    if ends_in_sequence(before) {
        return usize::from(name.len() > 1);
    }
    if is_known(name) {
        return 0;
    }
    match (before, name) {
        ([.., b'\\', b'f' | b'*', b'('], [_, _, _, ..])
        | ([.., b'\\', b'('], [_, b'q', _, ..])
        | ([.., b'\\'], [b'f', b'A'..=b'Z' | b'0'..=b'9', _, ..]) => 2,
        ([.., b'\\', b'('], [_, _, rest @ ..]) if is_known(rest) => 2,
        ([.., b'\\'], [b'n' | b'r' | b't', _, ..]) => 1,
        ([.., b'\\'], [b'a' | b'b' | b'e' | b'E' | b'v', rest @ ..]) if is_known(rest) => 1,
        ([.., b'\\'], _) => match number(name) {
            Some((_, length)) if length < name.len() => length,
            _ => 0,
        },
        _ => 0,
    }
}

/// Returns whether the octets end in a sequence of a terminal that its next letter ends.
fn ends_in_sequence(before: &[u8]) -> bool {
    if let [.., 0x1b, b'(' | b')' | b'$'] | [.., 0x1b, b'$', b'(' | b')'] = before {
        return true;
    }
    let parameters = before
        .iter()
        .rev()
        .take_while(|octet| is_parameter(**octet));
    let Some(introducer) = before[..before.len() - parameters.count()].strip_suffix(b"[") else {
        return false;
    };
    let start = introducer
        .iter()
        .rposition(|octet| matches!(octet, 0x1b | b'\\'));
    start.is_some_and(|start| {
        length_of_introducer(&introducer[start..]) == Some(introducer.len() - start)
    })
}

/// Returns whether the name is `URL` or that of a scheme of the RFC or https.
pub(super) fn is_known(name: &[u8]) -> bool {
    const NAMES: [&[u8]; 12] = [
        b"http",
        b"https",
        b"ftp",
        b"mailto",
        b"news",
        b"file",
        b"nntp",
        b"telnet",
        b"gopher",
        b"wais",
        b"prospero",
        b"url",
    ];
    NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
}
