//! URLs that seem to end inside their hosts. A cut there makes another URL.

use rfc1738::extract::Match;

use super::{all, texts};

/// Returns the valid matches in the document.
fn valid(document: &str) -> Vec<Match> {
    let mut found = all(document);
    found.retain(Match::is_valid);
    found
}

/// Texts within a host that RFC 1738 does not allow there.
const WITHIN: [&str; 44] = [
    "❤",
    "é",
    "ü",
    "б",
    "好",
    "の",
    "８",
    "\u{ad}",
    "\u{200b}",
    "\u{2010}",
    "–",
    "—",
    "’",
    "😀",
    "™",
    "_",
    "%s",
    "%HOST%",
    "$HOST",
    "${HOST}",
    "$(hostname)",
    "{host}",
    "{{host}}",
    "[host]",
    "*",
    "\\",
    "\\host",
    "`host`",
    "'+host+'",
    "<host>",
    "&lt;host&gt;",
    "|",
    ";",
    ",",
    "!",
    "\\fIhost\\fR",
    "\\u00e9",
    "\\xe9",
    "&#233;",
    "\x1b[1mhost\x1b[0m",
    "\x1b[01;31m\x1b[Khost\x1b[m\x1b[K",
    "\\e[1mhost\\e[0m",
    "\\033[1mhost",
    "\\u001b[1mhost",
];

#[test]
fn a_host_that_goes_on_is_never_cut_short() {
    for within in WITHIN {
        for start in [
            "http://",
            "ftp://user@",
            "telnet://",
            "mailto:joe@",
            "gopher://",
        ] {
            for (before, after) in [
                ("i", ".ws"),
                ("www.", ".org"),
                ("www.exam", "ple.org"),
                ("www.exam", ".org/path"),
                ("exam", "ple.org:80/path"),
            ] {
                let document = format!("see {start}{before}{within}{after} here");
                let mut found = valid(&document);
                // An address can contain some of the texts, and `\.` is a dot.
                found.retain(|found| !found.raw().ends_with(after.as_bytes()));
                assert!(found.is_empty(), "{document}: {found:?}");
            }
        }
    }
}

#[test]
fn a_host_that_a_placeholder_ends_is_never_valid() {
    for document in [
        "http://www.<domain>/",
        "http://h:<port>/",
        "ftp://user:<password>@ftp.example.org/",
        "http://www.&lt;domain&gt;/",
        "http://www.{{ host }}.org/",
        "\"http://www.\" + domain",
        "'http://www.' . $domain",
        "\"http://h:\" + port",
        "\"{\\\"url\\\":\\\"http://h:\\\" + port",
        "http://www.\\fIdomain\\fR/",
        "http://exam\\\nple.org/",
        "http://exam… and http://www.exam...",
        "see http://www. example.org",
        "file://C:\\temp\\x.json",
        "file://C:\\\\temp\\\\x.json",
        "http://h:8o80/",
        "http://h:８０８０/",
        "http://user@[::1]/",
        "http://user@",
        "http://exam-",
        "mailto:müller@example.org",
    ] {
        let found = valid(document);
        assert!(found.is_empty(), "{document}: {found:?}");
    }
}

#[test]
fn a_host_outside_us_ascii_is_found_whole_and_invalid() {
    for text in [
        "http://münchen.example/plan",
        "https://i❤.ws",
        "http://президент.example/",
        "http://日本語.example/",
        "http://www.例え.example",
        "http://bob’s.example/",
        "mailto:jörg@müller.example",
    ] {
        let found = all(text);
        assert_eq!(texts(&found), [text]);
        assert!(!found[0].is_valid(), "{text}");
        let error = found[0].parse().unwrap_err();
        let wrong = &text[found[0].document_span(error.span())];
        assert!(!wrong.is_ascii(), "{text}: {wrong}");
    }
}

#[test]
fn a_whole_host_is_found_whatever_follows_it() {
    for (document, expected) in [
        ("“http://h.example”", "http://h.example"),
        ("«http://h.example»", "http://h.example"),
        ("👉http://h.example👈", "http://h.example"),
        ("http://h.example—see", "http://h.example"),
        ("http://h.example’s page", "http://h.example"),
        ("http://h.exampleを見て", "http://h.example"),
        ("http://h.example。次", "http://h.example"),
        ("http://localhost:80...", "http://localhost:80"),
        ("http://localhost… ready", "http://localhost"),
        ("http://h.example: it", "http://h.example"),
        ("He typed \"http://h.example.\" Then", "http://h.example"),
        ("see http://h.example.<br>", "http://h.example"),
        ("<b>http://h.example</b>:", "http://h.example"),
        ("<p>http://h.example:</p>", "http://h.example"),
        ("&#8220;http://h.example&#8221;", "http://h.example"),
        ("\"see http://h.example.\\nNext\"", "http://h.example"),
        ("\x1b[4mhttp://h.example\x1b[0m done", "http://h.example"),
        ("\\fBhttp://h.example\\fR.", "http://h.example"),
        ("\"http://h.example\" + path", "http://h.example"),
    ] {
        let found = valid(document);
        assert_eq!(texts(&found), [expected], "{document}");
    }
}
