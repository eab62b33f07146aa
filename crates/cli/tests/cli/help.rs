//! The pages of `--help`, the manual and the completions have the same commands and options.

use crate::command::{exits, file, rfc1738, stdout, typed};
use crate::extent::few_or_many;
use assert_cmd::assert::Assert;
use rfc1738::Rule;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{fs, slice};

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

#[test]
fn the_long_help_lists_every_command_once() {
    let help = stdout(&rfc1738(&["--help"]).assert().code(0));
    let commands = help_pages().iter().filter(|page| page.path.len() == 1);
    let completions = stdout(&rfc1738(&["completions", "bash"]).assert().code(0));
    for page in commands {
        let name = &page.path[0];
        let lines = help.lines().filter(|line| {
            let line = line.strip_prefix("  ").unwrap_or_default();
            line.split(' ').next() == Some(name)
        });
        assert_eq!(lines.count(), 1, "{name}");
    }
    // The shell knows the commands from the definition, not from the screen.
    let known = completions.lines().find(|line| line.contains("opts=\""));
    let known = known.expect("the script lists words").trim();
    let known = known.trim_start_matches("opts=\"").trim_end_matches('"');
    for word in known.split(' ').filter(|word| !word.starts_with('-')) {
        assert!(help.contains(&format!("\n  {word} ")), "{word}");
    }
}

#[test]
fn every_example_path_in_a_help_page_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = 0;
    for page in help_pages() {
        let path = page.path.iter().map(String::as_str);
        let arguments: Vec<&str> = path.chain(["--help"]).collect();
        let help = stdout(&rfc1738(&arguments).assert().code(0));
        let is_path = |word: &&str| {
            ["examples/", "docs/", "crates/"]
                .iter()
                .any(|it| word.starts_with(it))
        };
        for path in help.split([' ', '\n', ';', ',', '"']).filter(is_path) {
            assert!(root.join(path).exists(), "{:?}: {path}", page.path);
            found += 1;
        }
    }
    assert!(found > 1, "{found}");
}

/// Returns the path of a folder that does not exist yet, in the temporary folder of the tests.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run can be removed");
    }
    folder
}

/// Returns the pages in a folder by the names of their files, without the escapes of roff.
fn written(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let pages = entries.map(|entry| {
        let path = entry.expect("the entry is read").path();
        let name = path.file_name().expect("it has a name").to_string_lossy();
        let page = fs::read_to_string(&path).expect("UTF-8");
        let plain = page.replace("\\-", "-").replace("\\fB", "");
        (name.into_owned(), plain.replace("\\fR", ""))
    });
    pages.collect()
}

