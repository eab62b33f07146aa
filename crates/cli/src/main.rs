//! The command `rfc1738`, a thin layer over `rfc1738`, `rfcbnf` and `rfc1738-views`.
//!
//! `command_line` parses the arguments, a module of `commands` runs the command, and `outcome`
//! turns its result into an exit status. `input` reads files and standard input; `output` writes
//! to the terminal.
//!
//! Invariants, kept by every module:
//! - Text from an input is written by a view or through [`rfcbnf_engine::escape`] or
//!   [`rfc1738_views::json`], never as it is.
//! - Standard output holds the result; standard error holds remarks about it.
//! - A failure to read or write ends as an [`outcome::Failure`], never as a panic.

mod advice;
mod arguments;
mod command_line;
mod commands;
mod input;
mod outcome;
mod output;
mod standard_streams;
mod workers;

use std::process::ExitCode;

use clap::CommandFactory as _;

use command_line::{Arguments, Command};
use commands::{
    build, check, completions, conformance, derivations, exercise, explain, extract, generate,
    grammar, inspect, lsp, man, naive, parse, rules, trace,
};
use outcome::{Failure, Verdict};

fn main() -> ExitCode {
    let arguments = match Arguments::from_command_line() {
        Ok(arguments) => arguments,
        Err(refusal) => return refusal,
    };
    arguments.global.color.apply();
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
        Command::Exercise(arguments) => exercise::run(arguments),
        Command::Lsp(arguments) => lsp::run(arguments),
        Command::Completions(arguments) => completions::run(arguments, Arguments::command()),
        Command::Man(arguments) => man::run(arguments, Arguments::command()),
    }
}
