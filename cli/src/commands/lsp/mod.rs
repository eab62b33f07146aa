//! `rfc1738 lsp`: a language server for grammar files.
//!
//! `rfc1738_views::editing` and `grammar check` have the answers; this module puts them on the wire.
//! `transport` reads and writes messages, `session` keeps their order (initialize, shutdown, exit),
//! `server` dispatches them, `documents` keeps what is open, and `analyst` looks for what takes long, in a
//! thread for each document. `answers` has a module for each kind of request.
//!
//! Every change is answered at once with what needs no automaton: the errors, or else the findings about
//! the structure. What the automata find follows. When the next change comes first, the analysis ends and
//! nothing of it is sent, so no diagnostics are about another version than they say.
//!
//! The types of the protocol are those of `gen-lsp-types`. The messages are read and written here: the
//! readers of `lsp-server` and others end at the first message that is no JSON, and take as much memory
//! as a header asks for.

mod analyst;
mod answers;
pub(crate) mod arguments;
mod capabilities;
mod documents;
mod lines;
mod reading;
mod server;
mod session;
mod support;
mod transport;

use crossbeam_channel::unbounded;

use crate::outcome::{Failure, Verdict};
use arguments::LspArguments;
use session::{Event, Session};

/// Serves a client until it exits or its messages end. The verdict is `Invalid` if it does so without a
/// request to shut down.
pub(crate) fn run(arguments: &LspArguments) -> Result<Verdict, Failure> {
    let (sender, events) = unbounded();
    let (client, writer) = transport::start_writing();
    let incoming = sender.clone();
    transport::start_reading(move |message| incoming.send(Event::Incoming(message)).is_ok());
    let verdict = Session::new(arguments, client, sender).run(&events);
    // The session is gone, and with it the sender: the writer ends when all is written.
    match writer.join() {
        Ok(written) => written?,
        Err(panic) => std::panic::resume_unwind(panic),
    }
    verdict
}
