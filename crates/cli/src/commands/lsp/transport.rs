//! Messages on standard input and output: the base protocol, and JSON-RPC 2.0 in it.
//!
//! A thread reads and a thread writes, so that neither waits for the server. What cannot be read is
//! reported too, because JSON-RPC wants it answered.
//!
//! Invariant: of a message, at most [`MESSAGE`] octets are kept, whatever its header says.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};
use gen_lsp_types::json_rpc::RequestObject;
use serde_json::Value;

use crate::input::source::Source;
use crate::outcome::Failure;
use crate::output::streams::plain_output;

/// The length in octets of the longest message: a grammar file, escaped as JSON escapes at most, fits.
const MESSAGE: u64 = 16 << 20;

/// The length in octets of the longest line of a header.
const HEADER: u64 = 4096;

/// The most messages without a length in a row. No editor sends them, and they may have no end.
const WITHOUT_LENGTH: usize = 1_000;

/// What comes in.
pub(super) enum Incoming {
    /// A request or a notification.
    Message(RequestObject),
    /// A response, which nothing waits for.
    Response,
    /// A message that is none, and why.
    Malformed(Malformed),
    /// The input ended.
    End,
    /// The input cannot be read.
    Unreadable(Failure),
}

/// What is wrong with a message.
pub(super) enum Malformed {
    /// It is not JSON, or has no header that says its length.
    NoJson(String),
    /// It is JSON and not a message.
    NoMessage(String),
}

/// The sending end of the output.
#[derive(Clone)]
pub(super) struct Client(Sender<Value>);

impl Client {
    pub(super) fn send(&self, message: &impl serde::Serialize) {
        // Nothing fails to serialize, and if the writer has ended, the server is about to.
        if let Ok(message) = serde_json::to_value(message) {
            let _ = self.0.send(message);
        }
    }
}

/// Starts the thread that reads. It reports what comes in, and ends if the receiver is gone.
pub(super) fn start_reading(report: impl Fn(Incoming) -> bool + Send + 'static) {
    thread::spawn(move || {
        let last = match Source::new(OsStr::new("-")).open() {
            Ok(input) => read_all(&mut BufReader::new(input.reader), &report),
            Err(failure) => Incoming::Unreadable(failure),
        };
        report(last);
    });
}

/// Starts the thread that writes. It ends when the client is dropped.
pub(super) fn start_writing() -> (Client, JoinHandle<io::Result<()>>) {
    let (sender, receiver): (Sender<Value>, Receiver<Value>) = unbounded();
    let writer = thread::spawn(move || {
        let mut out = plain_output();
        receiver.into_iter().try_for_each(|message| {
            let text = message.to_string();
            write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
            out.flush()
        })
    });
    (Client(sender), writer)
}

/// Reads messages to the end. Returns how it ended.
fn read_all(input: &mut impl BufRead, report: &impl Fn(Incoming) -> bool) -> Incoming {
    let mut without_length = 0;
    loop {
        match read(input) {
            Ok(Incoming::End) => return Incoming::End,
            Ok(incoming) => {
                let is_malformed = matches!(incoming, Incoming::Malformed(Malformed::NoJson(_)));
                without_length = if is_malformed { without_length + 1 } else { 0 };
                if without_length > WITHOUT_LENGTH {
                    let reason = format!(
                        "more than {WITHOUT_LENGTH} messages in a row have no length or are no JSON; nothing \
                         behind them is read"
                    );
                    let error = io::Error::other(reason);
                    return Incoming::Unreadable(Source::new(OsStr::new("-")).unreadable(&error));
                }
                if !report(incoming) {
                    return Incoming::End;
                }
            }
            Err(error) => {
                return Incoming::Unreadable(Source::new(OsStr::new("-")).unreadable(&error));
            }
        }
    }
}

/// Reads a message.
fn read(input: &mut impl BufRead) -> io::Result<Incoming> {
    let malformed = |why: &str| Incoming::Malformed(Malformed::NoJson(why.to_owned()));
    let length = match header(input)? {
        Header::End => return Ok(Incoming::End),
        Header::Length(length) => length,
        Header::Malformed(why) => return Ok(malformed(why)),
    };
    let mut body = Vec::new();
    input.take(length.min(MESSAGE)).read_to_end(&mut body)?;
    let kept = u64::try_from(body.len()).unwrap_or(u64::MAX);
    let skipped = io::copy(&mut input.take(length - kept.min(length)), &mut io::sink())?;
    Ok(if kept + skipped < length {
        Incoming::End
    } else if length > MESSAGE {
        malformed("the message is longer than 16 MiB")
    } else {
        incoming(&body)
    })
}

/// Returns what a message is.
fn incoming(body: &[u8]) -> Incoming {
    let message: Value = match serde_json::from_slice(body) {
        Ok(message) => message,
        Err(error) => return Incoming::Malformed(Malformed::NoJson(error.to_string())),
    };
    let is_answer = message.get("result").is_some() || message.get("error").is_some();
    if is_answer && message.get("method").is_none() {
        return Incoming::Response;
    }
    let no_message = |why: String| Incoming::Malformed(Malformed::NoMessage(why));
    match serde_json::from_value::<RequestObject>(message) {
        Ok(request) if request.method().is_empty() => no_message("it has no method".to_owned()),
        Ok(request) => Incoming::Message(request),
        Err(error) => no_message(error.to_string()),
    }
}

/// The header of a message.
enum Header {
    End,
    Length(u64),
    Malformed(&'static str),
}

/// Reads the lines of a header. A line that belongs to none is skipped, so that the next message can be
/// read.
fn header(input: &mut impl BufRead) -> io::Result<Header> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.take(HEADER).read_until(b'\n', &mut line)?;
        let Some(line) = line.strip_suffix(b"\n") else {
            let is_cut = !line.is_empty() && !input.fill_buf()?.is_empty();
            return Ok(if is_cut {
                Header::Malformed("a line of the header is longer than 4096 octets")
            } else {
                Header::End
            });
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return Ok(match length {
                Some(length) => Header::Length(length),
                None => Header::Malformed("the header has no Content-Length"),
            });
        }
        let line = String::from_utf8_lossy(line);
        let Some((name, value)) = line.split_once(':') else {
            return Ok(Header::Malformed("a line of the header has no colon"));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            match value.trim().parse() {
                Ok(number) => length = Some(number),
                Err(_) => return Ok(Header::Malformed("Content-Length is not a number")),
            }
        }
    }
}
