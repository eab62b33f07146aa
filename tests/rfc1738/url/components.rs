//! The components of all URLs, the accessors of any URL, whatever its scheme, and the literal characters of each component, derived
//! by hand from Section 3.

use std::borrow::Cow;

use rfc1738::url::{Component, ComponentName as Name, Host, Url};
use rfc1738::{CharacterSet, Rule, is_valid, literal_characters};

use super::{raw, url};

/// Section 3.1 distinguishes these three URLs.
#[test]
fn absent_and_empty_are_different() {
    let [at, none, colon] = [
        "ftp://@host.com/",
        "ftp://host.com/",
        "ftp://foo:@host.com/",
    ]
    .map(url);
    assert_eq!((raw(at.user()), raw(at.password())), (Some(""), None));
    assert_eq!((raw(none.user()), raw(none.password())), (None, None));
    assert_eq!(
        (raw(colon.user()), raw(colon.password())),
        (Some("foo"), Some(""))
    );
    let both = url("telnet://:@h");
    assert_eq!(
        (raw(both.user()), raw(both.password())),
        (Some(""), Some(""))
    );
}

#[test]
fn each_scheme_has_its_own_port_or_none() {
    for (text, port) in [
        ("ftp://h", Some(21)),
        ("http://h", Some(80)),
        ("gopher://h", Some(70)),
        ("nntp://h/a", Some(119)),
        ("telnet://h", Some(23)),
        ("wais://h/a", Some(210)),
        ("prospero://h/a", Some(1525)),
        ("mailto:a", None),
        ("news:a", None),
        ("file:///a", None),
        ("x-new://h/", None),
        // By RFC 2818, where the URL has a host.
        ("https://h", Some(443)),
        ("HTTPS://me@h/a?b", Some(443)),
        ("https:h", None),
        ("httpsx://h/", None),
    ] {
        assert_eq!(url(text).default_port(), port, "{text}");
        assert_eq!(url(text).port_or_default(), port, "{text}");
        assert!(url(text).port().is_none());
    }
}

#[test]
fn the_digits_of_a_port_are_unlimited_unlike_its_value() {
    for (port, number) in [
        ("80", Some(80)),
        ("0", Some(0)),
        ("00080", Some(80)),
        ("65535", Some(65535)),
        ("65536", None),
        ("99999999999999999999999", None),
    ] {
        let text = format!("http://h:{port}/");
        let port_of = url(&text).port().expect("it has a port");
        assert_eq!((port_of.raw(), port_of.number()), (port, number));
        assert_eq!(url(&text).port_or_default(), number);
        assert_eq!(port_of.component().span(), 9..9 + port.len());
    }
    assert_eq!(url("x-new://h:5/").port_or_default(), Some(5));
    let Url::Other(https) = url("https://h:444/") else {
        panic!()
    };
    assert_eq!(https.default_port(), Some(443));
    assert_eq!(https.port_or_default(), Some(444));
    let Url::Other(https) = url("https://h:65536/") else {
        panic!()
    };
    assert_eq!(https.port_or_default(), None);
}

#[test]
fn a_host_is_a_name_or_four_numbers() {
    let host = |text| url(text).host().expect("it has a host");
    let name = host("http://ds.internic.net/");
    assert!(matches!(name, Host::Name(_)));
    let labels: Vec<(&str, usize)> = name
        .labels()
        .map(|label| (label.raw(), label.span().start))
        .collect();
    assert_eq!(labels, [("ds", 7), ("internic", 10), ("net", 19)]);
    assert_eq!(name.address(), None);
    let number = host("http://192.0.2.33/");
    assert!(matches!(number, Host::Number(_)));
    assert_eq!(number.address(), Some([192, 0, 2, 33].into()));
    assert_eq!(number.to_string(), "192.0.2.33");
    assert_eq!(host("http://1.2.3.999").address(), None);
    let decimal = host("http://010.0.0.1").address();
    assert_eq!(decimal, Some([10, 0, 0, 1].into()));
    assert!(url("news:a@host.dom").host().is_none());
    assert!(url("file:///a").host().is_none());
}

