//! Documents of many kinds, with the URLs that a reader marks in them.
//!
//! A line that begins with `%%%%` starts a document and gives its title. The title can end with
//! `[crlf]` or `[cr]`, the line ends of the document, and with `[escapes]`: then `\n`, `\t`, `\f`,
//! `\0`, `\\` and `\xNN` stand for octets. Each line after the document that begins with `=>` is a
//! match, found with bare URLs: its kind, its text, and then in any order
//!
//! - `#…`, the fragment,
//! - the repairs, one word each, in their order,
//! - `or=…`, another reading that is a URL,
//! - `unclosed` and `invalid`.
//!
//! The text `-` is empty. A line that begins with `=|` says why a match is not what a reader would
//! expect. The matches were marked by hand.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rfc1738::extract::{Extractor, Kind, MappedText, Match, Options, RepairKind, extract_with};

use super::{all, marked};

/// A document and what is expected of it.
struct Document {
    /// The name of its file and its title.
    title: String,
    octets: Vec<u8>,
    /// The lines after it, without `=>`.
    expected: Vec<String>,
}

/// Reads the documents of every file.
fn documents() -> Vec<Document> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rfc1738/extract/documents");
    let files = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = files
        .map(|file| file.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    let of_file = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("UTF-8");
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let sections = format!("\n{text}");
        let documents = sections.split("\n%%%% ").skip(1);
        let documents = documents.map(|section| document(&name, section));
        documents.collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_file).collect()
}

fn document(file: &str, section: &str) -> Document {
    let (title, body) = section.split_once('\n').expect("a title");
    let is_note = |line: &&str| line.starts_with("=>") || line.starts_with("=|");
    let text: String = body
        .split_inclusive('\n')
        .take_while(|line| !is_note(line))
        .collect();
    let notes = body[text.len()..].lines();
    let (title, flags) = title.split_once(" [").unwrap_or((title, ""));
    let mut octets = text.into_bytes();
    if flags.contains("escapes") {
        octets = unescaped(&octets);
    }
    let line_end = match flags.split([' ', ']']).next() {
        Some("crlf") => "\r\n",
        Some("cr") => "\r",
        _ => "\n",
    };
    let lines: Vec<&[u8]> = octets.split(|octet| *octet == b'\n').collect();
    Document {
        title: format!("{file}: {title}"),
        octets: lines.join(line_end.as_bytes()),
        expected: notes
            .filter_map(|line| line.strip_prefix("=> "))
            .filter(|line| *line != "nothing")
            .map(str::to_owned)
            .collect(),
    }
}

/// Replaces the escapes by their octets.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut octets = Vec::new();
    let mut rest = text;
    while let Some((&octet, after)) = rest.split_first() {
        rest = after;
        if octet != b'\\' {
            octets.push(octet);
            continue;
        }
        let (&escape, after) = rest.split_first().expect("an escape");
        rest = after;
        octets.push(match escape {
            b'n' => b'\n',
            b't' => b'\t',
            b'f' => b'\x0c',
            b'0' => 0,
            b'x' => {
                let (digits, after) = rest.split_at(2);
                rest = after;
                let digits = std::str::from_utf8(digits).expect("digits");
                u8::from_str_radix(digits, 16).expect("two hexadecimal digits")
            }
            other => other,
        });
    }
    octets
}

/// Returns the octets in UTF-8. An octet that is not UTF-8 is `\xNN`.
fn shown(octets: &[u8]) -> String {
    let mut text = String::new();
    for chunk in octets.utf8_chunks() {
        text.push_str(chunk.valid());
        for octet in chunk.invalid() {
            write!(text, "\\x{octet:02x}").expect("a string grows");
        }
    }
    text
}

/// Returns the line that expects the match.
fn line(found: &Match) -> String {
    let text = match found.text() {
        b"" => "-".to_owned(),
        text => shown(text),
    };
    let mut line = format!("{} {text}", found.kind());
    let mut add = |word: &str| write!(line, " {word}").expect("a string grows");
    if let Some(fragment) = found.fragment() {
        add(&format!("#{}", shown(fragment)));
    }
    for repair in found.repairs() {
        add(repair.kind().as_str());
    }
    for other in found.alternatives().filter(MappedText::is_valid) {
        add(&format!("or={}", shown(other.octets())));
    }
    if let Some(fault) = found.fault() {
        add(fault.as_str());
    }
    if found.parse().is_err() {
        add("invalid");
    }
    line
}

