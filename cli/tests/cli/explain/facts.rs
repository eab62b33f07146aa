//! The facts about productions agree with the library and with the grammar files.

use std::collections::HashMap;
use std::sync::LazyLock;

use rfc1738::{Rule, is_valid, parse};
use serde_json::{Value, json};

use super::{foreign, output_of, record_of, texts};
use crate::command::rfc1738;

/// Grammars from outside the project.
const FOREIGN: [&str; 2] = ["dates.bnf", "phone.bnf"];

/// The record of each production, from one process each.
static RECORDS: LazyLock<Vec<(Rule, Value)>> = LazyLock::new(|| {
    let rules = Rule::ALL.into_iter();
    rules
        .map(|rule| (rule, record_of(&[rule.name()])))
        .collect()
});

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
    let own = rfcbnf::rfc1738::BNF.to_owned();
    let foreign = FOREIGN.map(foreign);
    let others = foreign.iter().map(|path| {
        let text = std::fs::read_to_string(path).expect("the file can be read");
        (text, vec!["--grammar", path])
    });
    for (text, grammar) in [(own, Vec::new())].into_iter().chain(others) {
        let bodies = bodies(&text);
        for (name, names) in &bodies {
            let own = RECORDS
                .iter()
                .find(|(rule, _)| grammar.is_empty() && rule.name() == name);
            let record = own.map_or_else(
                || record_of(&[&[name.as_str()], &grammar[..]].concat()),
                |(_, record)| record.clone(),
            );
            assert_eq!(texts(&record["uses"]), *names, "{name}");
            let users = bodies.iter().filter(|(_, names)| names.contains(name));
            let users: Vec<&String> = users.map(|(user, _)| user).collect();
            assert_eq!(texts(&record["used_by"]), users, "{name}");
        }
    }
}

#[test]
fn foreign_grammars_are_explained_without_prose() {
    for path in FOREIGN.map(foreign) {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        for (name, _) in bodies(&text) {
            let record = record_of(&[&name, "--grammar", &path]);
            assert_eq!(record["section"], Value::Null);
            assert_eq!(record["prose"], json!([]));
            let (derived, miss) = examples(&record);
            for (lines, code) in [(derived.join("\n").as_str(), 0), (miss, 1)] {
                rfc1738(&["check", "--grammar", &path, "--rule", &name])
                    .write_stdin(format!("{lines}\n"))
                    .assert()
                    .code(code);
            }
        }
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
