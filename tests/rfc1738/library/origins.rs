//! `StringLiteral`: where each part of a string of JSON, TOML or YAML is, compared with their parsers.

use std::ops::Range;

use rfc1738::{ColumnUnit, Document, Fix, Note, Origin as _, StringLiteral, parse};
use serde::Deserialize;
use serde_json::Value;

use super::note_cases::CASES;
use crate::extent::few_or_many;

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
fn documents(text: &str) -> Vec<(Format, String)> {
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
        for (format, document) in documents(wrong) {
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
