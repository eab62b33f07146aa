//! `rfc1738 grammar diff`.

use crate::command::{exits, file, given, object, rfc1738, stderr, stdout, typed};

const BNF: &str = include_str!("../../../../grammar/rfc1738.bnf");
const READINGS: &str = include_str!("../../../../grammar/readings.toml");

#[test]
fn differences_are_shown_causes_first_with_texts_of_both_files() {
    file(
        "diff-a.bnf",
        "escape = \"%\" hex\nhex = \"0\" | \"a\"\nold = \"x\"\nsame = \"x\"\n",
    );
    file(
        "diff-b.bnf",
        "escape = \"%\" hex\nhex = \"0\" | <\">\nnew = \"x\"\nsame = \"x\"\n",
    );
    exits("grammar diff diff-a.bnf diff-b.bnf", 1)
        .stderr("")
        .stdout(
            "\
hex: differs
  only diff-a.bnf derives \"a\"
  only diff-b.bnf derives \"\\\"\"
escape: differs because of hex
  only diff-a.bnf derives \"%a\"
  only diff-b.bnf derives \"%\\\"\"
old: only in diff-a.bnf; new derives the same texts
new: only in diff-b.bnf; old derives the same texts
Equal     same
5 productions: 1 equal, 1 differs by itself, 1 differs because of others, 1 only in diff-a.bnf, 1 only in diff-b.bnf
",
        );
    exits("grammar diff --format json diff-a.bnf diff-b.bnf", 1)
        .stderr("")
        .stdout(concat!(
            r#"{"a":"diff-a.bnf","b":"diff-b.bnf","equal":false,"productions":["#,
            r#"{"rule":"escape","result":"differs","only_a":"%a","only_b":"%\"","characters_a":"","characters_b":"","origin":"others","causes":["hex"]},"#,
            r#"{"rule":"hex","result":"differs","only_a":"a","only_b":"\"","characters_a":"a","characters_b":"\"","origin":"body","causes":[]},"#,
            r#"{"rule":"old","result":"only_a","same_as":"new"},"#,
            r#"{"rule":"same","result":"equal"},"#,
            r#"{"rule":"new","result":"only_b","same_as":"old"}]}"#,
            "\n"
        ));
}

#[test]
fn equal_grammars_exit_with_0_however_they_are_written() {
    file("equal-a.bnf", "a = 1*b\nb = \"x\" | \"y\"\n");
    given("; Other\r\n\r\nb = \"y\" | \"x\"\r\na = b *b\r\n", "grammar diff equal-a.bnf -", 0)
        .stderr("")
        .stdout(
            "\
Equal     a, b
2 productions: 2 equal, 0 differ by themselves, 0 differ because of others, 0 only in equal-a.bnf, 0 only in <stdin>
",
        );
    let line = "grammar diff --format json - equal-a.bnf";
    given("a = 1*b\nb = \"x\" | \"y\"\n", line, 0).stdout(concat!(
        r#"{"a":"<stdin>","b":"equal-a.bnf","equal":true,"productions":["#,
        r#"{"rule":"a","result":"equal"},{"rule":"b","result":"equal"}]}"#,
        "\n"
    ));
}

#[test]
fn one_production_can_be_compared_alone() {
    file("rule-a.bnf", "a = b\nb = \"x\"\nc = \"z\"\nd = \"1\"\n");
    file("rule-b.bnf", "a = b\nb = \"xx\" | \"x\"\nc = \"z\"\n");
    let diff = |name: &str| typed(&format!("grammar diff --rule {name} rule-a.bnf rule-b.bnf"));
    diff("a").assert().code(1).stderr("").stdout(
        "\
a: differs because of b
  only rule-b.bnf derives \"xx\"
1 production: 0 equal, 0 differ by themselves, 1 differs because of others, 0 only in rule-a.bnf, 0 only in rule-b.bnf
",
    );
    diff("c").assert().code(0).stderr("").stdout(
        "\
Equal     c
1 production: 1 equal, 0 differ by themselves, 0 differ because of others, 0 only in rule-a.bnf, 0 only in rule-b.bnf
",
    );
    diff("d").assert().code(1).stderr("").stdout(
        "\
d: only in rule-a.bnf
1 production: 0 equal, 0 differ by themselves, 0 differ because of others, 1 only in rule-a.bnf, 0 only in rule-b.bnf
",
    );
}

#[test]
fn a_misspelt_name_gets_suggestions_from_both_files() {
    file("name-a.bnf", "hostname = \"x\"\n");
    file("name-b.bnf", "HostNames = \"x\"\n");
    for (name, meant) in [("HotsNames", "HostNames"), ("hotsname", "hostname")] {
        let line = format!("grammar diff --rule {name} name-a.bnf name-b.bnf");
        exits(&line, 2).stdout("").stderr(format!(
            "error: there is no production `{name}`; did you mean `{meant}`? \
                 `rfc1738 rules --grammar name-b.bnf` lists them\n"
        ));
    }
    exits("grammar diff --rule zz name-a.bnf name-b.bnf", 2)
        .stdout("")
        .stderr(
            "error: there is no production `zz`; `rfc1738 rules --grammar name-b.bnf` lists them\n",
        );
}

