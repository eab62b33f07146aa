//! Heading "MAILTO (see also RFC822)".

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Mailtourl,
        cases: &[
            accepted(
                "address",
                "mailto:timbl@info.cern.ch",
                "encoded822addr=timbl@info.cern.ch",
            ),
            accepted(
                "escaped_percent_sign",
                "mailto:a%25b@c",
                "encoded822addr=a%25b@c",
            ),
            accepted("scheme_in_capitals", "MAILTO:a@b", "encoded822addr=a@b"),
            // RFC 822 defines addresses; this grammar treats a slash like a letter.
            accepted("slashes", "mailto://a@b", "encoded822addr=//a@b"),
            rejected("missing_address", "mailto:", incomplete(7)),
            rejected("address_in_angle_brackets", "mailto:<a@b>", incomplete(7)),
            rejected("quoted_name", "mailto:\"a b\"@c", incomplete(7)),
            rejected("space_after_colon", "mailto: a@b", incomplete(7)),
            rejected(
                "second_address_after_space",
                "mailto:a@b, c@d",
                complete(11),
            ),
        ],
    },
    Production {
        rule: Rule::Encoded822addr,
        cases: &[
            accepted_in_full("one_character", "@", "xchar=@ reserved=@"),
            accepted("address", "masinter@parc.xerox.com", "host"),
            accepted_in_full(
                "escaped_percent_sign",
                "a%25b@c",
                "xchar=a xchar=%25 xchar=b xchar=@ xchar=c",
            ),
            rejected("empty_text", "", incomplete(0)),
            rejected("raw_percent_sign", "user%host@gateway", incomplete(5)),
            rejected("space", "a b", complete(1)),
        ],
    },
];
