//! Heading "NEWS (see also RFC1036)".

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Newsurl,
        cases: &[
            accepted("every_group", "news:*", "grouppart=* group article"),
            accepted(
                "group",
                "news:comp.infosystems.www.misc",
                "group=comp.infosystems.www.misc article",
            ),
            accepted(
                "article",
                "news:1994Dec1.120000@host.com",
                "article=1994Dec1.120000@host.com host=host.com",
            ),
            accepted(
                "article_that_begins_like_a_group",
                "news:a.b@c",
                "group article=a.b@c",
            ),
            accepted("scheme_in_capitals", "NEWS:a", "group=a"),
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
            accepted("star", "*", "group article"),
            accepted("group", "alt.test", "group=alt.test"),
            accepted("article", "1@h", "article=1@h"),
            accepted("article_that_begins_with_a_star", "*a@b", "article=*a@b"),
            rejected("empty_text", "", incomplete(0)),
            rejected("group_that_begins_with_a_digit", "3com", incomplete(4)),
            rejected("nothing_before_at_sign", "@host", incomplete(0)),
            rejected("two_at_signs", "a@b@c", complete(3)),
        ],
    },
    Production {
        rule: Rule::Group,
        cases: &[
            accepted_in_full("one_letter", "a", "alpha=a"),
            accepted("plus_signs", "comp.lang.c++", "group=comp.lang.c++"),
            accepted_in_full("hyphen_and_underscore", "a-1_", "alpha=a digit=1 safe"),
            accepted("period_at_the_end", "a.", "group=a."),
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
                "host=host.com",
            ),
            accepted_in_full("reserved_characters", ";/?:&=@h", "uchar host=h"),
            accepted_in_full("escaped_at_sign", "a%40@h", "uchar=a uchar=%40 host=h"),
            rejected("empty_text", "", incomplete(0)),
            rejected("missing_at_sign", "abc", incomplete(3)),
            rejected("nothing_before_at_sign", "@h", incomplete(0)),
            rejected("period_after_host", "a@h.", incomplete(4)),
            rejected("two_at_signs", "a@b@c", complete(3)),
            rejected("port", "a@h:1", complete(3)),
        ],
    },
];
