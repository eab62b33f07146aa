//! Mail addresses: Section 3.5.

use rfc1738::AdviceId::{AddrSpec, EncodedDelimiter, MailtoHeader, NeedlessEscape};

use super::kind::Kind;

pub(crate) const KINDS: &[Kind] = &[
    HEADERS,
    Kind {
        id: AddrSpec,
        given: &[
            ("mailto:{a}", &[&[AddrSpec]]),
            ("mailto:{@b}", &[&[AddrSpec]]),
            ("mailto:{a@}", &[&[AddrSpec]]),
            ("mailto:{a@b@c}", &[&[AddrSpec]]),
            ("mailto:{.a@b}", &[&[AddrSpec]]),
            ("mailto:{a.@b}", &[&[AddrSpec]]),
            ("mailto:{a..b@c}", &[&[AddrSpec]]),
            ("mailto:{a@b.}", &[&[AddrSpec]]),
            ("mailto:{a,b@c}", &[&[AddrSpec]]),
            ("mailto:{a:b@c}", &[&[AddrSpec]]),
            // White space and comments belong to header fields.
            ("mailto:{a%20b@c}", &[&[AddrSpec]]),
            ("mailto:{a%20@%20b}", &[&[AddrSpec]]),
            ("mailto:{a(b)@c}", &[&[AddrSpec]]),
            ("mailto:{A%20%3Ca@b%3E}", &[&[AddrSpec]]),
            // An unclosed quoted string, or one beside an atom.
            ("mailto:{%22a@b}", &[&[AddrSpec]]),
            ("mailto:{%22a%22b@c}", &[&[AddrSpec]]),
            ("mailto:{%22a%5C%22@b}", &[&[AddrSpec]]),
            ("mailto:{a@%5Bb}", &[&[AddrSpec]]),
            ("mailto:{a@%5Bb%5D%5D}", &[&[AddrSpec]]),
            // RFC 822 uses ASCII.
            ("mailto:{%C3%A9@b}", &[&[AddrSpec]]),
            ("mailto:{%22%C3%A9%22@b}", &[&[AddrSpec]]),
            ("mailto:{%7F@b}", &[&[AddrSpec]]),
        ],
        near: &[
            ("mailto:a@b", &[]),
            ("mailto:a.b.c@d.e", &[]),
            // The example of Section 3.5.
            ("mailto:a%25b@c.dom", &[]),
            ("mailto:%22a%20b%22@c", &[]),
            ("mailto:%22a@b%22@c", &[]),
            ("mailto:%22%22.a@b", &[]),
            ("mailto:%22a%5C%22b%22@c", &[]),
            ("mailto:%22%5C{%00}%22@c", &[&[EncodedDelimiter]]),
            ("mailto:a@%5B10.0.0.1%5D", &[]),
            ("mailto:a@%5B10.0.0.1%5D.b", &[]),
            // Atoms exclude only specials, spaces and control characters.
            ("mailto:/a=b&c?!$*'+-_@d", &[]),
            ("mailto:a%7Eb%60%7B%7C%7D%5E%23@c", &[]),
            // Headers in URLs came later: for RFC 822 this is a domain.
            ("mailto:a@b{?subject=c}", &[&[MailtoHeader]]),
            ("news:a@b", &[]),
            ("news:a..b@c", &[]),
        ],
    },
];

const HEADERS: Kind = Kind {
    id: MailtoHeader,
    given: &[
        ("mailto:a@b{?subject=c}", &[&[MailtoHeader]]),
        ("mailto:{?to=a@b}", &[&[MailtoHeader]]),
    ],
    near: &[
        ("mailto:who?@h", &[]),
        ("mailto:a@b{%3F}subject=c", &[&[NeedlessEscape]]),
        ("http://h/?a=b", &[]),
    ],
};
