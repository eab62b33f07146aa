//! The contract of the library beyond the verdicts of productions: rules, trees, errors, input of
//! every kind and length, and the productions as nom parsers.

mod auto_traits;
mod certain_fixes;
mod combinators;
mod deserialization;
mod diagnostics;
mod documents;
mod error_ids;
mod errors;
mod fix_table;
pub(crate) mod fixes;
mod input;
mod long_texts;
mod note_cases;
mod note_messages;
mod notes;
mod origins;
mod passwords;
mod readings;
mod reports;
mod rules;
mod standalone;
mod trace;
mod trees;
mod whole;
