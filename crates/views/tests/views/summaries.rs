//! Summaries of checked texts.

use rfc1738::{Rule, parse};
use rfc1738_views::check::place::{FileName, Place};
use rfc1738_views::check::summary::{
    CheckedText, Noun, Summary, SummaryDetail, SummaryRecord, production_of, write_csv,
};
use rfc1738_views::palette::Palette;
use serde_json::json;

use crate::{lines, value};

const REPORT: SummaryDetail<Rule> = SummaryDetail::Report(Some(Rule::Scheme));

fn place(file: &str, line: u64) -> Place<'_> {
    let octets = file.as_bytes();
    let file = FileName {
        shown: file,
        octets,
    };
    Place::line(file, line)
}

/// Returns the summary of texts, which are the lines of the file.
fn summary(detail: SummaryDetail<Rule>, file: &str, texts: &[&str]) -> Summary<Rule> {
    let mut summary = Summary::new(detail);
    for (line, text) in (1..).zip(texts) {
        let result = parse(Rule::Url, *text);
        summary.count(&CheckedText {
            place: place(file, line),
            text: text.as_bytes(),
            verdict: result.as_ref().map(|_| production_of(&result)),
            findings: &[],
            is_denied: text.contains("denied"),
        });
    }
    summary
}

#[test]
fn a_summary_adds_up_and_sorts_by_count() {
    let mut one = summary(SummaryDetail::Brief, "a", &["ftp://h"]);
    assert!(!one.is_empty() && one.is_all_fine() && one.is_complete());
    let other = summary(
        SummaryDetail::Brief,
        "b",
        &["http://denied", "http://h", "http://h:x"],
    );
    assert!(!other.is_all_fine());
    one.add(&other);
    assert_eq!(
        lines(|out| one.write(out, Palette::PLAIN, Noun::Line)),
        "4 lines: 3 valid, 1 invalid, 1 denied\n  \
         valid as\n    httpurl  2\n    ftpurl   1\n  \
         invalid in\n    digits  1\n"
    );
}

#[test]
fn denied_advice_is_a_reason_to_fail() {
    assert!(!summary(SummaryDetail::Brief, "a", &["http://denied"]).is_all_fine());
    assert!(Summary::<Rule>::new(SummaryDetail::Brief).is_empty());
}

#[test]
fn the_first_text_of_the_first_summary_is_the_example() {
    let mut one = summary(REPORT, "a", &["HTTP://h", "x y", "http://u@h"]);
    one.add(&summary(REPORT, "b", &["http://v@h", "q", "http://h"]));
    one.count_unreadable(&place("c", 7), "not JSON");
    one.count_without_text();
    let record = value(&SummaryRecord::new(Rule::Url, &one));
    assert_eq!(record["type"], "summary");
    assert_eq!(
        (&record["texts"], &record["valid"], &record["invalid"]),
        (&json!(6), &json!(2), &json!(4))
    );
    assert_eq!(
        (&record["unreadable"], &record["without_text"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        record["valid_by_scheme"],
        json!([{"name": "http", "count": 2, "first": {"file": "a", "line": 1, "text": "HTTP://h"}}])
    );
    assert_eq!(
        record["invalid_by_scheme"],
        json!([
            {"name": "(none)", "count": 2, "first": {"file": "a", "line": 2, "offset": 1, "text": "x y"}},
            {"name": "http", "count": 2, "first": {"file": "a", "line": 3, "offset": 8, "text": "http://u@h"}},
        ])
    );
    assert_eq!(record["invalid_by_error"][0]["name"], "scheme-missing");
    assert_eq!(record["invalid_by_file"][1]["name"], "b");
    assert_eq!(
        record["unreadable_by_file"],
        json!([{"name": "c", "count": 1, "first": {"file": "c", "line": 7, "text": "not JSON"}}])
    );
    assert_eq!(record["advice"], json!([]));
}

#[test]
fn any_number_of_schemes_takes_bounded_memory() {
    let mut all = Summary::new(REPORT);
    let long = format!("{}:", "s".repeat(200));
    for hundred in 0..20 {
        let names = (0..100).map(|one| format!("s{hundred}-{one}:"));
        let texts: Vec<String> = names.chain([long.clone(), "s0-0:x".to_owned()]).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        all.add(&summary(REPORT, "a", &texts));
    }
    let record = value(&SummaryRecord::new(Rule::Url, &all));
    let rows = record["valid_by_scheme"].as_array().expect("an array");
    assert_eq!(rows.len(), 1001);
    assert_eq!(
        (&rows[0]["name"], &rows[0]["count"]),
        (&json!("s0-0"), &json!(21))
    );
    // The long names, and the further thousand.
    assert_eq!(
        (&rows[1000]["name"], &rows[1000]["count"]),
        (&json!("…"), &json!(1020))
    );
}

#[test]
fn csv_quotes_what_it_must_and_escapes_unprintable_characters() {
    let all = summary(REPORT, "a,b.txt", &["http://h/\"\u{1b}[2J,\n"]);
    let table = lines(|out| write_csv(out, &all));
    let mut rows = table.lines();
    assert_eq!(
        rows.next(),
        Some("group,name,count,file,line,record,offset,text")
    );
    assert_eq!(rows.next(), Some("total,texts,1,,,,,"));
    assert!(
        table.contains(
            "invalid_by_error,delimiter,1,\"a,b.txt\",1,,9,\"http://h/\"\"\\u{1b}[2J,\\n\"\n"
        ),
        "{table}"
    );
}

#[test]
fn texts_of_a_production_without_schemes_have_none() {
    let texts = summary(SummaryDetail::Report(None), "a", &["http://h"]);
    let record = value(&SummaryRecord::new(Rule::Url, &texts));
    assert_eq!(record["valid_by_scheme"], json!([]));
    assert_eq!(record["valid_by_file"][0]["count"], 1);
}
