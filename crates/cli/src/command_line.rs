//! The command line: every command with its arguments, and the help that lists them.

use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use rfcbnf_engine::escape::{Printable, is_plain};

use crate::arguments::EXIT_STATUS;
use crate::commands::build::BuildArguments;
use crate::commands::check::arguments::CheckArguments;
use crate::commands::completions::CompletionsArguments;
use crate::commands::conformance::ConformanceArguments;
use crate::commands::derivations::DerivationsArguments;
use crate::commands::exercise::ExerciseArguments;
use crate::commands::explain::ExplainArguments;
use crate::commands::extract::ExtractArguments;
use crate::commands::generate::GenerateArguments;
use crate::commands::grammar::GrammarArguments;
use crate::commands::inspect::InspectArguments;
use crate::commands::lsp::LspArguments;
use crate::commands::man::ManArguments;
use crate::commands::naive::NaiveArguments;
use crate::commands::parse::ParseArguments;
use crate::commands::rules::RulesArguments;
use crate::commands::trace::TraceArguments;
use crate::input::source::meant_file;
use crate::outcome::Failure;
use crate::output::streams::{self, Output};

/// Adds arguments to the definition of a command.
type Define = fn(clap::Command) -> clap::Command;

/// The commands that scripts start for each of their texts, and what defines their arguments.
const OFTEN_STARTED: [(&str, Define); 4] = [
    ("parse", ParseArguments::augment_args),
    ("inspect", InspectArguments::augment_args),
    ("check", CheckArguments::augment_args),
    ("extract", ExtractArguments::augment_args),
];

/// Reads, runs and tests the grammars that RFCs print.
#[derive(Debug, Parser)]
#[command(name = "rfc1738", version, after_long_help = EXIT_STATUS)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalArguments,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The arguments that every command takes.
#[derive(Debug, Args)]
pub(crate) struct GlobalArguments {
    /// When to use colors
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Color,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Parse a text and show its tree
    Parse(ParseArguments),
    /// Show the components of a URL and what a client does with it
    Inspect(InspectArguments),
    /// Build a URL from its components
    Build(Box<BuildArguments>),
    /// Show all ways in which a production derives a text
    Derivations(DerivationsArguments),
    /// Show how the productions match a text, step by step
    Trace(TraceArguments),
    /// Write valid or nearly valid texts of a production
    Generate(GenerateArguments),
    /// Show what ordered choice loses
    Naive(NaiveArguments),
    /// Check many texts, one a line
    Check(CheckArguments),
    /// Test a parser for conformance with the grammar
    Conformance(ConformanceArguments),
    /// Find URLs in running text
    Extract(ExtractArguments),
    /// List the productions, or show one
    Rules(RulesArguments),
    /// Explain a production with examples and a diagram
    Explain(ExplainArguments),
    /// Check, format, compare, export and draw grammars
    Grammar(GrammarArguments),
    /// Answer exercises of a course, and grade hand-ins
    Exercise(ExerciseArguments),
    /// Serve an editor of grammar files
    Lsp(LspArguments),
    /// Write a script that completes command lines in a shell
    Completions(CompletionsArguments),
    /// Write the manual, a page for each command
    Man(ManArguments),
}

/// When to use colors.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Color {
    /// On terminals, subject to `NO_COLOR` and `CLICOLOR_FORCE`
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Arguments {
    /// Parses the command line. Writes an error, the help or the version, and returns the exit
    /// status, if there is no command to run.
    pub(crate) fn from_command_line() -> Result<Self, ExitCode> {
        match Self::of_often_started() {
            Some(arguments) => Ok(arguments),
            None => Self::of_any_command().map_err(|error| refuse(&error)),
        }
    }

    /// Parses the command line with all commands.
    fn of_any_command() -> Result<Self, clap::Error> {
        let command = Self::command();
        let is_bare = env::args_os().skip(1).all(|argument| argument == "-h");
        let mut command = if is_bare {
            let screen = short_help(&command);
            command.override_help(screen)
        } else {
            with_purposes(command)
        };
        let matches = command.try_get_matches_from_mut(env::args_os());
        let matches = matches.map_err(with_meant_file)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }

    /// Parses the command line if it begins with the name of a command that is started often. To
    /// define all commands takes longer than to check a line. Returns `None` for what is to be parsed
    /// with all commands: refused arguments, because their errors may name other commands, and help.
    fn of_often_started() -> Option<Self> {
        let first = env::args_os().nth(1)?;
        let (name, define) = OFTEN_STARTED.into_iter().find(|(name, _)| first == *name)?;
        let command = GlobalArguments::augment_args(clap::Command::new("rfc1738"))
            .subcommand(define(clap::Command::new(name)));
        let matches = command.try_get_matches().ok()?;
        Self::from_arg_matches(&matches).ok()
    }
}

impl Color {
    /// Sets the choice for all streams.
    pub(crate) fn apply(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Adds what was meant to the error on a file in the place of a command.
fn with_meant_file(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    if let Some(meant) = meant_file(name.as_ref()) {
        let meant = ContextValue::StyledStrs(vec![meant.into()]);
        error.insert(ContextKind::Suggested, meant);
    }
    error
}

/// Writes a usage error, the help or the version. Returns the exit status.
fn refuse(error: &clap::Error) -> ExitCode {
    match write_refusal(error) {
        Ok(()) => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
        Err(error) => Failure::from(error).report(),
    }
}

fn write_refusal(error: &clap::Error) -> io::Result<()> {
    let text = error.render();
    if !error.use_stderr() {
        return streams::flushed(Output::new(), |out| {
            if out.takes_styles() {
                write!(out, "{}", text.ansi())
            } else {
                write!(out, "{text}")
            }
        });
    }
    let plain = text.to_string();
    // The error quotes arguments as they are.
    let is_plain = |character| character == '\n' || is_plain(character);
    if plain.chars().all(is_plain) && are_plain_arguments() {
        return streams::message(|out| write!(out, "{}", text.ansi()));
    }
    let lines = plain
        .lines()
        .map(|line| Printable(line.as_bytes()).to_string());
    let lines = lines.collect::<Vec<_>>().join("\n");
    streams::message(|out| writeln!(out, "{lines}"))
}

/// Whether no argument holds an escape sequence. The text of an error has lost them.
fn are_plain_arguments() -> bool {
    env::args_os().all(|argument| !argument.as_encoded_bytes().contains(&0x1b))
}

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
        commands: &["grammar", "rules", "explain", "naive", "lsp", "exercise"],
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
fn short_help(command: &clap::Command) -> StyledStr {
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
fn with_purposes(command: clap::Command) -> clap::Command {
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
                .and_then(clap::Command::get_about)
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
