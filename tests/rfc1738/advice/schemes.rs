//! Schemes and the syntax that they announce: Sections 2.1, 3.1 and 4.

use rfc1738::AdviceId::{
    DoubleSlash, ExperimentalScheme, FilePath, HostAndPort, NearScheme, ProposedScheme,
    UpperCaseScheme, UrlPrefix,
};
use rfc1738::{Url, advise};

use super::kind::Kind;

pub(crate) const KINDS: &[Kind] = &[
    Kind {
        id: UpperCaseScheme,
        given: &[
            "{HTTP}://h/",
            "{maiLto}:a@b",
            "{New}:",
            "{Http}://h:{non-default-port reserved-port|810}/",
        ],
        near: &["http://H/A", "mailto:A@B", "z-39.50+2:A"],
    },
    Kind {
        id: DoubleSlash,
        given: &[
            "new:{//}a_b/c",
            "new:{//}/etc/motd",
            "new:{//}",
            "new:{//}h:/",
            "{proposed-scheme|cid}:{//}a_b/c",
            // Neither scheme has a host.
            "mailto:{//}me@host.dom",
            "mailto:{addr-spec|{//}x}",
            "news:{//}host/a@host.dom",
        ],
        near: &[
            "new://a-b/c",
            "new://me:@1.2.3.4:{non-default-port reserved-port|8}/a//b",
            "new:/a_b",
            "new:a//b_c",
            "mailto:/me@host.dom",
            "news:a//b@host.dom",
            "file:///etc",
        ],
    },
    Kind {
        id: NearScheme,
        given: &[
            "{htpp}://h/",
            "{upper-case-scheme near-scheme|HTPP}://h/",
            "{maito}:a@b",
            "{gohper}://h/",
            "{htps}://h/",
            "{stfp}://h/",
            "{flie}:{double-slash|//}/a",
        ],
        near: &[
            // Three letters are near too much.
            "ttp://h/",
            "new:a",
            // Registered, or in wide use.
            "https://h/",
            "sftp://h/",
            "ftps://h/",
            "tftp://h/",
            "dhttp://h/",
            "hxxp://h/",
            "nntps://h/g",
            "snews://h/g",
            "git+ssh://h/g",
            "svn+ssh://h/g",
            "httqq://h/",
        ],
    },
    Kind {
        id: HostAndPort,
        given: &[
            "{localhost}:8080",
            "{upper-case-scheme host-and-port|LOCALHOST}:8080/a",
            "{www.host.dom}:80?a",
            "{127.0.0.1}:8080/",
        ],
        near: &[
            "localhost:a",
            "localhost:80808080",
            "host:8080",
            "tel:112",
            "iris.beep:12",
            "localhost://h",
        ],
    },
    Kind {
        id: FilePath,
        given: &["{upper-case-scheme file-path|C}:/x", "{c}:/"],
        near: &["c:x", "c://h/", "cc:/x"],
    },
    Kind {
        id: UrlPrefix,
        given: &[
            "{upper-case-scheme url-prefix|URL}:http://h/",
            "{url}:news:*",
            "{url}:x:a",
        ],
        near: &["url:http", "url:http:h", "urls:http://h/"],
    },
    Kind {
        id: ExperimentalScheme,
        given: &[
            "{x-new}:a",
            "{x-}:",
            "{upper-case-scheme experimental-scheme|X-New}:a",
        ],
        near: &["x:a", "x.new:a", "new-x-:a", "new:x-a"],
    },
    Kind {
        id: ProposedScheme,
        given: &[
            "{afs}:a",
            "{mid}:a@b",
            "{cid}:a@b",
            "{nfs}://h/a",
            "{tn3270}://h",
            "{mailserver}:a",
            "{z39.50}://h:210/a",
            "{upper-case-scheme proposed-scheme|Z39.50}:",
        ],
        near: &[
            "tn3271://h",
            "mailserver2:a",
            "z39-50:a",
            "http://nfs/afs",
            "telnet://h:{non-default-port|3270}",
        ],
    },
];

#[test]
fn no_scheme_in_use_is_taken_for_a_misspelt_one() {
    for file in [
        include_str!("../../../src/known_schemes/iana.txt"),
        include_str!("../../../src/known_schemes/unregistered.txt"),
    ] {
        let mut lines = file.lines().skip_while(|line| line.starts_with('#'));
        let names: Vec<&str> = lines.by_ref().collect();
        assert!(names.len() > 100 && names.is_sorted());
        for name in names {
            let text = format!("{name}:x");
            let Ok(url) = Url::parse(&text) else {
                // Some schemes have a syntax of their own.
                continue;
            };
            let is_corrected = advise(&url).any(|finding| finding.id() == NearScheme);
            assert!(!is_corrected, "{name}");
        }
    }
}
