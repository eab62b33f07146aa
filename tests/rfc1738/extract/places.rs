//! What a match says besides its text: offsets, lines and columns in the document, readings of hyphens, names; and what no
//! document of `tests/extract/` can show: limits, and hosts in every context.

use rfc1738::LineColumn;
use rfc1738::extract::{Fault, HYPHENS, Kind, LIMIT, MappedText, Match, RepairKind};

use super::{all, marked, texts};

#[test]
fn an_error_in_a_wrapper_is_on_the_right_line() {
    let document = "Dear é,\r\n\r\nsee <URL:ftp://h\r\n  .com/a\r\n  /b~c>\r\n";
    let find = &marked(document)[0];
    let error = find.parse().unwrap_err();
    let span = find.document_span(error.span());
    assert_eq!(&document[span.clone()], "~");
    assert_eq!(
        find.position_at(span.start),
        LineColumn { line: 5, column: 5 }
    );
    assert_eq!(
        find.position(),
        LineColumn {
            line: 3,
            column: 10
        }
    );
}

#[test]
fn an_escape_split_by_a_line_end_is_underlined_twice() {
    let document = "<URL:http://h/%4\n g>";
    let find = &marked(document)[0];
    let error = find.parse().unwrap_err();
    assert_eq!(&document[find.document_span(error.span())], "%4\n g");
}

#[test]
fn a_missing_character_is_reported_after_the_last_octet() {
    let document = "<URL:http:// \n #a>";
    let find = &marked(document)[0];
    let error = find.parse().unwrap_err();
    assert_eq!(error.span(), 7..7);
    assert_eq!(find.document_span(7..7), 12..12);
    assert_eq!(find.document_span(7..usize::MAX).start, 12);
}

#[test]
fn a_span_over_parts_contains_the_white_space_between_them() {
    let document = "<URL:ne\n ws\n :*>";
    let find = &marked(document)[0];
    assert_eq!(find.document_span(0..6), 5..15);
    assert_eq!(find.document_span(1..3), 6..10);
    assert_eq!(find.document_span(2..2), 9..9);
    assert_eq!(find.document_span(0..100), 5..15);
    assert_eq!(find.document_span(50..100), 15..15);
    let offsets: Vec<_> = (0..=6).map(|offset| find.document_offset(offset)).collect();
    assert_eq!(offsets, [5, 6, 9, 10, 13, 14, 15]);
}

#[test]
fn lines_end_with_lf_cr_and_cr_lf() {
    for (before, line, column) in [
        ("", 1, 1),
        ("\n", 2, 1),
        ("\r", 2, 1),
        ("\r\n", 2, 1),
        ("\n\r", 3, 1),
        ("\r\r\n\n a ", 4, 4),
        ("é\tü ", 1, 5),
        ("\x0b\x0c\u{2028} ", 1, 5),
    ] {
        let finds = all(&format!("{before}http://h/"));
        let expected = LineColumn { line, column };
        assert_eq!(finds[0].position(), expected, "{before:?}");
    }
}

