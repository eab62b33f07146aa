//! URLs that own their text.

use std::collections::{BTreeSet, HashSet};

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
fn it_is_made_from_a_text_that_is_a_url_and_from_no_other() {
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
