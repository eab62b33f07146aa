//! Whether the end of a URL without a wrapper lies inside its host.
//!
//! A URL that ends inside a host is another URL: `https://i❤.ws` is not `https://i`, and
//! `http://www.<domain>/` is not `http://www`. Either the host goes on after the character, and the
//! URL is invalid, or the text is not a URL.
//!
//! The part up to the first `/`, `?` or `#` is taken for the host. So it includes a user, a password
//! and a port, and the whole address of `mailto` and `news`.

use super::characters::{is_of_script_without_blanks, is_within_word};
use super::escapes::{after_style, is_non_ascii};
use super::markup::{REFERENCE, Reference, is_tag, reference};
use super::window::Window;

/// What is known about the host of a URL that is being read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Host {
    start: usize,
    /// The offset up to which it is read.
    read: usize,
    is_over: bool,
    has_dot: bool,
}

impl Host {
    /// Returns a host that begins at the offset.
    pub(super) fn new(start: usize) -> Self {
        Self {
            start,
            read: start,
            is_over: false,
            has_dot: false,
        }
    }

    /// Returns whether no octet before the offset ends the host. Reads each octet once.
    pub(super) fn reaches(&mut self, window: &Window<'_>, offset: usize) -> bool {
        for &octet in window.octets(self.read..offset.max(self.read)) {
            self.is_over |= matches!(octet, b'/' | b'?' | b'#');
            self.has_dot |= octet == b'.';
        }
        self.read = self.read.max(offset);
        !self.is_over
    }

    /// Returns whether a host up to the offset goes on with the character outside US-ASCII at the
    /// start of `ahead`. A letter of a script that separates words by blanks goes on. Any other
    /// character does so only if what follows it looks like the rest of a host.
    pub(super) fn goes_on(&self, window: &Window<'_>, offset: usize, ahead: &[u8]) -> bool {
        let Some(character) = first_character(ahead) else {
            return true;
        };
        let last = offset.checked_sub(1).filter(|last| *last >= self.start);
        let before = last.and_then(|last| window.octet(last));
        let is_letter = character.is_alphanumeric();
        if is_letter && !is_of_script_without_blanks(ahead) {
            return true;
        }
        let next = &ahead[character.len_utf8()..];
        let rest = without_non_ascii(next);
        if is_within_word(character) {
            return begins_label(rest) || begins_letter(next) || self.resumes(rest);
        }
        if is_punctuation(character) {
            return before.is_some() && !is_closing_quote(character) && self.resumes(rest);
        }
        // At its start, and after a character that is not allowed in it either, the host goes on.
        let is_inside = before.is_none_or(|octet| octet > 0x7f);
        let is_label = if is_letter {
            before.is_some_and(|octet| b".:@-".contains(&octet))
        } else {
            begins_label(rest)
        };
        is_inside || is_label || self.resumes(rest)
    }

    /// Returns whether these octets look like the rest of a host.
    fn resumes(&self, rest: &[u8]) -> bool {
        let length = length_of_label(rest);
        let after = &rest[length..];
        match after {
            [b':', b'/', b'/', ..] => false,
            [b'.' | b'-', next, ..] if next.is_ascii_alphanumeric() || *next > 0x7f => true,
            _ => length > 0 && !self.has_dot,
        }
    }
}

/// The end of a URL in its host.
pub(super) struct HostEnd<'w> {
    /// The octet before the URL.
    pub(super) before: u8,
    /// The host, without the punctuation that is left out.
    pub(super) host: &'w [u8],
    /// The punctuation at its end that is left out.
    pub(super) stripped: &'w [u8],
    /// What follows.
    pub(super) ahead: &'w [u8],
}

impl HostEnd<'_> {
    /// Returns whether the host goes on, though the URL ends here.
    pub(super) fn is_cut(&self) -> bool {
        let &Self {
            host,
            stripped,
            ahead,
            ..
        } = self;
        let is_open = host.ends_with(b"@") || host.ends_with(b"-");
        let is_half = is_open || matches!(stripped, [b'.' | b':' | b'@' | b'-', ..]);
        stripped.contains(&b'{')
            || stripped.contains(&b'[')
            || stripped.contains(&b'\\')
            || is_non_ascii(ahead)
            || (stripped.starts_with(b".") && host.eq_ignore_ascii_case(b"www"))
            || self.is_abbreviated()
            || self.is_drive()
            || goes_on_after_escape(ahead)
            || begins_placeholder(ahead, is_half)
            || (is_half && self.ends_string())
    }

    /// Returns whether an ellipsis follows a text that is hardly a whole host: a single label
    /// without a port.
    fn is_abbreviated(&self) -> bool {
        let is_ellipsis = self.stripped.starts_with(b"...")
            || self.stripped.starts_with("…".as_bytes())
            || self.ahead.starts_with("…".as_bytes());
        let is_www = |label: &[u8]| label.eq_ignore_ascii_case(b"www");
        let labels = self.host.split(|octet| *octet == b'.');
        is_ellipsis
            && labels.filter(|label| !is_www(label)).count() < 2
            && !self.host.contains(&b':')
            && !self.host.eq_ignore_ascii_case(b"localhost")
    }

    /// Returns whether the host is the letter of a drive, as in `file://C:\TEMP`.
    fn is_drive(&self) -> bool {
        matches!(self.host, [letter] if letter.is_ascii_alphabetic())
            && self.stripped.starts_with(b":")
            && self.ahead.starts_with(b"\\")
    }

    /// Returns whether the end of a string follows to which a program appends the rest of the host,
    /// as in `"http://www." + name` and `"http://h:" + port`.
    fn ends_string(&self) -> bool {
        let ahead = self.ahead.strip_prefix(b"\\").unwrap_or(self.ahead);
        let Some((quote, after)) = ahead.split_first() else {
            return false;
        };
        if !b"\"'`".contains(quote) || *quote != self.before {
            return false;
        }
        let operator = after.iter().find(|octet| !matches!(octet, b' ' | b'\t'));
        !self.stripped.starts_with(b".") || operator.is_some_and(|octet| b"+.&~|<".contains(octet))
    }
}

