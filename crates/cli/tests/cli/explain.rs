//! `rfc1738 explain`: the facts about productions agree with the library and with the grammar files.

use crate::command::{rfc1738, stdout};
use crate::extent::few_or_many;
use rfc1738::{Rule, is_valid, parse};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::LazyLock;

fn foreign(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rfcbnf/tests/grammars");
    folder.join(name).to_str().expect("UTF-8").to_owned()
}

/// Returns the page about a production.
fn output_of(arguments: &[&str]) -> String {
    let assert = rfc1738(&[&["explain"], arguments].concat()).assert();
    stdout(&assert.code(0).stderr(""))
}

fn record_of(arguments: &[&str]) -> Value {
    let output = output_of(&[arguments, &["--format", "json"]].concat());
    let is_plain = |octet: u8| matches!(octet, b' '..=b'~');
    assert!(output.trim_end_matches('\n').bytes().all(is_plain));
    serde_json::from_str(&output).expect("the output is JSON")
}

fn texts(values: &Value) -> Vec<&str> {
    let values = values.as_array().expect("it is a list");
    values
        .iter()
        .map(|text| text.as_str().expect("it is a text"))
        .collect()
}

/// Grammars from outside the project.
const FOREIGN: [&str; 2] = ["dates.bnf", "phone.bnf"];

/// The record of each production, from one process each.
static RECORDS: LazyLock<Vec<(Rule, Value)>> = LazyLock::new(|| {
    let rules = Rule::ALL.into_iter();
    rules
        .map(|rule| (rule, record_of(&[rule.name()])))
        .collect()
});

/// The records of the productions of the other grammars, each with the path of its file.
static FOREIGN_RECORDS: LazyLock<Vec<(String, String, Value)>> = LazyLock::new(|| {
    let mut records = Vec::new();
    for path in FOREIGN.map(foreign) {
        for (name, _) in bodies(&source(&path)) {
            let record = record_of(&[&name, "--grammar", &path]);
            records.push((path.clone(), name, record));
        }
    }
    records
});

fn source(path: &str) -> String {
    std::fs::read_to_string(path).expect("the file can be read")
}

/// Returns the examples of a record, and its near miss.
fn examples(record: &Value) -> (Vec<&str>, &str) {
    let mut derived = texts(&record["shortest"]);
    assert!(!derived.is_empty());
    let text = |name: &str| record[name]["text"].as_str().expect("the record has it");
    derived.push(text("example"));
    (derived, text("near_miss"))
}

/// Returns the productions of a grammar file, each with the names in its body. Reads the file
/// without the reader under test.
fn bodies(grammar: &str) -> Vec<(String, Vec<String>)> {
    let mut bodies: Vec<(String, Vec<String>)> = Vec::new();
    for line in grammar.lines() {
        let line = line.split("; ").next().unwrap_or_default();
        let body = match line.split_once(" = ") {
            Some((name, body)) => {
                bodies.push((name.trim().to_owned(), Vec::new()));
                body
            }
            None => line,
        };
        let Some((_, names)) = bodies.last_mut() else {
            continue;
        };
        let outside = body.split('"').step_by(2).flat_map(|part| {
            part.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '_')))
        });
        for word in outside {
            let word = word.trim_start_matches(|c: char| c.is_ascii_digit());
            if !word.is_empty() && !names.iter().any(|name| name == word) {
                names.push(word.to_owned());
            }
        }
    }
    bodies
}

#[test]
fn the_facts_about_all_productions_agree_with_the_library() {
    for (rule, record) in &*RECORDS {
        assert_eq!(record["rule"], rule.name());
        assert_eq!(record["production"], rule.production());
        assert_eq!(record["section"], rule.section());
        assert_eq!(record["heading"], rule.heading());
        assert_eq!(texts(&record["comments"]), rule.comments());
        assert_eq!(record["first"], rule.first().to_string(), "{rule}");
        assert_eq!(record["empty"], is_valid(*rule, ""), "{rule}");
        let readings: Vec<&Value> = record["readings"]
            .as_array()
            .expect("a list")
            .iter()
            .collect();
        let ids: Vec<&str> = rule.readings().iter().map(|reading| reading.id()).collect();
        assert_eq!(readings.len(), ids.len());
        assert!(
            readings
                .iter()
                .zip(ids)
                .all(|(reading, id)| reading["id"] == id)
        );
    }
}

