//! `rfc1738 grammar diff`.

use crate::command::{exits, file, object, rfc1738, stdout};

const BNF: &str = include_str!("../../../../grammar/rfc1738.bnf");
const READINGS: &str = include_str!("../../../../grammar/readings.toml");

#[test]
fn only_productions_that_cannot_be_read_are_not_compared() {
    file("slash.bnf", BNF);
    file("slash-quoted.bnf", BNF.replace("[ / [", "[ \"/\" ["));
    let report = stdout(&exits("grammar diff slash.bnf slash-quoted.bnf", 2).stderr(
        "note: slash.bnf holds 1 error, and the productions without them are used; \
             `rfc1738 grammar check` shows them\n",
    ));
    assert!(
        report.starts_with(
            "\
url: not compared: in slash.bnf, production `url` uses `gopherurl`, which cannot be read (line 61)
gopherurl: not compared: in slash.bnf, production `gopherurl` cannot be read (line 61)
Equal     genericurl, otherurl,"
        ),
        "{report}"
    );
    assert!(report.contains("\n67 productions: 65 equal, "), "{report}");
    assert!(report.ends_with(", 2 not compared\n"), "{report}");
    let more = BNF.replace("port           = digits", "port           = *digit");
    file("slash-and-more.bnf", more);
    exits("grammar diff slash-and-more.bnf slash-quoted.bnf", 1);
}

#[test]
fn readings_are_applied_to_both_files() {
    file("diff.toml", READINGS);
    file("as-printed.bnf", BNF);
    file(
        "mistyped.bnf",
        BNF.replace("\"ftp://\" login", "\"ftp://\" hostport"),
    );
    let diff = |arguments: &[&str]| {
        let mut command = rfc1738(&["grammar", "diff", "--readings", "diff.toml"]);
        command.args(arguments);
        command
    };
    let run = diff(&["as-printed.bnf", "as-printed.bnf"])
        .assert()
        .code(0)
        .stderr("");
    let report = stdout(&run);
    assert!(
        report.contains("\n67 productions: 67 equal, 0 differ"),
        "{report}"
    );
    diff(&["--rule", "url", "as-printed.bnf", "mistyped.bnf"])
        .assert()
        .code(1)
        .stderr("")
        .stdout(
            "\
url: differs because of ftpurl
  only as-printed.bnf derives \"ftp://@a\"
1 production: 0 equal, 0 differ by themselves, 1 differs because of others, 0 only in as-printed.bnf, 0 only in mistyped.bnf
",
        );
}

#[test]
fn a_reading_that_changes_nothing_in_a_file_is_noted() {
    file("noted.toml", READINGS);
    file("noted-a.bnf", BNF);
    file("noted-b.bnf", BNF.replace(" | <\">", ""));
    exits("grammar diff --readings noted.toml --rule punctuation noted-a.bnf noted-b.bnf", 1)
    .stderr(
        "note: noted-b.bnf: reading `double-quote` changes nothing in production `punctuation`: it does not contain \"\n",
    )
    .stdout(
        "\
punctuation: differs
  only noted-a.bnf derives \"\\\"\"
1 production: 0 equal, 1 differs by itself, 0 differ because of others, 0 only in noted-a.bnf, 0 only in noted-b.bnf
",
    );
}

#[test]
fn a_change_of_case_that_a_reading_forgives_is_reported() {
    file("case.bnf", BNF.replace("\"ftp://\"", "\"FTP://\""));
    let arguments = ["grammar", "diff", "--readings", "rfc1738", "case.bnf"];
    let report = stdout(&rfc1738(&arguments).assert().code(0));
    assert!(
        report.starts_with(
            "\
ftpurl: equal, but spelled differently
  \"ftp://\" of RFC 1738 is spelled \"FTP://\" in case.bnf
Equal     genericurl, url,"
        ),
        "{report}"
    );
}

#[test]
fn one_file_is_compared_with_the_grammar_of_rfc_1738() {
    let own = include_str!("../../../../grammar/rfc1738.bnf");
    file("diff-own.bnf", own);
    file(
        "diff-changed.bnf",
        own.replace("digits         = 1*digit", "digits         = *digit"),
    );
    let diff = |name: &str, code: i32| {
        let start = ["grammar", "diff", "--readings", "rfc1738"];
        stdout(&rfc1738(&start).arg(name).assert().code(code).stderr(""))
    };
    let equal = diff("diff-own.bnf", 0);
    assert!(
        equal.ends_with("0 only in RFC 1738, 0 only in diff-own.bnf\n"),
        "{equal}"
    );
    let changed = diff("diff-changed.bnf", 1);
    assert!(
        changed.starts_with("digits: differs\n  only diff-changed.bnf derives \"\"\n"),
        "{changed}"
    );
    let json = rfc1738(&["grammar", "diff", "--format", "json", "--rule", "digits"])
        .args(["--readings", "rfc1738", "diff-changed.bnf"])
        .assert()
        .code(1);
    let record = object(&json);
    assert_eq!(record["a"], "RFC 1738");
    assert_eq!(record["b"], "diff-changed.bnf");
    assert_eq!(record["productions"][0]["only_b"], "");
}
