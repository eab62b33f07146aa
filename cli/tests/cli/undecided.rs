//! Texts that are not decided: a verdict of its own in every output, with exit status 2.

use std::path::Path;

use serde_json::Value;

use crate::command::{file, rfc1738};

/// Why a text of a thousand letters is not decided by [`AMBIGUOUS`].
const STEPS: &str = "the text takes more than 10000000 steps to recognize; shorten it";

/// Takes cubic time.
const AMBIGUOUS: &str = "s = s s | \"a\"\n";

/// A valid text, an invalid one, one that takes too many steps, and a valid one.
fn lines() -> String {
    format!("a\nb\n{}\naa\n", "a".repeat(1_000))
}

/// Nests as deep as no tree goes.
const NESTED: &str = "s = \"(\" [s] \")\" | \"a\"\n";

/// Why a deep text of [`NESTED`] has no tree.
const STATES: &str = "the text is valid, but its tree is not computed: the derivations of the text \
                      from production `s` take more than 200000 states; shorten the text, or name \
                      a smaller production";

const LEFT: &str = "sum = [ sum \"+\" ] digit\ndigit = \"0\" / \"1\"\n";

/// Why a text of [`LEFT`] has no tree.
const CYCLE: &str = "the text is valid, but its tree is not computed: production `sum` refers to \
                     itself before it consumes anything (sum → sum); write a repetition in place \
                     of the recursion";

/// Returns a text of [`NESTED`].
fn deep(half: usize) -> String {
    format!("{}{}", "(".repeat(half), ")".repeat(half))
}

/// Returns the record on the only line of the output.
fn record(output: &[u8]) -> Value {
    serde_json::from_slice(output).expect("one record")
}

#[test]
fn a_line_that_takes_too_many_steps_is_undecided_and_the_others_keep_their_verdicts() {
    let grammar = file("undecided-lines.bnf", AMBIGUOUS);
    rfc1738(&["check", "--grammar"])
        .arg(&grammar)
        .write_stdin(lines())
        .assert()
        .code(2)
        .stdout(format!(
            "<stdin>:2:1: found \"b\", expected \"a\" [s-syntax]\n<stdin>:3: undecided: {STEPS}\n"
        ))
        .stderr(
            "4 lines: 2 valid, 1 invalid, 1 undecided\n  valid as\n    s  2\n  invalid in\n    s  1\n",
        );
    let run = rfc1738(&["check", "--format", "json", "--grammar"])
        .arg(&grammar)
        .write_stdin(lines())
        .assert()
        .code(2)
        .stderr("");
    let records = run.get_output().stdout.split(|octet| *octet == b'\n');
    let records: Vec<Value> = records
        .filter(|line| !line.is_empty())
        .map(record)
        .collect();
    let verdicts: Vec<&Value> = records.iter().map(|record| &record["ok"]).collect();
    assert_eq!(
        verdicts,
        [&true.into(), &false.into(), &Value::Null, &true.into()]
    );
    assert_eq!(records[2]["undecided"]["reason"], STEPS);
    for field in ["error", "tree", "position"] {
        assert_eq!(records[2].get(field), None, "{field}");
    }
}

#[test]
fn undecided_texts_have_a_count_of_their_own_in_every_summary() {
    let grammar = file("undecided-counts.bnf", AMBIGUOUS);
    let summary = |format: &str| {
        let run = rfc1738(&["check", "--summary", format, "--grammar"])
            .arg(&grammar)
            .write_stdin(lines())
            .assert()
            .code(2);
        String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8")
    };
    let counts = record(summary("json").as_bytes());
    for (name, count) in [
        ("texts", 4),
        ("valid", 2),
        ("invalid", 1),
        ("undecided", 1),
        ("unreadable", 0),
    ] {
        assert_eq!(counts[name], count, "{name}");
    }
    assert_eq!(counts["undecided_by_file"][0]["first"]["line"], 3);
    let table = summary("csv");
    for row in [
        "total,texts,4,,,,,\n",
        "total,undecided,1,,,,,\n",
        "undecided_by_file,<stdin>,1,<stdin>,3,,,the text takes more than",
    ] {
        assert!(table.contains(row), "{table}");
    }
    let page = summary("human");
    assert!(
        page.starts_with("4 lines: 2 valid, 1 invalid, 1 undecided\n"),
        "{page}"
    );
}

#[test]
fn quiet_ends_with_status_2_at_an_undecided_text_and_with_1_at_an_invalid_one() {
    let grammar = file("undecided-quiet.bnf", AMBIGUOUS);
    let long = "a".repeat(1_000);
    for (text, code) in [
        (format!("a\n{long}\naa\n"), 2),
        ("a\nb\n".to_owned(), 1),
        ("a\naa\n".to_owned(), 0),
    ] {
        rfc1738(&["check", "--quiet", "--grammar"])
            .arg(&grammar)
            .write_stdin(text)
            .assert()
            .code(code)
            .stdout("")
            .stderr("");
    }
}

#[test]
fn parse_trace_and_derivations_of_a_text_that_takes_too_many_steps_are_undecided() {
    let grammar = file("undecided-steps.bnf", AMBIGUOUS);
    is_undecided(&grammar, &"a".repeat(1_000), STEPS);
}

