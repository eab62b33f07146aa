//! URLs in running text: what is found, where it stands, and what comes of bad documents.

mod broken;
mod every_document;
mod hyphens;
mod long_documents;
mod places;
mod rfc;
mod words;
mod wrappers;

use rfc1738::extract::{Match, Options, extract_with};

/// What is marked as a URL.
fn marked(document: &(impl AsRef<[u8]> + ?Sized)) -> Vec<Match> {
    rfc1738::extract(document).collect()
}

/// The same, and what only looks like one.
fn all(document: &(impl AsRef<[u8]> + ?Sized)) -> Vec<Match> {
    extract_with(document, Options::default().bare(true)).collect()
}

/// The texts, as far as they are UTF-8.
fn texts(finds: &[Match]) -> Vec<String> {
    let texts = finds.iter().map(Match::text);
    texts
        .map(|text| String::from_utf8_lossy(text).into_owned())
        .collect()
}
