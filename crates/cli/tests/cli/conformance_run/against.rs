//! `conformance run --against`: two programs on the same texts.

use std::fs;

use assert_cmd::assert::Assert;
use serde_json::{Value, json};

use super::{EMPTY, PORT, after_starts, record};
use crate::command::{file, outputs, rfc1738, typed};

/// A parser of `port` that does not know the digit 9.
const NO_NINE: &str = "LC_ALL=C sed -u -E -e 's/^[0-8]+$/accept/' -e t -e 's/.*/reject/'";

/// Returns the comparison of two shell scripts on `port`.
fn compared(line: &str, first: &str, second: &str, code: i32) -> Assert {
    let second = format!(
        "'sh' -c \"{}\"",
        second.replace('$', "\\$").replace('"', "\\\"")
    );
    let mut command = typed(&format!("conformance run --rule port {line} --against"));
    command.args([&second, "--", "sh", "-c", first]);
    command.assert().code(code)
}

#[test]
fn programs_that_agree_are_not_compared_with_the_grammar() {
    let [shown, _] = outputs(&compared("", NO_NINE, NO_NINE, 0));
    let last = "\
742 texts answered: 18 accepted by both, 724 rejected by both, 0 accepted by the first sh alone, 0 accepted by the second sh alone
0 causes of texts that only the first sh accepts found; this search asked 667 texts
the search found no text that only the first sh accepts
0 causes of texts that only the second sh accepts found; this search asked 667 texts
the search found no text that only the second sh accepts
";
    assert!(shown.ends_with(last), "{shown}");
}

