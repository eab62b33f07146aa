//! A grammar of telephone numbers goes through every command.

use std::collections::BTreeSet;

use super::{phone, recognizer};
use crate::command::{exits, file, given, outputs, rfc1738, stdout};
use crate::extent::few_or_many;
use serde_json::Value;

/// Returns the output of a command on the grammar of telephone numbers.
fn output_of(line: &str, input: &str, code: i32) -> String {
    let line = format!("{line} --grammar '{}'", phone());
    outputs(&given(input, &line, code)).concat()
}

#[test]
fn lines_are_counted_for_their_productions() {
    let lines = "+49 30555\n030/555\n12a\n";
    let counted = output_of("check", lines, 1);
    assert_eq!(
        counted,
        "\
<stdin>:3:3: found \"a\", expected digit, separator, \"x\", \"e\" or end of text [number-syntax]
3 lines: 2 valid, 1 invalid
  valid as
    international  1
    national       1
  invalid in
    number  1
"
    );
    for threads in ["1", "7"] {
        let rounds = few_or_many(1_500, 5_000);
        let many = lines.repeat(rounds);
        let shown = output_of(&format!("check --format json -j {threads}"), &many, 1);
        assert_eq!(shown.lines().count(), 3 * rounds);
        let numbers = (1..).zip(shown.lines());
        let mut wrong = numbers.filter(|(number, line)| {
            let is_valid = number % 3 != 0;
            !line.starts_with(&format!("{{\"line\":{number},"))
                || line.contains("\"ok\":true") != is_valid
        });
        assert_eq!(wrong.next(), None);
    }
}

#[test]
fn generated_texts_are_valid_and_have_the_errors_of_parse() {
    let texts = output_of("generate -n 200", "", 0);
    assert_eq!(texts.lines().count(), 200);
    output_of("check", &texts, 0);
    let line = format!("generate --invalid -n {}", few_or_many(10, 30));
    let misses = output_of(&line, "", 0);
    for miss in misses.lines() {
        let (text, error) = miss.split_once('\t').expect("a tab");
        let parsed = output_of("parse -", &format!("{text}\n"), 1);
        let (_, place) = error.rsplit_once(" at ").expect("a place");
        assert!(
            parsed
                .lines()
                .next()
                .is_some_and(|line| line.ends_with(place)),
            "{miss}: {parsed}"
        );
    }
}

#[cfg(unix)]
#[test]
fn the_command_passes_its_own_suite() {
    let path = phone();
    let rule = few_or_many("group", "extension");
    let options = ["--grammar", &path, "--rule", rule];
    let questions = few_or_many("--questions=300", "--questions=5000000");
    let mut run = rfc1738(&["conformance", "run", questions]);
    run.args(options).args(recognizer(&options));
    let report = stdout(&run.assert().code(0).stderr(""));
    assert!(report.contains(" texts answered: "), "{report}");
    assert!(
        report.contains(" 0 wrongly accepted, 0 wrongly rejected, 0 rejected at another offset\n"),
        "{report}"
    );
}

/// Adds the path of every field, except what a note says.
fn collect_fields(value: &Value, path: &str, fields: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                let below = format!("{path}/{name}");
                fields.insert(below.clone());
                match name.as_str() {
                    "notes" => {}
                    // A child has the fields of its parent.
                    "children" => collect_fields(value, path, fields),
                    _ => collect_fields(value, &below, fields),
                }
            }
        }
        Value::Array(values) => values
            .iter()
            .for_each(|value| collect_fields(value, path, fields)),
        _ => {}
    }
}

fn fields_of(output: &str) -> BTreeSet<String> {
    let mut fields = BTreeSet::new();
    for line in output.lines() {
        let value = serde_json::from_str(line).expect("a line is JSON");
        collect_fields(&value, "", &mut fields);
    }
    assert!(!fields.is_empty());
    fields
}

