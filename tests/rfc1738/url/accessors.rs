//! The accessors of any URL, whatever its scheme: authority, path, segments and query.

use rfc1738::url::{Component, Url};

use super::{raw, url};

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
