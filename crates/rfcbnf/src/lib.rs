//! Reads, checks, analyses and compiles the BNF of the RFCs.
//!
//! ```
//! use rfcbnf::automaton::Automaton;
//!
//! let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
//! assert_eq!(grammar.start().unwrap().name, "port");
//! assert!(Automaton::new(&grammar, "port")?.accepts(b"1010"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod automaton;
pub mod by_address;
pub mod causes;
pub mod conformance;
mod depth;
pub mod derivations;
pub mod difference;
mod documents;
mod error;
pub mod errors;
pub mod export;
pub mod extract;
pub mod fixes;
pub mod format;
pub mod generate;
pub mod imports;
pub mod interpret;
mod layout;
pub mod library;
pub mod limits;
mod lookup;
mod network;
mod notation;
pub mod obstacles;
pub mod octets;
pub mod ordered_choice;
pub mod plan;
mod program;
pub mod prose;
mod random;
mod reader;
pub mod readings;
pub mod recognizer;
mod rejection;
pub mod resolved;
pub mod rfc1738;
mod search_end;
pub mod sentences;
mod sizes;
pub mod syntax;

#[cfg(feature = "miette")]
pub use error::GrammarDiagnostic;
pub use error::{
    Damage, ForeignNotation, GrammarError, GrammarErrorKind, GrammarErrors, NoCounterpart,
    NumberProblem,
};
pub use layout::{Layout, LayoutError};
pub use lookup::UnknownProduction;
pub use notation::choice::{NotationChoice, NotationSign};
pub use program::ProgramError;
pub use prose::{Prose, ProseError, Remark};
pub use reader::{BareLiteral, Document, NamePlace, Names, Reader, RuleNames, read};
pub use readings::{Reading, Readings, ReadingsError};
/// The engine of the parsers, which parses texts as the productions of an
/// [`Interpreter`](interpret::Interpreter) or a [`Recognizer`](recognizer::Recognizer). A program that reads
/// grammars depends on this crate alone.
pub use rfcbnf_engine as engine;
