//! Passwords: Section 6.

use rfc1738::AdviceId::Password;

use super::kind::Kind;

pub(crate) const KINDS: &[Kind] = &[Kind {
    id: Password,
    given: &[
        "ftp://me:{secret}@h/",
        "telnet://me:{secret}@h",
        "new://me:{secret}@h/a:8",
        "ftp://:{%40}@h/a:b@c",
        "ftp://anonymous:{secret}@h/",
        "ftp://Anonymous:{me%40host.dom}@h/",
        "telnet://anonymous:{me%40host.dom}@h/",
        "ftp://me:{a{encoded-delimiter|%0A}b}@h/",
    ],
    near: &[
        "ftp://foo:@host.com/",
        "ftp://me@h/",
        "ftp://h/me:secret@h",
        "http://h/me:secret@h",
        "mailto:me=secret@h",
        // The convention of anonymous FTP (3.2.1).
        "ftp://anonymous:me%40host.dom@h/",
    ],
}];