#[test]
fn unusable_grammars_exit_with_2_and_show_their_errors() {
    file("faulty-a.bnf", "a = b\n");
    file("faulty-b.bnf", "a = \"x\n");
    for format in ["human", "json"] {
        let line = format!("grammar diff --format {format} faulty-a.bnf faulty-b.bnf");
        exits(&line, 2).stdout("").stderr(
            "\
error: the production `b` is used and never defined
   ,-[faulty-a.bnf:1:5]
 1 | a = b
   |     ^
   `----

error: faulty-a.bnf holds 1 error
error: the literal is not closed
   ,-[faulty-b.bnf:1:5]
 1 | a = \"x
   |     ^^
   `----
  help: close the literal on the same line; write a quotation mark itself as <\">

error: faulty-b.bnf holds 1 error
",
        );
    }
}

#[test]
fn a_file_that_is_not_utf8_exits_with_2() {
    file("diff-utf8.bnf", "a = \"x\"\n");
    given(
        &b"; \xe9\na = \"x\"\n"[..],
        "grammar diff diff-utf8.bnf -",
        2,
    )
    .stdout("")
    .stderr(
        "\
error: the file is not UTF-8
   ,-[<stdin>:1:3]
 1 | ; \\xe9
   |   ^^^^
   |     `-- this byte is not part of a UTF-8 character
   `----
",
    );
}