#[test]
fn a_difference_has_a_cause_and_names_the_accepting_parser() {
    let mut command = rfc1738(&["conformance", "run", "--rule", "port", "--against"]);
    command.arg("sed -u -E -e 's/^[0-8]+$/accept/' -e t -e 's/.*/reject/'");
    command.args(["--", "sh", "-c", EMPTY]).env("LC_ALL", "C");
    let [shown, _] = outputs(&command.assert().code(1));
    let head = "\nsecond: sed -u -E -e 's/^[0-8]+$/accept/' -e t -e 's/.*/reject/'\n\non texts of port:\n\n";
    assert!(shown.contains(head), "{shown}");
    for part in [
        "only sh accepts: 1 text [port/accepts-empty]\nerror: digits: only sh accepts the empty text\n",
        "only sh accepts: 2 texts [port/rejects/9]\nerror: digit: only sh accepts `9`\n",
        "  note: also \"09\"\n  note: as digit, only sh accepts ^9$\n",
        "\n742 texts answered: 18 accepted by both, 721 rejected by both, 3 accepted by sh alone, 0 accepted by sed alone\n",
        "\n2 causes of texts that only sh accepts found; this search asked ",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
}

#[test]
fn json_names_what_was_compared_and_the_accepting_parser() {
    let record = record(&compared("--report json", NO_NINE, EMPTY, 1));
    assert_eq!(record["rule"], "port");
    assert_eq!(record["compared"].as_array().expect("a list").len(), 2);
    let counts = [
        "texts",
        "both_accept",
        "both_reject",
        "first_alone",
        "second_alone",
    ];
    assert_eq!(
        counts.map(|name| record[name].as_u64()),
        [742, 18, 721, 0, 3].map(Some)
    );
    let of = |text| json!({"input": text, "accepted_by": "second"});
    assert_eq!(record["disagreements"], json!([of(""), of("9"), of("09")]));
    assert_eq!(record["failure"], Value::Null);
    assert_eq!(record["first"]["causes"], json!([]));
    let causes = record["second"]["causes"].as_array().expect("a list");
    let ids: Vec<&Value> = causes.iter().map(|cause| &cause["id"]).collect();
    assert_eq!(ids, ["port/accepts-empty", "port/rejects/9"]);
    let derived: Vec<&Value> = causes.iter().map(|cause| &cause["derived"]).collect();
    assert_eq!(derived, [false, true]);
}

#[test]
fn a_difference_beyond_the_suite_is_found() {
    // A limit of five digits is beyond the suite.
    let short = "LC_ALL=C sed -u -E -e 's/^[0-9]{1,5}$/accept/' -e t -e 's/.*/reject/'";
    let record = record(&compared("--report json", PORT, short, 1));
    assert_eq!(
        (&record["first_alone"], &record["second_alone"]),
        (&0.into(), &0.into())
    );
    let cause = &record["first"]["causes"][0];
    assert_eq!(cause["witness"].as_str().map(str::len), Some(6), "{record}");
    assert_eq!(record["second"]["causes"], json!([]));
}

#[test]
fn without_a_search_the_shortest_texts_are_shown() {
    let [shown, _] = outputs(&compared("--no-causes --most 2", NO_NINE, EMPTY, 1));
    let texts = "only the second sh accepts: \"\"\n\nonly the second sh accepts: \"9\"\n\n742 texts answered: ";
    assert!(shown.contains(texts), "{shown}");
}

#[test]
fn several_processes_give_the_same_report() {
    let with = |jobs| {
        let path = file("compared.json", "");
        let line = format!("--report=human --report=json=compared.json --jobs {jobs}");
        let outputs = outputs(&compared(&line, NO_NINE, EMPTY, 1));
        (outputs, fs::read_to_string(path).expect("a report"))
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn the_program_that_breaks_down_is_named() {
    for (first, second, name) in [
        (NO_NINE, "exit 3", "the second sh"),
        ("exit 3", NO_NINE, "the first sh"),
    ] {
        let [shown, errors] = outputs(&compared("", first, second, 2));
        let message =
            format!("error: {name} ended with exit status 3 before it answered text 1 of 742\n");
        assert!(errors.starts_with(&message), "{errors}");
        assert!(shown.contains("\n0 of 742 texts answered: "), "{shown}");
    }
}

#[test]
fn a_program_with_two_answers_is_named() {
    let other = "LC_ALL=C sed 's/.*/accept/'; exit";
    let fickle = format!("{}; {NO_NINE}", after_starts(1, "against.started", other));
    let [_, errors] = outputs(&compared("", NO_NINE, &fickle, 2));
    assert!(
        errors.starts_with("error: the second sh answered \""),
        "{errors}"
    );
    assert!(errors.contains(" when it was asked again\n"), "{errors}");
}

#[test]
fn time_ends_a_comparison() {
    let [_, errors] = outputs(&compared("--time 300ms", NO_NINE, "sleep 600", 2));
    assert!(
        errors.starts_with("error: --time 300ms ended the run after 0 of 742 texts"),
        "{errors}"
    );
}

#[test]
fn wrong_use_is_refused() {
    for (arguments, message) in [
        (
            &["--against", "'"][..],
            "error: invalid value ''' for '--against <PROGRAM>': missing closing quote in the command\n",
        ),
        (
            &["--against", " "],
            "error: invalid value ' ' for '--against <PROGRAM>': it names no program\n",
        ),
        (
            &["--against", "no-such-parser"],
            "error: no-such-parser cannot be started: No such file or directory (os error 2)\n",
        ),
        (
            &["--against", "true", "--report", "html"],
            "error: a run with --against has the reports human and json\n",
        ),
        (
            &["--against", "true", "--restart"],
            "error: the argument '--against <PROGRAM>' cannot be used with '--restart[=<N>]'\n",
        ),
        (
            &["--against", "true", "--baseline", "a"],
            "error: the argument '--against <PROGRAM>' cannot be used with '--baseline <FILE>'\n",
        ),
    ] {
        let mut command = rfc1738(&["conformance", "run", "--rule", "port"]);
        command.args(arguments).args(["--", "sh", "-c", NO_NINE]);
        let [_, errors] = outputs(&command.assert().code(2));
        assert!(errors.contains(message), "{errors}");
    }
}
