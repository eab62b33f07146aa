//! Escapes that are not needed: Section 2.2.

use rfc1738::AdviceId;
use rfc1738::AdviceId::{AddrSpec, DoubleSlash, NeedlessEscape, Password};

use super::kind::Kind;

const NEEDLESS: &[AdviceId] = &[NeedlessEscape];

pub(crate) const KINDS: &[Kind] = &[Kind {
    id: NeedlessEscape,
    given: &[
        (
            "http://h/{%41}b{%7a}?{%30}",
            &[&[NeedlessEscape], &[NeedlessEscape], &[NeedlessEscape]],
        ),
        (
            "http://h/{%2d}{%24}{%2C}",
            &[&[NeedlessEscape], &[NeedlessEscape], &[NeedlessEscape]],
        ),
        // Derived by hsegment, and not reserved in http (3.3).
        ("http://h/a{%3D}b{%26}{%40}{%3a}", &[NEEDLESS; 4]),
        (
            "ftp://a{%3B}:{{%62}}@h/",
            &[&[NeedlessEscape], &[Password], &[NeedlessEscape]],
        ),
        (
            "ftp://h/a{%3F}/{%3D}",
            &[&[NeedlessEscape], &[NeedlessEscape]],
        ),
        // Within the gopher-path, no characters are reserved (3.4.1).
        ("gopher://h/{%30}a{%2F}{%3B}", &[NEEDLESS; 3]),
        ("gopher://h/0a%09b%09{%2B}", &[&[NeedlessEscape]]),
        // Within mailto URLs, there are no reserved characters (3.5).
        ("mailto:a{%40}b", &[&[NeedlessEscape]]),
        ("mailto:{{%2C}@b}", &[&[AddrSpec], &[NeedlessEscape]]),
        ("news:a{%2F}@b", &[&[NeedlessEscape]]),
        ("wais://h/{%61}/{%62}/{%63}", &[NEEDLESS; 3]),
        ("file:///{%61}", &[&[NeedlessEscape]]),
        (
            "prospero://h/a{%2F}b;c{%3A}=d",
            &[&[NeedlessEscape], &[NeedlessEscape]],
        ),
        ("new:{%61}", &[&[NeedlessEscape]]),
        (
            "new://me{%61}@h/{%61}",
            &[&[NeedlessEscape], &[NeedlessEscape]],
        ),
    ],
    near: &[
        // Unsafe characters, the percent sign, and octets without a character.
        ("http://h/%7E%20%23%25%22%3C%7F%80%E9", &[]),
        // Reserved in http, ftp, prospero.
        ("http://h/%2F%3B%3F?%2f", &[]),
        ("ftp://h/%2Fetc/%3B", &[]),
        ("prospero://h/a%3B;b%3D=%3D", &[]),
        // Delimiters of a user name and a password (3.1).
        ("telnet://a%3A%40%2F@h", &[]),
        // Delimiters of a search and a document (3.9), and of a message id (3.6).
        ("wais://h/a%3F%2F", &[]),
        ("news:a%40b@c", &[]),
        // The characters that a new scheme reserves are unknown.
        ("new:a%2F%3F%40", &[]),
        // Decoding it would make it a host.
        ("new:{//}h%41/", &[&[DoubleSlash]]),
    ],
}];
