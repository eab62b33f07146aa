//! `<URL:…>`.

use rfc1738::extract::{Kind, Match};

use super::{all, marked, texts};

/// The example of the Appendix.
const JIM: &str = "\
      Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
      type=d> but you can probably pick it up from <URL:ftp://ds.in
      ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.
      net/instructions/overview.html#WARNING>.
";

#[test]
fn the_urls_in_the_example_of_the_appendix_are_found() {
    let finds = marked(JIM);
    let expected = [
        "ftp://info.cern.ch/pub/www/doc;type=d",
        "ftp://ds.internic.net/rfc",
        "http://ds.internic.net/instructions/overview.html",
    ];
    assert_eq!(texts(&finds), expected);
    assert!(finds.iter().all(Match::is_valid));
    assert_eq!(finds[1].raw(), b"ftp://ds.in\n      ternic.net/rfc");
    assert_eq!(finds[1].fragment(), None);
    assert_eq!(
        finds[2].raw(),
        b"http://ds.internic.\n      net/instructions/overview.html#WARNING"
    );
    assert_eq!(finds[2].fragment(), Some(&b"WARNING"[..]));
    let positions = finds.iter().map(Match::position);
    let positions: Vec<_> = positions.map(|place| (place.line, place.column)).collect();
    assert_eq!(positions, [(1, 33), (2, 57), (3, 50)]);
}

#[test]
fn line_ends_of_every_kind_leave_the_text_unchanged() {
    for end in ["\n", "\r\n", "\r"] {
        let document = JIM.replace('\n', end);
        assert_eq!(texts(&marked(&document)), texts(&marked(JIM)), "{end:?}");
        let places = |finds: Vec<Match>| {
            let places = finds.iter().map(Match::position);
            places.collect::<Vec<_>>()
        };
        assert_eq!(places(marked(&document)), places(marked(JIM)), "{end:?}");
    }
}

#[test]
fn white_space_of_every_kind_is_ignored() {
    for white in [" ", "\t", "\n", "\r\n", "\r", "\x0b", "\x0c", " \t\n \x0c "] {
        let document = format!("<URL:{white}ne{white}ws:alt{white}.test{white}>");
        let finds = marked(&document);
        assert_eq!(texts(&finds), ["news:alt.test"], "{white:?}");
        let start = 5 + white.len();
        assert_eq!(finds[0].span(), start..document.len() - 1 - white.len());
    }
}

#[test]
fn nothing_else_is_ignored() {
    for other in ["\0", "\u{a0}", "\u{85}", "\u{2028}", "\u{200b}", "\x1c"] {
        let finds = marked(&format!("<URL:news:alt{other}.test>"));
        assert_eq!(texts(&finds), [format!("news:alt{other}.test")]);
        assert!(!finds[0].is_valid());
    }
}

#[test]
fn a_prefix_in_letters_of_any_case_opens_a_wrapper() {
    for prefix in ["URL", "url", "Url", "uRL"] {
        let finds = marked(&format!("<{prefix}:news:*>"));
        assert_eq!(texts(&finds), ["news:*"]);
        assert_eq!(finds[0].kind(), Kind::Wrapped);
    }
}

#[test]
fn a_text_that_only_resembles_a_wrapper_opens_none() {
    for document in [
        "<URI:news:*>",
        "<URL news:*>",
        "<URL>",
        "<URL",
        "<CURL:news:*>",
        "<URLs:x>",
        "<>",
        "",
    ] {
        assert!(marked(document).is_empty(), "{document}");
    }
}

#[test]
fn wrappers_can_touch() {
    let finds = marked("<URL:news:a><URL:news:b>");
    assert_eq!(texts(&finds), ["news:a", "news:b"]);
    assert_eq!((finds[0].span(), finds[1].span()), (5..11, 17..23));
}

#[test]
fn an_empty_wrapper_is_found_and_contains_no_url() {
    for (document, start) in [("<URL:>", 5), ("a <URL: \n>", 7), ("<URL:\r\n>", 5)] {
        let finds = marked(document);
        assert_eq!(finds.len(), 1, "{document:?}");
        assert_eq!((finds[0].span(), finds[0].raw()), (start..start, &b""[..]));
        assert_eq!((finds[0].kind(), finds[0].fault()), (Kind::Wrapped, None));
        let error = finds[0].parse().unwrap_err();
        assert_eq!(finds[0].document_span(error.span()), start..start);
    }
}

#[test]
fn a_fragment_is_kept_apart() {
    for (content, text, fragment) in [
        ("http://h/", "http://h/", None),
        ("http://h/#", "http://h/", Some("")),
        ("http://h/#a", "http://h/", Some("a")),
        ("http://h/ # a\n b ", "http://h/", Some("ab")),
        ("http://h/#a#b", "http://h/", Some("a#b")),
        ("#a", "", Some("a")),
    ] {
        let finds = marked(&format!("<URL:{content}>"));
        assert_eq!(texts(&finds), [text]);
        assert_eq!(finds[0].fragment(), fragment.map(str::as_bytes));
        assert_eq!(finds[0].raw(), content.trim().as_bytes());
    }
}

#[test]
fn octets_that_are_not_utf_8_matter_only_inside_wrappers() {
    let finds = marked(b"\xff\xe9 <URL:http://h/\xe9> \x80");
    assert_eq!(finds[0].text(), b"http://h/\xe9");
    assert_eq!(finds[0].parse().unwrap_err().offset(), 9);
}

#[test]
fn a_wrapper_is_not_searched_for_bare_urls() {
    assert_eq!(
        texts(&all("<URL:http://h/ http://i/>")),
        ["http://h/http://i/"]
    );
}