#[test]
fn decoded_octets_are_text_if_they_are_utf_8() {
    let ftp = url("ftp://my%40me:%ff%00@h/");
    let user = ftp.user().expect("it has a user");
    assert_eq!(&*user.decoded(), b"my@me");
    assert_eq!(user.text().as_deref(), Some("my@me"));
    let password = ftp.password().expect("it has a password");
    assert_eq!(&*password.decoded(), b"\xff\0");
    assert_eq!(password.text(), None);
    let mail = url("mailto:caf%C3%A9@h");
    assert_eq!(mail.components()[1].text().as_deref(), Some("café@h"));
}

#[test]
fn components_without_escapes_are_borrowed() {
    let text = String::from("http://h/plain?a%20b");
    let components = url(&text).components();
    assert!(matches!(components[2].decoded(), Cow::Borrowed(_)));
    assert!(matches!(components[2].text(), Some(Cow::Borrowed("plain"))));
    assert!(matches!(components[3].decoded(), Cow::Owned(_)));
}

#[test]
fn the_scheme_is_as_written_and_its_case_is_ignored() {
    let upper = url("HTTP://h/");
    assert!(matches!(upper, Url::Http(_)));
    assert_eq!(upper.scheme().raw(), "HTTP");
    assert_ne!(upper, url("http://h/"));
    assert_eq!(url("Z39.50R://h/").scheme().span(), 0..7);
}

#[test]
fn a_text_that_is_no_url_gets_the_parse_error() {
    for text in ["", "http://h~", "news:", "ftp://h/;type=x"] {
        let error = Url::parse(text).unwrap_err();
        assert_eq!(Some(error), rfc1738::parse(rfc1738::Rule::Url, text).err());
        assert!(Url::try_from(text).is_err() && Url::try_from(text.as_bytes()).is_err());
    }
    assert!(Url::parse(b"http://h/\xff").is_err());
}

fn can_be_shared<T: Send + Sync + Copy>() {}

#[test]
fn a_component_outlives_its_url_and_urls_can_be_shared() {
    fn path(text: &str) -> Option<&str> {
        let Ok(Url::Http(url)) = Url::parse(text) else {
            return None;
        };
        url.path().map(rfc1738::url::Component::raw)
    }
    assert_eq!(path("http://h/a/b"), Some("a/b"));
    can_be_shared::<Url<'static>>();
}

/// A URL with the authority, the path, the segments and the query that the prose gives it.
type Row = (
    &'static str,
    Option<&'static str>,
    Option<&'static str>,
    &'static [&'static str],
    Option<&'static str>,
);

#[rustfmt::skip]
const ROWS: [Row; 36] = [
    ("ftp://h", Some("h"), None, &[], None),
    ("ftp://h/", Some("h"), Some(""), &[""], None),
    ("ftp://@h/a", Some("@h"), Some("a"), &["a"], None),
    ("ftp://u:p@1.2.3.4:5/a//b%2F;type=i", Some("u:p@1.2.3.4:5"), Some("a//b%2F"), &["a", "", "b%2F"], None),
    ("ftp://h/a?b", Some("h"), Some("a?b"), &["a?b"], None),
    ("http://h", Some("h"), None, &[], None),
    ("http://h:80/", Some("h:80"), Some(""), &[""], None),
    ("http://h/?", Some("h"), Some(""), &[""], Some("")),
    ("HTTP://h/a/b;c?d%3F", Some("h"), Some("a/b;c"), &["a", "b;c"], Some("d%3F")),
    ("gopher://h", Some("h"), None, &[], None),
    ("gopher://h/", Some("h"), Some(""), &[], None),
    ("gopher://h:70/1", Some("h:70"), Some("1"), &[], None),
    ("gopher://h/%09", Some("h"), Some("%09"), &[], None),
    ("gopher://h/0a/b", Some("h"), Some("0a/b"), &[], None),
    ("gopher://h/7a%09b/c?%09+", Some("h"), Some("7a"), &[], Some("b/c?")),
    ("mailto:me@h", None, None, &[], None),
    ("news:*", None, None, &[], None),
    ("news:alt.test", None, None, &[], None),
    ("news:a/b?c@h.dom", None, None, &[], None),
    ("nntp://h/g", Some("h"), Some("g"), &[], None),
    ("nntp://h:1/g/42", Some("h:1"), Some("g/42"), &[], None),
    ("telnet://u@h", Some("u@h"), None, &[], None),
    ("telnet://h:23/", Some("h:23"), Some(""), &[], None),
    ("wais://h/", Some("h"), Some(""), &[], None),
    ("wais://h/d?", Some("h"), Some("d"), &[], Some("")),
    ("wais://h/d?s", Some("h"), Some("d"), &[], Some("s")),
    ("wais://h/d/t/p", Some("h"), Some("d/t/p"), &[], None),
    ("file:///", Some(""), Some(""), &[""], None),
    ("file://localhost/a/b", Some("localhost"), Some("a/b"), &["a", "b"], None),
    ("prospero://h//a;b=c", Some("h"), Some("/a"), &[], None),
    ("https://h", Some("h"), None, &[], None),
    ("https://h/", Some("h"), Some(""), &[""], None),
    ("https://u@h:1/a/b?c?d/e", Some("u@h:1"), Some("a/b"), &["a", "b"], Some("c?d/e")),
    ("https://h/?", Some("h"), Some(""), &[""], Some("")),
    ("cid:a/b?c", None, None, &[], None),
    ("x:///a?b", None, None, &[], None),
];

