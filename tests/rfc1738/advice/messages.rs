//! The full messages of advice.

use rfc1738::{Url, advise};

/// Returns the messages, each with its span, severity and section.
fn said(text: &str) -> Vec<String> {
    let url = Url::parse(text).expect("it is a URL");
    let lines = advise(&url).map(|finding| {
        let (span, severity) = (finding.span(), finding.severity());
        format!("{}..{} {severity}: {finding}", span.start, span.end)
    });
    lines.collect()
}

#[test]
fn advice_on_ports_is_worded_as_here() {
    assert_eq!(
        said("GOPHER://h:0025/"),
        [
            "0..6 note: the name of a scheme is written in lower case (RFC 1738, 2.1)",
            "11..15 warning: port 25 is not 70, the default of gopher: something else may listen there (RFC 1738, 6)",
            "11..15 danger: port 25 is reserved, like all ports below 1024 (RFC 6335, 6): a server of another protocol may read the request as commands (RFC 1738, 6)",
        ]
    );
    assert_eq!(
        said("http://h:65536/"),
        ["9..14 warning: a port is a number of 16 bits, at most 65535 (RFC 793, 3.1)"]
    );
    assert_eq!(
        said("http://h:00/"),
        ["9..11 warning: port 0 is reserved: no server listens there (RFC 6335, 6)"]
    );
    assert_eq!(
        said("https://h:8443/"),
        [
            "10..14 warning: port 8443 is not 443, the default of https by RFC 2818: something else may listen there (RFC 1738, 6)"
        ]
    );
    assert_eq!(
        said("new://h:8080/"),
        [
            "8..12 warning: the RFC gives this scheme no default port: if 8080 is not the default, something else may listen there (RFC 1738, 6)"
        ]
    );
}

#[test]
fn advice_on_passwords_is_worded_as_here() {
    assert_eq!(
        said("ftp://me:secret@h/"),
        ["9..15 danger: a password in a URL is not secret (RFC 1738, 6)"]
    );
}

#[test]
fn advice_on_hosts_is_worded_as_here() {
    assert_eq!(
        said("file://1.2.3.0256/"),
        [
            "7..17 note: a file URL does not say how to access a file on the host that it names (RFC 1738, 3.10)",
            "13..17 warning: each number of an IP address is an octet, at most 255 (RFC 791, 2.3)",
            "13..17 warning: some programs read a number that begins with 0 as octal (RFC 6943, 3.1.1)",
        ]
    );
    let label = "a".repeat(64);
    let rest = "b.".repeat(95);
    assert_eq!(
        said(&format!("http://{rest}{label}/")),
        [
            "7..261 warning: a domain name has at most 253 octets, this one has 254 (RFC 1034, 3.1)",
            "197..261 warning: a label of a domain name has at most 63 octets, this one has 64 (RFC 1034, 3.1)",
        ]
    );
}

#[test]
fn advice_on_schemes_is_worded_as_here() {
    assert_eq!(
        said("X-a:b"),
        [
            "0..3 note: the name of a scheme is written in lower case (RFC 1738, 2.1)",
            "0..3 note: schemes that begin with \"x-\" are reserved for experiments (RFC 1738, 4)",
        ]
    );
    assert_eq!(
        said("nfs:/a"),
        ["0..3 note: \"nfs\" is a scheme that the RFC leaves for future definition (RFC 1738, 4)"]
    );
}

#[test]
fn advice_on_misspelt_and_missing_schemes_is_worded_as_here() {
    assert_eq!(
        said("maito:me@host.dom"),
        ["0..5 warning: \"maito\" is not a registered scheme, but \"mailto\" is (RFC 1738, 4)"]
    );
    assert_eq!(
        said("localhost:8080"),
        [
            "0..9 warning: a host and a port need a scheme before them: the host is read as a scheme (RFC 1738, 2.1)"
        ]
    );
    assert_eq!(
        said("c:/x"),
        ["0..1 warning: \"c:\" looks like a drive, but is read as a scheme (RFC 1738, 3.10)"]
    );
}

