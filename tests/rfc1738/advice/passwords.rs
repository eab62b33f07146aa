//! Passwords: Section 6.

use rfc1738::AdviceId::{EncodedDelimiter, Password};

use super::kind::Kind;

pub(crate) const KINDS: &[Kind] = &[Kind {
    id: Password,
    given: &[
        ("ftp://me:{secret}@h/", &[&[Password]]),
        ("telnet://me:{secret}@h", &[&[Password]]),
        ("new://me:{secret}@h/a:8", &[&[Password]]),
        ("ftp://:{%40}@h/a:b@c", &[&[Password]]),
        ("ftp://me:{a{%0A}b}@h/", &[&[Password], &[EncodedDelimiter]]),
    ],
    near: &[
        ("ftp://foo:@host.com/", &[]),
        ("ftp://me@h/", &[]),
        ("ftp://h/me:secret@h", &[]),
        ("http://h/me:secret@h", &[]),
        ("mailto:me=secret@h", &[]),
    ],
}];
