//! The command `rfc1738`: a thin face over the library and over the reader of grammars.
//!
//! Invariants, kept by every module:
//! - whatever comes from an input passes through [`escape`] or [`json`] before it is written;
//! - standard output holds what was asked for, standard error what is said about it;
//! - what cannot be written or read ends as a [`outcome::Failure`], never as a panic.

mod advice;
mod arguments;
mod build;
mod characters;
mod check;
mod chosen_grammar;
mod conformance;
mod derivations;
mod diagnostic;
mod escape;
mod excerpt;
mod explain;
mod extract;
mod generate;
mod grammar;
mod inspect;
mod json;
mod lines;
mod mismatch;
mod naive;
mod names;
mod node;
mod outcome;
mod page;
mod parse;
mod progress;
mod railroad;
mod rules;
mod sexp;
mod snippet;
mod source;
mod streams;
mod style;
mod summary;
mod trace;
mod tree;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use outcome::{Failure, Verdict};

fn main() -> ExitCode {
    let arguments = match Arguments::from_command_line() {
        Ok(arguments) => arguments,
        Err(refusal) => return refusal,
    };
    arguments.color.apply();
    match run(&arguments.command) {
        Ok(verdict) => verdict.into(),
        Err(failure) => failure.report(),
    }
}

fn run(command: &Command) -> Result<Verdict, Failure> {
    match command {
        Command::Parse(arguments) => parse::run(arguments),
        Command::Inspect(arguments) => inspect::run(arguments),
        Command::Build(arguments) => build::run(arguments),
        Command::Derivations(arguments) => derivations::run(arguments),
        Command::Trace(arguments) => trace::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Naive(arguments) => naive::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Conformance(arguments) => conformance::run(arguments),
        Command::Extract(arguments) => extract::run(arguments),
        Command::Rules(arguments) => rules::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Grammar(arguments) => grammar::run(arguments),
    }
}
