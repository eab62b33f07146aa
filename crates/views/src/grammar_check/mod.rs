//! What `grammar check` says of a file, for people and for programs.
//!
//! ```
//! use rfc1738_views::grammar_check::{CheckedFile, Selection, github};
//!
//! let document = rfcbnf::Reader::default().read("port = 1*digt\ndigit = \"0\" | \"1\"\n");
//! let file = CheckedFile::new("g.bnf", None, &document, None, &Selection::default());
//! let mut out = Vec::new();
//! github::write(&mut out, &file)?;
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     "::error title=undefined-production::g.bnf:1:10: the production `digt` is used and never \
//!      defined; a production with a similar name exists: `digit`\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod github;
mod problem;
pub mod record;
pub mod sarif;
mod selection;

pub use problem::{CheckedFile, Problem, ProblemLevel, RelatedPlace};
pub use selection::{Findings, Selection};
