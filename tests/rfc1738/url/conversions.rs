//! URLs made of texts and of the URLs of one scheme, and texts made of URLs.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use rfc1738::{OwnedUrl, SyntaxError, Url};

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
