//! `Document`, `SyntaxError::in_document` and `StringLiteral`: errors have the line, the column and the span of the document that
//! their texts come from; for a string of JSON, TOML or YAML, compared with their parsers.

use std::ops::Range;

use proptest::prelude::*;
use rfc1738::extract::{Options, extract_with};
use rfc1738::{ColumnUnit, Document, Fix, Note, Origin as _, Rule, StringLiteral, Url, parse};
use serde::Deserialize;
use serde_json::Value;

use super::notes::CASES;
use crate::extent::few_or_many;

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

/// A document in a format, with one string under the key `v`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Json,
    Toml,
    Yaml,
}

#[derive(Deserialize)]
struct Toml {
    v: toml::Spanned<String>,
}

#[derive(Deserialize)]
struct Yaml {
    v: serde_saphyr::Spanned<String>,
}

impl Format {
    /// Returns what the parser of the format reads: the text, and where it says that the string is.
    fn read(self, document: &str) -> Option<(String, usize)> {
        match self {
            Self::Json => {
                let value: Value = serde_json::from_str(document).ok()?;
                // The parser gives no places.
                Some((
                    value["v"].as_str()?.to_owned(),
                    document.find("\"v\": ")? + 5,
                ))
            }
            Self::Toml => {
                let v = toml::from_str::<Toml>(document).ok()?.v;
                Some((v.get_ref().clone(), v.span().start))
            }
            Self::Yaml => {
                let v = serde_saphyr::from_str::<Yaml>(document).ok()?.v;
                let (line, column) = (v.defined.line(), v.defined.column());
                let (line, column) = (line.try_into().ok()?, column.try_into().ok()?);
                let start = Document::new(document).offset(line, column, ColumnUnit::Characters);
                Some((
                    v.value,
                    start.expect("the parser gives a place in the document"),
                ))
            }
        }
    }

    /// Finds the string where the parser says that it is.
    fn literal(self, document: &str) -> Option<StringLiteral> {
        let (text, start) = self.read(document)?;
        let octets = document.as_bytes();
        let literal = match self {
            Self::Json => StringLiteral::json(octets, start),
            Self::Toml => StringLiteral::toml(octets, start),
            Self::Yaml => StringLiteral::yaml(octets, start, &text),
        };
        let literal = literal.unwrap_or_else(|| panic!("{document:?} holds {text:?}"));
        assert_eq!(literal.text(), text, "{document:?}");
        Some(literal)
    }
}

/// Checks the spans of all characters: they are in order, do not overlap, and a character that is not
/// escaped is the same in the document.
fn assert_maps(document: &str, literal: &StringLiteral) {
    let mut end = 0;
    for (offset, character) in literal.text().char_indices() {
        let length = character.len_utf8();
        let span = literal.document_span(offset..offset + length);
        let found = &document[span.clone()];
        // Line breaks that are folded stand together for some characters.
        let is_folded = found.contains('\n');
        assert!(span.start >= end || is_folded, "{document:?} {character:?}");
        let is_same = found == character.to_string();
        assert!(is_same || is_folded || !character.is_ascii_alphanumeric() || found.contains('\\'));
        assert_eq!(literal.document_span(offset..offset).len(), 0);
        end = span.end;
    }
    let all = literal.document_span(0..literal.text().len());
    assert!(
        all.end == end && literal.document_span(literal.text().len() + 9..usize::MAX) == (end..end)
    );
}

/// Parts of strings: what stands for itself, every escape of each format, and what is wrong.
const PARTS: [&str; 42] = [
    "a",
    "é",
    "\u{1f600}",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\n\n  ",
    "\"",
    "'",
    "''",
    "\"\"",
    "\\\"",
    "\\\\",
    "\\/",
    "\\b",
    "\\f",
    "\\n",
    "\\r",
    "\\t",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\ude00",
    "\\u12",
    "\\U0001F600",
    "\\UFFFFFFFF",
    "\\x7e",
    "\\e",
    "\\0",
    "\\a",
    "\\v",
    "\\ ",
    "\\N",
    "\\_",
    "\\L",
    "\\P",
    "\\\t",
    "\\q",
    "\\\n  ",
    "\\ \n\n ",
    "\u{7f}",
];

#[test]
fn every_escape_is_read_as_the_parser_reads_it() {
    let kinds = [
        (Format::Json, "{\"v\": ", "\"", "}"),
        (Format::Toml, "v = ", "\"", "\n"),
        (Format::Toml, "v = ", "'", "\n"),
        (Format::Toml, "v = ", "\"\"\"", "\n"),
        (Format::Toml, "v = ", "'''", "\n"),
        (Format::Yaml, "v: ", "\"", "\n"),
        (Format::Yaml, "v: ", "'", "\n"),
        (Format::Yaml, "v: ", "", "\n"),
    ];
    for (format, before, quote, after) in kinds {
        let mut count = 0;
        for (first, second) in PARTS.iter().flat_map(|one| PARTS.map(|other| (one, other))) {
            let document = format!("{before}{quote}x{first}{second}y{quote}{after}");
            if let Some(literal) = format.literal(&document) {
                assert_maps(&document, &literal);
                count += 1;
            }
        }
        assert!(count > 60, "{format:?} {quote} {count}");
    }
}

