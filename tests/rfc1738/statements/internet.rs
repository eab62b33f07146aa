//! Section 3.1: the common Internet scheme syntax.

use rfc1738::url::{Host, Port, Url};
use rfc1738::{Rule, is_valid};

use super::{components, is_url, raw, url};

#[test]
fn the_parts_of_the_common_syntax_stand_in_their_order() {
    assert_eq!(
        components("x-new://me:secret@host.dom:7/some/path"),
        [
            ("user", "me"),
            ("password", "secret"),
            ("host", "host.dom"),
            ("port", "7"),
            ("url-path", "some/path"),
        ]
    );
}

#[test]
fn each_part_around_the_host_may_be_left_out() {
    for (login, user, password) in [
        ("", None, None),
        ("me@", Some("me"), None),
        ("me:pw@", Some("me"), Some("pw")),
    ] {
        for (colon_port, port) in [("", None), (":7", Some(7))] {
            for path in ["", "/"] {
                for scheme in ["ftp", "telnet", "x-new"] {
                    let text = format!("{scheme}://{login}h{colon_port}{path}");
                    let url = url(&text);
                    assert_eq!((raw(url.user()), raw(url.password())), (user, password));
                    assert_eq!(url.host().map(Host::raw), Some("h"), "{text}");
                    assert_eq!(url.port().and_then(Port::number), port, "{text}");
                }
            }
        }
    }
    assert!(!is_url("ftp:///a"), "the host is required");
}

#[test]
fn delimiters_are_encoded_in_a_user_name_and_a_password() {
    for text in [":", "@", "/"] {
        assert!(!is_valid(Rule::User, text) && !is_valid(Rule::Password, text));
    }
    let url = url("ftp://a%3Ab%40c%2Fd:e%3Af%40g%2Fh@host.dom/");
    assert_eq!(*url.user().unwrap().decoded(), *b"a:b@c/d");
    assert_eq!(*url.password().unwrap().decoded(), *b"e:f@g/h");
}

#[test]
fn an_at_sign_follows_a_user_name_and_a_password() {
    let empty = url("ftp://:pw@h/");
    assert_eq!(
        (raw(empty.user()), raw(empty.password())),
        (Some(""), Some("pw"))
    );
    assert!(!is_url("ftp://me:pw"), "the at sign is missing");
    assert!(!is_url("ftp://me:pw/"), "the at sign is missing");
    assert!(!is_url("ftp://me@"), "the host is missing");
}

#[test]
fn labels_begin_alphanumerically_and_the_last_with_a_letter() {
    for host in ["h", "a-b.c--d.e", "3com.com", "4.5.6.h7", "1.2.3.4", "A.B"] {
        assert!(is_valid(Rule::Host, host), "{host}");
    }
    for host in [
        "-a.b",
        "a-.b",
        "a.b-",
        "a..b",
        ".a",
        "a.",
        "a_b.c",
        "a.1b",
        "1",
        "1.2",
        "1.2.3",
        "1.2.3.4.5",
        "a.4",
        "[::1]",
        "0x7f.1",
        "",
    ] {
        assert!(!is_valid(Rule::Host, host), "{host}");
    }
}

/// Sections 3.2 to 3.11 refer to this one for the host and the port.
#[test]
fn hosts_and_ports_are_the_same_in_every_scheme() {
    for (scheme, path) in [
        ("ftp", ""),
        ("http", ""),
        ("gopher", ""),
        ("nntp", "/a"),
        ("telnet", ""),
        ("wais", "/a"),
        ("prospero", "/a"),
    ] {
        for (host, port) in [
            ("h", None),
            ("a-b.c1:7", Some(7)),
            ("1.2.3.4:65535", Some(65535)),
        ] {
            let text = format!("{scheme}://{host}{path}");
            assert_eq!(url(&text).host().map(Host::raw), host.split(':').next());
            let number = url(&text).port().and_then(Port::number);
            assert_eq!(number, port, "{text}");
        }
        for host in ["", "a_b", "a-", "a.1", "1.2.3", "h:", "h:a", ":7", "[::1]"] {
            assert!(
                !is_url(format!("{scheme}://{host}{path}")),
                "{scheme} {host}"
            );
        }
    }
}

#[test]
fn names_are_distinguished_from_addresses_by_the_last_label() {
    let is_name = |text| matches!(url(text).host(), Some(Host::Name(_)));
    assert!(is_name("http://1.2.3.d4/"));
    assert!(!is_name("http://1.2.3.4/"));
}

#[test]
fn a_port_is_decimal_and_stands_after_a_colon() {
    for text in [
        "http://h:8a/",
        "http://h:0x50/",
        "http://h:-1/",
        "http://h:/",
    ] {
        assert!(!is_url(text), "{text}");
    }
    assert_eq!(url("http://h:0099/").port_or_default(), Some(99));
}

#[test]
fn the_slash_after_the_host_is_outside_the_path() {
    assert_eq!(components("ftp://h/a")[1], ("fsegment", "a"));
    assert_eq!(components("ftp://h:7//a")[2], ("fsegment", ""));
    assert_eq!(components("http://h/a/")[1], ("hpath", "a/"));
    assert_eq!(components("nntp://h/a")[1], ("group", "a"));
    assert_eq!(components("wais://h/a")[1], ("database", "a"));
    assert_eq!(components("prospero://h//a")[1], ("hsoname", "/a"));
    assert_eq!(components("x-new://h//a")[1], ("url-path", "/a"));
}

#[test]
fn the_scheme_decides_what_the_path_means() {
    assert_eq!(components("ftp://h/a?b")[1..], [("fsegment", "a?b")]);
    let http = [("hpath", "a"), ("search", "b")];
    assert_eq!(components("http://h/a?b")[1..], http);
    let gopher = [("gtype", "a"), ("selector", "?b")];
    assert_eq!(components("gopher://h/a?b")[1..], gopher);
    let wais = [("database", "a"), ("search", "b")];
    assert_eq!(components("wais://h/a?b")[1..], wais);
    assert_eq!(components("prospero://h/a?b")[1..], [("hsoname", "a?b")]);
    assert!(!is_url("nntp://h/a?b") && !is_url("telnet://h/a?b"));
}

/// The other schemes name a host, but the forms of their sections have no user.
#[test]
fn only_ftp_telnet_and_new_schemes_have_user_names() {
    for (scheme, path) in [
        ("http", ""),
        ("gopher", ""),
        ("nntp", "a"),
        ("wais", "a"),
        ("file", "a"),
        ("prospero", "a"),
    ] {
        for user in ["me@", "me:pw@", "@"] {
            assert!(!is_url(format!("{scheme}://{user}h/{path}")), "{scheme}");
        }
        assert!(is_url(format!("{scheme}://h/{path}")), "{scheme}");
    }
    for scheme in ["ftp", "telnet", "x-new"] {
        let text = format!("{scheme}://me:pw@h/");
        assert_eq!(Url::parse(&text).unwrap().user().unwrap().raw(), "me");
    }
}
