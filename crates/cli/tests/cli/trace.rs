//! `rfc1738 trace`.

use crate::command::{exits, file, object, rfc1738, stdout};
use crate::extent::few_or_many;
use serde_json::Value;

fn output_of(line: &str, status: i32) -> String {
    stdout(&exits(&format!("trace {line}"), status).stderr(""))
}

fn json_of(line: &str, status: i32) -> Value {
    let output = output_of(&format!("--format json {line}"), status);
    assert!(output.is_ascii() && output.ends_with('\n') && output.lines().count() == 1);
    serde_json::from_str(&output).expect("the output is JSON")
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
