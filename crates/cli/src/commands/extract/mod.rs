//! `rfc1738 extract`: the URLs in running text.
//!
//! The main thread cuts documents into pieces and writes what is found in them, in their order. Other
//! threads search the pieces, each from its start. A URL can go on after its piece, which is known when
//! the piece was searched. Then the main thread goes on with that search in the next piece, and drops
//! what was found there from its start.
//!
//! Invariant: the memory is bounded by the longest match and the number of threads, not by the file.

pub(crate) mod arguments;
mod pieces;
mod report;
mod search;

use std::collections::VecDeque;
use std::io::{self, IsTerminal as _, Write};
use std::sync::Arc;

use crossbeam_channel::{Receiver, bounded};
use rfc1738::extract::{Extractor, LineStart, Options};
use rfc1738_views::extract::summary::MatchCounts;
use rfc1738_views::palette::Palette;

use crate::input::source::Source;
use crate::outcome::{Failure, Verdict};
use crate::output::progress::Progress;
use crate::output::streams::{self, Output};
use crate::workers::{Workers, processors};
use arguments::{ExtractArguments, ExtractFormat};
use pieces::{Piece, Pieces};
use report::MatchReport;
use search::{Found, Search, Searched, Work};

/// The number of pieces for each thread: one in work, and one that waits for it.
const AHEAD: usize = 2;

/// Finds the URLs of every file. The command goes on after a file that cannot be read.
pub(crate) fn run(arguments: &ExtractArguments) -> Result<Verdict, Failure> {
    let mut extraction = Extraction::new(arguments);
    let mut verdict = Verdict::Valid;
    for source in Source::all(&arguments.files) {
        match extraction.source(source) {
            Ok(()) => {}
            Err(failure @ Failure::Unreadable { .. }) => {
                extraction.settle_all()?;
                extraction.unfinished = None;
                extraction.progress = None;
                failure.write()?;
                verdict = Verdict::Unreadable;
            }
            Err(failure) => return Err(failure),
        }
    }
    extraction.settle_all()?;
    extraction.progress = None;
    // If nothing could be read, there are no counts.
    let counts = verdict == Verdict::Valid || !extraction.counts.is_empty();
    if arguments.format == ExtractFormat::Human && counts {
        streams::message(|out| extraction.counts.write(out))?;
    }
    Ok(verdict.max(Verdict::of(extraction.counts.is_all_fine())))
}

/// Puts the results of the search together.
struct Extraction {
    search: Arc<Search>,
    workers: Workers<Work>,
    threads: usize,
    /// What the workers find in pieces, in the order of the pieces.
    searched: VecDeque<Receiver<io::Result<Searched>>>,
    /// The search that goes on in the next piece.
    unfinished: Option<Extractor>,
    /// The memory of pieces that are over.
    idle: Vec<Vec<u8>>,
    out: Box<dyn Write>,
    /// Whether standard output is a terminal, which may show a progress bar.
    is_watched: bool,
    /// The progress of the current file.
    progress: Option<Progress>,
    counts: MatchCounts,
}

impl Extraction {
    fn new(arguments: &ExtractArguments) -> Self {
        let (out, palette) = output(arguments.format);
        let search = Arc::new(Search {
            options: Options::default().bare(arguments.bare),
            report: MatchReport {
                format: arguments.format,
                palette,
                names_files: arguments.files.len() > 1,
            },
        });
        let threads = processors();
        let shared = Arc::clone(&search);
        let workers = Workers::new(threads, move |work: Work| {
            let searched = shared.search_from(work.name, work.piece, work.start);
            // If it is not received, the command is about to end.
            let _ = work.found.send(searched);
        });
        Self {
            search,
            workers,
            threads,
            searched: VecDeque::new(),
            unfinished: None,
            idle: Vec::new(),
            out,
            is_watched: io::stdout().is_terminal(),
            progress: None,
            counts: MatchCounts::default(),
        }
    }

