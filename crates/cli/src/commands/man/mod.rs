//! `rfc1738 man`: the manual, a page for each command.

pub(crate) mod arguments;
mod page;

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;

use clap::Command;
use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;
use rfcbnf_engine::escape::Printable;

use crate::outcome::{Failure, Verdict};
use crate::output::new_folder::NewFolder;
use crate::output::streams::{Output, flushed};
use arguments::ManArguments;
use page::page;

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
