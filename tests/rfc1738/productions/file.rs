//! Heading "FILE".

use rfc1738::Rule;

use super::case::{Production, accepted, complete, incomplete, rejected};

pub(crate) const PRODUCTIONS: &[Production] = &[Production {
    rule: Rule::Fileurl,
    cases: &[
        accepted("no_host", "file:///etc/motd", "host fpath=etc/motd"),
        // "localhost" is also a host, and that alternative comes first.
        accepted(
            "localhost",
            "file://localhost/a",
            "host=localhost toplabel=localhost",
        ),
        accepted("host_by_number", "file://10.0.0.1/a", "hostnumber=10.0.0.1"),
        accepted("empty_path", "file:///", "fpath="),
        accepted("drive_with_colon", "file:///c:/x", "fsegment=c: fsegment=x"),
        rejected("drive_with_bar", "file:///c|/x", complete(9)),
        rejected("one_slash", "file:/etc", incomplete(6)),
        rejected("missing_path", "file://host", incomplete(11)),
        rejected("port", "file://host:80/", incomplete(11)),
        rejected("user", "file://me@host/a", incomplete(9)),
        rejected("backslashes", r"file:\\host\a", incomplete(5)),
        rejected("type_as_in_ftp", "file:///a;type=a", complete(9)),
    ],
}];
