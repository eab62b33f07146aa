//! `rfc1738 completions`: a script that completes command lines.

use clap::{Args, Command};
use clap_complete::{Generator as _, Shell};

use crate::outcome::{Failure, Verdict};
use crate::output::streams::{flushed, plain_output};

const HELP: &str = "\
The script completes the names of commands, options and their values, and the
names of files. It is written to standard output.

Examples:
  rfc1738 completions bash > ~/.local/share/bash-completion/completions/rfc1738
  rfc1738 completions zsh > ~/.zfunc/_rfc1738
  rfc1738 completions fish > ~/.config/fish/completions/rfc1738.fish
  rfc1738 completions powershell >> $PROFILE
  rfc1738 completions elvish >> ~/.config/elvish/rc.elv

Exit status:
  0  written
  2  wrong use, or output that cannot be written";

/// The arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct CompletionsArguments {
    /// The shell that reads the script
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

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
