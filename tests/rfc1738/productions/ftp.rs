//! Heading "FTP (see also RFC959)".

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Ftpurl,
        cases: &[
            accepted("host_alone", "ftp://h", "login=h fpath"),
            accepted("empty_path", "ftp://h/", "fpath= fsegment="),
            accepted("empty_user_and_password", "ftp://:@h", "user= password="),
            accepted(
                "directory_listing",
                "ftp://h/pub/;type=d",
                "fpath=pub/ fsegment=pub fsegment= ftptype=d",
            ),
            accepted(
                "typecode_in_capitals",
                "ftp://h/a;type=I",
                "fpath=a ftptype=I",
            ),
            accepted(
                "type_of_an_empty_path",
                "ftp://h/;type=a",
                "fpath= ftptype=a",
            ),
            accepted("scheme_in_capitals", "FTP://h", "host=h"),
            rejected("unknown_typecode", "ftp://h/a;type=x", incomplete(15)),
            rejected("missing_typecode", "ftp://h/a;type=", incomplete(15)),
            rejected("two_typecodes", "ftp://h/a;type=ai", complete(16)),
            rejected("word_type_in_capitals", "ftp://h/a;TYPE=a", incomplete(10)),
            rejected("semicolon_in_path", "ftp://h/a;b", incomplete(10)),
            // With an at-sign after it, all of it would be a user.
            rejected("type_without_a_path", "ftp://h;type=a", incomplete(14)),
            rejected("missing_host_after_user", "ftp://a@", incomplete(8)),
            rejected("missing_host_before_path", "ftp:///etc", incomplete(6)),
            rejected(
                "raw_at_sign_in_password",
                "ftp://anonymous:me@here.com@host/",
                complete(27),
            ),
        ],
    },
    Production {
        rule: Rule::Fpath,
        cases: &[
            accepted("empty_text", "", "fsegment="),
            accepted(
                "empty_first_segment",
                "/etc/motd",
                "fsegment= fsegment=etc fsegment=motd",
            ),
            accepted("slash_at_the_end", "a/", "fsegment=a fsegment="),
            rejected("semicolon", "a;b", complete(1)),
            rejected("tilde", "~me/a", complete(0)),
            rejected("unfinished_escape", "a/%2", incomplete(4)),
        ],
    },
    Production {
        rule: Rule::Fsegment,
        cases: &[
            accepted("empty_text", "", "fsegment="),
            accepted_in_full("reserved_characters", "?:@&=", "uchar"),
            accepted_in_full(
                "escaped_slash",
                "%2Fetc",
                "uchar=%2F uchar=e uchar=t uchar=c hex=2 hex=F",
            ),
            rejected("slash", "a/b", complete(1)),
            rejected("semicolon", "doc;type", complete(3)),
            rejected("fragment", "a#b", complete(1)),
        ],
    },
    Production {
        rule: Rule::Ftptype,
        cases: &[
            accepted("small_letter", "a", "ftptype=a"),
            accepted_in_full("capital", "D", "ftptype=D hialpha"),
            rejected("empty_text", "", incomplete(0)),
            rejected("unknown_letter", "x", incomplete(0)),
            rejected("two_letters", "ai", complete(1)),
        ],
    },
];
