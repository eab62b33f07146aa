//! Escapes that are not needed: Section 2.2.

use rfc1738::AdviceId::NeedlessEscape;

use super::kind::Kind;

pub(crate) const KINDS: &[Kind] = &[Kind {
    id: NeedlessEscape,
    given: &[
        "http://h/{%41}b{%7a}?{%30}",
        "http://h/{%2d}{%24}{%2C}",
        // Derived by hsegment, and not reserved in http (3.3).
        "http://h/a{%3D}b{%26}{%40}{%3a}",
        "ftp://a{%3B}:{password|{%62}}@h/",
        "ftp://h/a{%3F}/{%3D}",
        // Within the gopher-path, no characters are reserved (3.4.1).
        "gopher://h/{%30}a{%2F}{%3B}",
        "gopher://h/0a%09b%09{%2B}",
        // Within mailto URLs, there are no reserved characters (3.5).
        "mailto:a{%40}b",
        "mailto:{addr-spec|{%2C}@b}",
        "news:a{%2F}@b",
        "wais://h/{%61}/{%62}/{%63}",
        "file:///{%61}",
        "prospero://h/a{%2F}b;c{%3A}=d",
        "new:{%61}",
        "new://me{%61}@h/{%61}",
    ],
    near: &[
        // Unsafe characters, the percent sign, and octets without a character.
        "http://h/%7E%20%23%25%22%3C%7F%80%E9",
        // Reserved in http, ftp, prospero.
        "http://h/%2F%3B%3F?%2f",
        "ftp://h/%2Fetc/%3B",
        "prospero://h/a%3B;b%3D=%3D",
        // Delimiters of a user name and a password (3.1).
        "telnet://a%3A%40%2F@h",
        // Delimiters of a search and a document (3.9), and of a message id (3.6).
        "wais://h/a%3F%2F",
        "news:a%40b@c",
        // The characters that a new scheme reserves are unknown.
        "new:a%2F%3F%40",
        // Decoding it would make it a host.
        "new:{double-slash|//}h%41/",
    ],
}];
