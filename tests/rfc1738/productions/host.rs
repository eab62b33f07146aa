//! Heading "URL schemeparts for ip based protocols", second part: hosts, by name and by number.

use rfc1738::Rule;

use super::case::{Production, accepted, accepted_in_full, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[
    Production {
        rule: Rule::Host,
        cases: &[
            accepted("name", "host.com", "hostname=host.com hostnumber"),
            accepted(
                "number",
                "192.0.2.1",
                "hostnumber=192.0.2.1 hostname digits=192 digits=0 digits=2 digits=1",
            ),
            accepted(
                "name_that_begins_like_a_number",
                "192.0.2.a",
                "hostnumber domainlabel=192 domainlabel=0 domainlabel=2 toplabel=a",
            ),
            rejected("empty_text", "", incomplete(0)),
            rejected("period_at_the_end", "host.", incomplete(5)),
            rejected("three_numbers", "10.0.1", incomplete(6)),
            // A fifth number can still be a label of a name.
            rejected("five_numbers", "1.2.3.4.5", incomplete(9)),
            rejected("one_number", "3232235777", incomplete(10)),
            rejected("address_in_brackets", "[::1]", incomplete(0)),
        ],
    },
    Production {
        rule: Rule::Hostname,
        cases: &[
            accepted("one_label", "localhost", "domainlabel toplabel=localhost"),
            accepted("two_labels", "a.b", "domainlabel=a toplabel=b"),
            accepted(
                "first_label_begins_with_a_digit",
                "3com.com",
                "domainlabel=3com",
            ),
            accepted(
                "hyphen_in_the_only_label",
                "a-b",
                "domainlabel toplabel=a-b",
            ),
            accepted(
                "hyphens_in_every_label",
                "a--b.c-d.e-f",
                "domainlabel=a--b domainlabel=c-d toplabel=e-f",
            ),
            accepted("digit_at_the_very_end", "a.b1", "toplabel=b1"),
            rejected("period_at_the_end", "a.b.", incomplete(4)),
            rejected("hyphen_at_the_end", "a.b-", incomplete(4)),
            rejected("hyphen_at_the_beginning", "-a", incomplete(0)),
            rejected("hyphen_before_a_period", "a-.b", incomplete(2)),
            rejected("empty_label", "a..b", incomplete(2)),
            rejected("last_label_begins_with_a_digit", "a.1b", incomplete(4)),
            rejected("underscore", "a_b", complete(1)),
            rejected("number", "1.2.3.4", incomplete(7)),
        ],
    },
    Production {
        rule: Rule::Domainlabel,
        cases: &[
            accepted_in_full("one_letter", "a", "alphadigit=a"),
            accepted_in_full(
                "digits_alone",
                "42",
                "alphadigit=4 alphadigit=2 digit=4 digit=2",
            ),
            accepted_in_full("hyphen_inside", "a-b", "alphadigit=a alphadigit=b"),
            accepted("hyphens_in_a_row", "a--1", "domainlabel=a--1"),
            rejected("empty_text", "", incomplete(0)),
            rejected("hyphen_alone", "-", incomplete(0)),
            rejected("hyphen_at_the_end", "a-", incomplete(2)),
            rejected("two_labels", "a.b", complete(1)),
        ],
    },
    Production {
        rule: Rule::Toplabel,
        cases: &[
            accepted_in_full("one_letter", "a", "alpha=a alphadigit"),
            accepted_in_full(
                "letters",
                "com",
                "alpha=c alpha=o alpha=m alphadigit=o alphadigit=m",
            ),
            accepted_in_full("digit_after_a_letter", "x1", "alpha=x alphadigit=1"),
            rejected("empty_text", "", incomplete(0)),
            rejected("digit_at_the_beginning", "1a", incomplete(0)),
            rejected("hyphens_at_the_end", "a--", incomplete(3)),
            rejected("period_at_the_end", "com.", complete(3)),
        ],
    },
    Production {
        rule: Rule::Alphadigit,
        cases: &[
            accepted_in_full("small_letter", "a", "alpha=a lowalpha=a"),
            accepted_in_full("capital", "Q", "alpha=Q hialpha=Q"),
            accepted_in_full("digit", "7", "alpha digit=7"),
            rejected("empty_text", "", incomplete(0)),
            rejected("hyphen", "-", incomplete(0)),
            rejected("two_letters", "ab", complete(1)),
        ],
    },
    Production {
        rule: Rule::Hostnumber,
        cases: &[
            accepted(
                "loopback",
                "127.0.0.1",
                "digits=127 digits=0 digits=0 digits=1",
            ),
            // The grammar does not limit the numbers to one octet.
            accepted(
                "numbers_beyond_255",
                "999.256.0.1000",
                "digits=999 digits=256 digits=0 digits=1000",
            ),
            accepted_in_full(
                "zeros_at_the_beginning",
                "00.0.0.01",
                "digits=00 digits=0 digits=0 digits=01 digit=0 digit=0 digit=0 digit=0 digit=0 digit=1",
            ),
            rejected("empty_text", "", incomplete(0)),
            rejected("three_numbers", "10.0.1", incomplete(6)),
            rejected("period_at_the_end", "1.2.3.4.", complete(7)),
            rejected("empty_number", "1..3.4", incomplete(2)),
            rejected("letter", "1.2.3.a", incomplete(6)),
        ],
    },
];
