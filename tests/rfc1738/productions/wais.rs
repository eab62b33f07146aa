//! Heading "WAIS (see also RFC1625)".

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Waisurl,
        cases: &[
            accepted(
                "database",
                "wais://h/db",
                "waisdatabase=wais://h/db database=db",
            ),
            accepted(
                "search",
                "wais://h:210/db?q",
                "waisindex=wais://h:210/db?q search=q",
            ),
            accepted(
                "document",
                "wais://h/db/TEXT/id",
                "waisdoc=wais://h/db/TEXT/id wtype=TEXT wpath=id",
            ),
            accepted(
                "scheme_in_capitals",
                "WAIS://h/",
                "waisdatabase=WAIS://h/ database=",
            ),
            rejected("missing_database", "wais://h", incomplete(8)),
            rejected("type_without_a_path", "wais://h/db/TEXT", incomplete(16)),
            rejected("slash_in_path", "wais://h/db/T/a/b", complete(15)),
            rejected("search_after_type", "wais://h/db/T?q", incomplete(13)),
            rejected("user", "wais://u@h/db", incomplete(8)),
        ],
    },
    Production {
        rule: Rule::Waisdatabase,
        cases: &[
            accepted(
                "name",
                "wais://h/directory-of-servers",
                "database=directory-of-servers",
            ),
            accepted("empty_name", "wais://h/", "database="),
            rejected("missing_slash_after_host", "wais://h", incomplete(8)),
            rejected("search", "wais://h/db?q", complete(11)),
            rejected("slash_at_the_end", "wais://h/db/", complete(11)),
            rejected("other_scheme", "http://h/db", incomplete(0)),
        ],
    },
    Production {
        rule: Rule::Waisindex,
        cases: &[
            accepted("search", "wais://h/db?a&b", "database=db search=a&b"),
            accepted("nothing_in_nothing", "wais://h/?", "database= search="),
            rejected("missing_search", "wais://h/db", incomplete(11)),
            rejected("slash_in_search", "wais://h/db?a/b", complete(13)),
            rejected("question_mark_in_search", "wais://h/db?a?b", complete(13)),
        ],
    },
    Production {
        rule: Rule::Waisdoc,
        cases: &[
            accepted(
                "document",
                "wais://h/db/TEXT/0%3D1",
                "wtype=TEXT wpath=0%3D1",
            ),
            accepted("every_part_empty", "wais://h///", "database= wtype= wpath="),
            rejected("missing_type", "wais://h/db", incomplete(11)),
            rejected("missing_path", "wais://h/db/T", incomplete(13)),
            rejected("question_mark_in_path", "wais://h/db/T/a?b", complete(15)),
            rejected("equals_sign_in_path", "wais://h/db/T/a=b", complete(15)),
        ],
    },
    Production {
        rule: Rule::Database,
        cases: &[
            accepted("empty_text", "", "database="),
            accepted("name", "directory-of-servers", "wtype"),
            accepted_in_full("escaped_slash", "a%2Fb", "uchar=a uchar=%2F uchar=b"),
            rejected("slash", "a/b", complete(1)),
            rejected("question_mark", "a?b", complete(1)),
            rejected("semicolon", "a;b", complete(1)),
        ],
    },
    Production {
        rule: Rule::Wtype,
        cases: &[
            accepted("empty_text", "", "wtype="),
            accepted_in_full("word", "PS", "hialpha=P hialpha=S"),
            rejected("slash", "TEXT/HTML", complete(4)),
            rejected("equals_sign", "a=b", complete(1)),
            rejected("unfinished_escape", "%2", incomplete(2)),
        ],
    },
    Production {
        rule: Rule::Wpath,
        cases: &[
            accepted("empty_text", "", "wpath="),
            accepted_in_full("escaped_equals_sign", "0%3D1", "uchar=0 uchar=%3D uchar=1"),
            rejected("raw_equals_sign", "0=1", complete(1)),
            rejected("colon", "host:210", complete(4)),
            rejected("slash", "a/b", complete(1)),
        ],
    },
];
