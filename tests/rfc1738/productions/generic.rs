//! Heading "The generic form of a URL is": the common syntax of all URLs.

use rfc1738::Rule;

use super::case::{
    Production, accepted, accepted_in_full, complete, incomplete, rejected, rejected_octets,
};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Genericurl,
        cases: &[
            accepted(
                "empty_schemepart",
                "x:",
                &[(Rule::Scheme, &["x"]), (Rule::Schemepart, &[""])],
            ),
            // No reading concerns genericurl: anything may follow a predefined scheme.
            accepted(
                "predefined_scheme_used_otherwise",
                "http:anything?goes",
                &[
                    (Rule::Scheme, &["http"]),
                    (Rule::Schemepart, &["anything?goes"]),
                    (Rule::Httpurl, &[]),
                ],
            ),
            accepted(
                "common_internet_syntax",
                "afs://host.com/a",
                &[
                    (Rule::IpSchemepart, &["//host.com/a"]),
                    (Rule::Host, &["host.com"]),
                    (Rule::Urlpath, &["a"]),
                ],
            ),
            accepted(
                "second_colon_belongs_to_the_schemepart",
                "z39.50:a:b",
                &[(Rule::Scheme, &["z39.50"]), (Rule::Schemepart, &["a:b"])],
            ),
            rejected("missing_scheme", ":x", incomplete(0)),
            rejected("missing_colon", "http", incomplete(4)),
            rejected("underscore_in_scheme", "x_y:", incomplete(1)),
            rejected("fragment", "x:a#b", complete(3)),
        ],
    },
    Production {
        rule: Rule::Url,
        cases: &[
            accepted(
                "http_with_everything",
                "http://host.com:8080/a/b?c=d",
                &[
                    (Rule::Httpurl, &["http://host.com:8080/a/b?c=d"]),
                    (Rule::Otherurl, &[]),
                    (Rule::Port, &["8080"]),
                    (Rule::Hsegment, &["a", "b"]),
                    (Rule::Search, &["c=d"]),
                ],
            ),
            accepted(
                "scheme_in_capitals",
                "HTTP://h/",
                &[(Rule::Httpurl, &["HTTP://h/"]), (Rule::Otherurl, &[])],
            ),
            accepted(
                "new_scheme",
                "x-new:anything",
                &[
                    (Rule::Otherurl, &["x-new:anything"]),
                    (Rule::Scheme, &["x-new"]),
                ],
            ),
            // The RFC does not define https, so its grammar treats it as a new scheme.
            accepted(
                "https_is_a_new_scheme",
                "https://host/",
                &[
                    (Rule::Otherurl, &["https://host/"]),
                    (Rule::Httpurl, &[]),
                    (Rule::Scheme, &["https"]),
                ],
            ),
            accepted_in_full(
                "every_production_of_a_short_url",
                "x:%4A",
                &[
                    (Rule::Lowalpha, &["x"]),
                    (Rule::Xchar, &["%4A"]),
                    (Rule::Escape, &["%4A"]),
                    (Rule::Hex, &["4", "A"]),
                ],
            ),
            rejected("empty_text", "", incomplete(0)),
            rejected("relative_reference", "/a/b", incomplete(0)),
            rejected("wrapper_included", "<URL:news:*>", incomplete(0)),
            rejected("predefined_scheme_alone", "http:", incomplete(5)),
            rejected(
                "predefined_scheme_used_otherwise",
                "http:host",
                incomplete(5),
            ),
            rejected(
                "predefined_scheme_in_capitals_used_otherwise",
                "FTP:x",
                incomplete(4),
            ),
            rejected("user_name_in_http", "http://user@host/", complete(11)),
            rejected("tilde", "http://h/~x", complete(9)),
            rejected("space", "http://host/a b", complete(13)),
            rejected(
                "unfinished_escape_at_the_end",
                "http://h/%4",
                incomplete(11),
            ),
            rejected(
                "unfinished_escape_before_a_letter",
                "http://h/%4g",
                incomplete(11),
            ),
            rejected("line_feed_at_the_end", "news:*\n", complete(6)),
            rejected(
                "control_sequence_of_a_terminal",
                "x:\u{1b}[31m",
                complete(2),
            ),
            rejected("letter_outside_ascii", "http://bücher/", complete(8)),
            rejected("right_to_left_override", "x:a\u{202e}b", complete(3)),
            rejected("null_character", "news:a\0b", complete(6)),
            rejected_octets("octet_outside_utf_8", b"news:\xff*", incomplete(5)),
        ],
    },
    Production {
        rule: Rule::Otherurl,
        cases: &[
            accepted(
                "experimental_scheme",
                "x-foo:bar",
                &[
                    (Rule::Genericurl, &["x-foo:bar"]),
                    (Rule::Scheme, &["x-foo"]),
                ],
            ),
            accepted(
                "scheme_that_extends_a_predefined_one",
                "ftps://host",
                &[(Rule::Scheme, &["ftps"]), (Rule::Host, &["host"])],
            ),
            accepted(
                "scheme_that_a_predefined_one_extends",
                "htt:p",
                &[(Rule::Scheme, &["htt"])],
            ),
            rejected("predefined_scheme", "http:x", incomplete(4)),
            rejected("predefined_scheme_in_capitals", "NEWS:*", incomplete(4)),
            rejected(
                "predefined_scheme_with_a_url_of_its_own",
                "ftp://host/",
                incomplete(3),
            ),
            rejected("missing_colon", "x-foo", incomplete(5)),
        ],
    },
    Production {
        rule: Rule::Scheme,
        cases: &[
            accepted_in_full(
                "small_letters",
                "ftp",
                &[(Rule::Lowalpha, &["f", "t", "p"])],
            ),
            // The reading scheme-case: a letter that matches in either case is still a lowalpha.
            accepted_in_full(
                "capitals",
                "FTP",
                &[(Rule::Lowalpha, &["F", "T", "P"]), (Rule::Hialpha, &[])],
            ),
            accepted_in_full(
                "digits_and_period",
                "z39.50",
                &[
                    (Rule::Lowalpha, &["z"]),
                    (Rule::Digit, &["3", "9", "5", "0"]),
                ],
            ),
            accepted("no_letter_at_all", "+-.", &[(Rule::Scheme, &["+-."])]),
            rejected("empty_text", "", incomplete(0)),
            rejected("underscore", "x_y", complete(1)),
            rejected("colon_included", "http:", complete(4)),
            rejected("escape", "%68ttp", incomplete(0)),
        ],
    },
    Production {
        rule: Rule::Schemepart,
        cases: &[
            accepted("empty_text", "", &[(Rule::IpSchemepart, &[])]),
            accepted(
                "common_internet_syntax_comes_first",
                "//host/path",
                &[
                    (Rule::IpSchemepart, &["//host/path"]),
                    (Rule::Urlpath, &["path"]),
                ],
            ),
            accepted_in_full(
                "two_slashes_without_a_host",
                "//",
                &[
                    (Rule::IpSchemepart, &[]),
                    (Rule::Xchar, &["/", "/"]),
                    (Rule::Reserved, &["/", "/"]),
                ],
            ),
            accepted(
                "empty_port_is_no_internet_syntax",
                "//host:/",
                &[(Rule::IpSchemepart, &[]), (Rule::Host, &[])],
            ),
            accepted_in_full(
                "escape",
                "a%20b",
                &[(Rule::Xchar, &["a", "%20", "b"]), (Rule::Escape, &["%20"])],
            ),
            rejected("space", "a b", complete(1)),
            rejected("unfinished_escape", "//h/%", incomplete(5)),
            rejected("tilde_in_path", "//host/~me", complete(7)),
        ],
    },
];