#[test]
fn unreadable_files_exit_with_2() {
    file("read-a.bnf", "a = \"x\"\n");
    exits("grammar diff read-a.bnf none.bnf", 2)
        .stdout("")
        .stderr("error: none.bnf: No such file or directory (os error 2)\n");
    exits("grammar diff . read-a.bnf", 2)
        .stdout("")
        .stderr("error: .: is a directory\n");
    for arguments in [&["-", "-"][..], &["--readings", "-", "read-a.bnf", "-"]] {
        rfc1738(&["grammar", "diff"])
            .args(arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr("error: - can stand for one file only\n");
    }
    exits("grammar diff", 2).stdout("");
}

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
fn unreadable_readings_exit_with_2() {
    file("mistyped.toml", "[[reading]]\nid = 1\n");
    file("wrong-readings.bnf", "a = \"x\"\n");
    let run = exits(
        "grammar diff --readings mistyped.toml wrong-readings.bnf wrong-readings.bnf",
        2,
    )
    .stdout("");
    let errors = stderr(&run);
    assert!(
        errors.starts_with("error: mistyped.toml: the readings cannot be read: TOML parse error"),
        "{errors}"
    );
    file("latin.toml", b"# \xe9");
    let line = "grammar diff --readings latin.toml wrong-readings.bnf wrong-readings.bnf";
    exits(line, 2).stderr("error: latin.toml: is not UTF-8\n");
}

#[test]
fn a_production_too_large_to_compare_is_named() {
    file(
        "large-a.bnf",
        "a = 1000( 1000( \"x\" | \"y\" ) )\nb = \"y\"\n",
    );
    file("large-b.bnf", "a = 1000( 1000\"x\" )\nb = \"y\"\n");
    exits("grammar diff large-a.bnf large-b.bnf", 2)
        .stderr("")
        .stdout(
            "\
a: not compared: in large-a.bnf, production `a` is too large to be decided: \
its automaton takes more than 10000 states or 64 MiB, or the grammar more than 8 million steps
Equal     b
2 productions: 1 equal, 0 differ by themselves, 0 differ because of others, 0 only in large-a.bnf, 0 only in large-b.bnf, 1 not compared
",
        );
}

#[test]
fn all_characters_that_differ_are_shown() {
    file("set-a.bnf", "set = \"a\" | \"b\" | \"c\" | \"1\"\n");
    file("set-b.bnf", "set = \"a\" | \"-\" | \"!\" | \"yy\"\n");
    exits("grammar diff set-a.bnf set-b.bnf", 1)
        .stdout(
            "\
set: differs
  only set-a.bnf derives these 3 characters: 1 b c
  only set-b.bnf derives these 2 characters: ! -
1 production: 0 equal, 1 differs by itself, 0 differ because of others, 0 only in set-a.bnf, 0 only in set-b.bnf
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
fn productions_that_a_file_pairs_are_compared_in_a_table() {
    file(
        "pair-a.bnf",
        "port = 1*digit\ndigit = \"0\" | \"1\"\nend = \".\"\n",
    );
    file("pair-b.bnf", "number = *bit\nbit = \"0\" | \"1\"\n");
    file(
        "pairs.toml",
        "[[pair]]\na = \"port\"\nb = \"number\"\nwhy = \"Digits.\"\n[[pair]]\na = \"digit\"\nb = \"bit\"\n",
    );
    let diff = [
        "grammar",
        "diff",
        "--pairs",
        "pairs.toml",
        "pair-a.bnf",
        "pair-b.bnf",
    ];
    rfc1738(&diff).assert().code(1).stderr("").stdout(
        "\
pair-a.bnf  pair-b.bnf  only pair-a.bnf derives  only pair-b.bnf derives
port        number      nothing                  \"\"
digit       bit         equal
Without a counterpart in pair-a.bnf
          end
2 pairs: 1 equal, 1 differs
",
    );
    let json = [diff.as_slice(), &["--format", "json"]].concat();
    rfc1738(&json).assert().code(1).stdout(concat!(
        r#"{"a":"pair-a.bnf","b":"pair-b.bnf","equal":false,"pairs":["#,
        r#"{"a":"port","b":"number","because":"Digits.","result":"differs","only_a":null,"only_b":"","characters_a":"","characters_b":""},"#,
        r#"{"a":"digit","b":"bit","result":"equal"}],"without_a":["end"],"without_b":[]}"#,
        "\n"
    ));
    file("wrong-pairs.toml", "[[pair]]\na = \"port\"\nb = \"bits\"\n");
    let wrong = [
        "grammar",
        "diff",
        "--pairs",
        "wrong-pairs.toml",
        "pair-a.bnf",
        "pair-b.bnf",
    ];
    rfc1738(&wrong)
        .assert()
        .code(2)
        .stdout("")
        .stderr("error: wrong-pairs.toml: line 3, second grammar: there is no production `bits`; did you mean `bit`?\n");
}

#[test]
fn names_files_and_counts_are_coloured_on_request() {
    file("color-a.bnf", "a = \"x\"\n");
    file("color-b.bnf", "a = \"y\"\n");
    let report = stdout(&exits(
        "grammar diff --color always color-a.bnf color-b.bnf",
        1,
    ));
    assert!(
        report.starts_with(
            "\u{1b}[1m\u{1b}[36ma\u{1b}[0m: differs\n  \
             only \u{1b}[35mcolor-a.bnf\u{1b}[0m derives \"x\"\n"
        ),
        "{report:?}"
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

#[test]
fn the_help_states_the_exit_status_and_shows_examples() {
    let help = stdout(&exits("grammar diff --help", 0));
    for part in [
        "\nExamples:\n  rfc1738 grammar diff --readings rfc1738 my-transcription.bnf\n",
        "  1  a production differs\n",
        "--readings <FILE>",
    ] {
        assert!(help.contains(part), "{part}\n{help}");
    }
}

/// A grammar that recurses in the middle.
const VALUE: &str = "value = \"[\" [ value *( \",\" value ) ] \"]\" | number\nnumber = 1*\"1\"\n";

#[test]
fn a_recursive_production_that_differs_has_a_distinguishing_text() {
    file("value-a.bnf", VALUE);
    file(
        "value-b.bnf",
        VALUE.replace("\",\" value", "\",\" [ value ]"),
    );
    exits("grammar diff value-a.bnf value-b.bnf", 1)
        .stderr("")
        .stdout(
            "\
value: differs
  only value-b.bnf derives \"[1,]\" (the shortest to depth 1)
Equal     number
2 productions: 1 equal, 1 differs by itself, 0 differ because of others, 0 only in value-a.bnf, 0 only in value-b.bnf
",
        );
    exits("grammar diff --format json --rule value value-a.bnf value-b.bnf", 1)
        .stdout(
            "{\"a\":\"value-a.bnf\",\"b\":\"value-b.bnf\",\"equal\":false,\"productions\":[\
             {\"rule\":\"value\",\"result\":\"differs\",\"only_a\":null,\"only_b\":\"[1,]\",\
             \"characters_a\":\"\",\"characters_b\":\"\",\"depth\":1,\"origin\":\"body\",\"causes\":[]}]}\n",
        );
}

#[test]
fn a_recursive_production_is_equal_by_body_or_undecided() {
    file("same-a.bnf", VALUE);
    let same = VALUE.replace("[ value *( \",\" value ) ]", "[ *( value \",\" ) value ]");
    file("same-b.bnf", same);
    exits("grammar diff same-a.bnf same-b.bnf", 0);
    file(
        "values.bnf",
        VALUE.replace("[ value *( \",\" value ) ]", "[ values ]")
            + "values = value | value \",\" values\n",
    );
    exits("grammar diff --rule value same-a.bnf values.bnf", 2)
        .stderr("")
        .stdout(
            "\
value: no difference in all texts to depth 1
1 production: 0 equal, 0 differ by themselves, 0 differ because of others, 0 only in same-a.bnf, 0 only in values.bnf, 1 undecided
",
        );
    let line = "grammar diff --format json --rule value --depth 2 same-a.bnf values.bnf";
    exits(line, 2).stdout(
        "{\"a\":\"same-a.bnf\",\"b\":\"values.bnf\",\"equal\":false,\"productions\":[\
             {\"rule\":\"value\",\"result\":\"undecided\",\"depth\":2,\"length\":null}]}\n",
    );
}
