//! The search in one piece of a document.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use crossbeam_channel::Sender;
use rfc1738::extract::{CONTEXT, Extractor, LineStart, Match, Options, extract_part};
use rfc1738_views::extract::summary::MatchCounts;

use super::pieces::Piece;
use super::report::MatchReport;

/// Searches pieces, and reports on the matches.
pub(super) struct Search {
    pub(super) options: Options,
    pub(super) report: MatchReport,
}

/// A piece to be searched from its start, and the channel for what is found.
pub(super) struct Work {
    /// The escaped name of the file.
    pub(super) name: Arc<str>,
    pub(super) piece: Piece,
    pub(super) start: LineStart,
    pub(super) found: Sender<io::Result<Searched>>,
}

/// What was found in a piece that was searched from its start.
pub(super) struct Searched {
    pub(super) name: Arc<str>,
    pub(super) piece: Piece,
    pub(super) found: Found,
    /// The search, if it goes on after the piece.
    pub(super) unfinished: Option<Extractor>,
}

/// A report on matches.
#[derive(Default)]
pub(super) struct Found {
    pub(super) text: Vec<u8>,
    pub(super) counts: MatchCounts,
}

impl Searched {
    /// Returns a piece that cannot be searched from its start.
    pub(super) fn nothing(name: Arc<str>, piece: Piece) -> Self {
        Self {
            name,
            piece,
            found: Found::default(),
            unfinished: None,
        }
    }
}

impl Search {
    /// Searches a piece from its start.
    pub(super) fn search_from(
        &self,
        name: Arc<str>,
        piece: Piece,
        start: LineStart,
    ) -> io::Result<Searched> {
        let mut found = Found::default();
        let mut matches = extract_part(piece.octets(), start, self.options);
        while let Some(one) = matches.next() {
            self.add(&mut found, &name, &one, matches.held(before(&one)))?;
        }
        let unfinished = matches.unfinished();
        Ok(Searched {
            name,
            piece,
            found,
            unfinished,
        })
    }

    /// Goes on with a search in the next piece.
    pub(super) fn go_on(
        &self,
        name: &str,
        extractor: &mut Extractor,
        octets: &[u8],
    ) -> io::Result<Found> {
        let mut found = Found::default();
        extractor.push(octets);
        while let Some(one) = extractor.next_match() {
            self.add(&mut found, name, &one, extractor.held(before(&one)))?;
        }
        Ok(found)
    }

    /// Ends a search at the end of its document.
    pub(super) fn finish(&self, name: &str, extractor: Extractor) -> io::Result<Found> {
        let mut found = Found::default();
        let mut rest = extractor.finish();
        while let Some(one) = rest.next() {
            self.add(&mut found, name, &one, rest.held(before(&one)))?;
        }
        Ok(found)
    }

    fn add(&self, found: &mut Found, name: &str, one: &Match, before: &[u8]) -> io::Result<()> {
        let is_valid = one.is_valid();
        found.counts.add(is_valid);
        self.report
            .write(&mut found.text, name, one, is_valid, before)
    }
}

/// The span of the document before a match that a search still holds.
fn before(found: &Match) -> Range<usize> {
    let start = found.span().start;
    start.saturating_sub(CONTEXT)..start
}