#[test]
fn every_scheme_has_the_parts_that_the_prose_gives_it() {
    for (text, authority, path, segments, query) in ROWS {
        let url = url(text);
        let found: Vec<&str> = url.segments().map(Component::raw).collect();
        let parts = (raw(url.authority()), raw(url.path()), raw(url.query()));
        assert_eq!(parts, (authority, path, query), "{text}");
        assert_eq!(found, segments, "{text}");
        let components = [url.authority(), url.path(), url.query()];
        for component in components.into_iter().flatten().chain(url.segments()) {
            assert_eq!(&text[component.span()], component.raw(), "{text}");
        }
    }
}

#[test]
fn parts_are_named_after_their_productions() {
    let names = |text| {
        let url = url(text);
        let parts = [
            url.authority(),
            url.path(),
            url.segments().next(),
            url.query(),
        ];
        parts.map(|part| part.map_or("-", |part| part.name().as_str()))
    };
    for (text, expected) in [
        ("ftp://h/a", "login fpath fsegment -"),
        ("http://h/a?b", "hostport hpath hsegment search"),
        ("file:///a", "host fpath fsegment -"),
        ("gopher://h/7%09b", "hostport url-path - search"),
        ("prospero://h/a", "hostport hsoname - -"),
        ("https://h/a?b", "login url-path url-path search"),
    ] {
        assert_eq!(names(text).join(" "), expected, "{text}");
    }
}

#[test]
fn news_and_wais_urls_have_accessors_named_like_the_builders() {
    let news = |text| match url(text) {
        Url::News(url) => [raw(url.group()), raw(url.article())],
        other => panic!("{other}"),
    };
    assert_eq!(news("news:*"), [None, None]);
    assert_eq!(news("news:alt.test"), [Some("alt.test"), None]);
    assert_eq!(news("news:a@h"), [None, Some("a@h")]);
    let wais = |text| match url(text) {
        Url::Wais(url) => [
            Some(url.database().raw()),
            raw(url.search()),
            raw(url.wtype()),
            raw(url.wpath()),
        ],
        other => panic!("{other}"),
    };
    assert_eq!(wais("wais://h/d"), [Some("d"), None, None, None]);
    assert_eq!(wais("wais://h/d?s"), [Some("d"), Some("s"), None, None]);
    assert_eq!(
        wais("wais://h/d/t/p"),
        [Some("d"), None, Some("t"), Some("p")]
    );
}

#[test]
fn the_slash_and_the_question_mark_belong_to_no_part() {
    for (text, _, _, _, _) in ROWS {
        let url = url(text);
        let (Some(authority), Some(path)) = (url.authority(), url.path()) else {
            continue;
        };
        let between = &text[authority.span().end..path.span().start];
        assert_eq!(between, "/", "{text}");
        if let Some(query) = url.query() {
            let between = &text[path.span().end..query.span().start];
            assert!(matches!(between, "?" | "%09"), "{text}");
        }
    }
}

/// The characters that need no encoding in any component with escapes (Section 2.2).
const ALWAYS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789$-_.+!*'(),";

