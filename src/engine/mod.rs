//! What the generated productions are made of, and what they read.

mod character_set;
#[allow(
    dead_code,
    unused_imports,
    reason = "which combinators the rules call is the grammar's affair"
)]
pub(crate) mod combinators;
mod listening;
mod octets;
mod rule_set;
mod scan;
mod text;

pub use character_set::{CharacterSet, Members};
pub use text::{Characters, Text};

pub(crate) use listening::{Listener, Listening};
pub(crate) use octets::Octets;
pub(crate) use rule_set::RuleSet;
pub(crate) use scan::{Scan, State};
