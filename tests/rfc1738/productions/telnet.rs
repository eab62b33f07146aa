//! Heading "TELNET".

use rfc1738::Rule;

use super::case::{Production, accepted, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[Production {
    rule: Rule::Telneturl,
    cases: &[
        accepted("host_alone", "telnet://h", "login=h"),
        accepted(
            "everything",
            "telnet://u:p@h:23/",
            "user=u password=p host=h port=23",
        ),
        accepted("password_of_digits", "telnet://h:23@i", "password=23 port"),
        rejected("path", "telnet://h/a", complete(11)),
        rejected("missing_host", "telnet:///", incomplete(9)),
        rejected("missing_host_after_user", "telnet://me@", incomplete(12)),
        rejected("misspelt_scheme", "telnets://h", incomplete(6)),
        rejected("missing_slashes", "telnet:h", incomplete(7)),
    ],
}];
