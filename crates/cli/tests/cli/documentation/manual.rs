//! The manual of the command has every command.

use std::fs;

use super::{prose, top};
use crate::help::help_pages;

#[test]
fn every_command_has_a_section_in_the_manual() {
    let text = fs::read_to_string(top().join("docs/command.md")).expect("the file is there");
    let headings: Vec<&str> = prose(&text)
        .filter_map(|line| line.strip_prefix("## "))
        .collect();
    let pages = help_pages();
    // A command with subcommands is documented by their sections.
    for page in pages.iter().filter(|page| page.subcommands.is_empty()) {
        let name = page.path.join(" ");
        // `conformance` is one section, and a chapter of its own.
        let is_documented = headings.contains(&&*name) || headings.contains(&&*page.path[0]);
        assert!(is_documented, "docs/command.md has no section \"{name}\"");
    }
}
