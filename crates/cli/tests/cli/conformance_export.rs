//! `rfc1738 conformance export`.

use crate::command::{exits, rfc1738, running, stderr, stdout};
use crate::conformance_quick::first_note;
use crate::extent::few_or_many;
use serde::Deserialize;
use serde_json::Value;

/// The end of the help, after the options.
const HELP: &str = "\
Writes a complete test suite (HSI method). A parser that accepts other texts
than the production derives gives a wrong verdict on at least one text of the
suite, if it is an automaton with at most K states more than the smallest right
one. The state from which nothing can become valid counts. Without extra states
nothing else is assumed; with them, that the parser does not distinguish
characters that the production never distinguishes.

A recursive production has no automaton. Its suite is that of its texts
to the depth of --depth, with the right verdict of every text, also of a deeper one.

With --keep-apart, states are those of a larger automaton, which also knows in
which of the productions the next character can be: in RFC 3986, the same texts
can follow in a query and in a path, and the smallest automaton has one state for
both. The suite finds all that it finds without --keep-apart, and a parser that
is wrong in the query only. It is complete for a parser that has the states of the
larger automaton, and K more.

With --by-productions, the suite is one of each production on its own, where the
productions that it refers to are symbols as characters are. In a text, each stands
as its shortest text, and around them is the shortest text with a use of the
production. It finds a parser that is wrong in one production, and misses faults
that depend on more than one use, such as those that begin at a depth of recursion
or only in one place. It takes no --depth, and stays small where productions recurse.

With --quick, the suite is small and not complete: each use of a production in a
production comes in a valid text and, where there is one, in an invalid text that
is one edit there away from it. It finds a parser that lacks a production at a
place, or accepts almost anything there; not one that is wrong about a character
or a number of rounds. It takes no --depth.

A note on standard error says so before a suite of more than 1,000,000 texts.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

A text holds CR or LF only if a text of the production does. If these are ASCII,
é stands for all characters outside ASCII; if not, a text holds any octets above
7F, and need not be UTF-8.

