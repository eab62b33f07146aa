//! `Document` and `SyntaxError::in_document`: errors have the line, the column and the span of the
//! document that their texts come from.

use proptest::prelude::*;
use rfc1738::extract::{Options, extract_with};
use rfc1738::{ColumnUnit, Document, Rule, Url, parse};

use super::note_cases::CASES;

/// Returns each offset between two characters with its line and column, as an editor that reads the
/// document from its start.
fn positions(document: &str) -> Vec<(usize, (usize, usize))> {
    let mut all = Vec::new();
    let (mut line, mut column) = (1, 1);
    let mut characters = document.char_indices().peekable();
    while let Some((offset, character)) = characters.next() {
        all.push((offset, (line, column)));
        let follows = characters.peek().map(|(_, character)| *character);
        match character {
            '\n' => (line, column) = (line + 1, 1),
            '\r' if follows != Some('\n') => (line, column) = (line + 1, 1),
            '\u{feff}' if line == 1 && column == 1 => {}
            _ => column += 1,
        }
    }
    all.push((document.len(), (line, column)));
    all
}

fn line_and_column(document: &str, offset: usize) -> (usize, usize) {
    let positions = positions(document);
    let found = positions.binary_search_by_key(&offset, |(at, _)| *at);
    positions[found.expect("it is between two characters")].1
}

fn documents() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just("ü"),
        Just("\u{1f600}"),
        Just("\t"),
        Just("a = b"),
        Just("line of text "),
    ];
    let mark = prop_oneof![3 => Just(""), 1 => Just("\u{feff}")];
    // A few documents are longer than the distance of stored counts.
    let parts = prop_oneof![
        9 => prop::collection::vec(part.clone(), 0..30),
        1 => prop::collection::vec(part, 400..500),
    ];
    (mark, parts).prop_map(|(mark, parts)| mark.to_owned() + &parts.concat())
}

