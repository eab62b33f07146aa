//! Every command takes every grammar, and says of the grammar of RFC 1738 what it says without one.

use crate::command::{exits, file, given, object, objects, outputs, rfc1738, stderr, stdout};
use crate::extent::few_or_many;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Output;

/// Returns the path of a file in the package of grammars.
fn in_grammar_package(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rfcbnf");
    folder.join(name).to_str().expect("UTF-8").to_owned()
}

fn phone() -> String {
    in_grammar_package("tests/grammars/phone.bnf")
}

/// Returns the built command as the recognizer of a suite: `check` on this grammar.
pub(crate) fn recognizer(options: &[&str]) -> Vec<String> {
    let script = r#""$0" "$@" --format json 2>&1 |
        sed 's/.*"ok":true.*/accept/; s/.*"ok":false,"error":{"offset":\([0-9]*\),.*/reject \1/'"#;
    let program = cargo_bin!("rfc1738").to_str().expect("UTF-8").to_owned();
    let mut command: Vec<String> = ["--", "sh", "-c", script].map(str::to_owned).to_vec();
    command.extend([program, "check".to_owned()]);
    command.extend(options.iter().map(|&option| option.to_owned()));
    command
}

const LINES: &str = "http://h/\nhttp://h:x/\nftp://a:b@c.d/e;type=i\nnope\n\u{e9}\nnews:*\n";

/// Returns the arguments that name the file of RFC 1738 and its readings.
fn own_file() -> [String; 4] {
    let file = in_grammar_package("src/rfc1738/rfc1738.bnf");
    ["--grammar", &file, "--readings", "rfc1738"].map(str::to_owned)
}

fn run(arguments: &[&str], more: &[String]) -> Output {
    let mut command = rfc1738(arguments);
    command.args(more).write_stdin(LINES);
    command.output().expect("the command runs")
}

