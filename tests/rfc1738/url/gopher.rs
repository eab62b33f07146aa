//! Section 3.4: the request of a client for a gopher URL.

use rfc1738::url::{Component, Delimiter, GopherPlus, GopherUrl, Url};

fn gopher(text: &str) -> GopherUrl<'_> {
    match Url::parse(text) {
        Ok(Url::Gopher(url)) => url,
        other => panic!("{other:?}"),
    }
}

fn request(text: &str) -> String {
    let request = gopher(text).request();
    let request = request.unwrap_or_else(|error| panic!("{text}: {error}"));
    String::from_utf8(request).expect("these are text")
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
        gopher("gopher://h/1").selector().map(Component::raw),
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
    for other in [
        "",
        "x",
        "?x",
        "+a%20b%20c",
        "+a%00",
        "+%20De",
        "+text%20",
        "+%20",
        "!%20",
        "!%20+A",
        "!+A%20%20+B",
        "$+A%20",
        "$+A%7F",
    ] {
        assert_eq!(plus(other), GopherPlus::Other, "{other}");
    }
    assert_eq!(gopher("gopher://h/0a%09b").gopher_plus(), None);
}

/// Section 3.4.1: a selector contains no tab, and no character is reserved in the path. So encoded
/// tabs alone divide the path.
#[test]
fn encoded_tabs_end_the_selector_and_the_search_string() {
    for (text, parts) in [
        (
            "gopher://h/7s%09a/b%09+",
            [Some("s"), Some("a/b"), Some("+")],
        ),
        ("gopher://h/7s%09a/b", [Some("s"), Some("a/b"), None]),
        (
            "gopher://h/7s%09a?b%09?",
            [Some("s"), Some("a?b"), Some("?")],
        ),
        ("gopher://h/7s/t%09/", [Some("s/t"), Some("/"), None]),
        ("gopher://h/7%09/%09/", [Some(""), Some("/"), Some("/")]),
        ("gopher://h/7s%09%09", [Some("s"), Some(""), Some("")]),
        ("gopher://h/7s%09%09/", [Some("s"), Some(""), Some("/")]),
        ("gopher://h/7s%09", [Some("s"), Some(""), None]),
        // The Gopher+ string takes all further tabs.
        (
            "gopher://h/7s%09a/%09b%09c%09",
            [Some("s"), Some("a/"), Some("b%09c%09")],
        ),
        ("gopher://h/7s%09%09%09", [Some("s"), Some(""), Some("%09")]),
        // The type is a single character, even if it is an encoded tab.
        ("gopher://h/%09s", [Some("s"), None, None]),
        ("gopher://h/%09%09a/b", [Some(""), Some("a/b"), None]),
        ("gopher://h//%09/", [Some(""), Some("/"), None]),
        // An encoded percent sign is not the beginning of a tab.
        ("gopher://h/7s%2509a", [Some("s%2509a"), None, None]),
        ("gopher://h/7", [Some(""), None, None]),
        ("gopher://h/", [None, None, None]),
        ("gopher://h", [None, None, None]),
    ] {
        let url = gopher(text);
        let found = [url.selector(), url.search(), url.gopher_string()];
        assert_eq!(found.map(|part| part.map(Component::raw)), parts, "{text}");
        for part in found.into_iter().flatten() {
            assert_eq!(&text[part.span()], part.raw(), "{text}");
        }
    }
    assert_eq!(request("gopher://h/7s%09a/b%09+"), "s\ta/b\t+\r\n");
    assert_eq!(request("gopher://h/7s%09a%2Fb%09+"), "s\ta/b\t+\r\n");
}

/// Section 3.4.5: the "?" tag says that the client has to fetch the form. 3.4.7 says how.
#[test]
fn an_item_with_a_form_is_retrieved_through_the_form() {
    assert_eq!(request("gopher://h/0sel%09%09?"), "sel\t\t!+ASK\r\n");
    assert_eq!(request("gopher://h/0sel%09%09%3F"), "sel\t\t!+ASK\r\n");
    assert_eq!(request("gopher://h/0sel%09%09?x"), "sel\t\t?x\r\n");
}

/// Section 3.4.9 shows what is sent: there is no search string in it.
#[test]
fn a_completed_form_leaves_no_room_for_a_search_string() {
    assert_eq!(
        request("gopher://h/0sel%09words%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A"),
        "sel\t+\t1\r\n+-1\r\na\r\n.\r\n"
    );
}

#[test]
fn delimiters_are_not_decoded_and_sent() {
    const FORM: &str = "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A";
    let form = |values: &str| format!("{FORM}{values}.%0D%0A");
    let at = FORM.len();
    for (text, delimiter, span) in [
        (
            "gopher://h/0a%0Db".to_owned(),
            Delimiter::CarriageReturn,
            13..16,
        ),
        ("gopher://h/0a%0ab".to_owned(), Delimiter::LineFeed, 13..16),
        ("gopher://h/0%00".to_owned(), Delimiter::Nul, 12..15),
        (
            "gopher://h/0a%09b/%0D".to_owned(),
            Delimiter::CarriageReturn,
            18..21,
        ),
        (
            "gopher://h/0a%09b%09+c%09d".to_owned(),
            Delimiter::Tab,
            22..25,
        ),
        (
            "gopher://h/0a%09b%09!%0A".to_owned(),
            Delimiter::LineFeed,
            21..24,
        ),
        // Not a whole form.
        (
            "gopher://h/0a%09%09+%091%0D%0A".to_owned(),
            Delimiter::Tab,
            20..23,
        ),
        // Values with half a line end, with NUL, and one that ends the form.
        (form("a%0Ab%0D%0A"), Delimiter::LineFeed, at + 1..at + 4),
        (
            form("a%0D%0D%0A"),
            Delimiter::CarriageReturn,
            at + 1..at + 4,
        ),
        (form("%00%0D%0A"), Delimiter::Nul, at..at + 3),
        (
            form(".%0D%0ADELE%20x%0D%0A"),
            Delimiter::FormEnd,
            at..at + 1,
        ),
        (
            form("a%0d%0a%2e%0d%0a"),
            Delimiter::FormEnd,
            at + 7..at + 10,
        ),
    ] {
        let error = gopher(&text).request().expect_err(&text);
        let first = error.delimiters().next().expect("there is one");
        assert_eq!(
            (first.delimiter(), first.span()),
            (delimiter, span),
            "{text}"
        );
    }
    // The type is not sent.
    assert_eq!(request("gopher://h/%0Da"), "a\r\n");
    assert_eq!(
        request(&form("..%0D%0A.a%0D%0Ab.%0D%0A")),
        "s\t+\t1\r\n+-1\r\n..\r\n.a\r\nb.\r\n.\r\n"
    );
}

#[test]
fn delimiters_are_sent_if_the_caller_asks_for_it() {
    let url = gopher("gopher://h:25/0HELO%20a%0D%0AQUIT");
    assert_eq!(url.request_decoding_delimiters(), b"HELO a\r\nQUIT\r\n");
    let url = gopher("gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0Ax%0D%0A.%0D%0A");
    assert_eq!(
        url.request_decoding_delimiters(),
        b"s\t+\t1\r\n+-1\r\n.\r\nx\r\n.\r\n"
    );
}
