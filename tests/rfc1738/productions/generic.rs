//! Heading "The generic form of a URL is": the common syntax of all URLs.

use rfc1738::Rule;

use super::case::{
    Production, accepted, accepted_in_full, complete, incomplete, rejected, rejected_octets,
};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Genericurl,
        cases: &[
            accepted("empty_schemepart", "x:", "scheme=x schemepart="),
            // No reading concerns genericurl: anything may follow a predefined scheme.
            accepted(
                "predefined_scheme_used_otherwise",
                "http:anything?goes",
                "scheme=http schemepart=anything?goes httpurl",
            ),
            accepted(
                "common_internet_syntax",
                "afs://host.com/a",
                "ip-schemepart=//host.com/a host=host.com urlpath=a",
            ),
            accepted(
                "second_colon_belongs_to_the_schemepart",
                "z39.50:a:b",
                "scheme=z39.50 schemepart=a:b",
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
                "httpurl=http://host.com:8080/a/b?c=d otherurl port=8080 hsegment=a hsegment=b search=c=d",
            ),
            accepted(
                "scheme_in_capitals",
                "HTTP://h/",
                "httpurl=HTTP://h/ otherurl",
            ),
            accepted(
                "new_scheme",
                "x-new:anything",
                "otherurl=x-new:anything scheme=x-new",
            ),
            // The RFC does not define https, so its grammar treats it as a new scheme.
            accepted(
                "https_is_a_new_scheme",
                "https://host/",
                "otherurl=https://host/ httpurl scheme=https",
            ),
            accepted_in_full(
                "every_production_of_a_short_url",
                "x:%4A",
                "lowalpha=x xchar=%4A escape=%4A hex=4 hex=A",
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
                "genericurl=x-foo:bar scheme=x-foo",
            ),
            accepted(
                "scheme_that_extends_a_predefined_one",
                "ftps://host",
                "scheme=ftps host=host",
            ),
            accepted(
                "scheme_that_a_predefined_one_extends",
                "htt:p",
                "scheme=htt",
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
            accepted_in_full("small_letters", "ftp", "lowalpha=f lowalpha=t lowalpha=p"),
            // The reading scheme-case: a letter that matches in either case is still a lowalpha.
            accepted_in_full(
                "capitals",
                "FTP",
                "lowalpha=F lowalpha=T lowalpha=P hialpha",
            ),
            accepted_in_full(
                "digits_and_period",
                "z39.50",
                "lowalpha=z digit=3 digit=9 digit=5 digit=0",
            ),
            accepted("no_letter_at_all", "+-.", "scheme=+-."),
            rejected("empty_text", "", incomplete(0)),
            rejected("underscore", "x_y", complete(1)),
            rejected("colon_included", "http:", complete(4)),
            rejected("escape", "%68ttp", incomplete(0)),
        ],
    },
    Production {
        rule: Rule::Schemepart,
        cases: &[
            accepted("empty_text", "", "ip-schemepart"),
            accepted(
                "common_internet_syntax_comes_first",
                "//host/path",
                "ip-schemepart=//host/path urlpath=path",
            ),
            accepted_in_full(
                "two_slashes_without_a_host",
                "//",
                "ip-schemepart xchar=/ xchar=/ reserved=/ reserved=/",
            ),
            accepted(
                "empty_port_is_no_internet_syntax",
                "//host:/",
                "ip-schemepart host",
            ),
            accepted_in_full("escape", "a%20b", "xchar=a xchar=%20 xchar=b escape=%20"),
            rejected("space", "a b", complete(1)),
            rejected("unfinished_escape", "//h/%", incomplete(5)),
            rejected("tilde_in_path", "//host/~me", complete(7)),
        ],
    },
];