#[test]
fn block_lines_are_read_as_the_parser_reads_them() {
    let lines = ["a", "b c", " d", "", "  ", "\te", "\"f\"", "#g"];
    let mut count = 0;
    for header in [
        "|", "|-", "|+", ">", ">-", ">+", "|2", ">2-", "> # c", "&x |", "!!str >",
    ] {
        for (first, second) in lines.iter().flat_map(|one| lines.map(|other| (one, other))) {
            for third in lines.into_iter().step_by(few_or_many(4, 1)) {
                for (line_end, rest) in
                    [("\n", "\nw: x\n"), ("\r\n", "\r\n\r\nw: x\r\n"), ("\n", "")]
                {
                    let block = [*first, second, third].map(|line| format!("  {line}"));
                    let block = block.join(line_end);
                    let document = format!("v: {header}{line_end}{block}{rest}");
                    let is_full = |(text, _): (String, usize)| !text.trim().is_empty();
                    if Format::Yaml.read(&document).is_some_and(is_full) {
                        let literal = Format::Yaml.literal(&document).expect("it was read");
                        assert_maps(&document, &literal);
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count > few_or_many(1_000, 5_000), "{count}");
}

/// Returns documents that write the text in the ways of each format.
fn literals(text: &str) -> Vec<(Format, String)> {
    let quoted = serde_json::to_string(text).expect("it is text");
    let escaped = &quoted[1..quoted.len() - 1];
    let middle = text.char_indices().nth(text.chars().count() / 2);
    let (before, after) = text.split_at(middle.map_or(0, |(middle, _)| middle));
    let doubled = text.replace('\'', "''");
    let toml = [
        quoted.clone(),
        format!("'{text}'"),
        format!("\"\"\"\n{escaped}\"\"\""),
        format!("'''\n{text}'''"),
        format!("\"\"\"{before}\\\n   {after}\"\"\""),
    ];
    let yaml = [
        quoted.clone(),
        format!("'{doubled}'"),
        text.to_owned(),
        format!("\n  {text}"),
        format!("\"{before}\\\n   {after}\""),
        format!("|-\n  {text}"),
        format!(">-\n  {}", text.replace(' ', "\n  ")),
        text.replace(' ', "\n   "),
    ];
    let json = [
        quoted.clone(),
        quoted.replace('/', "\\/"),
        quoted.replace('~', "\\u007e"),
    ];
    let json = json.map(|one| {
        (
            Format::Json,
            format!("{{\"u\": \"ü\", \"v\": {one}, \"w\": 1}}"),
        )
    });
    let toml = toml.map(|one| (Format::Toml, format!("u = \"ü\"\nv = {one}\nw = 1\n")));
    let yaml = yaml.map(|one| (Format::Yaml, format!("u: ü\nv: {one}\nw: 1\n")));
    json.into_iter().chain(toml).chain(yaml).collect()
}

#[test]
fn the_parser_reads_the_fixed_text_from_a_fixed_document() {
    let mut fixed = [0; 3];
    for (rule, wrong, _) in CASES.iter() {
        let error = parse(*rule, wrong).expect_err("it is wrong");
        for (format, document) in literals(wrong) {
            let is_held = format
                .read(&document)
                .is_some_and(|(text, _)| text == *wrong);
            if !is_held {
                continue;
            }
            let literal = format.literal(&document).expect("it was read");
            let placed = error
                .clone()
                .in_document(&Document::new(&document), &literal);
            assert_eq!(placed.id(), error.id());
            assert_eq!(
                placed.span(),
                literal.document_span(error.span()),
                "{document:?}"
            );
            let notes = error.notes();
            let texts: Vec<&str> = notes.iter().flat_map(Note::fixes).map(Fix::text).collect();
            for fix in placed.fixes() {
                let mut after = document.clone();
                after.replace_range(fix.span(), fix.replacement());
                let (text, _) = format
                    .read(&after)
                    .unwrap_or_else(|| panic!("{after:?} from {document:?}"));
                assert!(
                    texts.contains(&text.as_str()),
                    "{after:?} from {document:?}"
                );
                fixed[format as usize] += 1;
            }
        }
    }
    assert!(fixed.iter().all(|count| *count > 300), "{fixed:?}");
}

#[test]
fn a_fix_that_a_string_cannot_hold_is_left_out() {
    // Nothing stands for `'` between `'` of TOML.
    let literal = StringLiteral::toml(b"v = 'ab'", 4).expect("a string");
    assert_eq!(literal.replacement(0..1, "it's"), None);
    let literal = StringLiteral::yaml(b"v: 'ab'", 3, "ab").expect("a scalar");
    assert_eq!(literal.replacement(0..1, "it's").as_deref(), Some("it''s"));
    let literal = StringLiteral::json(br#""ab""#, 0).expect("a string");
    assert_eq!(
        literal.replacement(0..1, "\"\n").as_deref(),
        Some(r#"\"\u000a"#)
    );
    // A plain scalar that ends with a colon would be a key.
    let literal = StringLiteral::yaml(b"v: x:y", 3, "x:y").expect("a scalar");
    assert_eq!(literal.replacement(2..3, ""), None);
    assert_eq!(literal.replacement(2..3, "z").as_deref(), Some("z"));
}

#[test]
fn a_string_is_found_only_where_it_is() {
    let at = |start| StringLiteral::yaml(b"v: http://h/ab\n", start, "http://h/a");
    assert!(at(3).is_none() && at(4).is_none() && at(99).is_none());
    assert!(StringLiteral::json(b"[\"a", 1).is_none());
    assert!(StringLiteral::toml(b"a = 'b", 4).is_none());
    assert!(StringLiteral::json(b"[\"\xff\"]", 1).is_none());
    let empty = StringLiteral::json(b"[\"\"]", 1).expect("a string");
    assert_eq!(
        (empty.text(), empty.document_span(0..0)),
        ("", Range { start: 2, end: 2 })
    );
}
