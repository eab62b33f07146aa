//! Heading "HTTP".

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Httpurl,
        cases: &[
            accepted("host_alone", "http://h", "hostport=h hpath"),
            accepted("slash_alone", "http://h/", "hpath= search"),
            accepted("empty_search", "http://h/?", "hpath= search="),
            accepted(
                "path_and_search",
                "http://h:80/a//b?c=d&e",
                "port=80 hsegment=a hsegment= hsegment=b search=c=d&e",
            ),
            accepted("scheme_in_mixed_case", "HtTp://H/", "host=H"),
            accepted("at_sign_in_path", "http://h/@me", "host=h hsegment=@me"),
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
            accepted("empty_text", "", "hsegment="),
            accepted(
                "slash_at_the_end",
                "a/b/",
                "hsegment=a hsegment=b hsegment=",
            ),
            accepted("semicolon", "a;v=1/b", "hsegment=a;v=1 hsegment=b"),
            rejected("question_mark", "a?b", complete(1)),
            rejected("tilde", "~me/", complete(0)),
            rejected("backslash", r"a\b", complete(1)),
        ],
    },
    Production {
        rule: Rule::Hsegment,
        cases: &[
            accepted("empty_text", "", "hsegment="),
            accepted_in_full("reserved_characters", ";:@&=", "uchar"),
            accepted_in_full("letter_and_safe", "a_", "alpha=a safe=_"),
            rejected("slash", "a/b", complete(1)),
            rejected("question_mark", "a?", complete(1)),
            rejected("percent_sign_before_other_letters", "%zz", incomplete(1)),
        ],
    },
    Production {
        rule: Rule::Search,
        cases: &[
            accepted("empty_text", "", "search="),
            accepted("names_and_values", "a=1&b=2", "search=a=1&b=2"),
            accepted_in_full("plus_sign_and_escape", "a+%2B", "safe=+ escape=%2B"),
            rejected("slash", "a/b", complete(1)),
            rejected("question_mark", "?a", complete(0)),
            rejected("brackets", "a[0]=1", complete(1)),
            rejected("space", "a b", complete(1)),
        ],
    },
];
