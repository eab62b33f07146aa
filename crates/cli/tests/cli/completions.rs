//! `rfc1738 completions`.

use std::collections::BTreeSet;

use crate::command::{exits, stdout};
use crate::help_pages::help_pages;

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