/// Returns the line with its words in order, except for the kind and the text.
fn in_order(line: &str) -> Vec<&str> {
    let mut words: Vec<&str> = line.split(' ').collect();
    let first = words.len().min(2);
    words[first..].sort_unstable();
    words
}

#[test]
fn the_urls_that_readers_mark_are_found_in_every_document() {
    let mut differences = String::new();
    for document in documents() {
        let found: Vec<String> = all(&document.octets).iter().map(line).collect();
        let expected = document.expected.iter().map(|line| in_order(line));
        if !expected.eq(found.iter().map(|line| in_order(line))) {
            let (title, expected) = (document.title, document.expected.join("\n  "));
            let found = found.join("\n  ");
            writeln!(differences, "{title}\n  {expected}\nfound\n  {found}\n")
                .expect("a string grows");
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

#[test]
fn there_are_more_than_two_hundred_documents_and_all_differ() {
    let mut documents = documents();
    assert!(documents.len() > 200, "{}", documents.len());
    documents.sort_by(|one, other| one.octets.cmp(&other.octets));
    for pair in documents.windows(2) {
        assert_ne!(pair[0].octets, pair[1].octets, "{}", pair[0].title);
    }
}

/// Removes the repaired places and the white space from the document at a match.
fn repaired(document: &[u8], found: &Match) -> Vec<u8> {
    let mut text = Vec::new();
    let mut start = found.span().start;
    for repair in found.repairs() {
        text.extend_from_slice(&document[start..repair.span().start]);
        start = repair.span().end;
        match repair.kind() {
            RepairKind::Reference => {
                let index = found
                    .text()
                    .iter()
                    .enumerate()
                    .position(|(index, _)| found.document_offset(index) == repair.span().start);
                text.push(found.text()[index.expect("the reference is in the text")]);
            }
            RepairKind::NonAscii => start = repair.span().start,
            _ => {}
        }
    }
    text.extend_from_slice(&document[start..found.span().end]);
    text.retain(|octet| !octet.is_ascii_whitespace());
    text
}

#[test]
fn the_repairs_say_how_each_text_follows_from_the_document() {
    for Document { title, octets, .. } in documents() {
        for found in all(&octets) {
            let mut text = found.text().to_vec();
            if let Some(fragment) = found.fragment() {
                text.push(b'#');
                text.extend_from_slice(fragment);
            }
            assert_eq!(shown(&repaired(&octets, &found)), shown(&text), "{title}");
        }
    }
}

#[test]
fn the_position_of_each_repair_is_that_of_its_octets() {
    for Document { title, octets, .. } in documents() {
        for found in all(&octets) {
            for repair in found.repairs() {
                let before = shown(&octets[..repair.span().start]);
                let before = before.replace("\r\n", "\n").replace('\r', "\n");
                let line = before.matches('\n').count() + 1;
                assert_eq!(repair.position().line, line, "{title}");
                let at = found.position_at(repair.span().start);
                assert_eq!(repair.position(), at, "{title}");
            }
        }
    }
}

#[test]
fn a_search_for_marked_urls_leaves_out_only_bare_ones() {
    for Document { title, octets, .. } in documents() {
        let mut expected = all(&octets);
        expected.retain(|found| found.kind() != Kind::Bare);
        assert_eq!(marked(&octets), expected, "{title}");
    }
}

#[test]
fn the_matches_do_not_depend_on_the_pieces() {
    let options = Options::default().bare(true);
    for Document { title, octets, .. } in documents() {
        let whole: Vec<Match> = extract_with(&octets, options).collect();
        for length in [1, 2, 3, 5, 16, 61] {
            let mut extractor = Extractor::new(options);
            let mut found = Vec::new();
            for piece in octets.chunks(length) {
                extractor.push(piece);
                found.extend(std::iter::from_fn(|| extractor.next_match()));
            }
            found.extend(extractor.finish());
            assert_eq!(found, whole, "{title}, {length}");
        }
    }
}
