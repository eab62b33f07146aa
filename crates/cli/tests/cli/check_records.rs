//! `rfc1738 check` of tables and JSON Lines.

use assert_cmd::assert::Assert;

use crate::command::{exits, file, given, objects, outputs, stdout};
use crate::extent::few_or_many;
use serde_json::{Value, json};

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

#[test]
fn an_error_in_a_table_has_its_file_position() {
    let table = "id,url,note\r\n1,http://h/,a\r\n2,\"http://u@h/\",\"x,y\"\r\n\u{e9},http://h/~,b";
    let [shown, counts] = outputs(&check(table, "--csv url", 1));
    assert_eq!(
        shown,
        "<stdin>:3:12: record 2, \"url\": found \"@\", expected alphadigit, \"-\", \".\", \":\", \
         \"/\" or end of text; no user name or password is allowed in an http \
         URL (RFC 1738, 3.3) [http-user]; write http://h/\n\
         <stdin>:4:12: record 3, \"url\": found \"~\", expected xchar or end of text; \
         \"~\" is unsafe and has to be encoded: %7E (RFC 1738, 2.2) [unsafe-character]; \
         write http://h/%7E\n"
    );
    assert!(
        counts.starts_with("3 records: 1 valid, 2 invalid\n"),
        "{counts}"
    );
}

/// Returns the record with its column moved.
fn moved(mut record: Value, columns: u64) -> Value {
    if let Some(column) = record.pointer_mut("/position/column") {
        *column = json!(column.as_u64().map(|column| column + columns));
    }
    record
}

#[test]
fn a_table_without_quotation_marks_has_the_same_records() {
    let texts = [
        "http://h/",
        "http://h/~\u{e9}",
        "",
        "x",
        "\u{feff}http://h/",
    ];
    for (delimiter, option, end) in [(",", "--csv", "\n"), ("\t", "--tsv", "\r\n")] {
        let table = |quote: &str| {
            let mut table = format!("id{delimiter}url{delimiter}note{end}");
            for text in texts {
                let fields = ["1", &format!("{quote}{text}{quote}"), "\u{e4}"];
                table.push_str(&(fields.join(delimiter) + &end.repeat(2)));
            }
            table + &["1", "too", "many", "fields"].join(delimiter) + end
        };
        let plain = records(table("").as_bytes(), &format!("{option} url"), 2);
        let quoted = records(table("\"").as_bytes(), &format!("{option} url"), 2);
        assert_eq!(plain.len(), texts.len());
        for (plain, quoted) in plain.into_iter().zip(quoted) {
            assert_eq!(moved(plain, 1), quoted);
        }
    }
}

#[test]
fn an_escaped_value_has_an_offset_instead_of_a_column() {
    let table = b"url\n\"http://h/\"\"\"\"a\"\n\"a:\nb\"\n";
    check(table, "--csv url", 1).stdout("<stdin>:2: record 1, \"url\", offset 9: found '\"', expected xchar or end of text; \
         '\"' is unsafe (it delimits URLs in text) and has to be encoded: %22 (RFC 1738, 2.2) \
         [delimiter]; write http://h/%22%22a\n\
         <stdin>:3: record 2, \"url\", offset 2: found \"\\n\", expected xchar or end of text; white space \
         that surrounds a URL or breaks its line is not part of it (RFC 1738, Appendix) \
         [white-space]; write a:b\n");
    let records = records(table, "--csv url", 1);
    assert_eq!(records[0]["input"], "http://h/\"\"a");
    assert_eq!(records[0]["error"]["offset"], 9);
    assert_eq!(records[0].get("position"), None);
}

#[test]
fn a_record_in_json_names_its_file_record_and_field() {
    let table = b"n\turl\n\n1\t\"http://h/~\"\n";
    let records = records(table, "--tsv url", 1);
    let [record] = &records[..] else {
        panic!("one record: {records:?}");
    };
    for (name, value) in [
        ("line", json!(3)),
        ("file", json!("<stdin>")),
        ("record", json!(1)),
        ("field", json!("url")),
        ("position", json!({"line": 3, "column": 13})),
    ] {
        assert_eq!(record[name], value, "{name}");
    }
}

