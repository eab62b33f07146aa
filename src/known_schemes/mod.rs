//! The names of schemes in use, and the spelling mistakes in the others.
//!
//! `iana.txt` has the names of IANA's registry, and `unregistered.txt` has names that programs use
//! without it. Both are facts. A line that begins with `#` is a remark.
//!
//! Invariants:
//! - a name in the files has no correction, so no note and no advice turns one protocol into
//!   another;
//! - a name that is near a scheme with encryption is not corrected to one without it.

use alloc::vec::Vec;

use rfcbnf_engine::spelling::is_near;

use crate::rules::Rule;

const REGISTERED: &str = include_str!("iana.txt");
const UNREGISTERED: &str = include_str!("unregistered.txt");

/// Later schemes that people misspell: those of HTTP and of file transfer with encryption.
const ENCRYPTED: [&str; 2] = ["https", "sftp"];

/// The fewest characters of a name whose spelling is judged: too much is near a shorter one.
const LEAST: usize = 3;

/// Returns whether the name is in use. It is in lower case.
pub(crate) fn is_known(name: &str) -> bool {
    let mut known = REGISTERED.lines().chain(UNREGISTERED.lines());
    known.any(|known| known == name)
}

/// Returns the schemes that a misspelt name may mean: those of RFC 1738, `https` and `sftp` that
/// differ from it by one edit or by one transposition. The name is in lower case.
pub(crate) fn meant_by(name: &str) -> Vec<&'static str> {
    let near = |known: &&'static str| is_near(name, known);
    let mut meant: Vec<&str> = ENCRYPTED.into_iter().filter(near).collect();
    if meant.is_empty() {
        meant.extend(defined().filter(near));
    }
    // Few names are near a scheme, so the files are seldom read.
    if name.len() < LEAST || meant.is_empty() || is_known(name) {
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
