//! `rfc1738 trace`.

use crate::command::{exits, file, object, rfc1738, stdout};
use crate::extent::few_or_many;
use serde_json::{Value, json};

fn output_of(line: &str, status: i32) -> String {
    stdout(&exits(&format!("trace {line}"), status).stderr(""))
}

fn json_of(line: &str, status: i32) -> Value {
    let output = output_of(&format!("--format json {line}"), status);
    assert!(output.is_ascii() && output.ends_with('\n') && output.lines().count() == 1);
    serde_json::from_str(&output).expect("the output is JSON")
}

#[test]
fn steps_of_a_grammar_of_characters_are_of_characters() {
    file(
        "trace-characters.abnf",
        "name = 1*letter \".\"\nletter = %x41 / %xC9 / %x4E00-4E2D\n",
    );
    let line = "--grammar trace-characters.abnf --rule name 中é";
    // é and É begin with the same octet.
    let shown = output_of(line, 1);
    assert!(shown.contains("wants . A %xC9 %x4E00-4E2D\n"), "{shown}");
    assert!(!shown.contains("\\x"), "{shown}");
    let shown = json_of(line, 1);
    let steps = shown["steps"].as_array().expect("there are steps");
    let miss = steps
        .iter()
        .find(|step| step["event"] == "miss" && step["start"] == 3);
    let miss = miss.expect("a character is missing");
    assert_eq!(miss["characters"], ".A");
    assert_eq!(
        miss["ranges"],
        json!([[".", "."], ["A", "A"], ["É", "É"], ["一", "中"]])
    );
}

#[test]
fn each_step_has_a_line_with_the_consumed_text() {
    let expected = " 1  │h:8  * hostport?
 2  │h:8  *   host?
 3  │h:8  *     hostname?
 4  │h:8          domainlabel?
 5  h│:8            takes \"h\"
";
    let output = output_of("--rule hostport h:8", 0);
    assert!(output.starts_with(expected), "{output}");
    let end = "\
25  h:│8  *   port?
26  h:│8  *     digits?
27  h:8│          takes \"8\"
28  h:8│          wants 0-9
29  h:8│  *     digits \"8\"
30  h:8│  *   port \"8\"
31  h:8│  * hostport \"h:8\"
all of the text is derived
";
    assert!(output.ends_with(end), "{output}");
}

#[test]
fn backtracking_and_failures_are_shown() {
    let output = output_of("--rule login a:b", 1);
    assert!(output.contains("  gives back \"a:b\"\n"), "{output}");
    assert!(output.contains("  port fails\n"), "{output}");
    assert!(
        output.ends_with("the first octet of the text is derived\n"),
        "{output}"
    );
    let output = output_of("--rule port x", 1);
    assert!(
        output.ends_with("port fails\nnothing is derived\n"),
        "{output}"
    );
    let output = output_of("--rule hsegment #", 1);
    assert!(
        output.ends_with("hsegment \"\"\nonly the empty text is derived\n"),
        "{output}"
    );
}

#[test]
fn depth_and_only_omit_steps_and_keep_their_numbers() {
    let all = json_of("http://h/a", 0);
    let all = all["steps"].as_array().expect("it is a list");
    let shallow = json_of("--depth 2 http://h/a", 0);
    for step in shallow["steps"].as_array().expect("it is a list") {
        assert!(step["depth"].as_u64() < Some(2));
        let number = step["step"].as_u64().expect("it is a number");
        assert_eq!(
            &all[usize::try_from(number).expect("it is small") - 1],
            step
        );
    }
    let only = json_of("--only hpath --only host http://h/a", 0);
    let only = only["steps"].as_array().expect("it is a list");
    assert_eq!(only.len(), 4);
    assert!(
        only.iter()
            .all(|step| ["hpath", "host"].contains(&step["rule"].as_str().unwrap_or("")))
    );
}