#[test]
fn each_command_has_a_page_with_its_options() {
    let folder = fresh("man-pages/man1");
    exits("man man-pages/man1", 0).stderr("");
    let mut pages = written(&folder);
    for help in help_pages() {
        let name = format!("{}.1", help.joined("-"));
        let page = pages
            .remove(&name)
            .unwrap_or_else(|| panic!("{name} is missing"));
        let heading = format!(".SH SYNOPSIS\n{} ", help.joined(" "));
        assert!(page.contains(&heading), "{name}: {page}");
        for option in &help.options {
            let listed = page.lines().any(|line| {
                let mut words = line.split([' ', ',', '[', ']']);
                let is_listed = line.starts_with('-') || line.contains(" [alias");
                is_listed && words.any(|word| word == option)
            });
            assert!(listed, "{name}: {option}");
        }
        for subcommand in &help.subcommands {
            let line = format!("\n{}-{subcommand}(1)\n", help.joined("-"));
            assert!(page.contains(&line), "{name}: {line}");
        }
    }
    assert_eq!(pages.into_keys().collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn the_error_names_the_unwritable_folder_or_page() {
    file("man-blocked", "a file");
    let refused = |folder: &str, message: &str| {
        let run = rfc1738(&["man", folder]).assert();
        run.code(2).stdout("").stderr(format!("error: {message}\n"));
    };
    refused(
        "man-blocked",
        "man-blocked cannot be written: not a directory",
    );
    let occupied = fresh("man-occupied");
    fs::create_dir_all(occupied.join("rfc1738-build.1")).expect("it is created");
    if cfg!(target_os = "linux") {
        refused(
            "man-blocked/man1",
            "man-blocked/man1 cannot be written: Not a directory (os error 20)",
        );
        refused(
            "man-occupied",
            "man-occupied/rfc1738-build.1 cannot be written: Is a directory (os error 21)",
        );
    }
    exits("man", 2).stdout("").stderr(
        "\
error: the following required arguments were not provided:
  <DIR>

Usage: rfc1738 man <DIR>

For more information, try '--help'.
",
    );
}

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

fn script(shell: &str) -> String {
    stdout(&exits(&format!("completions {shell}"), 0).stderr(""))
}

#[test]
fn every_shell_offers_the_long_options_of_the_help() {
    let pages = help_pages();
    let options: BTreeSet<&String> = pages.iter().flat_map(|page| &page.options).collect();
    for shell in SHELLS {
        let script = script(shell);
        for &option in &options {
            let pages = pages.iter().filter(|page| page.options.contains(option));
            let (pages, offers) = (pages.count(), offers(shell, &script, option));
            assert_eq!(offers, pages, "{shell}: {option}");
        }
    }
}

/// Returns how many times a script offers an option.
fn offers(shell: &str, script: &str, option: &str) -> usize {
    let count = |pattern: String| script.matches(&pattern).count();
    match shell {
        "bash" => {
            let lists = script
                .lines()
                .filter(|line| line.trim_start().starts_with("opts=\"-"));
            let words = lists.flat_map(|list| list.split(['"', ' ']));
            words.filter(|word| *word == option).count()
        }
        "elvish" => count(format!("cand {option} '")),
        "fish" => count(format!(" -l {} ", option.trim_start_matches('-'))),
        "powershell" => count(format!("('{option}', '{option}', ")),
        "zsh" => count(format!("{option}[")) + count(format!("{option}=[")),
        _ => unreachable!("{shell} is no shell"),
    }
}

#[test]
fn every_shell_knows_each_subcommand_that_the_help_lists() {
    let pages = help_pages();
    for shell in SHELLS {
        let script = script(shell);
        for page in pages {
            let known = match shell {
                "bash" => format!(" {})\n", page.joined("__subcmd__")),
                "elvish" => format!(" &'{}'= {{", page.joined(";")),
                "fish" => match page.path.last() {
                    Some(name) => format!(" -a \"{name}\" -d "),
                    None => "complete -c rfc1738 ".to_owned(),
                },
                "powershell" => format!(" '{}' {{", page.joined(";")),
                "zsh" => format!("\n_{}_commands() {{", page.joined("__subcmd__")),
                _ => unreachable!("{shell} is no shell"),
            };
            assert!(script.contains(&known), "{shell}: {known}");
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_completes_the_subcommands_and_options_of_each_command() {
    use std::fmt::Write as _;
    use std::process::Command;

    if Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    let pages = help_pages();
    let mut program = script("bash");
    for page in pages {
        let (words, last) = (page.joined(" "), page.path.last());
        let (count, last) = (page.path.len() + 1, last.map_or("rfc1738", String::as_str));
        // Bash calls the function with the command, the word to complete, and the one before it.
        for word in ["''", "-"] {
            let _ = writeln!(
                program,
                "COMP_WORDS=({words} {word}); COMP_CWORD={count}; _rfc1738 rfc1738 {word} {last}\n\
                 echo \"${{COMPREPLY[*]}}\""
            );
        }
    }
    let run = Command::new("bash").args(["-c", &program]).output();
    let run = run.expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&run.stderr), "");
    let replies = String::from_utf8(run.stdout).expect("UTF-8");
    let replies: Vec<BTreeSet<&str>> = replies
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(replies.len(), 2 * pages.len());
    for (page, replies) in pages.iter().zip(replies.chunks(2)) {
        let names = page.subcommands.iter();
        let missing: Vec<&String> = names
            .filter(|name| !replies[0].contains(name.as_str()))
            .collect();
        assert!(missing.is_empty(), "{:?}: {missing:?}", page.path);
        let options = replies[1].iter().filter(|reply| reply.starts_with("--"));
        let options: BTreeSet<String> = options.map(|option| (*option).to_owned()).collect();
        assert_eq!(options, page.options, "{:?}", page.path);
    }
}

#[cfg(unix)]
#[test]
fn bash_completes_the_values_of_an_option() {
    use std::process::Command;

    if Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    let program = script("bash")
        + "COMP_WORDS=(rfc1738 parse --format s); COMP_CWORD=3; _rfc1738 rfc1738 s --format\n\
           echo \"${COMPREPLY[*]}\"";
    let run = Command::new("bash").args(["-c", &program]).output();
    let run = run.expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "sexp\n");
}

#[test]
fn the_help_lists_every_id() {
    for command in ["parse", "check"] {
        let help = rfc1738(&[command, "--help"]).output().unwrap().stdout;
        let help = String::from_utf8(help).unwrap();
        for id in rfc1738::AdviceId::ALL {
            let row = format!("  {:7}  {:24}  {}", id.severity(), id, id.condition());
            assert!(help.lines().any(|line| line == row), "{row} in {help}");
        }
    }
}

fn build(line: &str) -> Assert {
    typed(&format!("build {line}")).assert()
}

#[test]
fn the_help_has_examples_that_work() {
    let help = stdout(&build("--help").code(0));
    let examples = help
        .lines()
        .filter_map(|line| line.strip_prefix("  rfc1738 build "));
    let mut count = 0;
    for example in examples {
        build(example).code(0).stderr("");
        count += 1;
    }
    assert!(count >= 5);
    assert!(help.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn all_productions_are_listed_under_their_headings() {
    let list = stdout(&exits("rules", 0).stderr(""));
    assert!(list.starts_with(
        "The generic form of a URL is:\n  genericurl     = scheme \":\" schemepart\n\nSpecific"
    ));
    for rule in Rule::ALL {
        let start = format!("  {:14} = ", rule.name());
        assert_eq!(
            list.lines().filter(|line| line.starts_with(&start)).count(),
            1,
            "{rule}"
        );
    }
    assert!(list.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn every_page_fits_into_80_columns() {
    // A page takes a process.
    for rule in Rule::ALL.into_iter().step_by(few_or_many(3, 1)) {
        let page = stdout(&rfc1738(&["rules", rule.name()]).assert().code(0));
        assert!(
            page.lines().all(|line| line.chars().count() <= 80),
            "{page}"
        );
        assert!(page.contains(rule.example()), "{page}");
    }
}