#[test]
fn the_prefix_of_the_appendix() {
    assert_eq!(
        said("URL:http://host.dom/"),
        [
            "0..3 note: the name of a scheme is written in lower case (RFC 1738, 2.1)",
            "0..3 warning: \"URL:\" is not part of the URL, which is http://host.dom/ (RFC 1738, Appendix)",
        ]
    );
    let long = format!("url:http://h/{}", "a".repeat(100));
    let shown = "a".repeat(51);
    assert_eq!(
        said(&long),
        [format!(
            "0..3 warning: \"URL:\" is not part of the URL, which is http://h/{shown}... (RFC 1738, Appendix)"
        )]
    );
}

#[test]
fn advice_on_double_slashes_is_worded_as_here() {
    let what = "warning: \"//\" announces the common Internet scheme syntax, //user:password@host:port/url-path";
    for (text, why) in [
        ("new://a_b/", "\"/\" at offset 9 is not part of it"),
        ("new://h%41/", "\"/\" at offset 10 is not part of it"),
        ("new://h:", "something is missing at offset 8"),
        ("new://", "something is missing at offset 6"),
    ] {
        assert_eq!(said(text), [format!("4..6 {what}: {why} (RFC 1738, 3.1)")]);
    }
    assert_eq!(
        said("mailto://a@b"),
        [format!(
            "7..9 {what}: mailto does not use it (RFC 1738, 3.1)"
        )]
    );
    assert_eq!(
        said("news://a@b"),
        [format!("5..7 {what}: news does not use it (RFC 1738, 3.1)")]
    );
}

#[test]
fn advice_on_addresses_is_worded_as_here() {
    assert_eq!(
        said("mailto:a@b?subject=c"),
        [
            "10..20 warning: \"?\" and what follows is part of the address in RFC 1738; later clients read header fields there (RFC 6068, 2)"
        ]
    );
    let what = "warning: the address is not an addr-spec of RFC 822";
    for (text, why) in [
        ("mailto:a%20b@c", "\"%20\" is not allowed at offset 8"),
        ("mailto:%22a%22b@c", "\"b\" is not allowed at offset 14"),
        ("mailto:a@", "something is missing at its end"),
    ] {
        let end = text.len();
        assert_eq!(
            said(text),
            [format!("7..{end} {what}: {why} (RFC 1738, 3.5)")]
        );
    }
}

#[test]
fn advice_on_escapes_is_worded_as_here() {
    assert_eq!(
        said("http://h/%41"),
        ["9..12 note: \"%41\" is \"A\", which need not be encoded here (RFC 1738, 2.2)"]
    );
    assert_eq!(
        said("gopher://h/0////%00%0d%0A"),
        [
            "16..19 danger: decoded, \"%00\" is NUL, which many programs take for the end (RFC 1738, 6)",
            "19..22 danger: decoded, \"%0d\" is CR, which ends a line: the rest may be read as another command (RFC 1738, 6)",
            "19..22 warning: a Gopher selector cannot contain a tab, LF or CR (RFC 1738, 3.4.1)",
            "22..25 danger: decoded, \"%0A\" is LF, which ends a line: the rest may be read as another command (RFC 1738, 6)",
            "22..25 warning: a Gopher selector cannot contain a tab, LF or CR (RFC 1738, 3.4.1)",
        ]
    );
    assert_eq!(
        said("gopher://h/0%09%09+%09"),
        [
            "19..22 danger: decoded, \"%09\" is a tab, which separates the parts of a Gopher request: the rest may be read as another part (RFC 1738, 6)",
        ]
    );
    assert_eq!(
        said("gopher://h/0%09%09+%091%0D%0A+-1%0D%0A.%0D%0A.%0D%0A"),
        [
            "38..39 danger: \".\" is a full stop on a line of its own, which ends the form: the rest may be read as another request (RFC 1738, 3.4.9)",
        ]
    );
    assert_eq!(
        said("telnet://%ff@h"),
        [
            "9..12 danger: decoded, \"%ff\" is the octet that begins a command of Telnet (RFC 1738, 6)"
        ]
    );
    assert_eq!(
        said("news:%20%3e@h"),
        [
            "5..8 danger: decoded, \"%20\" is white space, which ends a message id: the rest may be read as something else (RFC 1738, 6)",
            "8..11 danger: decoded, \"%3e\" is an angle bracket, which bounds a message id (RFC 1738, 6)",
        ]
    );
}
