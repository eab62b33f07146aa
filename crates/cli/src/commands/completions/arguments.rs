//! The arguments of `completions`.

use clap::Args;
use clap_complete::Shell;

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
    pub(crate) shell: Shell,
}
