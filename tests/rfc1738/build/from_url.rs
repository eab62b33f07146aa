//! Builders from URLs: each component stays as written until it is replaced.

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use rfc1738::url::{ComponentName as Name, Url};
use rfc1738::{BuildErrorKind, Builder, OwnedUrl, Rule, is_valid};
use rfcbnf::conformance::Suite;

use super::built;
use crate::exactness::properties::word;
use crate::exactness::reference::Reference;
use crate::texts::every_text;

fn builder(text: &str) -> Builder {
    let url = Url::parse(text).unwrap_or_else(|error| panic!("{error}"));
    url.to_builder()
}

/// The productions of URLs.
const URLS: [Rule; 11] = [
    Rule::Ftpurl,
    Rule::Httpurl,
    Rule::Gopherurl,
    Rule::Mailtourl,
    Rule::Newsurl,
    Rule::Nntpurl,
    Rule::Telneturl,
    Rule::Waisurl,
    Rule::Fileurl,
    Rule::Prosperourl,
    Rule::Otherurl,
];

/// Asserts that a builder writes the text again if it is a URL. Returns whether it is one.
fn comes_back(text: &str) -> bool {
    // A verdict takes less time than the error of `Url::parse`.
    let is_url = is_valid(Rule::Url, text);
    if is_url {
        assert_eq!(built(&builder(text)), text);
    }
    is_url
}

#[test]
fn odd_urls_come_back_as_written() {
    for text in [
        "http://h",
        "http://h/",
        "http://h/?",
        "http://h//",
        "HTTP://h/%7e;a/",
        "hTTp://1.2.3.4",
        "http://h:0080/a%2fb?%C3%a9",
        "ftp://@h",
        "ftp://:@h/",
        "ftp://u:@h/;type=A",
        "ftp://u;?&=:p@h/a//b?c;type=d",
        "telnet://h",
        "telnet://h/",
        "telnet://@h:23",
        "file:///",
        "file://localhost/",
        "FILE://h/a//%2F",
        "news:*",
        "news:alt.test",
        "news:a%40/?b@h.dom",
        "gopher://h",
        "gopher://h/",
        "gopher://h/1",
        "gopher://h/%09",
        "gopher://h/%09%09",
        "gopher://h/0%0d%0A%09",
        "gopher://h/7s%09a/b?c%09+%09%09d",
        "gopher://h/0%09%09",
        "mailto:%41;/?:@&=",
        "nntp://h/g",
        "nntp://h:1/g/0042",
        "wais://h/",
        "wais://h/?",
        "wais://h/d?a:b",
        "wais://h///",
        "prospero://h/",
        "prospero://h//a;=;b=%3b;b=?",
        "https://h",
        "https://h/",
        "https://h/?",
        "https://u:p@h/a;b/c:d?e/f?g=%3d",
        "x+y://h//?",
        "cid:a@b",
        "x:",
        "x://",
        "x:///a?b",
        "X://a;b@c:d/",
    ] {
        assert!(comes_back(text), "{text}");
        let owned: OwnedUrl = text.parse().expect("it is a URL");
        assert_eq!(built(&owned.to_builder()), text);
    }
}

/// The suites contain a text for each way in which a URL can go on after each prefix.
#[test]
fn every_url_of_the_complete_suites_comes_back() {
    for rule in URLS {
        let suite = Suite::new(Reference::get().automaton(rule), 0).expect("it is not too large");
        let texts = suite
            .texts()
            .filter_map(|text| String::from_utf8(text).ok());
        let urls = texts.filter(|text| comes_back(text)).count();
        assert!(urls > 100, "{rule}: {urls}");
    }
}

#[test]
fn generated_urls_come_back() {
    let examples = Rule::ALL.map(Rule::example);
    assert!(examples.into_iter().filter(|text| comes_back(text)).count() > URLS.len());
    for rule in URLS {
        let words = word(rule);
        let mut runner = TestRunner::deterministic();
        for _ in 0..400 {
            let text = words.new_tree(&mut runner).expect("a text").current();
            assert!(comes_back(&text), "{text}");
        }
    }
}

