//! The commands and options that the pages of `--help` show.

use std::collections::BTreeSet;
use std::slice;
use std::sync::LazyLock;

use crate::command::{rfc1738, stdout};

/// The contents of the page of one command.
pub(crate) struct HelpPage {
    /// The names that lead to the command, without `rfc1738`.
    pub(crate) path: Vec<String>,
    /// The subcommands, without `help`.
    pub(crate) subcommands: Vec<String>,
    /// The long options and their aliases, with their hyphens.
    pub(crate) options: BTreeSet<String>,
}

impl HelpPage {
    /// Returns the names that lead to the command, between `separator`s.
    pub(crate) fn joined(&self, separator: &str) -> String {
        let path = self.path.iter().map(String::as_str);
        let names: Vec<&str> = ["rfc1738"].into_iter().chain(path).collect();
        names.join(separator)
    }
}

/// Returns the pages of the command and of all its subcommands. It makes them once.
pub(crate) fn help_pages() -> &'static [HelpPage] {
    static PAGES: LazyLock<Vec<HelpPage>> = LazyLock::new(made_help_pages);
    &PAGES
}

fn made_help_pages() -> Vec<HelpPage> {
    let mut pages = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let page = help_page(path);
        let names = page.subcommands.iter();
        open.extend(names.map(|name| [&page.path[..], slice::from_ref(name)].concat()));
        pages.push(page);
    }
    assert!(pages.len() > 20, "{}", pages.len());
    pages
}

fn help_page(path: Vec<String>) -> HelpPage {
    let arguments: Vec<&str> = path.iter().map(String::as_str).collect();
    let run = rfc1738(&[&arguments[..], &["--help"]].concat())
        .assert()
        .code(0);
    let text = stdout(&run);
    // Commands are above the options, below one heading or several.
    let lines = text.lines().take_while(|line| *line != "Options:");
    let lines = lines.filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter_map(|line| line.split(' ').next());
    let is_command = |name: &&str| name.starts_with(|first: char| first.is_ascii_lowercase());
    let names = names.filter(is_command).filter(|name| *name != "help");
    let options = section(&text, "Options:").flat_map(long_options).collect();
    let options: BTreeSet<String> = options;
    assert!(options.contains("--help"), "{path:?}: {options:?}");
    HelpPage {
        subcommands: names.map(str::to_owned).collect(),
        path,
        options,
    }
}

/// Returns the options that a line introduces. Names begin at column 2 or 6, and descriptions at
/// column 10; `[alias: --b]` ends one.
fn long_options(line: &str) -> Vec<String> {
    let names = line.trim_start();
    let is_named = names.starts_with('-') && line.len() - names.len() < 10;
    let is_alias = names.starts_with("[alias");
    // The value of an option can be optional: `--a[=<N>]`.
    let words = names.split([' ', ',', '[', ']', '.']);
    let words = words.filter(|word| word.starts_with("--"));
    match (is_named, is_alias) {
        (true, _) => words.take(1).map(str::to_owned).collect(),
        (_, true) => words.map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// Returns the indented and empty lines below a heading.
fn section<'t>(text: &'t str, heading: &'t str) -> impl Iterator<Item = &'t str> {
    let lines = text.lines().skip_while(move |line| *line != heading);
    let lines = lines.skip(1);
    lines.take_while(|line| line.is_empty() || line.starts_with(' '))
}
