//! Section 3.4: gopher URLs.

use rfc1738::Url;

use super::{components, is_url, url};

#[test]
fn a_gopher_path_has_one_of_three_forms() {
    let type_and_selector = [("gtype", "7"), ("selector", "find")];
    assert_eq!(components("gopher://h/7find")[1..], type_and_selector);
    assert_eq!(
        components("gopher://h/7find%09words")[1..],
        [("gtype", "7"), ("selector", "find"), ("search", "words")]
    );
    assert_eq!(
        components("gopher://h/7find%09words%09+text")[1..],
        [
            ("gtype", "7"),
            ("selector", "find"),
            ("search", "words"),
            ("gopher+_string", "+text"),
        ]
    );
}

#[test]
fn no_character_is_reserved_in_a_gopher_path() {
    assert!(is_url("gopher://h/0;/?:@=&"));
    assert_eq!(components("gopher://h/;/?:@=&")[1], ("gtype", ";"));
    assert_eq!(components("gopher://h/;/?:@=&")[2], ("selector", "/?:@=&"));
    let encoded = url("gopher://h/0%3B%2F%3F%3A%40%3D%26");
    assert!(encoded.is_equivalent(&url("gopher://h/0;/?:@=&")));
}

/// The example of Section 3.4.8.
#[test]
fn the_name_and_the_language_of_a_view_are_sent() {
    let text = "gopher://h/0sel%09%09+application/postscript%20Es_ES";
    let Url::Gopher(gopher) = url(text) else {
        panic!()
    };
    let request = gopher.request().expect("the URL embeds no delimiter");
    assert_eq!(request, b"sel\t\t+application/postscript Es_ES\r\n");
}
