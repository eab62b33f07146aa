//! A page of the manual, written from the definition of a command.

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

/// The headings in the help of a command that become sections of its page.
const SECTIONS: [(&str, &str); 2] = [("Examples:", "EXAMPLES"), ("Exit status:", "EXIT STATUS")];

/// Returns the file name and the page of a command. [`Command::build`] was called on the command.
///
/// `source` is the name and the version of the program.
pub(super) fn page(command: &Command, source: &str) -> io::Result<(String, Vec<u8>)> {
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
