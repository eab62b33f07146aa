//! Errors on unknown commands, options and values.

use crate::command::{rfc1738, stdout};
use crate::help_pages::help_pages;

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
