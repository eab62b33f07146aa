//! Trees: with branches for people, as s-expressions, as JSON.
//!
//! ```
//! use rfc1738::{Rule, parse};
//! use rfc1738_views::tree::sexp;
//!
//! let tree = parse(Rule::Port, "80")?;
//! let mut out = Vec::new();
//! sexp::write(&mut out, tree.root())?;
//! assert_eq!(out, b"(port 0 2\n  (digits 0 2 \"80\"))\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod flat;
pub mod json;
pub mod json_lines;
pub mod node;
pub mod sexp;
pub mod text;