#[test]
fn parse_trace_and_derivations_of_a_text_that_is_too_deep_for_a_tree_are_undecided() {
    let grammar = file("undecided-deep.bnf", NESTED);
    is_undecided(&grammar, &deep(20_000), STATES);
    is_valid_without_tree(&grammar, &deep(20_000), STATES);
    rfc1738(&["parse", "--grammar"])
        .arg(&grammar)
        .arg("(a)")
        .assert()
        .code(0)
        .stdout("s 0..3 \"(a)\"\n└─ s 1..2 \"a\"\n");
}

#[test]
fn parse_trace_and_derivations_of_left_recursion_are_undecided() {
    let grammar = file("undecided-left.abnf", LEFT);
    is_undecided(&grammar, "1+0+1", CYCLE);
    is_valid_without_tree(&grammar, "1+0+1", CYCLE);
    rfc1738(&["parse", "--grammar"])
        .arg(&grammar)
        .arg("1+0+")
        .assert()
        .code(1);
}

/// Asserts that every command about one text says nothing but the reason.
fn is_undecided(grammar: &Path, text: &str, reason: &str) {
    for command in ["parse", "trace", "derivations"] {
        rfc1738(&[command, "--grammar"])
            .arg(grammar)
            .arg("-")
            .write_stdin(text)
            .assert()
            .code(2)
            .stdout("")
            .stderr(format!("undecided: {reason}\n"));
        let run = rfc1738(&[command, "--format", "json", "--grammar"])
            .arg(grammar)
            .arg("-")
            .write_stdin(text)
            .assert()
            .code(2)
            .stderr("");
        let record = record(&run.get_output().stdout);
        let fields: Vec<&String> = record.as_object().expect("an object").keys().collect();
        assert_eq!(fields, ["input", "ok", "rule", "undecided"], "{command}");
        assert_eq!(record["ok"], Value::Null);
        assert_eq!(record["undecided"]["reason"], reason);
    }
}

/// Asserts that `check` knows the verdict, and only `--tree` makes the text undecided.
fn is_valid_without_tree(grammar: &Path, text: &str, reason: &str) {
    let check = |options: &[&str], code: i32, stdout: String| {
        rfc1738(&["check", "--grammar"])
            .arg(grammar)
            .args(options)
            .write_stdin(text)
            .assert()
            .code(code)
            .stdout(stdout);
    };
    check(&[], 0, String::new());
    check(&["--tree"], 2, format!("<stdin>:1: undecided: {reason}\n"));
}

#[test]
fn a_long_line_of_a_recursive_production_has_a_record_with_its_beginning() {
    let grammar = file("undecided-long.abnf", NESTED);
    let length = 1024 * 1024 + 1;
    let run = rfc1738(&["check", "--format", "json", "--grammar"])
        .arg(&grammar)
        .write_stdin(format!("{}\r\n", "(".repeat(length)))
        .assert()
        .code(2)
        .stderr("");
    let record = record(&run.get_output().stdout);
    assert_eq!(
        (&record["ok"], &record["length"]),
        (&Value::Null, &length.into())
    );
    assert_eq!(record["input"], "(".repeat(1024));
    assert_eq!(
        record["undecided"]["reason"],
        "the text is not decided, because it takes more than 1048576 octets; shorten it"
    );
}

#[test]
fn schemes_of_a_recursive_production_are_counted_by_their_own_production() {
    let grammar = file(
        "undecided-schemes.abnf",
        "url = scheme \":\" path\nscheme = 1*%x61-7A\npath = \"(\" [path] \")\"\n",
    );
    let run = rfc1738(&["check", "--summary", "json", "--grammar"])
        .arg(&grammar)
        .write_stdin("ab:()\nab:(())\nc:()\n")
        .assert()
        .code(0);
    let counts = record(&run.get_output().stdout);
    let schemes = counts["valid_by_scheme"].as_array().expect("a list");
    let schemes: Vec<_> = schemes
        .iter()
        .map(|row| (&row["name"], &row["count"]))
        .collect();
    assert_eq!(
        schemes,
        [(&"ab".into(), &2.into()), (&"c".into(), &1.into())]
    );
}

#[test]
fn derivations_say_when_it_is_not_known_whether_there_are_more() {
    let grammar = file("undecided-more.bnf", "s = *( \"a\" | \"a\" \"a\" )\n");
    let reason = "whether there are more derivations is not known: the search takes more than 3000000 \
                  steps; shorten the text";
    let text = "a".repeat(100_000);
    let derivations = |options: &[&str]| {
        rfc1738(&["derivations", "--grammar"])
            .arg(&grammar)
            .args(options)
            .arg("-")
            .write_stdin(text.as_str())
            .assert()
            .code(2)
    };
    derivations(&[]).stderr(format!("1 derivation shown; {reason}\n"));
    let run = derivations(&["--format", "json"]).stderr("");
    let record = record(&run.get_output().stdout);
    assert_eq!(
        (&record["count"], &record["complete"]),
        (&1.into(), &false.into())
    );
    assert_eq!(record["undecided"]["reason"], reason);
}

#[test]
fn json_lines_of_an_undecided_text_are_the_object_of_json() {
    let grammar = file("undecided-lines-of-json.bnf", AMBIGUOUS);
    let text = "a".repeat(1_000);
    for command in ["parse", "derivations", "trace"] {
        let of = |format| {
            let run = rfc1738(&[command, "--format", format, "--grammar"])
                .arg(&grammar)
                .arg(&text)
                .assert();
            run.code(2).stderr("").get_output().stdout.clone()
        };
        assert_eq!(of("jsonl"), of("json"), "{command}");
        assert!(record(&of("jsonl"))["ok"].is_null(), "{command}");
    }
}