#[test]
fn every_short_sequence_of_delimiters_comes_back() {
    for (prefix, pieces) in [
        ("ftp://", &["a", ":", "@", "/", ";type=d", "%2F", "1.b"][..]),
        ("http://h", &["a", ":8", "/", "?", "%3b", ";"]),
        ("gopher://h", &["/", "1", "%09", "%2b", ":7", "?"]),
        ("telnet://", &["a", ":", "@", "/", "1.b"]),
        ("wais://h/", &["a", "/", "?", "%41"]),
        ("file://", &["a", "/", "localhost", "%2f", "1.2.3.4"]),
        ("prospero://h/", &["a", "/", ";", "=", "%3D"]),
        ("x-new:", &["/", "a", ":", "@", "?", "%41"]),
    ] {
        let mut urls = 0;
        every_text(prefix, pieces, 5, &mut |text| {
            urls += usize::from(comes_back(text));
        });
        assert!(urls > 20, "{prefix}: {urls}");
    }
}

#[test]
fn one_component_changes_and_the_others_stay() {
    for (builder, expected) in [
        (
            builder("http://h/%7euser/?a;b").port(8080),
            "http://h:8080/%7euser/?a;b",
        ),
        (builder("HTTP://h/a").host("i"), "HTTP://i/a"),
        (builder("http://h").segment("a/b"), "http://h/a%2Fb"),
        (builder("http://h/").segment("a"), "http://h//a"),
        (builder("http://h/a%2f").segment("b"), "http://h/a%2f/b"),
        (builder("http://h/a?b").path("c d"), "http://h/c%20d?b"),
        (builder("http://h").search("a"), "http://h/?a"),
        (builder("http://h/?%41").search("%41"), "http://h/?%2541"),
        (
            builder("ftp://u:p%3a@h/a;type=i").user("v@w"),
            "ftp://v%40w:p%3a@h/a;type=i",
        ),
        (
            builder("gopher://h/7s%09a/b%09+").search("a/b"),
            "gopher://h/7s%09a%2Fb%09+",
        ),
        (builder("gopher://h/").gtype("1"), "gopher://h/1"),
        (builder("telnet://h").user("me"), "telnet://me@h"),
        (builder("telnet://h/").port(1), "telnet://h:1/"),
        (builder("news:*").group("alt.test"), "news:alt.test"),
        (builder("nntp://h/g/1").digits(2), "nntp://h/g/2"),
        (builder("wais://h/d?s").database("e"), "wais://h/e?s"),
        (
            builder("prospero://h/a;b=%3d")
                .field("c", "=")
                .hsoname("/d"),
            "prospero://h//d;b=%3d;c=%3D",
        ),
        (
            builder("https://h/a;b?c/d").port(8443).segment("e"),
            "https://h:8443/a;b/e?c/d",
        ),
        (builder("cid:a@b").schemepart("c%d"), "cid:c%25d"),
        (builder("mailto:a%41@h").address("b%c@h"), "mailto:b%25c@h"),
    ] {
        assert_eq!(built(&builder), expected);
    }
}