#[test]
fn json_has_the_fields_that_it_has_for_rfc_1738() {
    let json = ["--format", "json"];
    let pairs: [(&[&str], &[&str], &str); 10] = [
        (
            &["parse", "--rule", "hostport", "h:8"],
            &["parse", "030/5"],
            "",
        ),
        (
            &["parse", "--rule", "hostport", "h:8o"],
            &["parse", "030/"],
            "",
        ),
        (
            &["check", "--rule", "hostport", "--tree"],
            &["check", "--tree"],
            "1.1.1.1\n+4 5\n!\n",
        ),
        (
            &["trace", "--rule", "hostport", "h:80"],
            &["trace", "12-3"],
            "",
        ),
        (&["trace", "--rule", "hostport", "h:"], &["trace", "+"], ""),
        (&["explain", "digits"], &["explain"], ""),
        (
            &["derivations", "--rule", "hostport", "h:80"],
            &["derivations", "12-3"],
            "",
        ),
        (
            &["derivations", "--rule", "hostport", "h:"],
            &["derivations", "+"],
            "",
        ),
        (
            &["naive", "--rule", "hostname", "a.b1"],
            &["naive", "12"],
            "",
        ),
        (
            &["naive", "--rule", "hostname"],
            &["naive", "--rule", "group"],
            "",
        ),
    ];
    for (own, other, input) in pairs {
        let of = |arguments: &[&str], files: &[&str]| {
            let mut run = rfc1738(&[arguments, &json, files].concat());
            let run = run.write_stdin(input).output().expect("the command runs");
            assert!(run.status.code() < Some(2), "{arguments:?}: {run:?}");
            fields_of(&String::from_utf8(run.stdout).expect("UTF-8"))
        };
        let phone = phone();
        let mut own_fields = of(own, &[]);
        // Only RFC 1738 has prose.
        own_fields.retain(|path| !path.starts_with("/prose/") && !path.starts_with("/readings/"));
        let mut fields = of(other, &["--grammar", &phone]);
        // It is there where a grammar has trees about which nothing is proved.
        for fields in [&mut own_fields, &mut fields] {
            fields.remove("/productions/same_trees_up_to");
        }
        assert_eq!(own_fields, fields, "{own:?}");
    }
}

#[test]
fn the_cases_of_a_suite_have_the_known_fields() {
    let own = rfc1738(&["conformance", "export", "--rule", "port"]).output();
    let own = String::from_utf8(own.expect("the command runs").stdout).expect("UTF-8");
    let cases = output_of("conformance export --rule separator", "", 0);
    assert_eq!(fields_of(&own), fields_of(&cases));
    let extent = few_or_many("--quick", "--extra-states=0");
    let all = output_of(&format!("conformance export --all {extent}"), "", 0);
    let is_of = |name: &str| all.contains(&format!("\"rule\":\"{name}\""));
    assert!(is_of("number") && is_of("digit") && is_of("area"));
}

/// The production that no other one uses is not the first here.
#[test]
fn the_first_production_of_the_file_is_the_default() {
    file("any-first.bnf", "digit = \"0\" | \"1\"\nnumber = 1*digit\n");
    let first = |arguments: &[&str], rest: &[&str], code: i32| {
        let run = rfc1738(&[arguments, &["--grammar", "any-first.bnf"], rest].concat());
        stdout(&{ run }.write_stdin("0\n").assert().code(code))
    };
    assert_eq!(first(&["parse"], &["0"], 0), "digit 0..1 \"0\"\n");
    assert!(first(&["derivations"], &["0"], 0).ends_with("\ndigit 0..1 \"0\"\n"));
    assert!(first(&["check", "--format", "json"], &[], 0).contains("\"rule\":\"digit\""));
    assert!(first(&["trace"], &["0"], 0).contains("* digit?"));
    assert!(first(&["explain"], &[], 0).starts_with("digit = "));
    assert!(first(&["naive"], &["0"], 0).starts_with("digit "));
    assert_eq!(first(&["generate"], &[], 0).lines().count(), 2);
    assert!(first(&["conformance", "export"], &[], 0).contains("\"rule\":\"digit\""));
    exits("grammar export --to regex any-first.bnf", 0).stdout("^[01]$\n");
}