/// Returns whether the host goes on after a change of colour or font, after a backslash, or after a
/// letter that HTML writes as a number.
fn goes_on_after_escape(ahead: &[u8]) -> bool {
    let rest = match (reference(&ahead[..ahead.len().min(REFERENCE)]), ahead) {
        (Some((Reference::NonAscii, length)), _) => &ahead[length..],
        // A backslash of a manual page, or one that is written twice in the string of a program.
        (_, [b'\\', b'e', rest @ ..]) if !rest.starts_with(b"[") => rest,
        (_, [b'\\', b'\\', rest @ ..]) if !matches!(rest, [b'n' | b'r' | b't' | b'"', ..]) => rest,
        _ => after_style(ahead),
    };
    // In an example of a manual page, the line goes on after a backslash.
    (rest.len() < ahead.len() && begins_label(without_separator(rest)))
        || ahead.starts_with(b"\\e\n")
}

/// Returns whether a placeholder such as `<domain>` follows, and no tag of HTML. After a whole label,
/// the host has to go on after the placeholder.
fn begins_placeholder(ahead: &[u8], is_half: bool) -> bool {
    let rest = match reference(&ahead[..ahead.len().min(REFERENCE)]) {
        Some((Reference::Open, length)) => &ahead[length..],
        _ => ahead.strip_prefix(b"<").unwrap_or_default(),
    };
    let end = rest.iter().position(|octet| b">;".contains(octet));
    let after = end.map_or(&b""[..], |end| &rest[end + 1..]);
    rest.first().is_some_and(u8::is_ascii_alphabetic)
        && !is_tag(rest)
        && (is_half || begins_label(without_separator(after)))
}

/// Returns the octets without what separates two labels, or a host and a port, at their start.
fn without_separator(octets: &[u8]) -> &[u8] {
    match octets {
        [b'.' | b':' | b'@' | b'-', rest @ ..] => rest,
        _ => octets,
    }
}

fn first_character(octets: &[u8]) -> Option<char> {
    octets.utf8_chunks().next()?.valid().chars().next()
}

fn without_non_ascii(octets: &[u8]) -> &[u8] {
    let length = octets.iter().take_while(|octet| **octet > 0x7f).count();
    &octets[length..]
}

/// Returns the length of the letters and digits at the start of the octets.
fn length_of_label(octets: &[u8]) -> usize {
    let is_of_label = |octet: &&u8| octet.is_ascii_alphanumeric();
    octets.iter().take_while(is_of_label).count()
}

/// Returns whether a label of a host begins here, and no URL.
fn begins_label(octets: &[u8]) -> bool {
    let length = length_of_label(octets);
    length > 0 && !octets[length..].starts_with(b"://")
}

fn begins_letter(octets: &[u8]) -> bool {
    first_character(octets)
        .is_some_and(|character| !character.is_ascii() && character.is_alphanumeric())
}

/// Returns whether people write the character between words, and not in a name.
fn is_punctuation(character: char) -> bool {
    matches!(
        character,
        '\u{80}'..='\u{bf}'
            | '\u{2000}'..='\u{206f}'
            | '\u{2e00}'..='\u{2e7f}'
            | '\u{3000}'..='\u{303f}'
            | '\u{fe10}'..='\u{fe6f}'
            | '\u{ff00}'..='\u{ff0f}'
            | '\u{ff1a}'..='\u{ff20}'
            | '\u{ff3b}'..='\u{ff40}'
            | '\u{ff5b}'..='\u{ff65}'
    )
}

fn is_closing_quote(character: char) -> bool {
    matches!(
        character,
        '”' | '“' | '»' | '«' | '›' | '‹' | '」' | '』' | '）' | '】' | '》'
    )
}
