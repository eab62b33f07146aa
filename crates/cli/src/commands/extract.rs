//! `rfc1738 extract`: the URLs in running text.
//!
//! The main thread cuts documents into pieces and writes what is found in them, in their order. Other
//! threads search the pieces, each from its start. A URL can go on after its piece, which is known when
//! the piece was searched. Then the main thread goes on with that search in the next piece, and drops
//! what was found there from its start.
//!
//! Invariant: the memory is bounded by the longest match and the number of threads, not by the file.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal as _, Read, Write};
use std::ops::Range;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use crossbeam_channel::{Receiver, Sender, bounded};
use memchr::memrchr;
use rfc1738::extract::{CONTEXT, Extractor, LineStart, Match, Options, extract_part};
use rfc1738_views::extract::record::MatchRecord;
use rfc1738_views::extract::{MatchCounts, explanation, line};
use rfc1738_views::json;
use rfc1738_views::palette::Palette;

use crate::arguments::EXIT_STATUS;
use crate::input::source::Source;
use crate::outcome::{Failure, Verdict};
use crate::output::progress::Progress;
use crate::output::streams::{self, Output};
use crate::workers::{Workers, processors};

const HELP: &str = "\
Finds the forms that the Appendix of RFC 1738 recommends: <URL:…>, where white
space and line ends are ignored, and URL:… up to white space. A fragment behind
# is kept apart. With --bare, also finds a name with :// and text behind it,
mailto: with an address and news: with a newsgroup or an article, without the
punctuation that follows. A URL that is cut inside its host is never valid.

A hyphen at the end of a line in <URL:…> is kept if the text with it is a URL.
Other readings that are URLs are shown as alternatives.

Left out in <URL:…>, and reported: the marks of quoted lines and of comment lines, if
the line of the <URL: begins with the same mark; headers and footers of printed pages;
white space within a line. In HTML source, &lt;URL:…&gt; is a wrapper too: tags
are left out, and &amp; is read as &. With --bare, a URL ends before the first
character outside US-ASCII behind its host; reported if that is a letter.

A wrapper that ends at a <, a blank line, a line that is quoted less or the end of
the file is invalid; its URL is its first word. A URL that does not end within
1 MiB is invalid too.

Formats:
  human  FILE:LINE:COLUMN: URL for each URL, what was repaired and, if it is
         invalid, the error. Standard error has the number of URLs.
  json   One object a URL: {\"start\":…,\"end\":…,\"line\":…,\"column\":…,\"raw\":…,
         \"text\":…,\"fragment\":…,\"ok\":…,…}. \"raw\" is the text of the file from
         \"start\" to \"end\", byte offsets, with the fragment; \"text\" is the URL.
         \"file\" is there if there are several, \"kind\" is wrapped, prefixed or
         bare, \"fault\" is unclosed, too-long or soft-break, \"alternatives\" are the other
         readings of hyphens, \"repairs\" are what was left out or changed, each
         with \"id\", \"start\", \"end\", \"line\" and \"column\" in the file, \"error\" is
         that of `check` with offsets in \"text\", and \"place\" is the position of
         the error in the file.

Ids of repairs:
  quote-mark, comment-mark, page-break, white-space, hyphen, tag, reference, escape,
  non-ascii

Examples:
  rfc1738 extract mail.txt
  rfc1738 extract --bare --format json *.txt
  rfc1738 extract - < rfc1738.txt";

/// The arguments of `extract`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExtractArguments {
    /// Also find URLs that nothing marks
    #[arg(long)]
    bare: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: ExtractFormat,

    /// The files, or - for standard input [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,
}

/// The output format of `extract`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum ExtractFormat {
    /// One line a URL and its errors, for people
    #[default]
    Human,
    /// One object a URL, for programs
    Json,
}

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

/// Searches pieces, and reports on the matches.
struct Search {
    options: Options,
    report: MatchReport,
}

/// A piece to be searched from its start, and the channel for what is found.
struct Work {
    /// The escaped name of the file.
    name: Arc<str>,
    piece: Piece,
    start: LineStart,
    found: Sender<io::Result<Searched>>,
}

