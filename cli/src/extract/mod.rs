//! `rfc1738 extract`: the URLs in running text.
//!
//! Invariant: of a file, what is held is what one find needs, and no find is.

pub(crate) mod arguments;
mod explanation;
mod record;
mod report;

use std::io::{self, BufRead, ErrorKind, Write};
use std::ops::Range;

use rfc1738::extract::{CONTEXT, Extractor, Match, Options};

use crate::outcome::{Failure, Verdict};
use crate::progress::Progress;
use crate::source::Source;
use crate::streams;
use arguments::{ExtractArguments, ExtractFormat};
use report::Report;

/// Finds the URLs of every file. A file that cannot be read does not keep the others from
/// being searched.
pub(crate) fn run(arguments: &ExtractArguments) -> Result<Verdict, Failure> {
    let mut extraction = Extraction {
        options: Options::default().bare(arguments.bare),
        report: Report::new(arguments.format, arguments.files.len() > 1),
        counts: Counts::default(),
    };
    let mut verdict = Verdict::Valid;
    for source in Source::all(&arguments.files) {
        match extraction.source(source) {
            Ok(()) => {}
            Err(failure @ Failure::Unreadable { .. }) => {
                failure.tell()?;
                verdict = Verdict::Unreadable;
            }
            Err(failure) => return Err(failure),
        }
    }
    // Where nothing could be read, there is nothing to count.
    let counts = verdict == Verdict::Valid || !extraction.counts.is_empty();
    if arguments.format == ExtractFormat::Human && counts {
        extraction.counts.write(&mut streams::error())?;
    }
    Ok(verdict.max(Verdict::of(extraction.counts.invalid == 0)))
}

struct Extraction {
    options: Options,
    report: Report,
    counts: Counts,
}

/// How many URLs there were.
#[derive(Default)]
struct Counts {
    valid: u64,
    invalid: u64,
}

impl Extraction {
    /// Says of each chunk of the file what there is to say before it reads on.
    fn source(&mut self, source: Source) -> Result<(), Failure> {
        let mut opened = source.open()?;
        let name = source.to_string();
        let mut progress = Progress::of_file(&name, opened.length);
        let mut extractor = Extractor::new(self.options);
        let mut passed = 0;
        loop {
            let length = push_chunk(&mut opened.reader, &mut extractor);
            let length = length.map_err(|error| source.unreadable(&error))?;
            if length == 0 {
                break;
            }
            passed += length as u64;
            while let Some(find) = extractor.next_find() {
                let before = extractor.held(before(&find));
                self.find(&name, &find, before, &mut progress)?;
            }
            self.report.flush()?;
            if progress.is_due(passed) {
                progress.draw(passed);
            }
        }
        let mut rest = extractor.finish();
        while let Some(find) = rest.next() {
            let before = rest.held(before(&find));
            self.find(&name, &find, before, &mut progress)?;
        }
        Ok(self.report.flush()?)
    }

    fn find(
        &mut self,
        source: &str,
        find: &Match,
        before: &[u8],
        progress: &mut Progress,
    ) -> io::Result<()> {
        let is_valid = find.is_valid();
        self.counts.add(is_valid);
        if self.report.is_watched() {
            progress.make_way();
        }
        self.report.find(source, find, is_valid, before)
    }
}

impl Counts {
    fn add(&mut self, is_valid: bool) {
        if is_valid {
            self.valid += 1;
        } else {
            self.invalid += 1;
        }
    }

    fn is_empty(&self) -> bool {
        self.valid + self.invalid == 0
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { valid, invalid } = self;
        let noun = if valid + invalid == 1 { "URL" } else { "URLs" };
        writeln!(
            out,
            "{} {noun}: {valid} valid, {invalid} invalid",
            valid + invalid
        )
    }
}

/// What is held of the document before a find.
fn before(find: &Match) -> Range<usize> {
    let start = find.span().start;
    start.saturating_sub(CONTEXT)..start
}

/// Pushes what can be read at once, and yields its length: nothing at the end.
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
