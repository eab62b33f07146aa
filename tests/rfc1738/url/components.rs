//! The components of all URLs.

use rfc1738::url::{Host, Url};
use std::borrow::Cow;

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
