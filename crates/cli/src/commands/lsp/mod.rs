//! `rfc1738 lsp`: a language server for grammar files.
//!
//! `rfc1738_views::editing`, `grammar check` and `grammar test` have the answers; this module puts them on the wire.
//! `transport` reads and writes messages, `session` keeps their order (initialize, shutdown, exit),
//! `server` dispatches them. `store` has the files, open or not, and what was found out about each version of a text;
//! `documents` has those that are open, and `workspace` knows which import others. A `worker` is a thread for what takes
//! long: the search of automata, and the runs of `cases`. `answers` has a function for each kind of request about one
//! document, `across` those about names in all files, and `outcomes` says how cases ended.
//!
//! Every change is answered at once with what needs no automaton: the errors, or else the findings about
//! the structure. What the automata and the cases find follows. When the next change comes first, both end and
//! nothing of it is sent, so no diagnostics are about another version than they say. Of a text, nothing is computed
//! before an answer needs it: the names of a file wait for no other file unless it imports some.
//!
//! The types of the protocol are those of `gen-lsp-types`. The messages are read and written here: the
//! readers of `lsp-server` and others end at the first message that is no JSON, and take as much memory
//! as a header asks for.
//!
//! Without the feature `lsp`, only the arguments are compiled, and the command says how to get the rest.

#[cfg(feature = "lsp")]
mod across;
#[cfg(feature = "lsp")]
mod answers;
#[cfg(feature = "lsp")]
mod capabilities;
#[cfg(feature = "lsp")]
mod cases;
#[cfg(feature = "lsp")]
mod documents;
#[cfg(feature = "lsp")]
mod lines;
#[cfg(feature = "lsp")]
mod outcomes;
#[cfg(feature = "lsp")]
mod reading;
#[cfg(feature = "lsp")]
mod server;
#[cfg(feature = "lsp")]
mod session;
#[cfg(feature = "lsp")]
mod store;
#[cfg(feature = "lsp")]
mod transport;
#[cfg(feature = "lsp")]
mod worker;
#[cfg(feature = "lsp")]
mod workspace;

use std::ffi::OsString;

use clap::{Args, ValueEnum};
#[cfg(feature = "lsp")]
use crossbeam_channel::unbounded;
use rfc1738_views::grammar_check::Findings;

use crate::arguments::{FindingsParser, number};
use crate::outcome::{Failure, Verdict};
#[cfg(feature = "lsp")]
use session::{Event, Session};

const HELP: &str = "\
Speaks the Language Server Protocol (3.18) on standard input and output. An editor
starts it; docs/editors.md has the settings of editors.

What it knows: errors and findings while you type, those of `grammar check`; cases of
`grammar test` that fail, and on each rule how many pass; on a name the production with
its diagram and texts; definitions, uses, and other names for productions, in all files
of the workspace; the outline; names to complete; the fixes of `grammar check --fix` as
code actions. NAME.imports.toml and NAME.cases.txt beside NAME.abnf count, as for all
commands.

Exit status:
  0  the editor ended it
  1  the input ended, or the editor left, without a request to shut down
  2  wrong use, or a stream that cannot be read or written";

/// The arguments of `lsp`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct LspArguments {
    /// Show these findings, beside the suspicious ones; can be repeated
    #[arg(long, value_name = "FINDINGS", value_parser = FindingsParser)]
    pub(crate) show: Vec<Findings>,

    /// Of recursive productions, examine texts with up to N of them inside each other, not
    /// counting left and right recursion
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>)]
    pub(crate) depth: u32,

    /// Take what grammars do not define from GRAMMAR: a file, or the number of an RFC, such as rfc3986;
    /// can be repeated
    #[arg(long = "import", value_name = "GRAMMAR")]
    pub(crate) imports: Vec<OsString>,

    /// How the diagram of a production is drawn
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) diagrams: DiagramForm,

    /// Use the standard streams, as without it; editors add it
    #[arg(long)]
    pub(crate) stdio: bool,
}

/// The form of a diagram.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagramForm {
    /// In plain characters
    #[default]
    Text,
    /// As a picture, for editors that show pictures in Markdown
    Svg,
}

/// Says how to get a command with the server.
#[cfg(not(feature = "lsp"))]
pub(crate) fn run(_: &LspArguments) -> Result<Verdict, Failure> {
    Err(Failure::WrongUse(
        "this build of rfc1738 has no language server; in a checkout, `cargo install --path crates/cli --features lsp` \
         installs one that has"
            .to_owned(),
    ))
}

/// Serves a client until it exits or its messages end. The verdict is `Invalid` if it does so without a
/// request to shut down.
#[cfg(feature = "lsp")]
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
