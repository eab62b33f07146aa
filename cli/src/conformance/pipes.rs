//! The three streams of a recogniser, each with a thread of its own.
//!
//! Invariants:
//! - texts are written as fast as they are read, whether they are answered or not: most programs
//!   hold their output back when it goes to a pipe;
//! - what is kept of any stream is bounded, whatever the recogniser writes;
//! - a thread ends with its stream, or once nobody hears it any more. None is waited for without
//!   a time limit: a process that the recogniser started may hold a stream open.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::ChildStdin;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::answer::Answer;

/// How many octets of texts are written at once: a page, which is what a full pipe takes when
/// it is read from again.
const CHUNK: usize = 4096;

/// How many octets an answer may have. More are not kept.
const ANSWER: u64 = 256;

/// How many octets of standard error are kept.
const TAIL: usize = 4096;

/// What happens on the streams.
pub(super) enum Event {
    /// So many texts have been written, counted from the first.
    Given(u64),
    /// A line was read: an answer, or what is none. Of a line that is too long, the beginning.
    Line(Result<Answer, Vec<u8>>),
    /// There is nothing more to read.
    Closed,
    /// Somebody wants all of it to end.
    Interrupted,
}

/// Writes texts, one a line.
pub(crate) struct Giver {
    stream: ChildStdin,
    /// Whole lines that are not written yet.
    chunk: Vec<u8>,
    count: u64,
    events: SyncSender<Event>,
}

/// Nobody reads the texts any more, or nobody wants to know.
pub(crate) struct Gone;

impl Giver {
    /// Has the texts written, and closes the stream.
    pub(super) fn start(
        stream: ChildStdin,
        events: SyncSender<Event>,
        texts: impl FnOnce(&mut Self) -> Result<(), Gone> + Send + 'static,
    ) {
        let mut giver = Self {
            stream,
            chunk: Vec::with_capacity(2 * CHUNK),
            count: 0,
            events,
        };
        // A process that does not read on says so by what it answers, or does not.
        thread::spawn(move || texts(&mut giver).and_then(|()| giver.flush()));
    }

    /// Writes the next text, or keeps it until there are more.
    pub(crate) fn give(&mut self, text: &str) -> Result<(), Gone> {
        self.chunk.extend_from_slice(text.as_bytes());
        self.chunk.push(b'\n');
        self.count += 1;
        if self.chunk.len() < CHUNK {
            return Ok(());
        }
        self.flush()
    }

    fn flush(&mut self) -> Result<(), Gone> {
        self.stream.write_all(&self.chunk).map_err(|_| Gone)?;
        self.chunk.clear();
        let given = Event::Given(self.count);
        self.events.send(given).map_err(|_| Gone)
    }
}

/// Reads answers up to the first line that is none.
pub(super) fn hear(stream: impl Read + Send + 'static, events: SyncSender<Event>) {
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        loop {
            line.clear();
            let event = match stream.by_ref().take(ANSWER).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => Event::Closed,
                Ok(length) => {
                    let is_cut = length as u64 == ANSWER && !line.ends_with(b"\n");
                    let answer = Answer::read(&line).filter(|_| !is_cut);
                    Event::Line(answer.ok_or_else(|| line.clone()))
                }
            };
            let is_last = !matches!(event, Event::Line(Ok(_)));
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    });
}

/// The end of what a stream held.
pub(super) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    closed: Receiver<()>,
}

impl Tail {
    /// Reads the stream to its end.
    pub(super) fn of(mut stream: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let keeping = Arc::clone(&kept);
        let (sender, closed) = mpsc::channel();
        thread::spawn(move || {
            let mut octets = [0; TAIL];
            while let Ok(length @ 1..) = stream.read(&mut octets) {
                let mut kept = keeping.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&octets[..length]);
                let surplus = kept.len().saturating_sub(TAIL);
                kept.drain(..surplus);
            }
            // Nobody may be waiting for it.
            let _ = sender.send(());
        });
        Self { kept, closed }
    }

    /// What there is once the stream has ended, or after so long.
    pub(super) fn within(&self, patience: Duration) -> Vec<u8> {
        // Either way, what was kept is what there is to show.
        let _ = self.closed.recv_timeout(patience);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().copied().collect()
    }
}
