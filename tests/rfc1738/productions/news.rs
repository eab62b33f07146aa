//! Heading "NEWS (see also RFC1036)".

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Newsurl,
        cases: &[
            accepted(
                "every_group",
                "news:*",
                &[
                    (Rule::Grouppart, &["*"]),
                    (Rule::Group, &[]),
                    (Rule::Article, &[]),
                ],
            ),
            accepted(
                "group",
                "news:comp.infosystems.www.misc",
                &[
                    (Rule::Group, &["comp.infosystems.www.misc"]),
                    (Rule::Article, &[]),
                ],
            ),
            accepted(
                "article",
                "news:1994Dec1.120000@host.com",
                &[
                    (Rule::Article, &["1994Dec1.120000@host.com"]),
                    (Rule::Host, &["host.com"]),
                ],
            ),
            accepted(
                "article_that_begins_like_a_group",
                "news:a.b@c",
                &[(Rule::Group, &[]), (Rule::Article, &["a.b@c"])],
            ),
            accepted("scheme_in_capitals", "NEWS:a", &[(Rule::Group, &["a"])]),
            rejected("missing_group", "news:", incomplete(5)),
            rejected("article_in_angle_brackets", "news:<a@b>", incomplete(5)),
            rejected("missing_host_of_article", "news:a@", incomplete(7)),
            // All of it may be the first half of an article.
            rejected("slashes_as_in_nntp", "news://host/group", incomplete(17)),
            rejected("pattern", "news:comp.*", incomplete(11)),
            rejected("space", "news:a b", complete(6)),
        ],
    },
    Production {
        rule: Rule::Grouppart,
        cases: &[
            accepted("star", "*", &[(Rule::Group, &[]), (Rule::Article, &[])]),
            accepted("group", "alt.test", &[(Rule::Group, &["alt.test"])]),
            accepted("article", "1@h", &[(Rule::Article, &["1@h"])]),
            accepted(
                "article_that_begins_with_a_star",
                "*a@b",
                &[(Rule::Article, &["*a@b"])],
            ),
            rejected("empty_text", "", incomplete(0)),
            rejected("group_that_begins_with_a_digit", "3com", incomplete(4)),
            rejected("nothing_before_at_sign", "@host", incomplete(0)),
            rejected("two_at_signs", "a@b@c", complete(3)),
        ],
    },
    Production {
        rule: Rule::Group,
        cases: &[
            accepted_in_full("one_letter", "a", &[(Rule::Alpha, &["a"])]),
            accepted(
                "plus_signs",
                "comp.lang.c++",
                &[(Rule::Group, &["comp.lang.c++"])],
            ),
            accepted_in_full(
                "hyphen_and_underscore",
                "a-1_",
                &[
                    (Rule::Alpha, &["a"]),
                    (Rule::Digit, &["1"]),
                    (Rule::Safe, &[]),
                ],
            ),
            accepted("period_at_the_end", "a.", &[(Rule::Group, &["a."])]),
            rejected("empty_text", "", incomplete(0)),
            rejected("digit_at_the_beginning", "3com", incomplete(0)),
            rejected("star", "*", incomplete(0)),
            rejected("slash", "a/b", complete(1)),
            rejected("escape", "a%20b", complete(1)),
        ],
    },
    Production {
        rule: Rule::Article,
        cases: &[
            accepted(
                "message_identifier",
                "1994Dec1.120000@host.com",
                &[(Rule::Host, &["host.com"])],
            ),
            accepted_in_full(
                "reserved_characters",
                ";/?:&=@h",
                &[(Rule::Uchar, &[]), (Rule::Host, &["h"])],
            ),
            accepted_in_full(
                "escaped_at_sign",
                "a%40@h",
                &[(Rule::Uchar, &["a", "%40"]), (Rule::Host, &["h"])],
            ),
            rejected("empty_text", "", incomplete(0)),
            rejected("missing_at_sign", "abc", incomplete(3)),
            rejected("nothing_before_at_sign", "@h", incomplete(0)),
            rejected("period_after_host", "a@h.", incomplete(4)),
            rejected("two_at_signs", "a@b@c", complete(3)),
            rejected("port", "a@h:1", complete(3)),
        ],
    },
];
