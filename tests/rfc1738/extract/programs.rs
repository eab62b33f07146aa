//! Texts of programs that resemble URLs.

use rfc1738::extract::Kind;

use super::{all, marked, texts};

#[test]
fn a_path_of_a_program_begins_no_url() {
    for document in [
        "Url::parse(url.path())",
        "let url = std::url::Url::parse(s)?;",
        "Vec<url::Url>, Option<Url::Error>, <URL::Output as Display>",
        "net::URL:x.y",
        "Foo::Url:bar.baz",
        "URL::Type::http, URI::HTTP.build",
        "Scheme::mailto::Kind, mailto::a@b, news::alt.test",
        "url::text, news::jsonb",
        "parse :: Network.URL::URI",
        "at Foo::url:12:5",
    ] {
        assert!(all(document).is_empty(), "{document}: {:?}", all(document));
        assert!(marked(document).is_empty(), "{document}");
    }
}

#[test]
fn a_program_key_marks_no_text_without_a_scheme() {
    for document in [
        "{url:e.url,type:\"GET\"}",
        "f(url: cfg.url, url:String)",
        "case url:return a.b;",
        "case URL:foo.bar();",
        "x?url:b.c",
        "s[url:a.b]",
        "Url:Config.path",
        "BASE_URL:a.b",
        "NEXT__URL:a.b",
        "fn open<Url: Into<String>>(url: Url)",
        "Map<URL: a.b>",
        "${URL:0:4} ${URL:?unset} ${URL:+a.b}",
    ] {
        assert!(all(document).is_empty(), "{document}: {:?}", all(document));
    }
}

#[test]
fn a_value_behind_a_key_needs_a_scheme() {
    for (document, expected, kind) in [
        ("{url:'http://h/'}", "http://h/", Kind::Bare),
        ("{\"url\":\"http://h/\"}", "http://h/", Kind::Bare),
        ("url: http://h/", "http://h/", Kind::Prefixed),
        ("BASE_URL: http://h/", "http://h/", Kind::Bare),
        ("BASE_URL:http://h/", "http://h/", Kind::Bare),
        ("${URL:-http://h/}", "http://h/", Kind::Bare),
        ("${URL:=http://h/}", "http://h/", Kind::Bare),
        ("$URL: http://h/ $", "http://h/", Kind::Prefixed),
        ("Map<URL:http://h/>", "http://h/", Kind::Wrapped),
        ("url(http://h/a)", "http://h/a", Kind::Bare),
        ("there.http://h/", "http://h/", Kind::Bare),
        ("__news:alt.test__", "news:alt.test", Kind::Bare),
        ("_mailto:a@b_", "mailto:a@b", Kind::Bare),
    ] {
        let found = all(document);
        assert_eq!(texts(&found), [expected], "{document}");
        assert_eq!(found[0].kind(), kind, "{document}");
    }
}

#[test]
fn a_placeholder_of_a_scheme_begins_no_url() {
    for document in [
        "\"%s://%s\"",
        "%s://%s:%d%s",
        "%(scheme)s://%(host)s/",
        "$scheme://$host/",
        "${scheme}://h/",
        "\\w+://[^/]+",
        "r'\\S+://'",
        "https?://h/",
        "*://*/*",
        "LIKE 'http://%'",
        "C://TEMP/x",
    ] {
        assert!(all(document).is_empty(), "{document}: {:?}", all(document));
    }
}

#[test]
fn addresses_need_an_at_sign_and_newsgroups_a_hierarchy() {
    for document in [
        "<mailto:xcb at lists.h>",
        "\"mailto:\" + to",
        "mailto:%s",
        "case mailto:return;",
        "mailto:a@ b",
        "news:x:9:9:news:/var/spool/news:/usr/sbin/nologin",
        "news:*:19345:0:99999:7:::",
        "news:*::",
        "news:x:9:",
        "{url:e.url,news:t.data}",
        "f(news:News.Item)",
        ".news:hover",
        "{{anchor|news:x}}",
    ] {
        assert!(all(document).is_empty(), "{document}: {:?}", all(document));
    }
    for text in [
        "mailto:a@b",
        "mailto:a%40b",
        "news:comp.lang.c",
        "news:*",
        "news:junk",
        "news:1@h",
    ] {
        assert_eq!(texts(&all(&format!("see <{text}>, {text}."))), [text; 2]);
    }
}
