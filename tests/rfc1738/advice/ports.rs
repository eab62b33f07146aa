//! Ports: Section 6.

use rfc1738::AdviceId::{
    ExperimentalScheme, ImpossiblePort, NonDefaultPort, ProposedScheme, ReservedPort,
};

use super::kind::Kind;

pub(crate) const KINDS: &[Kind] = &[
    Kind {
        id: NonDefaultPort,
        given: &[
            ("http://h:{8080}/", &[&[NonDefaultPort]]),
            ("ftp://me@h:{2121}", &[&[NonDefaultPort]]),
            ("gopher://h:{1024}/1", &[&[NonDefaultPort]]),
            ("telnet://h:{65535}/", &[&[NonDefaultPort]]),
            ("nntp://h:{1525}/alt.test/1", &[&[NonDefaultPort]]),
            ("wais://h:{2100}/db", &[&[NonDefaultPort]]),
            ("prospero://h:{1526}/a", &[&[NonDefaultPort]]),
            ("http://h:{00008080}/", &[&[NonDefaultPort]]),
            // Another specification gives the default.
            ("https://me@h:{8443}/", &[&[NonDefaultPort]]),
            (
                "{tn3270}://h:{2323}",
                &[&[ProposedScheme], &[NonDefaultPort]],
            ),
            // The default is unknown.
            ("new://h:{8080}/", &[&[NonDefaultPort]]),
            (
                "{x-new}://h:{1024}",
                &[&[ExperimentalScheme], &[NonDefaultPort]],
            ),
        ],
        near: &[
            ("http://h:80/", &[]),
            ("http://h:0080/", &[]),
            ("http://h/8080", &[]),
            ("ftp://8080:@h/", &[]),
            ("ftp://h:21/", &[]),
            ("gopher://h:70/", &[]),
            ("telnet://h:23", &[]),
            ("nntp://h:119/alt.test", &[]),
            ("wais://h:210/db", &[]),
            ("prospero://h:1525/a", &[]),
            ("https://h:443/", &[]),
            ("{tn3270}://h:23/", &[&[ProposedScheme]]),
            ("{nfs}://h:2049/a", &[&[ProposedScheme]]),
            ("{z39.50}://h:0210/a", &[&[ProposedScheme]]),
            // Not the common Internet scheme syntax, so not a port.
            ("new:h:8080", &[]),
        ],
    },
    Kind {
        id: ReservedPort,
        given: &[
            ("gopher://h:{25}/0HELO", &[&[NonDefaultPort, ReservedPort]]),
            ("http://h:{21}/", &[&[NonDefaultPort, ReservedPort]]),
            ("prospero://h:{1023}/a", &[&[NonDefaultPort, ReservedPort]]),
            ("wais://h:{1}/db", &[&[NonDefaultPort, ReservedPort]]),
            ("ftp://h:{0022}/", &[&[NonDefaultPort, ReservedPort]]),
            ("https://h:{25}/", &[&[NonDefaultPort, ReservedPort]]),
            (
                "{tn3270}://h:{25}/",
                &[&[ProposedScheme], &[NonDefaultPort, ReservedPort]],
            ),
            (
                "{x-new}://h:{25}/",
                &[&[ExperimentalScheme], &[NonDefaultPort, ReservedPort]],
            ),
            ("new://h:{1023}", &[&[NonDefaultPort, ReservedPort]]),
        ],
        near: &[
            ("gopher://h:70/", &[]),
            ("http://h:{1024}/", &[&[NonDefaultPort]]),
            ("wais://h:{1525}/db", &[&[NonDefaultPort]]),
            ("https://h:443/", &[]),
            ("new://h/:25/", &[]),
        ],
    },
    Kind {
        id: ImpossiblePort,
        given: &[
            ("http://h:{0}/", &[&[ImpossiblePort]]),
            ("ftp://h:{000}", &[&[ImpossiblePort]]),
            ("gopher://h:{65536}/", &[&[ImpossiblePort]]),
            ("telnet://h:{99999999999999999999999}", &[&[ImpossiblePort]]),
            // No scheme can have this port.
            ("new://h:{65536}/", &[&[ImpossiblePort]]),
        ],
        near: &[
            ("http://h:{65535}/", &[&[NonDefaultPort]]),
            ("http://h:{1}/", &[&[NonDefaultPort, ReservedPort]]),
            ("http://h:00000000000000000000080/", &[]),
            ("new:h:0", &[]),
        ],
    },
];
