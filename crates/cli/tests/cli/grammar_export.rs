//! `rfc1738 grammar export`.

use assert_cmd::assert::Assert;

use crate::command::{exits, file, stdout};

fn export(line: &str, code: i32) -> Assert {
    exits(&format!("grammar export --to {line}"), code)
}

#[test]
fn without_a_file_the_grammar_of_rfc_1738_is_exported() {
    let text = stdout(&export("pest --rule fileurl", 0).stderr(""));
    assert!(
        text.contains("\nfileurl = ${ ^\"file://\" ~ (host | \"localhost\")? ~ \"/\" ~ fpath }\n")
    );
    assert!(!text.contains("httpurl"), "{text}");
    export("regex --rule ftptype", 0).stdout("^[ADIadi]$\n");
    export("regex", 0);
}

#[test]
fn readings_apply_to_a_file_if_they_are_given() {
    file(
        "export-own.bnf",
        include_str!("../../../../grammar/rfc1738.bnf"),
    );
    file(
        "export-own.toml",
        include_str!("../../../../grammar/readings.toml"),
    );
    let own = stdout(&export("ebnf", 0));
    export("ebnf --readings export-own.toml export-own.bnf", 0)
        .stderr("")
        .stdout(own);
}
