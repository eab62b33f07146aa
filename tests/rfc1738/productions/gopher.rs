//! Heading "GOPHER (see also RFC1436)". A `%09` is an encoded tab.

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Gopherurl,
        cases: &[
            accepted("host_alone", "gopher://h", "hostport=h gtype"),
            // The reading quoted-slash: the slash that the RFC prints without quotation marks.
            accepted("slash_alone", "gopher://h/", "gtype selector"),
            accepted("type_alone", "gopher://h/1", "gtype=1 selector= search"),
            accepted(
                "type_repeated_in_selector",
                "gopher://h/00a",
                "gtype=0 selector=0a",
            ),
            accepted("slash_as_type", "gopher://h//a", "gtype=/ selector=a"),
            accepted(
                "tab_as_type",
                "gopher://h/%09a",
                "gtype=%09 selector=a search",
            ),
            accepted(
                "search",
                "gopher://h:70/7a%09b",
                "gtype=7 selector=a search=b gopher+_string",
            ),
            accepted(
                "search_of_an_empty_selector",
                "gopher://h/7%09b",
                "selector= search=b",
            ),
            accepted(
                "gopher_string_after_an_empty_search",
                "gopher://h/0a%09%09+",
                "selector=a search= gopher+_string=+",
            ),
            // Section 3.4.9: the answers to an electronic form.
            accepted(
                "gopher_string_with_tabs",
                "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0A.%0D%0A",
                "search= gopher+_string=+%091%0D%0A+-1%0D%0A.%0D%0A",
            ),
            // No search contains a slash, so this tab stays in the selector.
            accepted(
                "slash_after_the_only_tab",
                "gopher://h/1a%09b/c",
                "selector=a%09b/c search",
            ),
            accepted(
                "first_tab_that_works_is_the_second",
                "gopher://h/1a%09b/c%09d",
                "selector=a%09b/c search=d gopher+_string",
            ),
            accepted(
                "slash_in_gopher_string",
                "gopher://h/1a%09b%09c/d",
                "selector=a search=b gopher+_string=c/d",
            ),
            rejected("user", "gopher://u@h", complete(10)),
            rejected("empty_port", "gopher://h:/", incomplete(11)),
            rejected("question_mark_without_a_path", "gopher://h?x", complete(10)),
            rejected("raw_tab", "gopher://h/1a\tb", complete(13)),
            rejected("unfinished_tab", "gopher://h/1%0", incomplete(14)),
            rejected("fragment", "gopher://h/1a#b", complete(13)),
        ],
    },
    Production {
        rule: Rule::Gtype,
        cases: &[
            accepted_in_full("digit", "1", "xchar=1 digit=1"),
            accepted_in_full("tab", "%09", "xchar=%09 escape=%09"),
            accepted_in_full("slash", "/", "reserved=/"),
            rejected("empty_text", "", incomplete(0)),
            rejected("two_characters", "11", complete(1)),
            rejected("unfinished_tab", "%0", incomplete(2)),
            rejected("raw_tab", "\t", incomplete(0)),
        ],
    },
    Production {
        rule: Rule::Selector,
        cases: &[
            accepted("empty_text", "", "selector="),
            accepted("reserved_characters", "/a/b?c", "search"),
            // Alone, a selector may contain a tab; gopherurl decides where it ends.
            accepted_in_full("tab", "a%09b", "xchar=a xchar=%09 xchar=b"),
            rejected("space", "a b", complete(1)),
            rejected("raw_tab", "a\tb", complete(1)),
            rejected("unfinished_escape", "a%", incomplete(2)),
        ],
    },
    Production {
        rule: Rule::GopherString,
        cases: &[
            accepted("empty_text", "", "gopher+_string="),
            accepted_in_full("default_view", "+", "safe=+"),
            accepted(
                "attributes",
                "!+ABSTRACT%20+SMELL",
                "gopher+_string=!+ABSTRACT%20+SMELL",
            ),
            accepted(
                "alternate_view",
                "+application/postscript%20Es_ES",
                "selector",
            ),
            rejected("raw_space", "!+ABSTRACT +SMELL", complete(10)),
            rejected("raw_line_end", "+\r\n", complete(1)),
            rejected("caret", "^", complete(0)),
        ],
    },
];