#[test]
fn a_match_shows_its_text_and_its_place() {
    let shown = |document: &str| {
        let found = rfc1738::extract(document).next().expect("a match");
        format!("{found:?}")
    };
    assert_eq!(
        shown("<URL:http://h/\n~me>"),
        "Match { kind: Wrapped, span: 5..18, text: \"http://h/~me\", .. }"
    );
    assert_eq!(
        shown("URL:http://h/#a"),
        "Match { kind: Prefixed, span: 4..15, text: \"http://h/\", fragment: \"a\", .. }"
    );
    let unclosed = shown("<URL:http://h/ <p>");
    assert!(unclosed.contains("fault: "), "{unclosed}");
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

/// Returns the other readings of the only wrapper in the document.
fn alternatives(document: &str) -> Vec<String> {
    let finds = marked(document);
    let alternatives = finds[0].alternatives();
    let texts = alternatives.map(|text| String::from_utf8_lossy(text.octets()).into_owned());
    texts.collect()
}

#[test]
fn the_hyphens_of_a_match_have_offsets_in_its_text() {
    let document = "<URL:http://a-\n.b/c-\nd>";
    let found = &marked(document)[0];
    assert_eq!(found.text(), b"http://a.b/c-d");
    assert_eq!(found.hyphens(), [12]);
    assert_eq!(found.repairs()[0].span(), 13..14);
    assert_eq!(found.without_hyphens(|_| true).octets(), b"http://a.b/cd");
    let others: Vec<_> = found.alternatives().collect();
    let others: Vec<_> = others.iter().map(MappedText::octets).collect();
    assert_eq!(
        others,
        [&b"http://a-.b/c-d"[..], b"http://a-.b/cd", b"http://a.b/cd"]
    );
    for white in ["\n", "\r\n", "\r", " \n", "\t\r\n   "] {
        let document = format!("<URL:http://h/a-{white}b>");
        assert_eq!(marked(&document)[0].hyphens(), [10], "{white:?}");
    }
    for content in ["a-b", "a- b", "a-\tb", "a\n-b", "a-\x0cb", "a#b-\nc"] {
        let document = format!("<URL:http://h/{content}>");
        assert!(marked(&document)[0].hyphens().is_empty());
        assert!(alternatives(&document).is_empty(), "{content:?}");
    }
}

#[test]
fn any_subset_of_many_hyphens_can_be_left_out() {
    let document = format!("<URL:news:{}z>", "a-\n".repeat(100));
    assert_eq!(
        alternatives(&document),
        [format!("news:{}z", "a".repeat(100))]
    );
    let find = &marked(&document)[0];
    assert_eq!(find.hyphens().len(), 100);
    let without_first = find.without_hyphens(|index| index == 0);
    assert!(without_first.octets().starts_with(b"news:aa-a-"));
    assert_eq!(without_first.octets().len(), find.text().len() - 1);
}

#[test]
fn an_alternative_maps_its_text_to_the_document() {
    let document = "<URL:http://h-\n.com/\n~>";
    let find = &marked(document)[0];
    assert!(find.parse().is_err_and(|error| error.offset() == 9));
    let other = find.alternatives().next().unwrap();
    assert_eq!(other.octets(), b"http://h.com/~");
    let error = other.parse().unwrap_err();
    let span = other.document_span(error.span());
    assert_eq!(&document[span], "~");
}

#[test]
fn a_text_of_one_hyphen_can_be_empty() {
    assert_eq!(alternatives("<URL:-\n>"), [""]);
}

#[test]
fn every_combination_is_tried_up_to_the_limit() {
    let document = |count: usize| format!("<URL:http://{}a.b/>", "a-\n".repeat(count));
    let count = |count: usize| marked(&document(count))[0].alternatives().count();
    assert_eq!(count(HYPHENS), (1 << HYPHENS) - 1);
    assert_eq!(count(HYPHENS + 1), 1);
    // The fourth hyphen must not be before the dot.
    let mixed = "<URL:http://a-\nb-\nc-\nd-\n.e/f-\ng>";
    assert_eq!(texts(&marked(mixed)), ["http://a-b-c-d.e/f-g"]);
}

#[test]
fn a_url_of_the_greatest_length_is_whole() {
    let longest = format!("news:{}", "a".repeat(LIMIT - 5));
    for document in [
        format!("<URL:{longest}>"),
        format!("URL:{longest}"),
        format!("URL:{longest} a"),
    ] {
        let finds = marked(&document);
        assert_eq!(finds.len(), 1);
        assert!(finds[0].is_valid());
        assert_eq!(finds[0].raw(), longest.as_bytes());
    }
}

#[test]
fn a_url_that_is_too_long_hides_nothing_after_it() {
    let longer = format!("news:{}", "a".repeat(LIMIT - 4));
    for document in [
        format!("<URL:{longer}> <URL:news:b>"),
        format!("URL:{longer} URL:news:b"),
        format!("URL:{longer}<URL:news:b>"),
    ] {
        let finds = marked(&document);
        assert_eq!(finds.len(), 2);
        assert_eq!(finds[0].fault(), Some(Fault::TooLong));
        assert_eq!(finds[0].raw().len(), LIMIT);
        assert!(!finds[0].is_valid());
        assert_eq!(texts(&finds[1..]), ["news:b"]);
    }
}

#[test]
fn the_first_word_of_an_overlong_wrapper_is_found() {
    let document = format!("<URL:news:a {}> URL:news:c", "b ".repeat(LIMIT));
    let finds = marked(&document);
    assert_eq!(texts(&finds), ["news:a", "news:c"]);
    let faults = finds.iter().map(Match::fault);
    assert!(faults.eq([Some(Fault::TooLong), None]));
}

#[test]
fn a_name_that_is_too_long_is_not_a_scheme() {
    let name = "a".repeat(64);
    assert_eq!(all(&format!("{name}://h/")).len(), 1);
    assert!(all(&format!("a{name}://h/")).is_empty());
}

/// Texts within a host that RFC 1738 does not allow there.
const WITHIN: [&str; 44] = [
    "❤",
    "é",
    "ü",
    "б",
    "好",
    "の",
    "８",
    "\u{ad}",
    "\u{200b}",
    "\u{2010}",
    "–",
    "—",
    "’",
    "😀",
    "™",
    "_",
    "%s",
    "%HOST%",
    "$HOST",
    "${HOST}",
    "$(hostname)",
    "{host}",
    "{{host}}",
    "[host]",
    "*",
    "\\",
    "\\host",
    "`host`",
    "'+host+'",
    "<host>",
    "&lt;host&gt;",
    "|",
    ";",
    ",",
    "!",
    "\\fIhost\\fR",
    "\\u00e9",
    "\\xe9",
    "&#233;",
    "\x1b[1mhost\x1b[0m",
    "\x1b[01;31m\x1b[Khost\x1b[m\x1b[K",
    "\\e[1mhost\\e[0m",
    "\\033[1mhost",
    "\\u001b[1mhost",
];

#[test]
fn a_host_that_goes_on_is_never_cut_short() {
    for within in WITHIN {
        for start in [
            "http://",
            "ftp://user@",
            "telnet://",
            "mailto:joe@",
            "gopher://",
        ] {
            for (before, after) in [
                ("i", ".ws"),
                ("www.", ".org"),
                ("www.exam", "ple.org"),
                ("www.exam", ".org/path"),
                ("exam", "ple.org:80/path"),
            ] {
                let document = format!("see {start}{before}{within}{after} here");
                let mut found = all(&document);
                // An address can contain some of the texts, and `\.` is a dot.
                found.retain(|found| found.is_valid() && !found.raw().ends_with(after.as_bytes()));
                assert!(found.is_empty(), "{document}: {found:?}");
            }
        }
    }
}

#[test]
fn kinds_and_faults_are_displayed_by_their_names_in_columns() {
    for (kind, name) in [
        (Kind::Wrapped, "wrapped"),
        (Kind::Prefixed, "prefixed"),
        (Kind::Bare, "bare"),
    ] {
        assert_eq!(kind.as_str(), name);
        assert_eq!(format!("{kind:>9}"), format!("{name:>9}"));
    }
    for (fault, name) in [(Fault::Unclosed, "unclosed"), (Fault::TooLong, "too-long")] {
        assert_eq!(fault.as_str(), name);
        assert_eq!(format!("{fault:>9}"), format!("{name:>9}"));
    }
}

#[test]
fn the_name_of_a_repair_is_displayed_in_columns() {
    for (kind, name) in [
        (RepairKind::QuoteMark, "quote-mark"),
        (RepairKind::CommentMark, "comment-mark"),
        (RepairKind::PageBreak, "page-break"),
        (RepairKind::WhiteSpace, "white-space"),
        (RepairKind::Hyphen, "hyphen"),
        (RepairKind::Tag, "tag"),
        (RepairKind::Reference, "reference"),
        (RepairKind::Escape, "escape"),
        (RepairKind::NonAscii, "non-ascii"),
    ] {
        assert_eq!(kind.as_str(), name);
        assert_eq!(format!("{kind:>14}"), format!("{name:>14}"));
    }
}
