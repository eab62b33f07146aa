//! Ports: Section 6.

use rfc1738::AdviceId::{ImpossiblePort, NonDefaultPort, ReservedPort};

use super::kind::Kind;

pub(crate) const KINDS: &[Kind] = &[
    Kind {
        id: NonDefaultPort,
        given: &[
            "http://h:{8080}/",
            "ftp://me@h:{2121}",
            "gopher://h:{1024}/1",
            "telnet://h:{65535}/",
            "nntp://h:{1525}/alt.test/1",
            "wais://h:{2100}/db",
            "prospero://h:{1526}/a",
            "http://h:{00008080}/",
            // Another specification gives the default.
            "https://me@h:{8443}/",
            "{proposed-scheme|tn3270}://h:{2323}",
            // The default is unknown.
            "new://h:{8080}/",
            "{experimental-scheme|x-new}://h:{1024}",
        ],
        near: &[
            "http://h:80/",
            "http://h:0080/",
            "http://h/8080",
            "ftp://8080:@h/",
            "ftp://h:21/",
            "gopher://h:70/",
            "telnet://h:23",
            "nntp://h:119/alt.test",
            "wais://h:210/db",
            "prospero://h:1525/a",
            "https://h:443/",
            "{proposed-scheme|tn3270}://h:23/",
            "{proposed-scheme|nfs}://h:2049/a",
            "{proposed-scheme|z39.50}://h:0210/a",
            // Not the common Internet scheme syntax, so not a port.
            "new:h:8080",
        ],
    },
    Kind {
        id: ReservedPort,
        given: &[
            "gopher://h:{non-default-port reserved-port|25}/0HELO",
            "http://h:{non-default-port reserved-port|21}/",
            "prospero://h:{non-default-port reserved-port|1023}/a",
            "wais://h:{non-default-port reserved-port|1}/db",
            "ftp://h:{non-default-port reserved-port|0022}/",
            "https://h:{non-default-port reserved-port|25}/",
            "{proposed-scheme|tn3270}://h:{non-default-port reserved-port|25}/",
            "{experimental-scheme|x-new}://h:{non-default-port reserved-port|25}/",
            "new://h:{non-default-port reserved-port|1023}",
        ],
        near: &[
            "gopher://h:70/",
            "http://h:{non-default-port|1024}/",
            "wais://h:{non-default-port|1525}/db",
            "https://h:443/",
            "new://h/:25/",
        ],
    },
    Kind {
        id: ImpossiblePort,
        given: &[
            "http://h:{0}/",
            "ftp://h:{000}",
            "gopher://h:{65536}/",
            "telnet://h:{99999999999999999999999}",
            // No scheme can have this port.
            "new://h:{65536}/",
        ],
        near: &[
            "http://h:{non-default-port|65535}/",
            "http://h:{non-default-port reserved-port|1}/",
            "http://h:00000000000000000000080/",
            "new:h:0",
        ],
    },
];
