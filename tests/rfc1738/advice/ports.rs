//! Ports: Section 6.

use rfc1738::AdviceId::{ImpossiblePort, NonDefaultPort, ReservedPort};

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
            // RFC 1738 gives no port for a scheme of another specification.
            ("new://h:8080/", &[]),
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
        ],
        near: &[
            ("gopher://h:70/", &[]),
            ("http://h:{1024}/", &[&[NonDefaultPort]]),
            ("wais://h:{1525}/db", &[&[NonDefaultPort]]),
            ("new://h:25/", &[]),
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
