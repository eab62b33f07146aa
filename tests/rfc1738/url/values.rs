//! URLs as values: made of texts and of the URLs of one scheme, owning their text, and shown.

use core::borrow::Borrow;
use core::hash::BuildHasher as _;
use std::borrow::Cow;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::sync::Arc;

use rfc1738::url::{Component, Url};
use rfc1738::{Builder, OwnedUrl, SyntaxError};

use super::url;

const TEXT: &str = "ftp://host.dom/a;type=i";
const WRONG: &str = "ftp://ho_st/";

/// Checks that a text becomes a URL, and has the error of `Url::parse` if it is none.
fn assert_parses<T, U>(text: impl Fn(&'static str) -> T)
where
    U: TryFrom<T, Error = SyntaxError> + AsRef<str> + Debug,
{
    let url = U::try_from(text(TEXT)).expect("it is a URL");
    assert_eq!(url.as_ref(), TEXT);
    let error = U::try_from(text(WRONG)).expect_err("it is no URL");
    assert_eq!(error, Url::parse(WRONG).expect_err("it is no URL"));
}

#[test]
fn a_url_is_made_from_every_type_that_holds_text() {
    assert_parses::<&str, Url<'_>>(|text| text);
    assert_parses::<&[u8], Url<'_>>(str::as_bytes);
    assert_parses::<&str, OwnedUrl>(|text| text);
    assert_parses::<&[u8], OwnedUrl>(str::as_bytes);
    assert_parses::<String, OwnedUrl>(str::to_owned);
    assert_parses::<Vec<u8>, OwnedUrl>(|text| text.as_bytes().to_vec());
    assert_parses::<Cow<'_, str>, OwnedUrl>(Cow::Borrowed);
    assert_parses::<Cow<'_, str>, OwnedUrl>(|text| Cow::Owned(text.to_owned()));
    assert_parses::<Box<str>, OwnedUrl>(Box::from);
    assert_parses::<Arc<str>, OwnedUrl>(Arc::from);
}

#[test]
fn octets_that_are_no_text_get_the_error_of_parse() {
    let octets = b"http://h/\xff".to_vec();
    let error = OwnedUrl::try_from(octets.clone()).expect_err("it is no URL");
    assert_eq!(error, Url::parse(&octets).expect_err("it is no URL"));
    assert_eq!(error.offset(), 9);
}

#[test]
fn a_text_becomes_a_url_and_back_without_a_copy() {
    let octets = TEXT.as_bytes().to_vec();
    let start = octets.as_ptr();
    let url = OwnedUrl::try_from(octets).expect("it is a URL");
    assert_eq!(url.as_str().as_ptr(), start);
    let octets = Vec::from(url);
    assert_eq!(octets.as_ptr(), start);
}

#[test]
fn an_owned_url_becomes_every_type_that_holds_its_text() {
    let url = || TEXT.parse::<OwnedUrl>().expect("it is a URL");
    assert_eq!(String::from(url()), TEXT);
    assert_eq!(&*Box::<str>::from(url()), TEXT);
    assert_eq!(&*Arc::<str>::from(url()), TEXT);
    assert_eq!(Cow::<str>::from(url()), TEXT);
    assert_eq!(Vec::<u8>::from(url()), TEXT.as_bytes());
}

#[test]
fn a_url_of_one_scheme_becomes_one_of_any_scheme() {
    let texts = [
        "ftp://h",
        "http://h",
        "gopher://h",
        "mailto:a@b",
        "news:*",
        "nntp://h/g",
        "telnet://h",
        "wais://h/d",
        "file:///a",
        "prospero://h/a",
        "x:y",
    ];
    for text in texts {
        let url = Url::parse(text).expect("it is a URL");
        let (again, owned): (Url<'_>, OwnedUrl) = match url {
            Url::Ftp(url) => (url.into(), url.into()),
            Url::Http(url) => (url.into(), url.into()),
            Url::Gopher(url) => (url.into(), url.into()),
            Url::Mailto(url) => (url.into(), url.into()),
            Url::News(url) => (url.into(), url.into()),
            Url::Nntp(url) => (url.into(), url.into()),
            Url::Telnet(url) => (url.into(), url.into()),
            Url::Wais(url) => (url.into(), url.into()),
            Url::File(url) => (url.into(), url.into()),
            Url::Prospero(url) => (url.into(), url.into()),
            Url::Other(url) => (url.into(), url.into()),
        };
        assert_eq!((again.rule(), owned.as_str()), (url.rule(), text));
        assert_eq!(owned.components(), url.components());
    }
}

#[test]
fn an_owned_url_has_the_components_of_the_borrowed_one() {
    for text in [
        "ftp://a:b@c:1/d/e;type=a",
        "news:*",
        "x-new:y",
        "gopher://h/1%09a%09b",
    ] {
        let owned = Url::parse(text).expect("it is a URL").to_owned();
        let borrowed = Url::parse(text).expect("it is a URL");
        assert_eq!(owned.as_url(), borrowed);
        assert_eq!(owned.as_url().components(), borrowed.components());
        assert_eq!((owned.as_str(), owned.to_string()), (text, text.to_owned()));
        assert_eq!(OwnedUrl::from(borrowed).into_string(), text);
    }
}

#[test]
fn it_is_made_only_from_the_text_of_a_url() {
    assert!("http://h/~".parse::<OwnedUrl>().is_err());
    let text = String::from("http://h/");
    let place = text.as_ptr();
    let url = OwnedUrl::try_from(text).expect("it is a URL");
    assert_eq!(url.as_str().as_ptr(), place, "nothing is copied");
    assert!(OwnedUrl::try_from(String::from("http:")).is_err());
}

#[test]
fn it_is_compared_letter_by_letter_and_kept_in_sets() {
    let urls = ["http://h/", "HTTP://h/", "http://h/", "ftp://h/"];
    let urls = urls.map(|text| text.parse::<OwnedUrl>().expect("it is a URL"));
    assert_eq!(urls[0], urls[2]);
    assert_ne!(urls[0], urls[1]);
    assert_eq!(urls.iter().collect::<HashSet<_>>().len(), 3);
    assert_eq!(
        urls.iter()
            .collect::<BTreeSet<_>>()
            .first()
            .map(|url| url.as_str()),
        Some("HTTP://h/")
    );
    assert_eq!(format!("{:?}", urls[3]), "OwnedUrl(\"ftp://h/\")");
}

/// URLs of every scheme.
const TEXTS: [&str; 14] = [
    "ftp://a:b@c:1/d/e;type=a",
    "http://h",
    "http://h:80/a/b?c",
    "gopher://h/7a%09b%09+",
    "mailto:a@b",
    "news:*",
    "nntp://h/g/1",
    "telnet://u@h/",
    "wais://h/d?s",
    "file://localhost/a",
    "prospero://h/a;b=c",
    "https://u@h:1/a?b",
    "x-new:y",
    "HTTP://h/%61",
];

#[test]
fn every_accessor_answers_as_that_of_the_borrowed_url() {
    for text in TEXTS {
        let url = Url::parse(text).expect("it is a URL");
        let owned = url.to_owned();
        assert_eq!((owned.rule(), owned.scheme()), (url.rule(), url.scheme()));
        assert_eq!(owned.authority(), url.authority());
        assert_eq!(
            (owned.user(), owned.password()),
            (url.user(), url.password())
        );
        assert_eq!((owned.host(), owned.port()), (url.host(), url.port()));
        assert_eq!(owned.default_port(), url.default_port());
        assert_eq!(owned.port_or_default(), url.port_or_default());
        assert_eq!((owned.path(), owned.query()), (url.path(), url.query()));
        assert!(owned.segments().eq(url.segments()));
        assert_eq!(owned.components(), url.components());
        assert!(owned.embedded_delimiters().eq(url.embedded_delimiters()));
        assert_eq!(owned.normalized(), url.normalized());
        assert!(owned.is_equivalent(&owned.normalized()));
    }
    let [first, second] = ["http://h", "http://i"].map(str::parse::<OwnedUrl>);
    let (first, second) = (first.expect("a URL"), second.expect("a URL"));
    assert!(!first.is_equivalent(&second));
}

#[test]
fn urls_and_components_compare_with_strings_in_both_directions() {
    for text in TEXTS {
        let (url, string) = (Url::parse(text).expect("it is a URL"), text.to_owned());
        let owned = url.to_owned();
        assert!(url == text && url == *text && url == string);
        assert!(text == url && *text == url && string == url);
        assert!(owned == text && owned == *text && owned == string);
        assert!(text == owned && *text == owned && string == owned);
        assert_eq!(url, owned);
        assert_eq!(owned, url);
        assert!(url != "" && "" != owned && url.as_ref() == text);
        let scheme = text.split(':').next().expect("it has a scheme");
        assert!(url.scheme() == scheme && *scheme == url.scheme());
        assert_eq!(AsRef::<str>::as_ref(&url.scheme()), scheme);
    }
    let url = Url::parse("http://h.dom/%61").expect("it is a URL");
    assert!(
        url.host()
            .is_some_and(|host| host == "h.dom" && host != "h")
    );
    // Escapes count as they are written.
    assert!(url.path().is_some_and(|path| path == "%61" && path != "a"));
}

/// Asserts that a map finds the value by its text.
fn is_found_by_text<T: Borrow<str> + Ord + std::hash::Hash>(values: impl Fn() -> Vec<T>) {
    let hashed: HashMap<T, usize> = values().into_iter().zip(0..).collect();
    let ordered: BTreeMap<T, usize> = values().into_iter().zip(0..).collect();
    for (index, text) in TEXTS.into_iter().enumerate() {
        assert_eq!(hashed.get(text), Some(&index));
        assert_eq!(ordered.get(text), Some(&index));
    }
    assert_eq!(hashed.get("http://i"), None);
    let state = RandomState::new();
    for value in values() {
        assert_eq!(state.hash_one(&value), state.hash_one(value.borrow()));
    }
    // The order is that of the texts.
    let mut texts = TEXTS;
    texts.sort_unstable();
    let found = ordered.keys().map(|value| value.borrow().to_owned());
    assert!(found.eq(texts));
}

#[test]
fn equality_order_and_hash_are_those_of_the_text() {
    let urls = || TEXTS.map(|text| Url::parse(text).expect("it is a URL"));
    is_found_by_text(|| urls().to_vec());
    is_found_by_text(|| urls().map(OwnedUrl::from).to_vec());
}

#[test]
fn it_is_made_from_strings_and_becomes_one() {
    let url = OwnedUrl::try_from("http://h/").expect("it is a URL");
    assert_eq!(String::from(url), "http://h/");
    let error = OwnedUrl::try_from("http:/h").unwrap_err();
    assert_eq!(error, Url::parse("http:/h").unwrap_err());
}

#[test]
fn an_iterator_over_an_owned_url_borrows_it() {
    let url: OwnedUrl = "http://h/a/b".parse().expect("it is a URL");
    let segments: Vec<&str> = url.segments().map(Component::raw).collect();
    assert_eq!(segments, ["a", "b"]);
}

#[test]
fn a_url_shows_its_kind_and_its_text() {
    for (text, expected) in [
        ("ftp://h", "Ftp(\"ftp://h\")"),
        ("http://h/a", "Http(\"http://h/a\")"),
        ("gopher://h", "Gopher(\"gopher://h\")"),
        ("mailto:a", "Mailto(\"mailto:a\")"),
        ("news:*", "News(\"news:*\")"),
        ("nntp://h/g", "Nntp(\"nntp://h/g\")"),
        ("telnet://h", "Telnet(\"telnet://h\")"),
        ("wais://h/d", "Wais(\"wais://h/d\")"),
        ("file:///a", "File(\"file:///a\")"),
        ("prospero://h/a", "Prospero(\"prospero://h/a\")"),
        ("x:a", "Other(\"x:a\")"),
    ] {
        assert_eq!(format!("{:?}", url(text)), expected);
        // It stays on one line in `dbg!`.
        assert_eq!(format!("{:#?}", url(text)), expected);
        assert_eq!(
            format!("{:?}", url(text).to_owned()),
            format!("OwnedUrl({text:?})")
        );
    }
    let Url::Http(http) = url("http://h/a") else {
        panic!()
    };
    assert_eq!(format!("{http:?}"), "HttpUrl(\"http://h/a\")");
}

#[test]
fn a_component_shows_its_name_its_span_and_its_text() {
    let components = |text| format!("{:?}", url(text).components());
    assert_eq!(
        components("http://h:80/%41?b"),
        "[scheme 0..4 \"http\", host 7..8 \"h\", port 9..11 \"80\", hpath 12..15 \"%41\", search 16..17 \"b\"]"
    );
    assert_eq!(
        format!("{:?}", url("http://h").user().map(Component::raw)),
        "None"
    );
    let shown = |text| format!("{:?} {:?}", url(text).host().unwrap(), url(text).port());
    assert_eq!(
        shown("http://h.dom:80"),
        "Name(\"h.dom\") Some(Port(\"80\"))"
    );
    assert_eq!(shown("http://1.2.3.4"), "Number(\"1.2.3.4\") None");
}

#[test]
fn commands_and_gopher_strings_show_text() {
    let Url::Ftp(ftp) = url("ftp://h/a%FF/b;type=i") else {
        panic!()
    };
    let commands: Vec<_> = ftp.commands_decoding_delimiters().collect();
    assert_eq!(
        format!("{commands:?}"),
        "[FtpCommand(\"USER anonymous\"), FtpCommand(\"PASS <e-mail address>\"), FtpCommand(\"CWD a\\xff\"), FtpCommand(\"TYPE I\"), FtpCommand(\"RETR b\")]"
    );
    for (string, expected) in [
        ("+", "DefaultView"),
        ("?", "Form"),
        ("%FF", "Other"),
        (
            "+text/plain",
            "View { view: \"text/plain\", language: None }",
        ),
        ("+a%20en", "View { view: \"a\", language: Some(\"en\") }"),
        ("!", "ItemAttributes { names: [] }"),
        (
            "$+A%20%22",
            "DirectoryAttributes { names: [\"+A\", \"\\\"\"] }",
        ),
        (
            "+%091%0D%0A+-1%0D%0Aa%FF%0D%0A.%0D%0A",
            "FilledForm { values: [\"a\\xff\"] }",
        ),
    ] {
        let text = format!("gopher://h/0%09%09{string}");
        let Url::Gopher(gopher) = url(&text) else {
            panic!("{text}")
        };
        assert_eq!(format!("{:?}", gopher.gopher_plus().unwrap()), expected);
    }
}

#[test]
fn a_builder_shows_its_components_by_method_names() {
    let builder = Builder::new("prospero").host("h").hsoname(b"a\xff\"");
    let builder = builder.field("b", "c d");
    assert_eq!(
        format!("{builder:?}"),
        "Builder { scheme: \"prospero\", host: \"h\", hsoname: \"a\\xff\\\"\", fields: [(\"b\", \"c d\")] }"
    );
    let builder = url("ftp://u@h/%7e/b;type=i").to_builder().segment("c%");
    assert_eq!(
        format!("{builder:?}"),
        "Builder { scheme: \"ftp\", user: u, host: h, ftptype: i, segments: [%7e, b, \"c%\"] }"
    );
    let builder = Builder::new("mailto").address("é@h");
    assert_eq!(
        format!("{builder:?}"),
        "Builder { scheme: \"mailto\", address: \"é@h\" }"
    );
}
