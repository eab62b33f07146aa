//! What the generated productions are made of, and what they read.

mod character_set;
#[allow(
    dead_code,
    unused_imports,
    reason = "which combinators the rules call is the grammar's affair"
)]
pub(crate) mod combinators;
mod listener;
mod listening;
mod octets;
mod place;
mod rule_set;
#[allow(
    dead_code,
    reason = "which scans the rules need is the grammar's affair"
)]
mod scan;
#[cfg(test)]
mod steps;
mod text;

pub use character_set::{CharacterSet, CharacterSetIter};
pub use text::{Characters, Text};

pub(crate) use listener::Listener;
pub(crate) use listening::{Listening, Reading};
pub(crate) use octets::Octets;
pub(crate) use place::{Compact, Place, Wide};
pub(crate) use rule_set::RuleSet;
#[allow(unused_imports, reason = "the same")]
pub(crate) use scan::{Automaton, Fused, List, Scan, Shifts, Single, State, Tables};
