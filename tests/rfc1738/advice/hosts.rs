//! Hosts: Sections 3.1 and 3.10.

use rfc1738::AdviceId::{
    HostNumberAbove255, HostNumberLeadingZero, LongHost, LongHostLabel, RemoteFile,
};

use super::kind::Kind;

/// A label of 63 octets.
macro_rules! label {
    () => {
        "a23456789b123456789c123456789d123456789e123456789f123456789g123"
    };
}

/// Three such labels, each with a dot: 192 octets.
macro_rules! labels {
    () => {
        concat!(label!(), ".", label!(), ".", label!(), ".")
    };
}

/// 61 octets, for a total of 253.
macro_rules! rest {
    () => {
        "a23456789b123456789c123456789d123456789e123456789f123456789g1"
    };
}

pub(crate) const KINDS: &[Kind] = &[
    Kind {
        id: HostNumberAbove255,
        given: &[
            "http://1.2.3.{256}/",
            "ftp://{999}.0.0.{1000000000000000000000}",
            "new://1.{256}.1.1",
            "file://{remote-file|1.1.1.{300}}/",
        ],
        near: &[
            "http://255.255.255.255/",
            "http://1.2.3.h256/",
            "http://256.2.3.h/",
            "http://h/1.2.3.256",
            // A client does not connect to the domain in a message id.
            "news:a@1.2.3.256",
        ],
    },
    Kind {
        id: HostNumberLeadingZero,
        given: &[
            "http://127.0.0.{01}/",
            "telnet://{010}.{00}.0.1",
            "http://1.2.3.{host-number-above-255 host-number-leading-zero|0256}/",
        ],
        near: &[
            "http://0.0.0.0/",
            "http://10.100.200.1/",
            "http://01.02.03.h/",
            "news:a@1.2.3.04",
        ],
    },
    Kind {
        id: LongHostLabel,
        given: &[
            concat!("http://www.{", label!(), "4}.com/"),
            concat!("ftp://{", label!(), "4}.{", label!(), "-4}"),
        ],
        near: &[
            concat!("http://www.", label!(), ".com/"),
            concat!("http://h/", label!(), "4"),
            concat!("news:a@", label!(), "4"),
        ],
    },
    Kind {
        id: LongHost,
        given: &[
            concat!("http://{", labels!(), rest!(), "2}:80/"),
            concat!("ftp://{", labels!(), "{long-host-label|", label!(), "4}}"),
        ],
        near: &[
            concat!("http://", labels!(), rest!(), "/"),
            concat!("http://h/", labels!(), label!(), label!()),
        ],
    },
    Kind {
        id: RemoteFile,
        given: &[
            // Section 3.10 itself.
            "file://{vms.host.edu}/disk$user/my/notes/note12345.txt",
            "file://{127.0.0.1}/a",
            "file://{localhost.dom}/",
        ],
        near: &[
            "file://localhost/a",
            "file://LocalHost/a",
            "file:///vms.host.edu/a",
            "ftp://vms.host.edu/a",
        ],
    },
];
