//! Section 3.4: the request of a client for a gopher URL.

use rfc1738::url::{GopherPlus, GopherUrl, Url};

fn gopher(text: &str) -> GopherUrl<'_> {
    match Url::parse(text) {
        Ok(Url::Gopher(url)) => url,
        other => panic!("{other:?}"),
    }
}

fn request(text: &str) -> String {
    String::from_utf8(gopher(text).request()).expect("these are text")
}

fn plus(string: &str) -> GopherPlus {
    let text = format!("gopher://h/0sel%09%09{string}");
    gopher(&text)
        .gopher_plus()
        .expect("it has a gopher+ string")
}

#[test]
fn the_selector_is_sent_and_the_type_is_not() {
    assert_eq!(request("gopher://h/00/a%20b"), "0/a b\r\n");
    assert_eq!(gopher("gopher://h/00/a").item_type(), b'0');
    assert_eq!(gopher("gopher://h/%49x").item_type(), b'I');
}

#[test]
fn without_a_path_the_top_level_directory_is_meant() {
    for text in ["gopher://h", "gopher://h/", "gopher://h/1"] {
        assert_eq!(request(text), "\r\n", "{text}");
        assert_eq!(gopher(text).item_type(), b'1', "{text}");
    }
    assert!(gopher("gopher://h/").selector().is_none());
    assert_eq!(
        gopher("gopher://h/1")
            .selector()
            .map(rfc1738::url::Component::raw),
        Some("")
    );
}

#[test]
fn a_search_follows_a_tab() {
    assert_eq!(
        request("gopher://h/7find%09two%20words"),
        "find\ttwo words\r\n"
    );
    assert_eq!(request("gopher://h/7find%09"), "find\t\r\n");
    assert_eq!(request("gopher://h/7a?b%09c"), "a?b\tc\r\n");
}

#[test]
fn a_gopher_plus_string_follows_a_second_tab() {
    assert_eq!(request("gopher://h/0sel%09%09+"), "sel\t\t+\r\n");
    assert_eq!(
        request("gopher://h/7sel%09words%09!+ABSTRACT"),
        "sel\twords\t!+ABSTRACT\r\n"
    );
}

/// Section 3.4.9.
#[test]
fn a_completed_form_is_sent_after_the_selector() {
    let form = "+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%20words%0d%0a.%0D%0A";
    let text = format!("gopher://h/0sel%09%09{form}");
    assert_eq!(
        request(&text),
        "sel\t+\t1\r\n+-1\r\none\r\ntwo words\r\n.\r\n"
    );
    let values = vec![b"one".to_vec(), b"two words".to_vec()];
    assert_eq!(plus(form), GopherPlus::FilledForm { values });
    let values = Vec::new();
    assert_eq!(
        plus("+%091%0D%0A+-1%0D%0A.%0D%0A"),
        GopherPlus::FilledForm { values }
    );
    for broken in [
        "+%091%0D%0A+-1%0D%0Aone",
        "+%091%0D%0A.%0D%0A",
        "+%091%0A+-1%0A.%0A",
    ] {
        assert_eq!(plus(broken), GopherPlus::Other, "{broken}");
    }
}

/// Sections 3.4.4 to 3.4.8.
#[test]
fn the_forms_of_a_gopher_plus_string_are_distinguished() {
    assert_eq!(plus("+"), GopherPlus::DefaultView);
    assert_eq!(plus("?"), GopherPlus::Form);
    let all = Vec::new();
    assert_eq!(plus("!"), GopherPlus::ItemAttributes { names: all.clone() });
    assert_eq!(plus("$"), GopherPlus::DirectoryAttributes { names: all });
    let names = vec![b"+ABSTRACT".to_vec(), b"+SMELL".to_vec()];
    assert_eq!(
        plus("!+ABSTRACT%20+SMELL"),
        GopherPlus::ItemAttributes {
            names: names.clone()
        }
    );
    assert_eq!(
        plus("$+ABSTRACT%20+SMELL"),
        GopherPlus::DirectoryAttributes { names }
    );
    let (view, language) = (b"application/postscript".to_vec(), Some(b"Es_ES".to_vec()));
    assert_eq!(
        plus("+application/postscript%20Es_ES"),
        GopherPlus::View { view, language }
    );
    let (view, language) = (b"text".to_vec(), None);
    assert_eq!(plus("%2Btext"), GopherPlus::View { view, language });
    for other in ["", "x", "?x", "+a%20b%20c", "+a%00"] {
        assert_eq!(plus(other), GopherPlus::Other, "{other}");
    }
    assert_eq!(gopher("gopher://h/0a%09b").gopher_plus(), None);
}
