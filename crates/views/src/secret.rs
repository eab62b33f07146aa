//! Passwords in texts of grammars other than that of RFC 1738.
//!
//! No error of a text shows one. A grammar does not say what is secret, and what is wrong with a text may be just that,
//! so a password is looked for as in any text that a user gives: after `//` and the like ([`password`]). The name of the
//! production says where to look in a part of a URL.
//!
//! Without the feature `passwords`, nothing is secret.

use std::ops::Range;

use rfc1738::password;
use rfcbnf_engine::{Production, SyntaxError};

/// The productions that derive what is after `//` in a URL, or the first of it: in RFC 1738, 2396 and 3986, and in
/// those that use them.
const LOGINS: [&str; 6] = [
    "authority",
    "host",
    "hostport",
    "ip-schemepart",
    "login",
    "server",
];

/// What comes before and after the part in a URL.
const BEFORE: &[u8] = b"//";
const AFTER: &[u8] = b"@";

/// Returns the spans of the passwords in a text that was read as the production with this name.
pub(crate) fn secrets(name: &str, text: &[u8]) -> Vec<Range<usize>> {
    if !cfg!(feature = "passwords") {
        return Vec::new();
    }
    let is = |other: &&str| name.eq_ignore_ascii_case(other);
    let as_login = if is(&"password") {
        let whole = Some(0..text.len()).filter(|span| !span.is_empty());
        whole.into_iter().collect()
    } else if is(&"userinfo") {
        within(&[BEFORE, text, AFTER].concat(), text.len())
    } else if LOGINS.iter().any(is) {
        within(&[BEFORE, text].concat(), text.len())
    } else {
        Vec::new()
    };
    // The text can be a whole URL in place of such a part.
    if as_login.is_empty() {
        password::spans(text)
    } else {
        as_login
    }
}

/// Returns the spans of the passwords in a part of a URL, as offsets in the part.
fn within(url: &[u8], length: usize) -> Vec<Range<usize>> {
    let spans = password::spans(url).into_iter();
    let place = |offset: usize| offset.saturating_sub(BEFORE.len()).min(length);
    spans
        .map(|span| place(span.start)..place(span.end))
        .collect()
}

/// Hides what was found if it is in a password.
pub(crate) fn hidden<P: Production>(error: SyntaxError<P>) -> SyntaxError<P> {
    if !cfg!(feature = "passwords") {
        return error;
    }
    let at = error.offset();
    let secrets = secrets(&error.rule().to_string(), error.text());
    if secrets.iter().any(|secret| secret.contains(&at)) {
        error.hiding_found()
    } else {
        error
    }
}