Formats:
  jsonl  One object a line: {\"rule\":…,\"input\":…,\"hex\":…,\"ok\":true}. A rejected
         text has \"offset\", the length of its longest viable prefix in bytes;
         \"next\", every character that could stand there, an octet above 7F as
         the character with its number; and \"can_end\", whether the text could
         have ended there. \"hex\" has the octets of every text; \"input\" of a text
         that is not UTF-8 is {\"hex\":…}.
  csv    A header and one record a text: rule, verdict (accept or reject),
         offset, can_end, next, input and input_hex. offset, can_end and next are
         empty for an accepted text, input for one that is not UTF-8; input_hex
         always has the octets.
  txt    One text a line, the empty one included; no productions, no verdicts.
         A line cannot hold a text that has LF in it or ends in CR; a note counts
         those that were left out.
  yaml   The format of ABNF test runners like those for OData: a list TestCases
         of Name, Rule, Input and, for a rejected text, FailAt, the offset. A
         text that is not UTF-8 is {\"hex\":…}.

Examples:
  rfc1738 conformance export > url.jsonl
  rfc1738 conformance export --rule host --rule port --extra-states 1
  rfc1738 conformance export --rule gopherurl --keep-apart=selector,search
  rfc1738 conformance export --all --format yaml
  rfc1738 conformance export --rule url --quick --format csv
  rfc1738 conformance export --grammar json.abnf --by-productions
  rfc1738 conformance export --rule port --format txt | rfc1738 check --rule port
  rfc1738 conformance export --grammar dates.bnf --rule date

Exit status:
  0  written
  2  wrong use, a grammar that cannot be read or has errors, or output that
     cannot be written
";

/// Returns the output of the command with these arguments.
fn exported(line: &str) -> String {
    stdout(&exits(&format!("conformance export {line}"), 0).stderr(""))
}

/// Returns the JSON object on each line.
fn objects(line: &str) -> Vec<Value> {
    crate::command::objects(&exits(&format!("conformance export {line}"), 0).stderr(""))
}

fn input(object: &Value) -> &str {
    object["input"].as_str().expect("a string")
}

#[test]
fn json_lines_have_their_fields_in_the_documented_order() {
    let lines = exported("--rule ftptype");
    let first: Vec<&str> = lines.lines().take(3).collect();
    assert_eq!(
        first,
        [
            "{\"rule\":\"ftptype\",\"input\":\"\",\"hex\":\"\",\"ok\":false,\"offset\":0,\
             \"next\":\"ADIadi\",\"can_end\":false}",
            "{\"rule\":\"ftptype\",\"input\":\"a\",\"hex\":\"61\",\"ok\":true}",
            "{\"rule\":\"ftptype\",\"input\":\"b\",\"hex\":\"62\",\"ok\":false,\"offset\":0,\
             \"next\":\"ADIadi\",\"can_end\":false}",
        ]
    );
}

#[test]
fn json_lines_are_printable_ascii() {
    let lines = exported("--rule punctuation");
    let is_plain = |octet: u8| matches!(octet, b' '..=b'~' | b'\n');
    assert!(lines.bytes().all(is_plain));
    for escaped in [
        "\"\\u0000\"",
        "\"\\t\"",
        "\"\\u007f\"",
        "\"\\u00e9\"",
        "\"\\\"\"",
        "\"\\\\\"",
    ] {
        assert!(lines.contains(&format!("\"input\":{escaped}")), "{escaped}");
    }
}

#[test]
fn each_record_agrees_with_the_parsers() {
    for rule in few_or_many(&["fieldspec"][..], &["hostport", "fieldspec"]) {
        let texts = exported(&format!("--rule {rule} --format txt"));
        let run = rfc1738(&["check", "--rule", rule, "--format", "json"])
            .write_stdin(texts)
            .assert();
        let checked = stdout(&run);
        let mut checked = checked.lines();
        for object in objects(&format!("--rule {rule}")) {
            let line = checked.next().expect("a line for each text");
            let parsed: Value = serde_json::from_str(line).expect("a JSON object");
            for field in ["rule", "input", "ok"] {
                assert_eq!(object[field], parsed[field], "{object}");
            }
            for field in ["offset", "next", "can_end"] {
                assert_eq!(object[field], parsed["error"][field], "{object}");
            }
        }
        assert_eq!(checked.next(), None);
    }
}

#[test]
fn the_lines_of_txt_are_the_texts() {
    let texts = exported("--rule search --format txt");
    let objects = objects("--rule search");
    assert!(texts.lines().eq(objects.iter().map(input)));
    assert!(texts.ends_with('\n') && !texts.contains('\r'));
}

/// A suite in the format of ABNF test runners.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Suite {
    test_cases: Vec<TestCase>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct TestCase {
    name: String,
    rule: String,
    input: String,
    fail_at: Option<u64>,
}

#[test]
fn yaml_contains_the_same_cases_as_json_lines() {
    let line = few_or_many(
        "--rule punctuation --rule digits --rule search",
        "--rule punctuation --rule hostnumber --rule fieldspec",
    );
    let yaml = exported(&format!("{line} --format yaml"));
    let suite: Suite = serde_saphyr::from_str(&yaml).expect("YAML");
    let objects = objects(line);
    assert_eq!(suite.test_cases.len(), objects.len());
    assert!(suite.test_cases.iter().any(|case| case.input.is_empty()));
    for (case, object) in suite.test_cases.iter().zip(&objects) {
        assert_eq!(case.rule, object["rule"]);
        assert_eq!(case.input, input(object));
        assert_eq!(case.fail_at, object["offset"].as_u64(), "{object}");
        assert!(case.name.starts_with(&format!("{} ", case.rule)));
    }
}

#[test]
fn yaml_has_the_format_of_abnf_test_suites() {
    let yaml = exported("--rule ftptype --format yaml");
    let begin = "\
TestCases:
  - Name: \"ftptype 1\"
    Rule: \"ftptype\"
    Input: \"\"
    FailAt: 0
  - Name: \"ftptype 2\"
    Rule: \"ftptype\"
    Input: \"a\"
  - Name: \"ftptype 3\"
";
    assert!(yaml.starts_with(begin), "{yaml}");
}

#[test]
fn url_is_exported_by_default() {
    let quick = objects("--quick");
    assert!((60..300).contains(&quick.len()), "{}", quick.len());
    assert!(quick.iter().all(|object| object["rule"] == "url"));
    assert!(
        quick
            .iter()
            .any(|object| input(object).starts_with("gopher://"))
    );
    if few_or_many(false, true) {
        let texts = exported("--format txt");
        assert_eq!(texts.lines().count(), 625_626);
        assert!(texts.lines().any(|text| text == "gopher://a/"));
    }
}

#[test]
fn productions_are_exported_once_in_command_line_order() {
    let cases = objects("--rule port --rule digit --rule port").into_iter();
    let mut rules: Vec<Value> = cases.map(|case| case["rule"].clone()).collect();
    let all = rules.len();
    rules.dedup();
    assert_eq!(rules, ["port", "digit"]);
    let alone = objects("--rule port").len() + objects("--rule digit").len();
    assert_eq!(all, alone);
}

#[test]
fn all_productions_can_be_requested() {
    let all = ["conformance", "export", "--all", "--format", "txt"];
    let note = "note: the 67 suites have 1358654 texts; --by-productions, --quick or another \
                production with --rule makes fewer\n";
    assert_eq!(first_note(&all), note);
    if few_or_many(false, true) {
        let texts = stdout(&rfc1738(&all).assert().code(0).stderr(note));
        assert_eq!(texts.lines().count(), 1_358_654);
        assert!(texts.starts_with('\n'));
    }
    exits("conformance export --all --rule port", 2)
        .stdout("")
        .stderr(
            "\
error: the argument '--all' cannot be used with '--rule <NAME>'

Usage: rfc1738 conformance export --all

For more information, try '--help'.
",
        );
}

#[test]
fn extra_states_make_a_suite_larger() {
    let sizes = ["0", "1", "2"].map(|extra| {
        let line = format!("--rule host --extra-states {extra} --format txt");
        exported(&line).lines().count()
    });
    assert_eq!(sizes, [5122, 5980, 9754]);
    assert_eq!(
        exported("--rule host"),
        exported("--rule host --extra-states 0")
    );
}

#[test]
fn a_suite_that_is_too_large_is_refused_before_writing() {
    for (arguments, texts) in [
        (
            ["--all", "--extra-states=2"],
            "url and 2 extra states is too large: 277189003 texts are needed",
        ),
        (
            ["--rule=port", "--extra-states=255"],
            "port and 255 extra states is too large: more texts are needed than a 64-bit number counts",
        ),
    ] {
        rfc1738(&["conformance", "export"])
            .args(arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr(format!(
                "error: the suite for {texts}, and the limit is 100000000; take a smaller number for \
                 --extra-states\n"
            ));
    }
}

#[test]
fn wrong_arguments_are_refused_and_the_right_ones_named() {
    for (arguments, reason) in [
        (
            ["--rule", "hostprot"],
            "error: there is no production `hostprot`; did you mean `hostport`?",
        ),
        (
            ["--format", "json"],
            "error: invalid value 'json' for '--format <FORMAT>'\n  [possible values: jsonl, csv, txt, yaml]",
        ),
        (
            ["--extra-states", "256"],
            "error: invalid value '256' for '--extra-states <K>': too large; the limit is 255",
        ),
        (
            ["--extra-states", "many"],
            "error: invalid value 'many' for '--extra-states <K>': not a whole number",
        ),
        (
            ["--depth", ""],
            "error: invalid value '' for '--depth <N>': not a whole number",
        ),
        (
            ["--rule=port", "--depth=-1"],
            "error: invalid value '-1' for '--depth <N>': too small; write 0 or more",
        ),
        (
            ["--depth", "4294967296"],
            "error: invalid value '4294967296' for '--depth <N>': too large; the limit is 4294967295",
        ),
    ] {
        let run = rfc1738(&["conformance", "export"]).args(arguments).assert();
        let shown = stderr(&run.code(2).stdout(""));
        assert!(shown.starts_with(reason), "{shown}");
    }
}

#[test]
fn the_help_states_what_the_suite_promises() {
    let shown = stdout(&exits("conformance export --help", 0));
    let behind = shown.split_once("Print help (see a summary with '-h')\n\n");
    assert_eq!(behind.expect("the options end").1, HELP);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    use std::io::{BufRead as _, BufReader, Read as _};

    for format in ["jsonl", "csv", "txt", "yaml"] {
        // Its suite takes more than a pipe holds.
        let rule = "--rule=ftpurl";
        let mut child = running(&["conformance", "export", rule, "--format", format]);
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut String::new()).expect("a line");
        drop(out);
        let status = child.wait().expect("the command ends");
        assert_eq!(status.code(), Some(141), "{format}");
        let mut said = String::new();
        let mut errors = child.stderr.take().expect("a pipe");
        errors.read_to_string(&mut said).expect("UTF-8");
        assert_eq!(said, "", "{format}");
    }
}

#[test]
fn productions_are_kept_apart() {
    let export = |more: &[&str]| {
        let arguments = [
            "conformance",
            "export",
            "--rule",
            "gopherurl",
            "--format",
            "txt",
        ];
        stdout(&rfc1738(&arguments).args(more).assert().code(0).stderr(""))
    };
    let all = export(&["--keep-apart"]);
    assert_eq!(export(&[]).lines().count(), 37_572);
    assert_eq!(all.lines().count(), 56_455);
    let some = export(&["--keep-apart=selector,search"]);
    assert!((37_573..56_455).contains(&some.lines().count()));
}

#[test]
fn productions_to_keep_apart_must_exist() {
    let run = rfc1738(&["conformance", "export", "--keep-apart=hots"]).assert();
    let shown = stderr(&run.code(2));
    assert!(shown.contains("there is no production `hots`"), "{shown}");
}
