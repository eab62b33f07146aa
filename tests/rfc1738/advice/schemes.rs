//! Schemes and the syntax that they announce: Sections 2.1, 3.1 and 4.

use rfc1738::AdviceId::{
    AddrSpec, DoubleSlash, ExperimentalScheme, FilePath, HostAndPort, NearScheme, NonDefaultPort,
    ProposedScheme, ReservedPort, UpperCaseScheme, UrlPrefix,
};
use rfc1738::{Url, advise};

use super::kind::Kind;

pub(crate) const KINDS: &[Kind] = &[
    Kind {
        id: UpperCaseScheme,
        given: &[
            ("{HTTP}://h/", &[&[UpperCaseScheme]]),
            ("{maiLto}:a@b", &[&[UpperCaseScheme]]),
            ("{New}:", &[&[UpperCaseScheme]]),
            (
                "{Http}://h:{810}/",
                &[&[UpperCaseScheme], &[NonDefaultPort, ReservedPort]],
            ),
        ],
        near: &[
            ("http://H/A", &[]),
            ("mailto:A@B", &[]),
            ("z-39.50+2:A", &[]),
        ],
    },
    Kind {
        id: DoubleSlash,
        given: &[
            ("new:{//}a_b/c", &[&[DoubleSlash]]),
            ("new:{//}/etc/motd", &[&[DoubleSlash]]),
            ("new:{//}", &[&[DoubleSlash]]),
            ("new:{//}h:/", &[&[DoubleSlash]]),
            ("{cid}:{//}a_b/c", &[&[ProposedScheme], &[DoubleSlash]]),
            // Neither scheme has a host.
            ("mailto:{//}me@host.dom", &[&[DoubleSlash]]),
            ("mailto:{{//}x}", &[&[AddrSpec], &[DoubleSlash]]),
            ("news:{//}host/a@host.dom", &[&[DoubleSlash]]),
        ],
        near: &[
            ("new://a-b/c", &[]),
            (
                "new://me:@1.2.3.4:{8}/a//b",
                &[&[NonDefaultPort, ReservedPort]],
            ),
            ("new:/a_b", &[]),
            ("new:a//b_c", &[]),
            ("mailto:/me@host.dom", &[]),
            ("news:a//b@host.dom", &[]),
            ("file:///etc", &[]),
        ],
    },
    Kind {
        id: NearScheme,
        given: &[
            ("{htpp}://h/", &[&[NearScheme]]),
            ("{HTPP}://h/", &[&[UpperCaseScheme, NearScheme]]),
            ("{maito}:a@b", &[&[NearScheme]]),
            ("{gohper}://h/", &[&[NearScheme]]),
            ("{htps}://h/", &[&[NearScheme]]),
            ("{stfp}://h/", &[&[NearScheme]]),
            ("{flie}:{//}/a", &[&[NearScheme], &[DoubleSlash]]),
        ],
        near: &[
            // Three letters are near too much.
            ("ttp://h/", &[]),
            ("new:a", &[]),
            // Registered, or in wide use.
            ("https://h/", &[]),
            ("sftp://h/", &[]),
            ("ftps://h/", &[]),
            ("tftp://h/", &[]),
            ("dhttp://h/", &[]),
            ("hxxp://h/", &[]),
            ("nntps://h/g", &[]),
            ("snews://h/g", &[]),
            ("git+ssh://h/g", &[]),
            ("svn+ssh://h/g", &[]),
            ("httqq://h/", &[]),
        ],
    },
    Kind {
        id: HostAndPort,
        given: &[
            ("{localhost}:8080", &[&[HostAndPort]]),
            ("{LOCALHOST}:8080/a", &[&[UpperCaseScheme, HostAndPort]]),
            ("{www.host.dom}:80?a", &[&[HostAndPort]]),
            ("{127.0.0.1}:8080/", &[&[HostAndPort]]),
        ],
        near: &[
            ("localhost:a", &[]),
            ("localhost:80808080", &[]),
            ("host:8080", &[]),
            ("tel:112", &[]),
            ("iris.beep:12", &[]),
            ("localhost://h", &[]),
        ],
    },
    Kind {
        id: FilePath,
        given: &[
            ("{C}:/x", &[&[UpperCaseScheme, FilePath]]),
            ("{c}:/", &[&[FilePath]]),
        ],
        near: &[("c:x", &[]), ("c://h/", &[]), ("cc:/x", &[])],
    },
    Kind {
        id: UrlPrefix,
        given: &[
            ("{URL}:http://h/", &[&[UpperCaseScheme, UrlPrefix]]),
            ("{url}:news:*", &[&[UrlPrefix]]),
            ("{url}:x:a", &[&[UrlPrefix]]),
        ],
        near: &[
            ("url:http", &[]),
            ("url:http:h", &[]),
            ("urls:http://h/", &[]),
        ],
    },
    Kind {
        id: ExperimentalScheme,
        given: &[
            ("{x-new}:a", &[&[ExperimentalScheme]]),
            ("{x-}:", &[&[ExperimentalScheme]]),
            ("{X-New}:a", &[&[UpperCaseScheme, ExperimentalScheme]]),
        ],
        near: &[
            ("x:a", &[]),
            ("x.new:a", &[]),
            ("new-x-:a", &[]),
            ("new:x-a", &[]),
        ],
    },
    Kind {
        id: ProposedScheme,
        given: &[
            ("{afs}:a", &[&[ProposedScheme]]),
            ("{mid}:a@b", &[&[ProposedScheme]]),
            ("{cid}:a@b", &[&[ProposedScheme]]),
            ("{nfs}://h/a", &[&[ProposedScheme]]),
            ("{tn3270}://h", &[&[ProposedScheme]]),
            ("{mailserver}:a", &[&[ProposedScheme]]),
            ("{z39.50}://h:210/a", &[&[ProposedScheme]]),
            ("{Z39.50}:", &[&[UpperCaseScheme, ProposedScheme]]),
        ],
        near: &[
            ("tn3271://h", &[]),
            ("mailserver2:a", &[]),
            ("z39-50:a", &[]),
            ("http://nfs/afs", &[]),
            ("telnet://h:{3270}", &[&[NonDefaultPort]]),
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
