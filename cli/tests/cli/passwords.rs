//! Passwords: output for people shows `***` where it explains an error, and JSON keeps the text.

use crate::command::{file, rfc1738};

const URL: &str = "ftp://me:secret@ho_st/a";
const SHOWN: &str = " 1 | ftp://me:***@ho_st/a\n   |                ^\n";

/// Runs the command, which finds an invalid text, and returns both outputs.
fn outputs(arguments: &[&str]) -> (String, String) {
    let run = rfc1738(arguments).assert().code(1);
    let output = run.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).expect("it is UTF-8");
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn an_error_hides_the_password_and_its_mark_follows() {
    for command in ["parse", "inspect", "derivations"] {
        let (_, error) = outputs(&[command, URL]);
        assert!(error.contains(SHOWN), "{error}");
    }
}

#[test]
fn json_keeps_the_password() {
    for command in ["parse", "inspect", "derivations"] {
        let (json, _) = outputs(&[command, "--format", "json", URL]);
        assert!(json.contains(URL), "{json}");
    }
}

#[test]
fn an_error_of_a_match_hides_passwords_on_its_line() {
    file(
        "passwords-letter.txt",
        b"See <URL:ftp://me:secret@ho_st/a> and ftp://v:secret@h/~.\n",
    );
    let (shown, _) = outputs(&["extract", "--bare", "passwords-letter.txt"]);
    let first = " 1 | See <URL:ftp://me:***@ho_st/a>\n   |                         ^\n";
    let second = " 1 | See <URL:ftp://me:***@ho_st/a> and ftp://v:***@h/~\n";
    assert!(shown.contains(first) && shown.contains(second), "{shown}");
}

#[test]
fn a_summary_hides_the_password_of_an_example() {
    file(
        "passwords-urls.txt",
        format!("{URL}\nftp://me:secret@host/\n").as_bytes(),
    );
    let summary = |format| {
        outputs(&[
            "check",
            "--summary",
            format,
            "--advice",
            "passwords-urls.txt",
        ])
        .0
    };
    let shown = summary("human");
    assert!(shown.contains("ftp://me:***@ho_st/a\n"), "{shown}");
    assert!(!shown.contains("secret"), "{shown}");
    assert!(summary("json").contains(URL));
}

#[test]
fn a_text_of_another_grammar_is_shown_as_it_is() {
    file("passwords.bnf", b"comment = \"//a:\" 1*\"b\" \"@\"\n");
    let (_, error) = outputs(&["parse", "--grammar", "passwords.bnf", "//a:bb_@"]);
    assert!(error.contains(" 1 | //a:bb_@\n   |       ^\n"), "{error}");
}