#[test]
fn examples_are_derived_and_near_misses_are_rejected() {
    for (rule, record) in &*RECORDS {
        let (derived, miss) = examples(record);
        assert!(derived.iter().all(|text| is_valid(*rule, text)), "{rule}");
        let error = parse(*rule, miss).expect_err("it is not derived");
        let error = serde_json::to_value(error).expect("it can be serialized");
        assert_eq!(record["near_miss"]["error"], error);
    }
}

#[test]
fn the_trees_of_examples_agree_with_parse() {
    for (rule, record) in RECORDS.iter().filter(|(rule, _)| !rule.is_character()) {
        let example = record["example"]["text"]
            .as_str()
            .expect("the record has an example");
        let tree = parse(*rule, example).expect("it is derived");
        let tree = serde_json::to_value(tree).expect("it can be serialized");
        assert_eq!(record["example"]["tree"], tree, "{rule}");
    }
}

#[test]
fn uses_and_users_agree_with_the_grammar_file() {
    let own = RECORDS.iter().map(|(rule, record)| (rule.name(), record));
    let own = (rfcbnf::rfc1738::BNF.to_owned(), own.collect());
    let others = FOREIGN.map(foreign).map(|path| {
        let of_path = FOREIGN_RECORDS.iter().filter(|(of, ..)| *of == path);
        let of_path = of_path.map(|(_, name, record)| (name.as_str(), record));
        (source(&path), of_path.collect())
    });
    let all: Vec<(String, HashMap<&str, &Value>)> = [own].into_iter().chain(others).collect();
    for (text, records) in all {
        let bodies = bodies(&text);
        for (name, names) in &bodies {
            let record = records[name.as_str()];
            assert_eq!(texts(&record["uses"]), *names, "{name}");
            let users = bodies.iter().filter(|(_, names)| names.contains(name));
            let users: Vec<&String> = users.map(|(user, _)| user).collect();
            assert_eq!(texts(&record["used_by"]), users, "{name}");
        }
    }
}

#[test]
fn foreign_grammars_are_explained_without_prose() {
    assert!(!FOREIGN_RECORDS.is_empty());
    for (path, name, record) in &*FOREIGN_RECORDS {
        assert_eq!(record["section"], Value::Null);
        assert_eq!(record["prose"], json!([]));
        let (derived, miss) = examples(record);
        // Every line but the last is valid.
        let lines = [&derived[..], &[miss]].concat();
        let run = rfc1738(&["check", "--grammar", path, "--rule", name])
            .write_stdin(format!("{}\n", lines.join("\n")))
            .assert()
            .code(1);
        let shown = stdout(&run);
        assert!(
            shown.lines().count() == 1 && shown.starts_with(&format!("<stdin>:{}:", lines.len())),
            "{name}: {shown}"
        );
    }
}

#[test]
fn the_diagram_is_the_one_that_railroad_draws() {
    for rule in ["httpurl", "lowalpha", "gopherurl"] {
        let arguments = ["grammar", "railroad", "--to", "text", "--rule", rule];
        let drawn = rfc1738(&arguments)
            .output()
            .expect("the command runs")
            .stdout;
        let drawn = String::from_utf8(drawn).expect("it is UTF-8");
        let record = record_of(&[rule]);
        let diagram: Vec<&str> = drawn.lines().skip(1).collect();
        assert_eq!(texts(&record["diagram"]), diagram);
    }
}

#[test]
fn every_remark_of_the_prose_is_shown_with_its_section() {
    let mut sections: HashMap<String, usize> = HashMap::new();
    for (_, record) in &*RECORDS {
        for remark in record["prose"].as_array().expect("a list") {
            let section = remark["section"].as_str().expect("a text").to_owned();
            *sections.entry(section).or_default() += 1;
            assert!(!remark["text"].as_str().expect("a text").is_empty());
        }
    }
    assert_eq!(sections["3.2.2"], 3);
    assert_eq!(sections["3.10"], 2);
    let page = output_of(&["ftptype"]);
    assert!(page.contains("\nProse     With type d, the client asks for a list of names. With a or i, it sets\n          that type and"), "{page}");
    assert!(page.contains("(section 3.2.3)\n"), "{page}");
}

#[test]
fn all_pages_have_their_parts_in_order() {
    let parts = [
        "Section   ",
        "Heading   ",
        "Uses      ",
        "Used by   ",
        "First     ",
        "Diagram",
        "Shortest examples",
        "A typical example",
        "A near miss",
    ];
    // A page takes a process.
    for rule in Rule::ALL.into_iter().step_by(few_or_many(4, 1)) {
        let page = output_of(&[rule.name()]);
        assert!(page.starts_with(rule.production()), "{page}");
        let places = parts.map(|part| page.find(&format!("\n{part}")));
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{page}"
        );
    }
}
