//! Section 3.3: http URLs.

use rfc1738::url::ComponentName;
use rfc1738::{Builder, Rule, Url, literal_characters};

use super::{components, is_url, url};

#[test]
fn the_path_and_the_search_part_may_be_left_out() {
    assert_eq!(
        components("http://h:8080"),
        [("host", "h"), ("port", "8080")]
    );
    assert_eq!(components("http://h/")[1..], [("hpath", "")]);
    assert_eq!(components("http://h/a/b")[1..], [("hpath", "a/b")]);
    let both = [("hpath", "a"), ("search", "b")];
    assert_eq!(components("http://h/a?b")[1..], both);
    let search = [("hpath", ""), ("search", "b")];
    assert_eq!(components("http://h/?b")[1..], search);
    assert!(!is_url("http://h?b"), "only without both the slash may go");
}

#[test]
fn slash_semicolon_and_question_mark_are_reserved() {
    for component in [ComponentName::Hpath, ComponentName::Search] {
        let literal = literal_characters(Rule::Httpurl, component).unwrap();
        for reserved in b"/;?" {
            assert!(!literal.contains(*reserved));
        }
    }
    let built = Builder::new("http").host("h").segment("a/;?").search("/;?");
    assert_eq!(
        built.build().unwrap().as_str(),
        "http://h/a%2F%3B%3F?%2F%3B%3F"
    );
    for (literal, encoded) in [
        ("http://h/a/b", "http://h/a%2Fb"),
        ("http://h/a;b", "http://h/a%3Bb"),
        ("http://h/a?b", "http://h/a%3Fb"),
        ("http://h/?a;b", "http://h/?a%3Bb"),
    ] {
        assert!(!url(literal).is_equivalent(&url(encoded)), "{literal}");
    }
}

#[test]
fn encoded_line_ends_are_requested_encoded() {
    let Url::Http(http) = url("http://h/a%0D%0Ab?c%00") else {
        panic!()
    };
    assert_eq!(http.request_target(), "/a%0D%0Ab?c%00");
}
