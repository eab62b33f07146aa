//! Names of productions follow the notation of their grammar.

use crate::command::{exits, file, rfc1738, stdout};

#[test]
fn names_of_abnf_are_found_in_any_case() {
    file("any-names.abnf", "URI = Scheme %x3A\nScheme = 1*%x61-7A\n");
    for name in ["uri", "URI", "Uri"] {
        let run = exits(
            &format!("parse --format sexp --grammar any-names.abnf --rule {name} a:"),
            0,
        );
        let tree = stdout(&run);
        assert!(tree.starts_with("(URI 0 2"), "{tree}");
    }
    for command in [
        &[
            "check",
            "--grammar",
            "any-names.abnf",
            "--rule",
            "scheme",
            "-",
        ][..],
        &["rules", "--grammar", "any-names.abnf", "SCHEME"],
        &["generate", "--grammar", "any-names.abnf", "--rule", "uri"],
        &["naive", "--grammar", "any-names.abnf", "--rule", "uri"],
        &[
            "trace",
            "--grammar",
            "any-names.abnf",
            "--rule",
            "uri",
            "--only",
            "scheme",
            "a:",
        ],
        &[
            "grammar",
            "export",
            "--to",
            "regex",
            "--rule",
            "uri",
            "any-names.abnf",
        ],
        &[
            "grammar",
            "railroad",
            "--to",
            "text",
            "--rule",
            "uri",
            "any-names.abnf",
        ],
        &[
            "grammar",
            "diff",
            "--rule",
            "uri",
            "any-names.abnf",
            "any-names.abnf",
        ],
    ] {
        rfc1738(command).write_stdin("abc\n").assert().code(0);
    }
}