    /// Hands out the pieces of the file, or searches them before it reads more if somebody can wait for
    /// that.
    fn source(&mut self, source: Source) -> Result<(), Failure> {
        let opened = source.open()?;
        let name: Arc<str> = source.to_string().into();
        // Clear the bar before the next one.
        self.progress = None;
        self.progress = Some(Progress::of_file(&name, opened.length));
        let is_regular = opened.length.is_some();
        let mut pieces = Pieces::new(opened.reader, is_regular);
        let mut start = Some(LineStart::of_document());
        let mut position = 0;
        loop {
            let buffer = self.idle.pop().unwrap_or_default();
            let piece = pieces.next(buffer);
            let piece = piece.map_err(|error| source.unreadable(&error))?;
            let is_last = piece.is_last;
            position += piece.octets().len() as u64;
            start = match start {
                Some(start) if is_regular && self.threads > 1 => {
                    self.hand_out(&name, piece, start)?
                }
                _ => self.search(&name, piece, start)?,
            };
            if is_last {
                return Ok(());
            }
            if let Some(progress) = &mut self.progress
                && progress.is_due(position)
            {
                progress.draw(position);
            }
        }
    }

    /// Hands out a piece. Returns the start of the next one, if that can be searched from its start.
    fn hand_out(
        &mut self,
        name: &Arc<str>,
        piece: Piece,
        start: LineStart,
    ) -> Result<Option<LineStart>, Failure> {
        if self.searched.len() == AHEAD * self.threads {
            self.settle_next()?;
        }
        let next = after(start, &piece);
        let (sender, receiver) = bounded(1);
        self.workers.hand_out(Work {
            name: Arc::clone(name),
            piece,
            start,
            found: sender,
        })?;
        self.searched.push_back(receiver);
        Ok(next)
    }

    /// Searches a piece here, from its start if there is one. Returns the start of the next one, if that
    /// can be searched from its start.
    fn search(
        &mut self,
        name: &Arc<str>,
        piece: Piece,
        start: Option<LineStart>,
    ) -> Result<Option<LineStart>, Failure> {
        self.settle_all()?;
        let name = Arc::clone(name);
        let Some(start) = start else {
            return Ok(self.settle(Searched::nothing(name, piece))?);
        };
        let next = after(start, &piece);
        self.settle(self.search.search_from(name, piece, start)?)?;
        Ok(next.filter(|_| self.unfinished.is_none()))
    }

    fn settle_all(&mut self) -> io::Result<()> {
        while !self.searched.is_empty() {
            self.settle_next()?;
        }
        Ok(())
    }

    /// Waits for what is found in the next piece.
    fn settle_next(&mut self) -> io::Result<()> {
        if let Some(searched) = self.searched.pop_front() {
            let searched = searched.recv().expect("a worker searches every piece");
            self.settle(searched?)?;
        }
        Ok(())
    }

    /// Writes what is found in a piece: what the search from its start found, or what the search that
    /// began before it finds. Returns the start of the next piece if that search ends with this one.
    fn settle(&mut self, searched: Searched) -> io::Result<Option<LineStart>> {
        let Searched { name, piece, .. } = searched;
        let mut next = None;
        if let Some(mut extractor) = self.unfinished.take() {
            let found = self.search.go_on(&name, &mut extractor, piece.octets())?;
            self.write(&found)?;
            next = extractor.line_start();
            self.unfinished = next.is_none().then_some(extractor);
        } else {
            self.write(&searched.found)?;
            self.unfinished = searched.unfinished;
        }
        if piece.is_last
            && let Some(extractor) = self.unfinished.take()
        {
            self.write(&self.search.finish(&name, extractor)?)?;
        }
        self.idle.push(piece.into_buffer());
        Ok(next)
    }

    fn write(&mut self, found: &Found) -> io::Result<()> {
        self.counts.append(found.counts);
        if found.text.is_empty() {
            return Ok(());
        }
        if let Some(progress) = self.progress.as_mut().filter(|_| self.is_watched) {
            progress.make_way();
        }
        self.out.write_all(&found.text)?;
        // The program that writes the document may wait for this.
        self.out.flush()
    }
}

/// Returns the start of the line after a piece that ends with one.
fn after(start: LineStart, piece: &Piece) -> Option<LineStart> {
    let octets = piece.octets();
    octets.ends_with(b"\n").then(|| start.after(octets))
}

/// Returns standard output, and the styles that it shows.
fn output(format: ExtractFormat) -> (Box<dyn Write>, Palette) {
    if format == ExtractFormat::Json {
        return (Box::new(streams::plain_output()), Palette::PLAIN);
    }
    let out = Output::new();
    let palette = out.palette();
    (Box::new(out), palette)
}
