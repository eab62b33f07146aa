//! URLs in running text: the finds, their offsets, and the faults of bad documents.
//!
//! The documents of `tests/extract/` are of many kinds, each with the URLs that a reader marks in it. `tests/corpus/README.md` says
//! what a line means that is expected.

mod every_document;
mod long_documents;
mod pieces;
mod places;
mod rfc;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rfc1738::extract::{Extractor, Kind, MappedText, Match, Options, RepairKind, extract_with};

use crate::cases::{self, Case};
use crate::replay::replay;

/// Returns the finds that are marked as URLs.
fn marked(document: &(impl AsRef<[u8]> + ?Sized)) -> Vec<Match> {
    rfc1738::extract(document).collect()
}

/// Returns the marked finds and the bare ones.
fn all(document: &(impl AsRef<[u8]> + ?Sized)) -> Vec<Match> {
    extract_with(document, Options::default().bare(true)).collect()
}

/// Returns the texts of finds, with replacement characters for invalid UTF-8.
fn texts(finds: &[Match]) -> Vec<String> {
    let texts = finds.iter().map(Match::text);
    texts
        .map(|text| String::from_utf8_lossy(text).into_owned())
        .collect()
}

/// Reads the documents of every file.
fn documents() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("extract");
    let files = fs::read_dir(folder).expect("the folder is there");
    let files = files.map(|file| file.expect("an entry").path());
    files.flat_map(|path| cases::read(&path)).collect()
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
    for case in documents() {
        let found: Vec<String> = all(&case.text).iter().map(line).collect();
        let expected = case.expected.lines().filter(|line| !line.starts_with("# "));
        if !expected
            .map(in_order)
            .eq(found.iter().map(|line| in_order(line)))
        {
            let (written, expected) = (case.written, case.expected);
            let found = found.join("\n");
            writeln!(
                differences,
                "=== {written}\n--- {expected}\nfound\n{found}\n"
            )
            .expect("a string grows");
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

#[test]
fn there_are_more_than_eight_hundred_documents_and_all_differ() {
    let mut documents = documents();
    assert!(documents.len() > 800, "{}", documents.len());
    documents.sort_by(|one, other| one.text.cmp(&other.text));
    for pair in documents.windows(2) {
        assert_ne!(pair[0].text, pair[1].text, "{}", pair[0].title);
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
    for Case {
        title,
        text: octets,
        ..
    } in documents()
    {
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
    for Case {
        title,
        text: octets,
        ..
    } in documents()
    {
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
    for Case {
        title,
        text: octets,
        ..
    } in documents()
    {
        let mut expected = all(&octets);
        expected.retain(|found| found.kind() != Kind::Bare);
        assert_eq!(marked(&octets), expected, "{title}");
    }
}

#[test]
fn the_matches_do_not_depend_on_the_pieces() {
    let options = Options::default().bare(true);
    for Case {
        title,
        text: octets,
        ..
    } in documents()
    {
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

#[test]
fn the_kept_inputs_of_extract_have_the_same_matches() {
    let fuzz = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/fuzz"));
    assert!(replay(fuzz, "extract", pieces::compare_chosen) >= 20);
}