/// Returns the output without the notes, their ids and remedies, which only RFC 1738 has.
fn without_notes(octets: &[u8]) -> String {
    let text = std::str::from_utf8(octets).expect("UTF-8");
    let is_other = |line: &&str| {
        let line = line.trim_start();
        let is_note = line.starts_with("note: ") && !line.starts_with("note: in ");
        !is_note && !line.starts_with("help: ")
    };
    let lines = text.lines().filter(is_other).map(|line| {
        let Ok(mut value) = serde_json::from_str::<Value>(line) else {
            return without_remark(line).to_owned();
        };
        for place in ["/error", "/near_miss/error"] {
            if let Some(Value::Object(error)) = value.pointer_mut(place) {
                error.insert("notes".to_owned(), Value::Array(Vec::new()));
                error.remove("id");
            }
        }
        value.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a line of `check` without what follows the expected characters.
fn without_remark(line: &str) -> &str {
    let remark = [line.find("; "), line.find(" [")].into_iter().flatten();
    let end = remark.min().filter(|_| line.starts_with("<stdin>:"));
    &line[..end.unwrap_or(line.len())]
}

fn assert_equal(arguments: &[&str]) {
    let own = run(arguments, &[]);
    let file = run(arguments, &own_file());
    assert_eq!(own.status.code(), file.status.code(), "{arguments:?}");
    assert!(own.status.code() < Some(2), "{arguments:?}: {own:?}");
    for (own, file) in [(own.stdout, file.stdout), (own.stderr, file.stderr)] {
        assert_eq!(without_notes(&own), without_notes(&file), "{arguments:?}");
    }
}

#[test]
fn trees_errors_traces_and_derivations_are_equal() {
    let texts = [
        "gopher://h/0a%09b%09c",
        "a\u{e9}",
        "http://h:x/",
        "http://a.b:80/c?d",
        "",
    ];
    for text in &texts[..few_or_many(2, 5)] {
        assert_equal(&["parse", "--no-advice", "--rule", "url", text]);
        assert_equal(&[
            "parse",
            "--detail",
            "characters",
            "--format",
            "sexp",
            "--rule",
            "url",
            text,
        ]);
        assert_equal(&["trace", "--rule", "url", text]);
        for command in ["parse", "trace", "derivations"] {
            assert_equal(&[command, "--format", "json", "--rule", "genericurl", text]);
        }
        assert_equal(&["derivations", "--rule", "url", text]);
    }
    assert_equal(&[
        "trace", "--rule", "hostport", "--only", "port", "--only", "url", "h:8",
    ]);
}

#[test]
fn naive_readings_are_equal() {
    for format in ["human", "json"] {
        assert_equal(&[
            "naive", "--format", format, "--rule", "hostname", "a.b1", "a", "-",
        ]);
    }
}

#[test]
fn verdicts_on_many_lines_are_equal() {
    assert_equal(&["check", "--rule", "url"]);
    assert_equal(&["check", "--rule", "url", "--format", "json", "--tree"]);
    assert_equal(&["check", "--rule", "hostport", "--tree"]);
}

#[test]
fn lists_and_pages_of_productions_are_equal() {
    assert_equal(&["rules"]);
    let rules = ["schemepart", "hex", "national", "gopherurl", "digit", "url"];
    for rule in &rules[..few_or_many(3, 6)] {
        assert_equal(&["rules", rule]);
        assert_equal(&["explain", "--rule", rule]);
        assert_equal(&["explain", rule, "--format", "json"]);
    }
}

#[test]
fn texts_and_suites_are_equal() {
    assert_equal(&["generate", "--rule", "hostport", "--seed", "3"]);
    assert_equal(&["generate", "--rule", "hostport", "--cover"]);
    assert_equal(&["generate", "--rule", "hostport", "--invalid", "-n", "50"]);
    for format in ["jsonl", "txt", "yaml"] {
        assert_equal(&[
            "conformance",
            "export",
            "--rule",
            "port",
            "--rule",
            few_or_many("digit", "host"),
            "--format",
            format,
        ]);
    }
}

#[cfg(unix)]
#[test]
fn the_counts_of_a_recognizer_are_equal() {
    let recognizer = recognizer(&["--rule", "digits"]);
    let reports = |more: &[String]| {
        let path = file("equal-counts.json", "");
        let start = ["conformance", "run", "--rule", "port", "--report", "human"];
        let questions = few_or_many("--questions=300", "--questions=5000000");
        let start = [&start[..], &["--report=json=equal-counts.json", questions]].concat();
        let run = run(&start, more);
        let json = fs::read_to_string(path).expect("a report");
        // What is saved for later reports has the name of the grammar.
        let (json, _) = json.split_once(",\"saved\":").expect("the last field");
        (run, json.to_owned())
    };
    let own = reports(&recognizer);
    assert_eq!(own.0.status.code(), Some(0), "{own:?}");
    assert_eq!(own, reports(&[&own_file()[..], &recognizer].concat()));
}

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

fn example(name: &str) -> String {
    format!(
        "{}/../../examples/grammars/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn only_the_first_and_last_open_productions_are_named() {
    let text = "[".repeat(10_000);
    let arguments = ["parse", "--format", "json", "--grammar"];
    let run = rfc1738(&arguments)
        .args([&example("rfc8259.abnf"), &text])
        .assert()
        .code(1);
    let record = object(&run);
    let context = record["error"]["context"].as_array().expect("an array");
    assert_eq!(context.len(), 16);
    assert_eq!(record["error"]["context_left_out"], 19_985);
    let run = rfc1738(&["parse", "--grammar", &example("rfc8259.abnf"), &text])
        .assert()
        .code(1);
    let errors = stderr(&run);
    let note = errors.lines().last().expect("there is a note");
    assert_eq!(
        note,
        "  note: in JSON-text, value, array, value, (19985 more), value, array, value, array, value, \
         array, value, array, value, array, value, array"
    );
}

/// RFC 1034, Section 3.5, with few letters.
const DOMAIN: &str = "\
<domain> ::= <subdomain> | \" \"
<subdomain> ::= <label> | <subdomain> \".\" <label>
<label> ::= <letter> [ [ <ldh-str> ] <let-dig> ]
<ldh-str> ::= <let-dig-hyp> | <let-dig-hyp> <ldh-str>
<let-dig-hyp> ::= <let-dig> | \"-\"
<let-dig> ::= <letter> | <digit>
<letter> ::= \"a\" | \"B\"
<digit> ::= \"0\"
";

/// Decides about a domain name as the prose of RFC 1034, Section 3.5, does.
fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| {
        let end = label.chars().next_back();
        label.starts_with(['a', 'B'])
            && end.is_some_and(|end| "aB0".contains(end))
            && label.chars().all(|one| "aB0-".contains(one))
    };
    text == " " || text.split('.').all(is_label)
}

#[test]
fn a_suite_for_recursion_at_one_end_is_right() {
    file("one-sided-suite.bnf", DOMAIN);
    let line = "conformance export --grammar one-sided-suite.bnf --rule domain";
    let run = exits(line, 0);
    let mut counts = [0, 0];
    for case in objects(&run) {
        let text = case["input"].as_str().expect("the text is UTF-8");
        assert_eq!(case["ok"], is_domain(text), "{case}\n{run}");
        counts[usize::from(is_domain(text))] += 1;
    }
    assert!(counts[0] > 20 && counts[1] > 5, "{counts:?}");
}

const PAIR: &str = "pair = \"(\" [ pair ] \")\"\n";

/// Decides about a text of pairs by counting.
fn is_pair(text: &str) -> bool {
    let half = text.len() / 2;
    half > 0 && text == [&*"(".repeat(half), &*")".repeat(half)].concat()
}

#[test]
fn a_suite_to_a_depth_holds_the_right_verdicts() {
    file("pair-suite.abnf", PAIR);
    let start = "conformance export --grammar pair-suite.abnf";
    let run = exits(&format!("{start} --depth 2"), 0);
    let suite = objects(&run);
    let mut deepest = 0;
    for case in &suite {
        let text = case["input"].as_str().expect("the text is UTF-8");
        assert_eq!(case["ok"], is_pair(text), "{case}");
        deepest = deepest.max(if is_pair(text) { text.len() / 2 } else { 0 });
    }
    assert_eq!(deepest, 3);
    run.stderr(format!(
        "note: production `pair` is recursive: pair → pair; these are its texts to depth 2, and \
         --depth N takes others\nnote: the suite of pair has {} texts\n",
        suite.len()
    ));
    assert!(objects(&exits(start, 0)).len() < suite.len());
}
