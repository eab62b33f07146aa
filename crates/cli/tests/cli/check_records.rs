//! `rfc1738 check` of tables and JSON Lines.

use assert_cmd::assert::Assert;

use crate::command::{given, objects, outputs};
use crate::extent::few_or_many;
use serde_json::Value;

/// Runs `check` on the input.
fn check(input: impl Into<Vec<u8>>, line: &str, code: i32) -> Assert {
    given(input, &format!("check {line}"), code)
}

/// Returns the errors of records, without the counts after them.
fn errors(errors: &str) -> Vec<&str> {
    errors
        .lines()
        .filter_map(|line| line.strip_prefix("error: <stdin>:"))
        .collect()
}

fn records(input: impl Into<Vec<u8>>, line: &str, code: i32) -> Vec<Value> {
    objects(&check(input, &format!("--format json {line}"), code))
}

const UNCLOSED: &str = "a quotation mark is not closed in the rest of the file, or in 1048576 \
     octets; close it, or double it if it is part of the value; the next line is read as a record";

#[test]
fn an_unclosed_quotation_mark_in_many_lines_costs_one_line() {
    // It is longer than a record can be.
    let (line, lines) = few_or_many(("a:bbbbbbbbbbbbb\n", 75_000), ("a:b\n", 500_000));
    let rest = line.repeat(lines);
    let table = format!("url\n\"a:c\n{rest}a: \n");
    let [shown, told] = outputs(&check(table, "--csv url", 2));
    assert_eq!(
        shown,
        format!(
            "<stdin>:{}:3: record {}, \"url\": found \" \", expected xchar or end of text; white space \
             that surrounds a URL or breaks its line is not part of it (RFC 1738, Appendix) \
             [white-space]; write a:\n",
            lines + 3,
            lines + 2
        )
    );
    assert_eq!(errors(&told), [format!("2: record 1: {UNCLOSED}")]);
    let counts = format!(
        "\n{} records: {lines} valid, 1 invalid, 1 unreadable\n",
        lines + 1
    );
    assert!(told.contains(&counts), "{told}");
}

/// Returns objects of at most two fields, with values that JSON has and that it lacks, and with and without blanks.
fn written_objects() -> Vec<String> {
    let values = [
        "\"a\"",
        "\"\"",
        "\" {,:}\"",
        "\"\\n\"",
        "\"\u{e9}\"",
        "\"\u{1}\"",
        "\"",
        "0",
        "-7",
        "01",
        "-",
        "1.5",
        "1e9",
        "1234567890123456",
        "null",
        "true",
        "tru",
        "[\"a\"]",
        "{}",
        "{\"v\":\"b\"}",
        "{\"v\":null}",
    ];
    let fields = ["\"u\"", "\"u.v\"", "\"w\"", "u"];
    let mut members = vec![String::new()];
    for field in fields {
        members.extend(values.map(|value| format!("{field}:{value}")));
    }
    let mut objects = Vec::new();
    for first in &members {
        objects.push(format!("{{{first}}}"));
        objects.push(format!(" {{ {} }}\t", first.replacen(':', " : ", 1)));
        objects.push(format!("{{{first}"));
        objects.push(format!("{{{first}}}}}"));
        // Of a name that is there twice, there is no one answer.
        let name = |member: &str| member.split(':').next().map(str::to_owned);
        let others = members.iter().filter(|second| name(second) != name(first));
        objects.extend(others.map(|second| format!("{{{first},{second}}}")));
    }
    objects
}

#[test]
fn every_object_has_the_text_that_serde_json_finds() {
    let objects: Vec<String> = written_objects()
        .into_iter()
        .step_by(few_or_many(3, 1))
        .collect();
    for field in ["u", "u.v"] {
        let mut found = Vec::new();
        for (line, object) in (1..).zip(&objects) {
            let object: Value = serde_json::from_str(object).unwrap_or_default();
            let value = object.get(field);
            let value = value.or_else(|| object.get("u")?.get(field.strip_prefix("u.")?));
            found.extend(
                value
                    .and_then(Value::as_str)
                    .map(|text| (line, text.to_owned())),
            );
        }
        assert!(found.len() > few_or_many(100, 300), "{}", found.len());
        let log = objects.join("\n");
        let records = records(log, &format!("--jsonl {field} --rule digits"), 2);
        let read = records.iter().map(|record| {
            let text = record["input"].as_str().expect("a text").to_owned();
            (record["line"].as_u64().expect("a number"), text)
        });
        assert_eq!(read.collect::<Vec<_>>(), found, "{field}");
    }
}

#[test]
fn errors_keep_their_order_on_any_number_of_threads() {
    let mut table = "n,url\n".to_owned();
    let rounds = few_or_many(1_000, 3_000);
    for number in 0..7 * rounds {
        table += match number % 7 {
            0 => "1\n",
            1 => "\"2\n3\",\"a: \"\n",
            2 => "4,http://u@h/\n",
            _ => "5,a:b\r\n",
        };
    }
    let run = |threads| {
        let line = format!("-j {threads} --csv url");
        outputs(&check(table.as_str(), &line, 2))
    };
    let [shown, told] = run(1);
    assert_eq!(run(7), [shown.as_str(), &told]);
    assert_eq!(shown.lines().count(), 2 * rounds);
    assert_eq!(errors(&told).len(), rounds);
}