/// The characters of `reserved` that need no encoding, for each component.
const TABLE: [(Rule, Name, &str); 29] = [
    (Rule::Ftpurl, Name::User, ";?&="),
    (Rule::Ftpurl, Name::Password, ";?&="),
    (Rule::Ftpurl, Name::Fsegment, "?:@&="),
    (Rule::Ftpurl, Name::Fpath, "?:@&="),
    (Rule::Httpurl, Name::Hpath, ":@&="),
    (Rule::Httpurl, Name::Hsegment, ":@&="),
    (Rule::Httpurl, Name::Search, ":@&="),
    (Rule::Gopherurl, Name::Gtype, ";/?:@&="),
    (Rule::Gopherurl, Name::Selector, ";/?:@&="),
    (Rule::Gopherurl, Name::Search, ";:@&="),
    (Rule::Gopherurl, Name::GopherString, ";/?:@&="),
    (Rule::Mailtourl, Name::Encoded822addr, ";/?:@&="),
    (Rule::Newsurl, Name::Article, ";/?:&="),
    (Rule::Telneturl, Name::User, ";?&="),
    (Rule::Telneturl, Name::Password, ";?&="),
    (Rule::Waisurl, Name::Database, ""),
    (Rule::Waisurl, Name::Search, ";:@&="),
    (Rule::Waisurl, Name::Wtype, ""),
    (Rule::Waisurl, Name::Wpath, ""),
    (Rule::Fileurl, Name::Fpath, "?:@&="),
    (Rule::Fileurl, Name::Fsegment, "?:@&="),
    (Rule::Prosperourl, Name::Hsoname, "/?:@&="),
    (Rule::Prosperourl, Name::Fieldname, "?:@&"),
    (Rule::Prosperourl, Name::Fieldvalue, "?:@&"),
    (Rule::Otherurl, Name::User, ""),
    (Rule::Otherurl, Name::Password, ""),
    (Rule::Otherurl, Name::UrlPath, ""),
    (Rule::Otherurl, Name::Search, ":@&="),
    (Rule::Otherurl, Name::Schemepart, ""),
];

#[test]
fn each_component_has_the_characters_that_its_section_leaves_it() {
    for (url, component, reserved) in TABLE {
        let expected = CharacterSet::of(ALWAYS).with(reserved);
        assert_eq!(
            literal_characters(url, component),
            Some(expected),
            "{component} of {url}"
        );
    }
}

#[test]
fn components_without_encoding_have_no_literal_characters() {
    for (url, component) in [
        (Rule::Httpurl, Name::Scheme),
        (Rule::Httpurl, Name::Hostport),
        (Rule::Ftpurl, Name::Login),
        (Rule::Httpurl, Name::Host),
        (Rule::Httpurl, Name::Port),
        (Rule::Ftpurl, Name::Ftptype),
        (Rule::Newsurl, Name::Grouppart),
        (Rule::Newsurl, Name::Group),
        (Rule::Nntpurl, Name::Digits),
    ] {
        assert_eq!(literal_characters(url, component), None);
    }
}

/// Tries each literal character in each component: the URL must stay valid.
#[test]
fn every_literal_character_is_valid_in_its_component() {
    let mut tried = 0;
    for text in [
        "ftp://x:x@h/x;type=a",
        "http://h/x?x",
        "gopher://h/xx%09x%09x",
        "mailto:x",
        "news:x@h",
        "wais://h/x?x",
        "wais://h/x/x/x",
        "file://h/x",
        "prospero://h/x;x=x",
        "x-new://x:x@h/x",
        "x-new:x",
    ] {
        let url = Url::parse(text).unwrap();
        for component in url.components() {
            for character in literal_characters(url.rule(), component.name()).unwrap_or_default() {
                let place = component.span().start;
                let changed = [&text[..place], &character.to_string(), &text[place + 1..]].concat();
                assert!(is_valid(url.rule(), &changed), "{changed}");
                let changed = Url::parse(&changed).unwrap();
                let names = |url: &Url<'_>| -> Vec<Name> {
                    url.components().iter().map(|part| part.name()).collect()
                };
                assert_eq!(names(&changed), names(&url), "{changed}");
                tried += 1;
            }
        }
    }
    // Each literal character of each component of the URLs above.
    assert_eq!(tried, 1836);
}
