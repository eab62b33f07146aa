//! `rfc1738 completions`: a script that completes command lines.

pub(crate) mod arguments;

use clap::Command;
use clap_complete::Generator as _;

use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output};
use arguments::CompletionsArguments;

/// Writes the script for a shell. `command` is the definition of the whole command line.
pub(crate) fn run(
    arguments: &CompletionsArguments,
    mut command: Command,
) -> Result<Verdict, Failure> {
    let name = command.get_name().to_owned();
    // The scripts name every command by its path from here.
    command.set_bin_name(name);
    command.build();
    flushed(plain_output(), |out| {
        arguments.shell.try_generate(&command, out)
    })?;
    Ok(Verdict::Valid)
}
