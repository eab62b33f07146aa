//! Properties of every document: all short sequences of the pieces that matter to the search.

use std::ops::Range;

use rfc1738::extract::{Fault, Kind, Match, Options, extract_with};

use super::pieces::pushed;
use crate::extent::few_or_many;

/// The pieces of documents.
const PIECES: [&str; 16] = [
    "<URL:",
    "URL:",
    "http://h/",
    "news:",
    ">",
    "<",
    " ",
    "\n",
    "\r\n",
    "\r",
    "-",
    "#",
    "é~",
    ".",
    ")",
    ":",
];

/// The pieces of quoted documents, of pages and of HTML.
const OTHER_PIECES: [&str; 19] = [
    "> <URL:",
    "&lt;URL:",
    "<http://h/",
    "http://h/",
    "> ",
    ">",
    "&gt;",
    "&amp;",
    "<br>",
    "<p>",
    "\n",
    "\r\n",
    "\x0c\n",
    "A [Page 1]\n",
    "RFC 1 May 1994\n",
    "# ",
    "-\n",
    ",",
    "é",
];

/// Returns every document of this number of pieces.
fn of_pieces(pieces: &'static [&str], count: u32) -> impl Iterator<Item = String> {
    (0..pieces.len().pow(count)).map(move |number| {
        let digits = (0..count).map(|digit| number / pieces.len().pow(digit) % pieces.len());
        digits.map(|digit| pieces[digit]).collect()
    })
}

fn documents(count: u32) -> impl Iterator<Item = String> {
    of_pieces(&PIECES, count)
}

/// Returns every document of this number of the other pieces, alone and in a quoted wrapper.
fn other_documents(count: u32) -> impl Iterator<Item = String> {
    let documents = of_pieces(&OTHER_PIECES, count);
    documents.flat_map(|document| [format!("> <URL:http://h/{document}>"), document])
}

/// Returns the document, alone, in a wrapper and after a prefix.
fn in_contexts(document: String) -> [String; 3] {
    [
        format!("é<URL:{document}>"),
        format!("\rURL:{document}"),
        document,
    ]
}

fn options() -> [Options; 2] {
    [false, true].map(|bare| Options::default().bare(bare))
}

/// Returns line and column, counted from the text before the offset.
fn position(before: &str) -> (usize, usize) {
    let before = before.replace("\r\n", "\n").replace('\r', "\n");
    let line = before.split('\n').count();
    let last = before.rsplit('\n').next().unwrap_or_default();
    (line, last.chars().count() + 1)
}

fn check_places(document: &str, find: &Match) {
    let Range { start, end } = find.span();
    assert_eq!(&document.as_bytes()[start..end], find.raw(), "{document:?}");
    let place = find.position();
    let counted = (place.line, place.column);
    assert_eq!(counted, position(&document[..start]), "{document:?}");
    for (offset, octet) in find.text().iter().enumerate() {
        let place = find.document_offset(offset);
        assert_eq!(document.as_bytes()[place], *octet, "{document:?}");
        assert!((start..end).contains(&place));
        assert_eq!(find.document_span(offset..offset + 1), place..place + 1);
    }
    for &hyphen in find.hyphens() {
        let after = &document[find.document_offset(hyphen)..];
        let white = after.strip_prefix('-').expect("a hyphen");
        let white = &white[..white.len() - white.trim_start().len()];
        assert!(white.contains(['\n', '\r', '\x0c']), "{document:?}");
    }
    if let Err(error) = find.parse() {
        let place = find.document_span(error.span());
        assert!(start <= place.start && place.end <= end, "{document:?}");
        if document.is_char_boundary(place.start) {
            let counted = position(&document[..place.start]);
            let place = find.position_at(place.start);
            assert_eq!((place.line, place.column), counted);
        }
    }
}

#[test]
fn every_match_is_at_its_offset_and_none_overlap() {
    for options in options() {
        let documents = documents(3).flat_map(in_contexts);
        for document in documents.chain(other_documents(3)) {
            let mut end = 0;
            for find in extract_with(&document, options) {
                check_places(&document, &find);
                assert!(end <= find.span().start, "{document:?}");
                end = find.span().end;
            }
        }
    }
}

/// Returns the contents of wrappers that neither a `<` nor a blank line breaks.
fn wrapped(document: &str) -> Vec<String> {
    let opened = document.split("<URL:").skip(1);
    let opened = opened.filter(|after| !after.starts_with(':'));
    let closed = opened.filter_map(|after| after.split_once('>'));
    let contents = closed.map(|(content, _)| content);
    let contents = contents.filter(|content| !content.contains('<'));
    let texts = contents.map(|content| content.split('#').next().unwrap_or_default());
    texts
        .map(|text| text.split_whitespace().collect::<String>())
        .collect()
}

#[test]
fn exactly_the_wrappers_are_found() {
    let has_blank_line = |document: &str| {
        let lines = document.replace("\r\n", "\n").replace('\r', "\n");
        lines.split('\n').any(|line| line.trim().is_empty())
    };
    let mut count = 0;
    // A `>` that begins the line of a wrapper is a quote mark.
    let is_quoted = |document: &str| {
        let mut lines = document.split(['\n', '\r']);
        lines.any(|line| line.starts_with('>') && line.contains("<URL:"))
    };
    let is_plain = |document: &String| !has_blank_line(document) && !is_quoted(document);
    for document in documents(4).filter(is_plain) {
        let finds = rfc1738::extract(&document);
        let finds = finds.filter(|find| find.kind() == Kind::Wrapped && find.fault().is_none());
        let texts = finds.map(|find| String::from_utf8_lossy(find.text()).into_owned());
        let texts: Vec<String> = texts.collect();
        assert_eq!(texts, wrapped(&document), "{document:?}");
        count += texts.len();
    }
    // The documents of four pieces hold this many complete wrappers.
    assert_eq!(count, 1035);
}

#[test]
fn every_opened_wrapper_is_found_even_if_unclosed() {
    for document in documents(4) {
        // A second colon makes the name a part of a path of a program.
        let opened = document.matches("<URL:").count() - document.matches("<URL::").count();
        let finds = rfc1738::extract(&document).filter(|find| find.kind() == Kind::Wrapped);
        let finds: Vec<Match> = finds.collect();
        assert_eq!(finds.len(), opened, "{document:?}");
        let faults = finds.iter().filter_map(Match::fault);
        assert!(faults.into_iter().all(|fault| fault == Fault::Unclosed));
    }
}

#[test]
fn a_document_in_pieces_has_the_same_matches() {
    let every = few_or_many(3, 1);
    for options in options() {
        for document in documents(3).chain(other_documents(3)).step_by(every) {
            let octets = document.as_bytes();
            let whole: Vec<Match> = extract_with(octets, options).collect();
            assert_eq!(pushed(octets.chunks(1), octets, options), whole);
            for split in 0..=octets.len() {
                let (one, other) = octets.split_at(split);
                let pieces = [one, &[], other].into_iter();
                assert_eq!(pushed(pieces, octets, options), whole, "{document:?}");
            }
        }
    }
}

#[test]
fn a_long_document_in_pieces_has_the_same_matches() {
    let document: String = documents(2).map(|document| document + " ,a-b- ").collect();
    let octets = document.as_bytes();
    for options in options() {
        let whole: Vec<Match> = extract_with(octets, options).collect();
        assert!(whole.len() >= 32);
        for length in [1, 2, 3, 7, 64, 1000, octets.len()] {
            assert_eq!(pushed(octets.chunks(length), octets, options), whole);
        }
    }
}
