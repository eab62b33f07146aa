//! URLs that own their text.

use core::borrow::Borrow;
use core::hash::BuildHasher as _;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rfc1738::url::Component;
use rfc1738::{OwnedUrl, Url};

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
