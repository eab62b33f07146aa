//! Offsets, lines and columns in the document.

use rfc1738::LineColumn;

use super::{all, marked};

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
