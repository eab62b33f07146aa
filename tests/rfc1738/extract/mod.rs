//! URLs in running text: the finds, their offsets, and the faults of bad documents.

mod broken;
mod documents;
mod escapes;
mod every_document;
mod hosts;
mod hyphens;
mod kept;
mod long_documents;
mod pieces;
mod places;
mod printed;
mod programs;
mod repairs;
mod rfc;
mod words;
mod wrappers;

use rfc1738::extract::{Match, Options, extract_with};

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