proptest! {
    #[test]
    fn every_offset_has_the_line_and_column_of_an_editor(text in documents()) {
        let document = Document::new(&text);
        for (offset, wanted) in positions(&text) {
            let at = document.position(offset);
            let is_inside_mark = offset == 0 && text.starts_with('\u{feff}');
            prop_assert!(is_inside_mark || (at.line, at.column) == wanted, "{:?} {}", text, offset);
            prop_assert_eq!(document.line_of(offset), at.line);
        }
    }

    #[test]
    fn a_line_and_a_column_lead_back_to_the_offset(text in documents()) {
        let document = Document::new(&text);
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let line = document.line_of(offset);
            let span = document.line(line);
            if !(span.start..=span.end).contains(&offset) {
                // Inside a line end or a byte order mark.
                continue;
            }
            let before = &text[span.start..offset];
            let columns = [
                (ColumnUnit::Octets, before.len()),
                (ColumnUnit::Characters, before.chars().count()),
                (ColumnUnit::Utf16, before.encode_utf16().count()),
            ];
            for (unit, column) in columns {
                prop_assert_eq!(document.offset(line, column + 1, unit), Some(offset));
            }
            let end = text[span].len();
            prop_assert_eq!(document.offset(line, end + 2, ColumnUnit::Octets), None);
        }
    }

    #[test]
    fn the_lines_are_those_of_the_document_without_their_ends(text in documents()) {
        let document = Document::new(&text);
        let unmarked = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let unix = unmarked.replace("\r\n", "\n").replace('\r', "\n");
        let wanted: Vec<&str> = unix.split('\n').collect();
        let lines = (1..=wanted.len()).map(|line| &text[document.line(line)]);
        prop_assert_eq!(lines.collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn an_error_lies_where_its_text_does(
        before in documents(),
        after in documents(),
        case in 0..CASES.len(),
    ) {
        let (rule, wrong, _) = &CASES[case];
        let text = [&before, *wrong, &after].concat();
        let error = parse(*rule, wrong).unwrap_err();
        let (span, offset) = (error.span(), before.len() + error.offset());
        let placed = error.clone().in_document(&Document::new(&text), before.len());
        prop_assert_eq!(placed.span(), before.len() + span.start..before.len() + span.end);
        let at = placed.position();
        let wanted = line_and_column(&text, offset);
        prop_assert!(before.is_empty() || (at.line, at.column) == wanted);
        prop_assert_eq!(placed.error(), &error);
        let summary = error.summary();
        let (summary, _) = summary.rsplit_once(" at offset ").expect("an offset");
        let shown = format!("{placed:#}");
        prop_assert!(shown.contains(summary));
    }
}

#[test]
fn a_place_that_is_none_has_no_offset() {
    let document = Document::new("a\u{1f600}b\n");
    let none = [
        (0, 1, ColumnUnit::Characters),
        (1, 0, ColumnUnit::Characters),
        (1, 5, ColumnUnit::Characters),
        (1, 3, ColumnUnit::Utf16),
        (1, 3, ColumnUnit::Octets),
        (3, 1, ColumnUnit::Octets),
        (usize::MAX, usize::MAX, ColumnUnit::Utf16),
    ];
    for (line, column, unit) in none {
        assert_eq!(document.offset(line, column, unit), None);
    }
    assert_eq!(document.offset(2, 1, ColumnUnit::Utf16), Some(7));
}

#[test]
fn a_line_that_the_document_does_not_have_is_empty() {
    let document = Document::new("a\nb");
    for line in [3, 4, usize::MAX] {
        assert_eq!(document.line(line), 3..3);
    }
    assert_eq!(Document::new("").line(1), 0..0);
    assert_eq!(document.position(usize::MAX), document.position(3));
    assert_eq!(document.line_of(usize::MAX), 2);
}

#[test]
fn an_error_of_an_extracted_url_is_at_its_octets() {
    let mail = "> see <URL:http://h/a\n>   b~c> and URL:http:/x,\r\n\
                < http://zürich.ch/ > <URL:ftp://me@\n  host/%4\n1%zz>\n";
    let document = Document::named("mail", mail);
    let mut spans = Vec::new();
    for found in extract_with(mail, Options::default().bare(true)) {
        let Err(error) = found.parse() else { continue };
        let offset = found.document_offset(error.offset());
        let span = found.document_span(error.span());
        let placed = error.in_document(&document, &found);
        assert_eq!(placed.span(), span);
        let at = placed.position();
        assert_eq!((at.line, at.column), line_and_column(mail, offset));
        assert_eq!(at, found.position_at(offset));
        spans.push(&mail[span]);
    }
    assert_eq!(spans, ["~", "x", "ü", "%z"]);
}

#[test]
fn a_broken_escape_is_shown_in_its_line() {
    let mail = "first\n<URL:http://h/%4\n zz>";
    let found = rfc1738::extract(mail).next().expect("a wrapper");
    let error = found.parse().unwrap_err();
    let placed = error.in_document(&Document::new(mail), &found);
    let shown = format!("{placed:#}");
    assert!(shown.starts_with("line 3, column 2: "), "{shown}");
    assert!(
        shown.contains("\n2 | <URL:http://h/%4\n  |               ^^ in "),
        "{shown}"
    );
}

#[test]
fn an_offset_beyond_the_document_is_its_end() {
    let error = Url::parse("http://h/~").unwrap_err();
    for text in ["", "x", "x\ny", "a\r", "\u{feff}", "ü"] {
        let document = Document::new(text);
        for start in [0, 1, 2, 8, 9, 1 << 40, usize::MAX - 3, usize::MAX] {
            let placed = error.clone().in_document(&document, start);
            assert!(placed.span().end <= text.len());
            assert!(placed.span().start <= placed.span().end);
            let shown = format!("{placed} {placed:#}");
            assert!(shown.contains("found \"~\""), "{shown}");
        }
    }
}

#[test]
fn an_error_outside_the_document_is_at_the_start() {
    for (document, start) in [
        (r#"a = "http:\u002F/h/~x""#, 5),
        (r#"a = """http://h/~x""""#, 5),
        ("a = http://h/ ~x", 4),
        ("zürich zürich zürich", 3),
    ] {
        let error = Url::parse("http://h/~x").unwrap_err();
        let placed = error.in_document(&Document::new(document), start);
        let wanted = start.min(document.len());
        assert_eq!(placed.span().start, wanted, "{document}");
        assert_eq!(
            placed.position().column,
            document[..wanted].chars().count() + 1
        );
    }
    // At the end of the text, the octet before it counts.
    let error = Url::parse("http://h:").unwrap_err();
    let placed = error.clone().in_document(&Document::new("http://h:"), 0);
    assert_eq!(placed.span(), 9..9);
    let placed = error.in_document(&Document::new("http://host/"), 0);
    assert_eq!(placed.span(), 0..0);
}

#[test]
fn debug_shows_the_place_and_leaves_the_document_out() {
    let error = parse(Rule::Port, "8o").unwrap_err();
    let placed = error.in_document(&Document::named("ports", "80\n8o\n"), 3);
    let shown = format!("{placed:?}");
    assert!(
        shown.starts_with(
            "DocumentError { name: Some(\"ports\"), position: LineColumn { line: 2, column: 2 }, \
             span: 4..5, error: SyntaxError { rule: Port, offset: 1,"
        ),
        "{shown}"
    );
    assert!(!shown.contains("octets"), "{shown}");
}

#[test]
fn the_line_and_the_long_form_have_the_line_number() {
    let text = "\n\n\n\n\n\n\n\n\nmirror\thttp://h:/\n";
    let error = Url::parse("http://h:/").unwrap_err();
    let placed = error.clone().in_document(&Document::new(text), 16);
    assert_eq!(
        placed.to_string(),
        "line 10, column 17: not a valid url: found \"/\"; \
         if the port is omitted, the colon is omitted as well (RFC 1738, 3.1)"
    );
    assert_eq!(
        format!("{placed:#}"),
        "line 10, column 17: expected digit, found \"/\"\n   |\n10 | mirror\\thttp://h:/\n   \
         |                  ^ in url, httpurl, hostport, port, digits\n   \
         = note: if the port is omitted, the colon is omitted as well (RFC 1738, 3.1)\n   \
         = help: write http://h/"
    );
    let named = error.in_document(&Document::named("a\u{1b}[2J\n.conf", text), 16);
    let line = named.to_string();
    assert!(line.starts_with(r"a\u{1b}[2J\n.conf:10:17: not"), "{line}");
    assert_eq!(named.name(), Some("a\u{1b}[2J\n.conf"));
}

#[test]
fn an_error_in_a_long_line_is_short() {
    let long = "a".repeat(1_000_000);
    let wrong = format!("http://h/{long}~");
    let text = format!("{long}\n{long} {wrong} {long}\n{long}");
    let document = Document::new(&text);
    let error = parse(Rule::Url, &wrong).unwrap_err();
    let placed = error.in_document(&document, 2 * long.len() + 2);
    assert_eq!(placed.position().column, 2 * long.len() + 11);
    let shown = format!("{placed:#}");
    let excerpt: Vec<&str> = shown.lines().take(4).collect();
    assert!(excerpt.iter().all(|line| line.len() < 200), "{excerpt:#?}");
    assert!(excerpt[2].contains("aaa~ aaa"), "{excerpt:#?}");
}