/// What was found in a piece that was searched from its start.
struct Searched {
    name: Arc<str>,
    piece: Piece,
    found: Found,
    /// The search, if it goes on after the piece.
    unfinished: Option<Extractor>,
}

/// A report on matches.
#[derive(Default)]
struct Found {
    text: Vec<u8>,
    counts: MatchCounts,
}

impl Searched {
    /// Returns a piece that cannot be searched from its start.
    fn nothing(name: Arc<str>, piece: Piece) -> Self {
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
    fn search_from(&self, name: Arc<str>, piece: Piece, start: LineStart) -> io::Result<Searched> {
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
    fn go_on(&self, name: &str, extractor: &mut Extractor, octets: &[u8]) -> io::Result<Found> {
        let mut found = Found::default();
        extractor.push(octets);
        while let Some(one) = extractor.next_match() {
            self.add(&mut found, name, &one, extractor.held(before(&one)))?;
        }
        Ok(found)
    }

    /// Ends a search at the end of its document.
    fn finish(&self, name: &str, extractor: Extractor) -> io::Result<Found> {
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

/// The length of a piece that is not the last of a file, in octets, if a line ends in it.
const PIECE: usize = 256 * 1024;

/// Reads the pieces of a document.
struct Pieces<R> {
    reader: R,
    /// Whether a piece can wait until it is full. Otherwise, the program that writes the document may wait
    /// for what is found in it.
    can_wait: bool,
    /// The beginning of the next piece: the line that the last one did not end.
    rest: Vec<u8>,
}

/// A piece of a document.
struct Piece {
    buffer: Vec<u8>,
    length: usize,
    /// Whether it is the last one.
    is_last: bool,
}

impl<R: Read> Pieces<R> {
    /// Returns the pieces of a document.
    fn new(reader: R, can_wait: bool) -> Self {
        Self {
            reader,
            can_wait,
            rest: Vec::new(),
        }
    }

    /// Reads the next piece, into the buffer of one that is over. A piece that is full ends with its last
    /// line, if one ends in it.
    fn next(&mut self, mut buffer: Vec<u8>) -> io::Result<Piece> {
        buffer.resize(PIECE, 0);
        let mut length = self.rest.len();
        buffer[..length].copy_from_slice(&self.rest);
        self.rest.clear();
        let mut is_last = false;
        while length < PIECE {
            match self.reader.read(&mut buffer[length..]) {
                Ok(0) => is_last = true,
                Ok(read) => length += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            if is_last || !self.can_wait {
                break;
            }
        }
        if length == PIECE
            && let Some(end) = memrchr(b'\n', &buffer)
        {
            self.rest.extend_from_slice(&buffer[end + 1..]);
            length = end + 1;
        }
        Ok(Piece {
            buffer,
            length,
            is_last,
        })
    }
}

impl Piece {
    fn octets(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// Returns the memory for another piece.
    fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }
}

/// Reports on matches.
struct MatchReport {
    format: ExtractFormat,
    /// The styles of the lines for people.
    palette: Palette,
    /// Whether objects name the file.
    names_files: bool,
}

impl MatchReport {
    /// Writes the match and, if it is invalid, why. `source` is the escaped name of the file, and
    /// `before` is the part of the file before the match.
    fn write(
        &self,
        out: &mut impl Write,
        source: &str,
        found: &Match,
        is_valid: bool,
        before: &[u8],
    ) -> io::Result<()> {
        let palette = self.palette;
        match self.format {
            ExtractFormat::Human => {
                line::write(out, palette, source, found)?;
                if is_valid {
                    return Ok(());
                }
                for diagnostic in explanation::of(source, found, before) {
                    writeln!(out, "{}", diagnostic.render(palette))?;
                }
                Ok(())
            }
            ExtractFormat::Json => {
                let file = self.names_files.then_some(source);
                json::write(out, &MatchRecord::new(file, found, is_valid))
            }
        }
    }
}
