//! Runs the built command and checks what it prints, what it writes and how it exits.

mod any_grammar;
mod by_hand;
mod check;
mod command;
mod conformance_export;
mod conformance_matrix;
mod conformance_report;
#[cfg(unix)]
mod conformance_run;
#[cfg(unix)]
mod console;
#[cfg(unix)]
mod documentation;
mod explain;
#[path = "../../../rfcbnf/tests/rfcbnf/extent.rs"]
mod extent;
mod grammar;
mod grammar_railroad;
#[cfg(target_os = "linux")]
mod growth;
mod help;
mod lsp;
#[cfg(unix)]
mod octets;
mod packages;
mod passwords;
#[cfg(unix)]
mod progress;
#[cfg(target_os = "linux")]
mod replaced_files;
mod streams;
mod terminal_safety;
mod texts;
#[cfg(target_os = "linux")]
mod unwritable_output;
mod workflows;
