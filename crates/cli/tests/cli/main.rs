//! Runs the built command and checks what it prints, what it writes and how it exits.

mod advice;
mod any_grammar;
mod build;
mod check;
mod check_fix;
mod check_long_lines;
mod check_records;
mod check_summary;
mod check_threads;
mod command;
mod completions;
mod conformance_by_productions;
mod conformance_cover;
mod conformance_csv;
mod conformance_export;
mod conformance_quick;
mod conformance_report;
#[cfg(unix)]
mod conformance_run;
#[cfg(unix)]
mod console;
mod derivations;
#[cfg(unix)]
mod documentation;
mod explain;
#[path = "../../../rfcbnf/tests/rfcbnf/extent.rs"]
mod extent;
mod extract;
mod generate;
mod grammar;
mod grammar_extract;
mod grammar_limits;
mod grammar_railroad;
#[cfg(target_os = "linux")]
mod growth;
mod help_pages;
mod lengths;
mod lsp;
mod man;
mod packages;
mod parse;
mod passwords;
#[cfg(unix)]
mod progress;
#[cfg(target_os = "linux")]
mod replaced_files;
mod rules;
mod streams;
mod terminal_safety;
mod trace;
mod trace_recursion;
mod undecided;
#[cfg(target_os = "linux")]
mod unwritable_output;
mod usage;
mod workflows;
