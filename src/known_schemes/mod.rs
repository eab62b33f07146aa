//! The names of schemes in use, and the spelling mistakes in the others.
//!
//! `iana.txt` has the names of IANA's registry, and `unregistered.txt` has names that programs use
//! without it. Both are facts. A line that begins with `#` is a remark.
//!
//! Invariants:
//! - the names in a file are sorted, and remarks come before them;
//! - a name in the files has no correction, so no note and no advice turns one protocol into
//!   another;
//! - a name that is near a scheme with encryption is not corrected to one without it.

use alloc::vec::Vec;
use core::cmp::Ordering;

use rfcbnf_engine::spelling::is_near;

use crate::rules::Rule;

const REGISTERED: &str = include_str!("iana.txt");
const UNREGISTERED: &str = include_str!("unregistered.txt");

/// Later schemes that people misspell: those of HTTP and of file transfer with encryption.
const ENCRYPTED: [&str; 2] = ["https", "sftp"];

/// The fewest characters of a name whose spelling is judged: too much is near a shorter one.
const LEAST: usize = 3;

/// The most characters: those of `prospero` and one more.
const MOST: usize = 9;

/// Returns whether the name is in use. It is in lower case.
pub(crate) fn is_known(name: &str) -> bool {
    [REGISTERED, UNREGISTERED]
        .into_iter()
        .any(|file| holds(file, name))
}

/// Returns whether a file, whose lines are sorted, has the line. Remarks come before all names.
fn holds(file: &str, name: &str) -> bool {
    let (mut lines, name) = (file.as_bytes(), name.as_bytes());
    while !lines.is_empty() {
        let is_end = |octet: &u8| *octet == b'\n';
        let (before, after) = lines.split_at(lines.len() / 2);
        let start = before.iter().rposition(is_end).map_or(0, |end| end + 1);
        let end = after.iter().position(is_end);
        let end = end.map_or(lines.len(), |length| before.len() + length);
        lines = match lines[start..end].cmp(name) {
            Ordering::Equal => return true,
            Ordering::Less => lines.get(end + 1..).unwrap_or_default(),
            Ordering::Greater => &lines[..start],
        };
    }
    false
}

/// Returns the schemes that a misspelt name may mean: those of RFC 1738, `https` and `sftp` that
/// differ from it by one edit or by one transposition. The name is in lower case.
pub(crate) fn meant_by(name: &str) -> Vec<&'static str> {
    if !(LEAST..=MOST).contains(&name.len()) {
        return Vec::new();
    }
    let near = |known: &&'static str| is_near(name, known);
    let mut meant: Vec<&str> = ENCRYPTED.into_iter().filter(near).collect();
    if meant.is_empty() {
        meant.extend(defined().filter(near));
    }
    // Few names are near a scheme, so the files are seldom read.
    if meant.is_empty() || is_known(name) {
        return Vec::new();
    }
    meant
}

/// Returns the schemes that RFC 1738 defines, in the order of its grammar.
fn defined() -> impl Iterator<Item = &'static str> {
    let urls = Rule::Url
        .uses()
        .iter()
        .filter(|url| **url != Rule::Otherurl);
    urls.filter_map(|url| Some(url.example().split_once(':')?.0))
}
