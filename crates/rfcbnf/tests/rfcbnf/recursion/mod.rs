//! Grammars that recurse, held against an independent answer.
//!
//! The answer starts from the syntax tree. It shares no code with the resolved grammar, the
//! recognizer and the derivations, and it is slow on purpose: it follows the definitions.
//!
//! - `parts` takes the grammar apart, and knows what holds for every text.
//! - `verdict` knows which parts derive which spans of one text, and what can follow a prefix.
//! - `enumeration` lists all different trees of one text in priority order.
//! - `nearest` tries all edits of one text.
//! - `configurations` has long texts, whose verdict is known by construction.
//! - `courses` has pairs of grammars of which some are equal, and `exercises` hands them in.
//! - `tables` knows which symbols can stand side by side, and `forms` applies productions one by one.
//! - `written` and `random` are the grammars, and `texts` makes texts for them.

mod configurations;
mod courses;
mod depth;
mod difference;
mod enumeration;
mod exercises;
mod findings;
mod forms;
mod kinds;
mod linear;
mod nearest;
mod open;
mod ordered_choice;
mod parts;
mod random;
mod spelled;
mod steps;
mod tables;
mod texts;
mod trees;
mod verdict;
mod written;

pub(crate) use random::grammars as random_grammars;
pub(crate) use texts::short as short_texts;
