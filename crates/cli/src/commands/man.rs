//! `rfc1738 man`: the manual, a page for each command.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command, ValueHint};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;
use rfcbnf_engine::escape::Printable;

use crate::outcome::{Failure, Verdict};
use crate::output::new_folder::NewFolder;
use crate::output::streams::{Output, flushed};

const HELP: &str = "\
There is a page for the command and one for each subcommand: rfc1738.1,
rfc1738-parse.1, rfc1738-grammar-check.1 and so on. DIR is created. Pages in it
are replaced, and other files stay as they are.

Examples:
  rfc1738 man ~/.local/share/man/man1
  man rfc1738-grammar-check

Exit status:
  0  written
  2  wrong use, or a folder or a page that cannot be written";

/// The arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ManArguments {
    /// The folder for the pages
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

/// The pages by the names of their files.
type Pages = BTreeMap<String, Vec<u8>>;

/// Writes the pages and lists them. `command` is the definition of the whole command line.
pub(crate) fn run(arguments: &ManArguments, command: Command) -> Result<Verdict, Failure> {
    let pages = pages(command)?;
    let folder = &arguments.folder;
    let files = pages
        .iter()
        .map(|(name, page)| (name.as_str(), page.as_slice()));
    let new = NewFolder {
        files: files.collect(),
        removed: Vec::new(),
    };
    new.write(folder)?;
    report(folder, &pages)?;
    Ok(Verdict::Valid)
}

/// Returns the pages of the command and of all its subcommands.
fn pages(command: Command) -> io::Result<Pages> {
    let version = command.get_version().unwrap_or_default();
    let source = format!("{} {version}", command.get_name());
    // `rfc1738 help parse` shows the page of `parse`; it needs none itself.
    let mut command = with_aliases(command).disable_help_subcommand(true);
    command.build();
    let mut pages = Pages::new();
    let mut open = vec![&command];
    while let Some(command) = open.pop() {
        let (name, page) = page(command, &source)?;
        pages.insert(name, page);
        open.extend(command.get_subcommands());
    }
    Ok(pages)
}

/// Adds the other names of each option to its help. `clap_mangen` leaves them out.
fn with_aliases(command: Command) -> Command {
    let command = command.mut_args(|option| {
        let names = option.get_visible_aliases().unwrap_or_default();
        let names: Vec<String> = names.iter().map(|name| format!("--{name}")).collect();
        match (option.get_help().map(ToString::to_string), names.len()) {
            (_, 0) | (None, _) => option,
            (Some(help), 1) => option.help(format!("{help} [alias: {}]", names[0])),
            (Some(help), _) => option.help(format!("{help} [aliases: {}]", names.join(", "))),
        }
    });
    command.mut_subcommands(with_aliases)
}

/// Lists the pages that were written.
fn report(folder: &Path, pages: &Pages) -> io::Result<()> {
    let folder = Printable(folder.as_os_str().as_encoded_bytes());
    flushed(Output::new(), |out| {
        let Palette { number, .. } = out.palette();
        let count = counted(pages.len(), "page", "pages", number);
        writeln!(out, "wrote {count} in {folder}:")?;
        for name in pages.keys() {
            writeln!(out, "  {name}")?;
        }
        Ok(())
    })
}

/// The headings in the help of a command that become sections of its page.
const SECTIONS: [(&str, &str); 2] = [("Examples:", "EXAMPLES"), ("Exit status:", "EXIT STATUS")];

/// Returns the file name and the page of a command. [`Command::build`] was called on the command.
///
/// `source` is the name and the version of the program.
fn page(command: &Command, source: &str) -> io::Result<(String, Vec<u8>)> {
    let man = Man::new(command.clone()).source(source);
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut out)?;
    }
    let details = command
        .get_after_long_help()
        .or_else(|| command.get_after_help());
    if let Some(details) = details {
        write_details(&mut out, &details.to_string())?;
    }
    Ok((man.get_filename(), out))
}

/// Writes the part of a help text after its options. `man` fills paragraphs, but keeps indented
/// lines.
fn write_details(out: &mut dyn Write, text: &str) -> io::Result<()> {
    let mut roff = Roff::new();
    let mut is_headed = false;
    for paragraph in text.split("\n\n") {
        let heading = paragraph.lines().next().unwrap_or_default();
        let section = SECTIONS.iter().find(|(known, _)| *known == heading);
        let lines: Vec<&str> = match section {
            Some((_, title)) => {
                roff.control("SH", [*title]);
                paragraph.lines().skip(1).collect()
            }
            None if !is_headed => {
                roff.control("SH", ["DETAILS"]);
                paragraph.lines().collect()
            }
            None => {
                roff.control("PP", []);
                paragraph.lines().collect()
            }
        };
        is_headed = true;
        write_paragraph(&mut roff, &lines);
    }
    roff.to_writer(out)
}

fn write_paragraph(roff: &mut Roff, lines: &[&str]) {
    let is_filled = !lines.iter().any(|line| line.starts_with(' '));
    if !is_filled {
        roff.control("nf", []);
    }
    for line in lines {
        roff.text([roman(*line)]);
    }
    if !is_filled {
        roff.control("fi", []);
    }
}
