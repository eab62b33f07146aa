//! Heading "HTTP".

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Httpurl,
        cases: &[
            accepted(
                "host_alone",
                "http://h",
                &[(Rule::Hostport, &["h"]), (Rule::Hpath, &[])],
            ),
            accepted(
                "slash_alone",
                "http://h/",
                &[(Rule::Hpath, &[""]), (Rule::Search, &[])],
            ),
            accepted(
                "empty_search",
                "http://h/?",
                &[(Rule::Hpath, &[""]), (Rule::Search, &[""])],
            ),
            accepted(
                "path_and_search",
                "http://h:80/a//b?c=d&e",
                &[
                    (Rule::Port, &["80"]),
                    (Rule::Hsegment, &["a", "", "b"]),
                    (Rule::Search, &["c=d&e"]),
                ],
            ),
            accepted("scheme_in_mixed_case", "HtTp://H/", &[(Rule::Host, &["H"])]),
            accepted(
                "at_sign_in_path",
                "http://h/@me",
                &[(Rule::Host, &["h"]), (Rule::Hsegment, &["@me"])],
            ),
            rejected("user_name", "http://me@h/", complete(9)),
            rejected("search_without_a_path", "http://h?q", complete(8)),
            rejected("second_question_mark", "http://h/a?b?c", complete(12)),
            rejected("slash_in_search", "http://h/?a/b", complete(11)),
            rejected("fragment", "http://h/a#b", complete(10)),
            rejected("empty_port", "http://h:/", incomplete(9)),
            rejected("missing_host", "http:///a", incomplete(7)),
            rejected("one_slash", "http:/h", incomplete(6)),
            rejected("period_after_host", "http://h./", incomplete(9)),
            rejected("underscore_in_host", "http://a_b/", complete(8)),
            rejected("https", "https://h/", incomplete(4)),
        ],
    },
    Production {
        rule: Rule::Hpath,
        cases: &[
            accepted("empty_text", "", &[(Rule::Hsegment, &[""])]),
            accepted(
                "slash_at_the_end",
                "a/b/",
                &[(Rule::Hsegment, &["a", "b", ""])],
            ),
            accepted("semicolon", "a;v=1/b", &[(Rule::Hsegment, &["a;v=1", "b"])]),
            rejected("question_mark", "a?b", complete(1)),
            rejected("tilde", "~me/", complete(0)),
            rejected("backslash", r"a\b", complete(1)),
        ],
    },
    Production {
        rule: Rule::Hsegment,
        cases: &[
            accepted("empty_text", "", &[(Rule::Hsegment, &[""])]),
            accepted_in_full("reserved_characters", ";:@&=", &[(Rule::Uchar, &[])]),
            accepted_in_full(
                "letter_and_safe",
                "a_",
                &[(Rule::Alpha, &["a"]), (Rule::Safe, &["_"])],
            ),
            rejected("slash", "a/b", complete(1)),
            rejected("question_mark", "a?", complete(1)),
            rejected("percent_sign_before_other_letters", "%zz", incomplete(1)),
        ],
    },
    Production {
        rule: Rule::Search,
        cases: &[
            accepted("empty_text", "", &[(Rule::Search, &[""])]),
            accepted(
                "names_and_values",
                "a=1&b=2",
                &[(Rule::Search, &["a=1&b=2"])],
            ),
            accepted_in_full(
                "plus_sign_and_escape",
                "a+%2B",
                &[(Rule::Safe, &["+"]), (Rule::Escape, &["%2B"])],
            ),
            rejected("slash", "a/b", complete(1)),
            rejected("question_mark", "?a", complete(0)),
            rejected("brackets", "a[0]=1", complete(1)),
            rejected("space", "a b", complete(1)),
        ],
    },
];
