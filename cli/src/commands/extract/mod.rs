//! `rfc1738 extract`: the URLs in running text.
//!
//! Invariant: the memory is bounded by the longest match, not by the file.

pub(crate) mod arguments;
mod report;

use std::io::{self, BufRead, ErrorKind};
use std::ops::Range;

use rfc1738::extract::{CONTEXT, Extractor, Match, Options};
use rfc1738_views::extract::summary::MatchCounts;

use crate::input::source::Source;
use crate::outcome::{Failure, Verdict};
use crate::output::progress::Progress;
use crate::output::streams;
use arguments::{ExtractArguments, ExtractFormat};
use report::MatchReport;

/// Finds the URLs of every file. The command goes on after a file that cannot be read.
pub(crate) fn run(arguments: &ExtractArguments) -> Result<Verdict, Failure> {
    let mut extraction = Extraction {
        options: Options::default().bare(arguments.bare),
        report: MatchReport::new(arguments.format, arguments.files.len() > 1),
        counts: MatchCounts::default(),
    };
    let mut verdict = Verdict::Valid;
    for source in Source::all(&arguments.files) {
        match extraction.source(source) {
            Ok(()) => {}
            Err(failure @ Failure::Unreadable { .. }) => {
                failure.write()?;
                verdict = Verdict::Unreadable;
            }
            Err(failure) => return Err(failure),
        }
    }
    // If nothing could be read, there are no counts.
    let counts = verdict == Verdict::Valid || !extraction.counts.is_empty();
    if arguments.format == ExtractFormat::Human && counts {
        extraction.counts.write(&mut streams::error())?;
    }
    Ok(verdict.max(Verdict::of(extraction.counts.is_all_fine())))
}

struct Extraction {
    options: Options,
    report: MatchReport,
    counts: MatchCounts,
}

impl Extraction {
    /// Reports the matches of each chunk of the file before it reads the next chunk.
    fn source(&mut self, source: Source) -> Result<(), Failure> {
        let mut opened = source.open()?;
        let name = source.to_string();
        let mut progress = Progress::of_file(&name, opened.length);
        let mut extractor = Extractor::new(self.options);
        let mut position = 0;
        loop {
            let length = push_chunk(&mut opened.reader, &mut extractor);
            let length = length.map_err(|error| source.unreadable(&error))?;
            if length == 0 {
                break;
            }
            position += length as u64;
            while let Some(found) = extractor.next_match() {
                let before = extractor.held(before(&found));
                self.found(&name, &found, before, &mut progress)?;
            }
            self.report.flush()?;
            if progress.is_due(position) {
                progress.draw(position);
            }
        }
        let mut rest = extractor.finish();
        while let Some(found) = rest.next() {
            let before = rest.held(before(&found));
            self.found(&name, &found, before, &mut progress)?;
        }
        Ok(self.report.flush()?)
    }

    fn found(
        &mut self,
        source: &str,
        found: &Match,
        before: &[u8],
        progress: &mut Progress,
    ) -> io::Result<()> {
        let is_valid = found.is_valid();
        self.counts.add(is_valid);
        if self.report.is_watched() {
            progress.make_way();
        }
        self.report.write(source, found, is_valid, before)
    }
}

/// The span of the document before a match that the extractor still holds.
fn before(found: &Match) -> Range<usize> {
    let start = found.span().start;
    start.saturating_sub(CONTEXT)..start
}

/// Reads a chunk into the extractor and returns its length: 0 at the end.
fn push_chunk(reader: &mut impl BufRead, extractor: &mut Extractor) -> io::Result<usize> {
    loop {
        match reader.fill_buf() {
            Ok(chunk) => {
                let length = chunk.len();
                extractor.push(chunk);
                reader.consume(length);
                return Ok(length);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