#[test]
fn components_are_removed_by_any_of_their_names() {
    for (text, names, expected) in [
        ("http://h:80/a?b", &[Name::Port][..], "http://h/a?b"),
        ("http://h/a?b", &[Name::Search], "http://h/a"),
        ("http://h/a?b", &[Name::Hpath], "http://h/?b"),
        ("http://h/a?b", &[Name::Hsegment, Name::Search], "http://h"),
        (
            "ftp://u:p@h/a;type=i",
            &[Name::Password],
            "ftp://u@h/a;type=i",
        ),
        (
            "ftp://u:p@h/a;type=i",
            &[Name::Ftptype, Name::Fpath],
            "ftp://u:p@h",
        ),
        ("file://h/a", &[Name::Host], "file:///a"),
        ("gopher://h/0a%09b", &[Name::Search], "gopher://h/0a"),
        ("gopher://h/1", &[Name::Gtype], "gopher://h/"),
        (
            "gopher://h/7%09%09+",
            &[Name::GopherString],
            "gopher://h/7%09",
        ),
        ("wais://h/d/t/p", &[Name::Wtype, Name::Wpath], "wais://h/d"),
        ("nntp://h/g/1", &[Name::Digits], "nntp://h/g"),
        (
            "prospero://h/a;b=c;d=e",
            &[Name::Fieldvalue],
            "prospero://h/a",
        ),
        ("https://h/a?b", &[Name::UrlPath], "https://h/?b"),
    ] {
        let start = builder(text);
        let builder = names
            .iter()
            .fold(start, |builder, &name| builder.without(name));
        assert_eq!(built(&builder), expected, "{text}");
    }
}

#[test]
fn a_component_that_the_url_needs_cannot_be_left_out() {
    for (builder, expected) in [
        (
            builder("ftp://u:p@h/").without(Name::User),
            "password: requires user (RFC 1738, 3.1); give user as well",
        ),
        (
            builder("http://h/").without(Name::Hostport),
            "host: missing, and the URL needs one (RFC 1738, 3.3); a host is a domain name, or four numbers separated by dots",
        ),
        (
            builder("ftp://u:p@h:1/").without(Name::Login),
            "host: missing, and the URL needs one (RFC 1738, 3.2); a host is a domain name, or four numbers separated by dots",
        ),
        (
            builder("news:*").without(Name::Grouppart),
            "group: missing, and the URL needs one (RFC 1738, 3.6); give a group, \"*\" for all groups, or an article",
        ),
        (
            builder("http://h/").without(Name::Scheme),
            "scheme: invalid value, expected alphadigit, \"+\", \"-\" or \".\", found the end of the text at offset 0; a scheme is letters, digits, \"+\", \"-\" and \".\"",
        ),
        (
            builder("HTTP://h/").user("me"),
            "user: no user name or password is allowed in an http URL (RFC 1738, 3.3); http URLs have host, port, path and search",
        ),
        (
            builder("cid:a").host("h"),
            "schemepart: conflicts with host (RFC 1738, 3.1); leave one out",
        ),
    ] {
        assert_eq!(builder.build().unwrap_err().to_string(), expected);
    }
}

/// The builder encodes the characters that the new scheme reserves or does not derive.
#[test]
fn another_scheme_holds_the_same_octets() {
    for (text, scheme, expected) in [
        ("http://h/a;b?c", "https", "https://h/a;b?c"),
        ("https://h/a?b/c?d", "http", "http://h/a?b%2Fc%3Fd"),
        ("http://h/a;type=i", "ftp", "ftp://h/a%3Btype=i"),
        ("ftp://h/a?b%3f", "http", "http://h/a%3Fb%3f"),
        ("ftp://h/a?b", "https", "https://h/a%3Fb"),
        ("ftp://u;v@h/", "sftp", "sftp://u;v@h/"),
        ("file://h/a", "FTP", "ftp://h/a"),
        ("ftp://u@h", "telnet", "telnet://u@h"),
    ] {
        assert_eq!(built(&builder(text).scheme(scheme)), expected, "{text}");
    }
    let error = builder("http://h/?a%09b").without(Name::Hpath);
    let error = error.scheme("gopher").gtype("7").build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "search: invalid value, the tab at offset 1 would end it (RFC 1738, 3.4.1); a search string holds no tab",
    );
    let error = builder("http://h/?a").scheme("ftp").build().unwrap_err();
    assert_eq!(error.kind(), BuildErrorKind::Foreign);
    assert_eq!(error.component(), Name::Search);
}
