//! The marks at the start of quoted lines and of comment lines.

use alloc::vec;
use alloc::vec::Vec;

use super::characters::{is_blank, is_white_space};
use super::repair::RepairKind;

/// The length of the part of a line in which a mark is recognized, in octets.
pub(super) const LINE_START: usize = 128;

/// The most octets of a mark, without blanks.
const LONGEST: usize = 16;

/// The most letters before the `>` of a quote mark, such as the initials in `JD>`.
const INITIALS: usize = 4;

/// The marks that open a comment of several lines. The other lines begin with `*`.
const OPENING: [&[u8]; 5] = [b"/*", b"/**", b"/*!", b"(*", b"(**"];

/// The markers of trailing comments. A blank is before and after each.
const BEHIND_CODE: [&[u8]; 9] = [
    b"//", b"///", b"/*", b"/**", b"#", b"##", b"--", b";", b";;",
];

/// The marks at the start of a line: quote marks, such as `>>` or `JD>`, and other punctuation
/// before a blank, such as `//`, `#` or `*`.
///
/// A line can have several: that of a quotation, that of a comment in it, and that of an item in
/// the comment. The other lines of the item have the first of them only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LineMark {
    /// The marks without blanks.
    octets: Vec<u8>,
    /// The lengths of the prefixes of `octets` that are marks, in ascending order: all quote marks,
    /// and these with the marks up to a blank.
    ends: Vec<usize>,
    /// The length of the quote marks.
    quotes: usize,
}

impl LineMark {
    /// Returns the mark of a line that begins with these octets.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let line = &line[..line.len().min(LINE_START)];
        let mut mark = Self {
            octets: Vec::new(),
            ends: Vec::new(),
            quotes: 0,
        };
        let mut rest = line;
        while let Some((&octet, after)) = rest.split_first() {
            let initials = initials(rest);
            let is_mark = octet.is_ascii_punctuation() && !matches!(octet, b'<' | b'&');
            if is_blank(octet) {
                mark.end();
                rest = after;
            } else if mark.quotes == mark.octets.len() && (initials > 0 || is_quote(octet)) {
                mark.octets.extend_from_slice(&rest[..=initials]);
                mark.quotes = mark.octets.len();
                mark.ends = vec![mark.quotes];
                rest = &rest[initials + 1..];
            } else if is_mark && mark.octets.len() < LONGEST {
                mark.octets.push(octet);
                rest = after;
            } else {
                break;
            }
        }
        if mark.ends.is_empty() {
            let mut words = line.split(|octet| is_blank(*octet));
            mark.octets = words.rfind(|word| BEHIND_CODE.contains(word))?.to_vec();
            mark.end();
        }
        Some(mark)
    }

    /// Ends a mark here.
    fn end(&mut self) {
        if OPENING.contains(&self.octets.as_slice()) {
            self.octets = b"*".to_vec();
        }
        let length = self.octets.len();
        if self.ends.last().copied().unwrap_or(0) < length {
            self.ends.push(length);
        }
    }

    /// Returns the length of this mark at the start of the line, with the blanks before and within
    /// it; `None` if the line does not begin with it.
    pub(super) fn length_in(&self, line: &[u8]) -> Option<usize> {
        let mut ends = self.ends.iter().rev();
        ends.find_map(|&end| {
            let mut index = 0;
            for &octet in &self.octets[..end] {
                index += line[index..].iter().position(|octet| !is_blank(*octet))?;
                if line[index] != octet {
                    return None;
                }
                index += 1;
            }
            let is_separate = line.get(index).is_none_or(|octet| is_white_space(*octet));
            (is_separate || end <= self.quotes).then_some(index)
        })
    }

    /// Returns whether the line, which does not begin with this mark, is quoted less.
    pub(super) fn is_left_by(&self, line: &[u8]) -> bool {
        let first = line.iter().find(|octet| !is_blank(**octet));
        self.octets[..self.quotes].contains(&b'>') && first == Some(&b'>')
    }

    /// Returns the kind of the repair that leaves out this mark.
    pub(super) fn repair(&self) -> RepairKind {
        if self.quotes > 0 {
            RepairKind::QuoteMark
        } else {
            RepairKind::CommentMark
        }
    }
}

fn is_quote(octet: u8) -> bool {
    matches!(octet, b'>' | b'|')
}

/// Returns the number of letters at the start of the line if a `>` follows them.
fn initials(line: &[u8]) -> usize {
    let mut count = 0;
    while count <= INITIALS && line.get(count).is_some_and(u8::is_ascii_alphabetic) {
        count += 1;
    }
    if count <= INITIALS && line.get(count) == Some(&b'>') {
        count
    } else {
        0
    }
}
