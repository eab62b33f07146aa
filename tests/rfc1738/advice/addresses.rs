//! Mail addresses: Section 3.5.

use rfc1738::AdviceId::{AddrSpec, MailtoHeader};

use super::kind::Kind;

pub(crate) const KINDS: &[Kind] = &[
    HEADERS,
    Kind {
        id: AddrSpec,
        given: &[
            "mailto:{a}",
            "mailto:{@b}",
            "mailto:{a@}",
            "mailto:{a@b@c}",
            "mailto:{.a@b}",
            "mailto:{a.@b}",
            "mailto:{a..b@c}",
            "mailto:{a@b.}",
            "mailto:{a,b@c}",
            "mailto:{a:b@c}",
            // White space and comments belong to header fields.
            "mailto:{a%20b@c}",
            "mailto:{a%20@%20b}",
            "mailto:{a(b)@c}",
            "mailto:{A%20%3Ca@b%3E}",
            // An unclosed quoted string, or one beside an atom.
            "mailto:{%22a@b}",
            "mailto:{%22a%22b@c}",
            "mailto:{%22a%5C%22@b}",
            "mailto:{a@%5Bb}",
            "mailto:{a@%5Bb%5D%5D}",
            // RFC 822 uses ASCII.
            "mailto:{%C3%A9@b}",
            "mailto:{%22%C3%A9%22@b}",
            "mailto:{%7F@b}",
        ],
        near: &[
            "mailto:a@b",
            "mailto:a.b.c@d.e",
            // The example of Section 3.5.
            "mailto:a%25b@c.dom",
            "mailto:%22a%20b%22@c",
            "mailto:%22a@b%22@c",
            "mailto:%22%22.a@b",
            "mailto:%22a%5C%22b%22@c",
            "mailto:%22%5C{encoded-delimiter|%00}%22@c",
            "mailto:a@%5B10.0.0.1%5D",
            "mailto:a@%5B10.0.0.1%5D.b",
            // Atoms exclude only specials, spaces and control characters.
            "mailto:/a=b&c?!$*'+-_@d",
            "mailto:a%7Eb%60%7B%7C%7D%5E%23@c",
            // Headers in URLs came later: for RFC 822 this is a domain.
            "mailto:a@b{mailto-header|?subject=c}",
            "news:a@b",
            "news:a..b@c",
        ],
    },
];

const HEADERS: Kind = Kind {
    id: MailtoHeader,
    given: &["mailto:a@b{?subject=c}", "mailto:{?to=a@b}"],
    near: &[
        "mailto:who?@h",
        "mailto:a@b{needless-escape|%3F}subject=c",
        "http://h/?a=b",
    ],
};
