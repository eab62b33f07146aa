//! Heading "URL schemeparts for ip based protocols", first part: the scheme part and the login.

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::IpSchemepart,
        cases: &[
            accepted("host_alone", "//h", "host=h user urlpath"),
            accepted(
                "every_part",
                "//user:secret@host.dom:80/path",
                "login=user:secret@host.dom:80 user=user password=secret host=host.dom port=80 urlpath=path",
            ),
            accepted("empty_path", "//h/", "urlpath="),
            accepted("path_with_a_slash_of_its_own", "//h//a", "urlpath=/a"),
            rejected("one_slash", "/h", incomplete(1)),
            rejected("missing_host", "//", incomplete(2)),
            rejected("missing_host_before_path", "///a", incomplete(2)),
            rejected("empty_port", "//h:/", incomplete(4)),
        ],
    },
    Production {
        rule: Rule::Login,
        cases: &[
            accepted("host_alone", "host.com", "user password host=host.com"),
            accepted("empty_user", "@host.com", "user= password"),
            accepted("empty_password", "foo:@host.com", "user=foo password="),
            accepted("empty_user_and_password", ":@h", "user= password="),
            accepted("port_without_a_user", "a.b:80", "user host=a.b port=80"),
            // With an at-sign after them, the same five characters are a user and a password.
            accepted(
                "user_and_password_that_look_like_host_and_port",
                "a.b:80@c",
                "user=a.b password=80 host=c port",
            ),
            accepted(
                "escaped_at_sign_in_user",
                "me%40here@host",
                "user=me%40here host=host",
            ),
            rejected("empty_text", "", incomplete(0)),
            rejected("missing_host_after_user", "foo@", incomplete(4)),
            rejected("missing_at_sign_after_password", "foo:bar", incomplete(7)),
            rejected("colon_and_no_more", "foo:", incomplete(4)),
            rejected("raw_at_sign_in_user", "me@here@host", complete(7)),
            rejected("slash_in_user", "a/b@c", complete(1)),
        ],
    },
    Production {
        rule: Rule::Hostport,
        cases: &[
            accepted("host_alone", "host.com", "host=host.com port"),
            accepted("name_and_port", "host.com:8080", "host=host.com port=8080"),
            accepted(
                "number_and_port",
                "127.0.0.1:80",
                "hostnumber=127.0.0.1 digits=127 digits=0 digits=0 digits=1 digits=80",
            ),
            rejected("empty_port", "h:", incomplete(2)),
            rejected("letter_in_port", "h:8o", complete(3)),
            rejected("missing_host", ":80", incomplete(0)),
            rejected("user", "u@h", complete(1)),
            rejected("two_ports", "h:1:2", complete(3)),
        ],
    },
    Production {
        rule: Rule::Port,
        cases: &[
            accepted_in_full("two_digits", "80", "digits=80 digit=8 digit=0"),
            // The grammar does not limit the number of a port.
            accepted("number_beyond_the_last_port", "123456", "digits=123456"),
            rejected("empty_text", "", incomplete(0)),
            rejected("sign", "-1", incomplete(0)),
            rejected("letter", "80a", complete(2)),
        ],
    },
    Production {
        rule: Rule::User,
        cases: &[
            accepted("empty_text", "", "user="),
            accepted_in_full("reserved_characters", ";?&=", "uchar reserved"),
            accepted_in_full(
                "escaped_colon",
                "a%3Ab",
                "uchar=a uchar=%3A uchar=b escape=%3A hex=3 hex=A",
            ),
            rejected("colon", "a:b", complete(1)),
            rejected("at_sign", "me@here", complete(2)),
            rejected("slash", "a/b", complete(1)),
            rejected("unfinished_escape", "a%3", incomplete(3)),
        ],
    },
    Production {
        rule: Rule::Password,
        cases: &[
            accepted("empty_text", "", "password="),
            accepted("mail_address_with_escaped_at_sign", "me%40host.dom", "host"),
            rejected("mail_address", "me@host.dom", complete(2)),
            rejected("percent_sign_at_the_end", "100%", incomplete(4)),
            rejected("space", "open sesame", complete(4)),
        ],
    },
    Production {
        rule: Rule::Urlpath,
        cases: &[
            accepted("empty_text", "", "urlpath="),
            accepted("slashes", "a/b//c", "urlpath=a/b//c"),
            accepted_in_full(
                "every_reserved_character",
                ";/?:@&=",
                "reserved=; reserved=/ reserved=? reserved=: reserved=@ reserved=& reserved== unreserved",
            ),
            rejected("tilde", "~me", complete(0)),
            rejected("fragment", "a#b", complete(1)),
            rejected("backslash", "a\\b", complete(1)),
        ],
    },
];
