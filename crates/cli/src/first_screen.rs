//! The help of the whole command: what people want to do, and the commands for it.

use std::fmt::Write as _;

use clap::Command;
use clap::builder::StyledStr;

/// Something that people want to do.
struct Purpose {
    title: &'static str,
    /// The command line to begin with.
    example: &'static str,
    commands: &'static [&'static str],
}

/// Each command of `Arguments`, under the first purpose that it serves.
const PURPOSES: [Purpose; 4] = [
    Purpose {
        title: "Look at a text",
        example: "rfc1738 parse 'http://host.dom:/'",
        commands: &[
            "parse",
            "inspect",
            "check",
            "extract",
            "build",
            "derivations",
            "trace",
        ],
    },
    Purpose {
        title: "Test a parser",
        example: "rfc1738 conformance run --rule port -- PROGRAM",
        commands: &["conformance", "generate"],
    },
    Purpose {
        title: "Write a grammar",
        example: "rfc1738 grammar check FILE",
        commands: &["grammar", "rules", "explain", "naive", "lsp"],
    },
    Purpose {
        title: "Set up",
        example: "rfc1738 completions bash",
        commands: &["completions", "man", "help"],
    },
];

/// What stands above the purposes.
const SUBJECT: &str = "\
Reads, runs and tests the grammars that RFCs print. The grammar of RFC 1738, for URLs, is built in;
`--grammar FILE` takes any other.";

/// Returns the screen that the name of the command alone shows.
pub(crate) fn short(command: &Command) -> StyledStr {
    let header = command.get_styles().get_header();
    let mut screen = StyledStr::from(format!("{SUBJECT}\n\n"));
    for purpose in &PURPOSES[..3] {
        let Purpose { title, example, .. } = purpose;
        let names = purpose.commands.join(", ");
        let _ = writeln!(screen, "{header}{title:<15}{header:#}  {example}");
        let _ = writeln!(screen, "{:17}{names}", "");
    }
    let _ = writeln!(
        screen,
        "\n`rfc1738 --help` has a line for each command, `rfc1738 COMMAND --help` its options and examples."
    );
    screen
}

/// Returns `command` with the help that lists its commands by purpose.
pub(crate) fn with_purposes(command: Command) -> Command {
    let header = *command.get_styles().get_header();
    let literal = *command.get_styles().get_literal();
    let mut template = StyledStr::from(format!(
        "{SUBJECT}\n\n{header}Usage:{header:#} {{usage}}\n\n"
    ));
    for purpose in &PURPOSES {
        let Purpose { title, example, .. } = purpose;
        let _ = writeln!(template, "{header}{title}:{header:#} {example}");
        for name in purpose.commands {
            let about = command
                .find_subcommand(name)
                .and_then(Command::get_about)
                .map_or_else(
                    || String::from("Show the help of a command"),
                    ToString::to_string,
                );
            let _ = writeln!(template, "  {literal}{name:<11}{literal:#}  {about}");
        }
        template.push_str("\n");
    }
    let _ = write!(
        template,
        "{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template)
}
