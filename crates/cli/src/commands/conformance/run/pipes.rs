//! The three pipes of a program, each with its own thread.
//!
//! Invariants:
//! - Texts are written as fast as they are read, answered or not: most programs buffer output
//!   that goes to a pipe.
//! - The memory for each pipe is bounded, whatever the program writes.
//! - A thread ends with its pipe or when the channel closes. Nothing waits for a thread without a
//!   time limit, because a child of the program may hold a pipe open.

use std::collections::VecDeque;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::ChildStdin;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rfc1738_views::conformance::answer::Reply;

/// The size of a write, in bytes: a page, which a full pipe takes as soon as it is read from.
const CHUNK: usize = 4096;

/// The most bytes of an answer. The rest of a longer line is dropped.
const ANSWER: u64 = 1 << 20;

/// The most bytes of an answer without parts.
const PLAIN: usize = 256;

/// The most bytes that are kept of a line that is no answer.
const WRONG: usize = 4096;

/// The most bytes kept of standard error.
const TAIL: usize = 4096;

/// An event on a pipe.
pub(super) enum PipeEvent {
    /// This many texts have been written in all.
    Given(u64),
    /// An answer, or the raw line (truncated if too long) if it is not one.
    Line(Result<Reply, Vec<u8>>),
    /// The output ended in this line, which does not end with LF.
    Cut(Result<Reply, Vec<u8>>),
    /// The output ended.
    Closed,
    /// The run has to end.
    Ended,
}

/// Writes texts to standard input of the program, one a line.
pub(super) struct TextWriter {
    stream: ChildStdin,
    /// Whole lines that are not written yet.
    chunk: Vec<u8>,
    count: u64,
    events: SyncSender<PipeEvent>,
}

impl TextWriter {
    /// Starts a thread that writes the texts and closes the pipe.
    pub(super) fn start(
        stream: ChildStdin,
        events: SyncSender<PipeEvent>,
        texts: impl FnOnce(&mut Self) -> io::Result<()> + Send + 'static,
    ) {
        let mut writer = Self {
            stream,
            chunk: Vec::with_capacity(2 * CHUNK),
            count: 0,
            events,
        };
        // The answers show whether the process stopped reading.
        thread::spawn(move || texts(&mut writer).and_then(|()| writer.flush()));
    }

    /// Adds the next text, and writes the chunk if it is full. Fails if the pipe or the channel is closed.
    pub(super) fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.chunk.extend_from_slice(text);
        self.chunk.push(b'\n');
        self.count += 1;
        if self.chunk.len() < CHUNK {
            return Ok(());
        }
        self.flush()
    }

    /// Writes the rest of the texts.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.stream.write_all(&self.chunk)?;
        self.chunk.clear();
        let given = PipeEvent::Given(self.count);
        let sent = self.events.send(given);
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// Starts a thread that reads answers, up to the first line that is not one.
pub(super) fn read_answers(stream: impl Read + Send + 'static, events: SyncSender<PipeEvent>) {
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        loop {
            line.clear();
            let event = match stream.by_ref().take(ANSWER).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => PipeEvent::Closed,
                Ok(length) => {
                    let is_cut = !line.ends_with(b"\n");
                    let is_too_long = is_cut && length as u64 == ANSWER;
                    let has_parts = |reply: &Reply| reply.parts().next().is_some();
                    let fits = |reply: &Reply| line.len() <= PLAIN || has_parts(reply);
                    let answer = Reply::read(&line).ok().filter(|_| !is_too_long);
                    let answer = answer.filter(fits);
                    let answer = answer.ok_or_else(|| line[..line.len().min(WRONG)].to_vec());
                    if is_cut && !is_too_long {
                        PipeEvent::Cut(answer)
                    } else {
                        PipeEvent::Line(answer)
                    }
                }
            };
            let is_last = !matches!(event, PipeEvent::Line(Ok(_)) | PipeEvent::Cut(Ok(_)));
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    });
}

/// The end of a stream.
pub(super) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    closed: Receiver<()>,
}

impl Tail {
    /// Starts a thread that reads the stream to its end.
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
            // The receiver may be gone.
            let _ = sender.send(());
        });
        Self { kept, closed }
    }

    /// Returns the end of the stream, or what there is of it after this time.
    pub(super) fn within(&self, patience: Duration) -> Vec<u8> {
        // After a time limit, too, the part that was read is returned.
        let _ = self.closed.recv_timeout(patience);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().copied().collect()
    }
}
