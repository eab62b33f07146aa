//! `explain` reports unusable arguments and grammars, and escapes the text of grammars.

use super::foreign;
use crate::command::{exits, given, rfc1738};

#[test]
fn unknown_productions_and_missing_files_are_reported() {
    let path = foreign("dates.bnf");
    let listed = format!("`rfc1738 rules --grammar {path}` lists them");
    let errors: [(&[&str], &str); 4] = [
        (
            &["hostprt"],
            "error: there is no production `hostprt`; did you mean `hostport`? `rfc1738 rules` lists them\n",
        ),
        (
            &["port", "--grammar", &path],
            &format!("error: there is no production `port`; {listed}\n"),
        ),
        (
            &["tme", "--grammar", &path],
            &format!("error: there is no production `tme`; did you mean `time`? {listed}\n"),
        ),
        (
            &["a", "--grammar", "no-such.bnf"],
            "error: no-such.bnf: No such file or directory (os error 2)\n",
        ),
    ];
    for (arguments, error) in errors {
        rfc1738(&[&["explain"], arguments].concat())
            .assert()
            .code(2)
            .stdout("")
            .stderr(error.to_owned());
    }
    exits("explain url --rule url", 2).stdout("").stderr(
        "error: the argument '[NAME]' cannot be used with '--rule <NAME>'\n\n\
             Usage: rfc1738 explain <NAME>\n\nFor more information, try '--help'.\n",
    );
}

#[test]
fn a_wrong_or_oversized_grammar_is_refused() {
    given("a = b\n", "explain a --grammar -", 2)
        .stdout("")
        .stderr(
            "\
error: the production `b` is used and never defined
   ,-[<stdin>:1:5]
 1 | a = b
   |     ^
   `----

error: <stdin> holds 1 error
",
        );
    given("a = 1000( 1000\"0\" )\n", "explain a --grammar -", 2)
        .stdout("")
        .stderr(
            "error: <stdin>: production `a` is too large to be decided: its automaton takes more \
             than 10000 states or 64 MiB, or the grammar more than 8 million steps\n",
        );
}

#[test]
fn the_text_of_a_grammar_reaches_the_terminal_escaped() {
    let grammar = "; \u{1b}[31m\u{202e}\n\na\t= \"\u{1b}]0;x\u{7}\" | \"b\" ; \u{9b}31m\n";
    for format in ["human", "json"] {
        for color in ["never", "always"] {
            let arguments = ["explain", "a", "--grammar", "-", "--format", format];
            let run = rfc1738(&arguments)
                .args(["--color", color])
                .write_stdin(grammar)
                .output();
            let run = run.expect("the command runs");
            let all = [run.stdout, run.stderr].concat();
            let text = String::from_utf8(all).expect("it is UTF-8");
            let text = text.replace("\u{1b}[", "[");
            assert!(
                !text.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\t']),
                "{text:?}"
            );
        }
    }
}