#[test]
fn a_column_has_a_name_or_a_number() {
    let table = b"a,2,b\nx,1,y\n3,4,5\n";
    let inputs = |column: &str| {
        let records = records(table, &format!("--rule digits {column}"), 1);
        records
            .iter()
            .map(|record| record["input"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(inputs("--csv 1"), ["x", "3"]);
    assert_eq!(inputs("--csv b"), ["y", "5"]);
    assert_eq!(inputs("--csv 3 --no-header"), ["b", "y", "5"]);
    // A name comes before a number.
    check(table, "--rule digits --csv 2", 0).stdout("");
}

#[test]
fn an_unknown_column_is_reported_with_the_existing_ones() {
    file("no-column.csv", "id,adress\n1,a:b\n");
    file("has-column.csv", "address\nx\n");
    exits("check --csv address no-column.csv has-column.csv", 2)
        .stdout(
            "has-column.csv:2:2: record 1, \"address\": found the end of the text, expected \
             alphadigit, \"+\", \"-\", \".\" or \":\"; a URL begins with the name of its scheme \
             (letters, digits, \"+\", \".\" and \"-\") and a colon (RFC 1738, 2.1) \
             [scheme-missing]\n",
        )
        .stderr(
            "error: no-column.csv: there is no column \"address\"; did you mean adress?; the \
             columns are id, adress\n1 record: 0 valid, 1 invalid\n  invalid in\n    scheme  1\n",
        );
    check(b"a,b\n", "--csv 3 --no-header", 2)
        .stderr("error: <stdin>: there is no column \"3\"; the first record has 2\n");
    check(b"a,b\n", "--csv url --no-header", 2)
        .stderr("error: without a header, a column has a number from 1\n");
    check(b"a,b\n", "--no-header", 2).stderr("error: --no-header is for --csv and --tsv\n");
}

#[test]
fn a_table_may_lack_records_but_not_a_header() {
    check(b"id,url\n", "--csv url", 0).stderr("0 records: 0 valid, 0 invalid\n");
    check(b"", "--csv url", 2)
        .stderr("error: <stdin>: the table is empty and has no header; --no-header reads a table without one\n");
    check(b"\n\n", "--csv 1 --no-header", 0).stderr("0 records: 0 valid, 0 invalid\n");
}

#[test]
fn a_ragged_record_is_reported_and_the_rest_is_checked() {
    let [shown, told] = outputs(&check(b"a,url\n1\n2,x\n3,a:b,c\n4,a:b\n", "--csv url", 2));
    assert_eq!(shown.lines().count(), 1);
    assert_eq!(
        errors(&told),
        [
            "2: record 1: the record has 1 field, but the first one has 2; put a value that holds \
             the delimiter in quotation marks",
            "4: record 3: the record has 3 fields, but the first one has 2; put a value that holds \
             the delimiter in quotation marks",
        ]
    );
    assert!(
        told.contains("\n2 records: 1 valid, 1 invalid, 2 unreadable\n"),
        "{told}"
    );
}

const UNCLOSED: &str = "a quotation mark is not closed in the rest of the file, or in 1048576 \
     octets; close it, or double it if it is part of the value; the next line is read as a record";

#[test]
fn an_unclosed_quotation_mark_costs_one_line() {
    let [shown, told] = outputs(&check(b"url\na:b\n\"a:c\na: ", "--csv url", 2));
    assert_eq!(
        shown,
        "<stdin>:4:3: record 3, \"url\": found \" \", expected xchar or end of text; white space \
         that surrounds a URL or breaks its line is not part of it (RFC 1738, Appendix) \
         [white-space]; write a:\n"
    );
    assert_eq!(errors(&told), [format!("3: record 2: {UNCLOSED}")]);
}

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

#[test]
fn a_header_whose_quotation_mark_is_not_closed_is_reported() {
    check(b"\"url\na:b\n", "--csv url", 2).stderr(
        "error: <stdin>: its first record has no end within 1048576 octets; shorten it, or close its \
         quotation marks\n",
    );
}

#[test]
fn a_record_that_is_too_long_is_reported_and_skipped() {
    let long = "b".repeat(3_000_000);
    let table = format!("url,n\na:{long},1\na: ,2\n\"a:{long}\",3\na: ,4\n");
    let [shown, told] = outputs(&check(table, "--csv url", 2));
    assert_eq!(shown.lines().count(), 2, "{shown}");
    assert!(shown.starts_with("<stdin>:3:3: record 2, "), "{shown}");
    assert!(shown.contains("\n<stdin>:5:3: record 4, "), "{shown}");
    let too_long = "the text is not decided, because it takes more than 1048576 octets; shorten it";
    assert_eq!(errors(&told)[0], format!("2: record 1: {too_long}"));
    assert!(errors(&told)[1].starts_with("4: record 3: "), "{told}");
}

#[test]
fn octets_that_are_no_text_are_checked_as_they_are() {
    check(b"url,n\xff\na:\xff,1\n", "--csv url", 1).stdout(
        "<stdin>:2:3: record 1, \"url\": found octet FF, expected xchar or end of text; octet \
         FF is not a US-ASCII character and has to be encoded: %FF (RFC 1738, 2.2) [not-us-ascii]; \
         write a:%FF\n",
    );
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_name() {
    check(b"\xef\xbb\xbfurl\na:b\n", "--csv url", 0);
    check(b"\xef\xbb\xbf\"url\"\na:b\n", "--csv url", 0);
    check(b"\xef\xbb\xbf{\"url\":\"a:b\"}\n", "--jsonl url", 0);
}

#[test]
fn a_byte_order_mark_is_one_column_of_its_line() {
    for (mark, column) in [("", 18), ("\u{feff}", 19)] {
        let line = format!("{mark}{{\"url\":\"http://h/~\"}}\n");
        let shown = stdout(&check(line, "--jsonl url", 1));
        let place = format!("<stdin>:1:{column}: record 1, ");
        assert!(shown.starts_with(&place), "{shown}");
    }
}

#[test]
fn a_field_of_json_has_its_place_in_the_line() {
    let log = "{\"n\":1,\"request\":{\"url\":\"http://h/\",\"x\":[{\"url\":\"~\"}]}}\n\
               {\"\u{e9}\":1,\"request\":{\"url\":\"http://u@h/\"}}\r\n\
               \n\
               {\"request\":{\"url\":\"http:\\/\\/h\\/~\"}}\n";
    let [shown, counts] = outputs(&check(log, "--jsonl request.url", 1));
    assert_eq!(
        shown,
        "<stdin>:2:34: record 2, \"request.url\": found \"@\", expected alphadigit, \"-\", \".\", \
         \":\", \"/\" or end of text; no user name or password is allowed in an http \
         URL (RFC 1738, 3.3) [http-user]; write http://h/\n\
         <stdin>:4: record 4, \"request.url\", offset 9: found \"~\", expected xchar or end of text; \
         \"~\" is unsafe and has to be encoded: %7E (RFC 1738, 2.2) [unsafe-character]; \
         write http://h/%7E\n"
    );
    assert!(
        counts.starts_with("3 records: 1 valid, 2 invalid\n"),
        "{counts}"
    );
}

#[test]
fn a_field_may_have_dots_in_its_name() {
    let log = b"{\"a.b\":\"x\",\"a\":{\"b\":\"1\"}}\n{\"a\":{\"b\":\"1\"},\"a.c\":2}\n";
    let records = records(log, "--jsonl a.b --rule digits", 1);
    let inputs: Vec<&Value> = records.iter().map(|record| &record["input"]).collect();
    assert_eq!(inputs, ["x", "1"]);
}

#[test]
fn a_field_that_is_there_twice_is_reported() {
    for (line, field) in [
        ("{\"u\":\"a:b\",\"u\":\"a:c\"}", "u"),
        ("{\"u\":\"a:b\",\"v\":1,\"u\":null}", "u"),
        ("{\"u\":\"\\u0061:b\",\"u\":\"a:c\"}", "u"),
        ("{\"u\":{\"v\":\"a:b\",\"v\":\"a:b\"}}", "u.v"),
        ("{\"u\":{\"v\":\"a:b\"},\"u\":{\"v\":\"a:c\"}}", "u.v"),
        ("{\"u\":{\"v\":\"a:b\"},\"u\":0}", "u.v"),
    ] {
        let log = format!("{{\"{field}\":\"a:b\"}}\n{line}\n");
        let [shown, told] = outputs(&check(log, &format!("--jsonl {field}"), 2));
        assert_eq!(shown, "");
        assert_eq!(
            errors(&told),
            [format!(
                "2: record 2: the field \"{field}\" is there twice, and programs differ in which one counts; leave \
                 one out"
            )]
        );
    }
    // Other names do not count.
    let log = "{\"v\":1,\"u\":\"a:b\",\"v\":2}\n{\"u.v\":\"a:b\",\"u\":{\"w\":1,\"w\":2}}\n";
    check(log.lines().next().unwrap(), "--jsonl u", 0);
    check(log.lines().last().unwrap(), "--jsonl u.v", 0);
}

#[test]
fn two_columns_of_one_name_need_a_number() {
    let table = "url,n,url\na:b,1,a: \n";
    check(table, "--csv url", 2).stderr(
        "error: <stdin>: columns 1 and 3 have the name \"url\"; give the number of one of them\n",
    );
    check(table, "--csv 1", 0);
    check(table, "--csv 3", 1);
    check(table, "--csv n --rule digits", 0);
}

#[test]
fn text_after_a_closing_quotation_mark_is_reported() {
    let table = "url,n\n\"a:b\"c,1\na:b,\"x\" \n\"a:b\",\"\"\r\n\"a:\"\"b\"\"\"\"\",1\na:\"b\",1\n\"a:\n\"\"\"d,1\na:b,\"z\"";
    let [shown, told] = outputs(&check(table, "--csv url", 2));
    let damage = "has text after its closing quotation mark; put the whole value in quotation marks, and double \
        those in it";
    assert_eq!(
        errors(&told),
        [
            format!("2: record 1: column 1 {damage}"),
            format!("3: record 2: column 2 {damage}"),
            format!("7: record 6: column 1 {damage}"),
        ]
    );
    // The quotation marks of these are text.
    assert_eq!(shown.lines().count(), 2, "{shown}");
    assert!(
        told.contains("\n4 records: 2 valid, 2 invalid, 3 unreadable\n"),
        "{told}"
    );
    check("\"url\"s\na:b\n", "--csv url", 2).stderr(format!(
        "error: <stdin>: its header is damaged: column 1 {damage}\n"
    ));
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
fn json_without_the_field_is_reported_and_skipped() {
    let log = b"{\"r\":{\"url\":3}}\n{\"r\":5}\n[1]\n{\"a\":1}\n{\"r\":{\"url\":\"x\"\nno\n\
                {\"r\":{\"url\":\"\xff\"}}\n{\"r\":{\"url\":{}}}\n{\"r\":{\"url\":\"a: \"}}\n{} {}\n";
    let [shown, told] = outputs(&check(log, "--jsonl r.url", 2));
    assert!(shown.starts_with("<stdin>:9:"), "{shown}");
    assert_eq!(
        errors(&told),
        [
            "1: record 1: the field \"r.url\" is a number, expected a string or null",
            "2: record 2: found a number, expected an object with the field \"r.url\"",
            "3: record 3: found an array, expected an object with the field \"r.url\"",
            "4: record 4: there is no field \"r.url\"",
            "5:15: record 5: not JSON: EOF while parsing an object",
            "6:2: record 6: not JSON: expected ident",
            "7:14: record 7: not JSON: invalid unicode code point",
            "8: record 8: the field \"r.url\" is an object, expected a string or null",
            "10:4: record 10: not JSON: trailing characters",
        ]
    );
}

#[test]
fn null_is_no_text_and_only_counted() {
    let log = b"{\"r\":null}\n{\"r\":{\"url\":null}}\n{\"r\":{\"url\":\"a:b\"}}\n";
    let [shown, counts] = outputs(&check(log, "--jsonl r.url", 0));
    assert_eq!(shown, "");
    assert!(
        counts.starts_with("1 record: 1 valid, 0 invalid, 2 without text\n"),
        "{counts}"
    );
}

#[test]
fn a_long_line_of_json_is_not_decided() {
    let log = format!(
        "{{\"u\":\"{}\"}}\n{{\"u\":\"a: \"}}\n",
        "a".repeat(2_000_000)
    );
    let [shown, told] = outputs(&check(log, "--jsonl u", 2));
    assert!(shown.starts_with("<stdin>:2:"), "{shown}");
    assert!(
        errors(&told)[0].starts_with("1: the text is not decided"),
        "{told}"
    );
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

#[test]
fn one_source_of_texts_is_enough() {
    exits("check --csv a --jsonl b", 2).stdout("");
}