#[test]
fn json_reports_the_outcome() {
    let trace = json_of("--rule port 80x", 1);
    assert_eq!(
        (&trace["input"], &trace["rule"]),
        (&json!("80x"), &json!("port"))
    );
    assert_eq!((&trace["ok"], &trace["prefix"]), (&json!(false), &json!(2)));
    assert_eq!(
        trace["steps"][0],
        json!({"step": 1, "event": "try", "rule": "port", "start": 0, "depth": 0, "trial": false, "kept": true})
    );
    assert_eq!(
        trace["steps"][2],
        json!({"step": 3, "event": "take", "start": 0, "end": 2, "depth": 2, "kept": false})
    );
    assert_eq!(json_of("--rule port x", 1)["prefix"], Value::Null);
}

#[test]
fn the_steps_that_are_kept_form_the_tree() {
    let text = "ftp://me:pw@a.b:21/c/d;type=i";
    let trace = json_of(text, 0);
    let kept = trace["steps"].as_array().expect("it is a list").iter();
    let kept: Vec<(Value, Value, Value)> = kept
        .filter(|step| step["event"] == "match" && step["kept"] == true)
        .map(|step| {
            (
                step["rule"].clone(),
                step["start"].clone(),
                step["end"].clone(),
            )
        })
        .collect();
    let parsed = rfc1738(&["parse", "--format", "json", text])
        .assert()
        .code(0);
    let parsed = object(&parsed);
    let mut nodes = Vec::new();
    collect(&parsed["tree"], &mut nodes);
    assert_eq!(kept, nodes);
}

/// Lists the nodes of a tree, each after its descendants.
fn collect(node: &Value, nodes: &mut Vec<(Value, Value, Value)>) {
    for child in node["children"].as_array().expect("it is a list") {
        collect(child, nodes);
    }
    nodes.push((
        node["rule"].clone(),
        node["start"].clone(),
        node["end"].clone(),
    ));
}

#[test]
fn a_long_text_is_truncated_and_a_hostile_one_escaped() {
    let text = format!("x:{}", "a".repeat(5000));
    let output = output_of(&text, 0);
    assert!(output.lines().all(|line| line.chars().count() < 120));
    let output = output_of("--rule port 8\u{1b}[31m", 1);
    assert!(output.contains("8│\\u{1b}[31m"), "{output}");
    assert!(!output.contains('\u{1b}'));
}

#[test]
fn the_output_about_a_deep_text_grows_with_the_text() {
    file("deep-trace.bnf", "s = \"(\" [ s ] \")\"\n");
    let levels = few_or_many(3_000, 10_000);
    let text = "(".repeat(levels) + &")".repeat(levels);
    file("deep-trace.txt", format!("{text}\n"));
    let commands: [&[&str]; 7] = [
        &["parse", "-"],
        &["parse", "--format", "sexp", "-"],
        &["parse", "--format", "json", "-"],
        &["trace", "-"],
        &["derivations", "-"],
        &["check", "--tree", "deep-trace.txt"],
        &["check", "--tree", "--format", "json", "deep-trace.txt"],
    ];
    for arguments in commands {
        let (name, rest) = arguments.split_first().expect("a command has a name");
        let all = [&[*name, "--grammar", "deep-trace.bnf"], rest].concat();
        let run = rfc1738(&all).write_stdin(text.as_str()).assert().code(0);
        let length = run.get_output().stdout.len();
        let bounds = 10 * levels..800 * levels;
        assert!(bounds.contains(&length), "{arguments:?}: {length}");
    }
}

#[test]
fn json_lines_have_the_steps_of_json_and_the_outcome() {
    for text in ["80", "8o"] {
        let of = |format| {
            stdout(&rfc1738(&["trace", "--rule", "port", "--format", format, text]).assert())
        };
        let mut whole: serde_json::Value = serde_json::from_str(&of("json")).expect("one object");
        let read = |line| -> serde_json::Value { serde_json::from_str(line).expect("an object") };
        let mut lines: Vec<serde_json::Value> = of("jsonl").lines().map(read).collect();
        let end = lines.pop().expect("a last line");
        let steps = whole.as_object_mut().and_then(|it| it.remove("steps"));
        assert_eq!(steps, Some(lines.into()));
        assert_eq!(whole, end);
    }
}
