//! `conformance run --time`.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{EMPTY, PORT, at_start, later, reports, run, run_and_search};
use crate::command::{file, outputs};

/// A generous bound on the time of a run that takes `--time 300ms`.
const LIMIT: Duration = Duration::from_secs(30);

/// Parsers that do not answer all texts of a suite in 300 ms.
const SLOW: [&str; 3] = [
    "cat >/dev/null; sleep 600",
    "while read -r text; do sleep 0.1; echo reject; done",
    "sleep 600 | sleep 600",
];

#[test]
fn a_suite_that_runs_out_of_time_is_still_reported() {
    // The runs wait at the same time.
    thread::scope(|scope| {
        for script in SLOW {
            scope.spawn(move || {
                let start = Instant::now();
                let run = run_and_search("--rule port --time 300ms", script, 2);
                let [report, errors] = outputs(&run);
                assert!(start.elapsed() < LIMIT, "{script}");
                assert!(
                    errors.starts_with("error: --time 300ms ended the run after "),
                    "{errors}"
                );
                assert!(
                    errors.contains(
                        " of 742 texts of the suite\n  help: give the run a longer --time"
                    )
                );
                assert!(report.contains(" of 742 texts "), "{report}");
            });
        }
    });
}

#[test]
fn a_flood_of_answers_ends() {
    let start = Instant::now();
    let flood = "sleep 0.1; yes reject";
    run("--rule port --time 300ms", flood, 2);
    assert!(start.elapsed() < LIMIT);
}

#[test]
fn every_report_says_that_time_ended_the_suite() {
    let [json, others @ ..] = reports("suite-time", ["json", "junit", "html"], |reports| {
        run_and_search(&format!("--rule port --time 300ms {reports}"), SLOW[0], 2)
    });
    let message = "--time 300ms ended the run after 0 of 742 texts of the suite";
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["failure"]["kind"], "time");
    assert_eq!(json["failure"]["message"], message);
    assert_eq!(json["search"], Value::Null);
    for shown in others {
        assert!(shown.contains(message), "{shown}");
    }
}

#[test]
fn every_report_says_that_time_ended_the_search() {
    // The parser answers the suite, and hangs in the search.
    let script = format!("{}; {EMPTY}", later("time.started", "sleep 600"));
    let formats = ["json", "human", "junit", "html"];
    let [json, others @ ..] = reports("search-time", formats, |reports| {
        run_and_search(&format!("--rule port --time 1s {reports}"), &script, 1)
    });
    let message = "the search for causes was ended by --time 1s after ";
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["failure"], Value::Null);
    assert_eq!(json["search"]["ended_by"], "time");
    assert_eq!(json["conclusion"]["kind"], "ended");
    let conclusion = json["conclusion"]["message"].as_str().expect("a text");
    assert!(conclusion.starts_with(message), "{conclusion}");
    assert_eq!(json["unexplained"][0]["texts"], 1);
    for shown in others {
        // A sentence in XML begins with a capital letter.
        assert!(shown.contains(&message[1..]), "{shown}");
    }
}

#[test]
fn a_run_that_ends_in_time_has_the_usual_result() {
    let limited = run_and_search("--rule port --time 10m", EMPTY, 1);
    let unlimited = run_and_search("--rule port", EMPTY, 1);
    assert_eq!(limited.get_output(), unlimited.get_output());
}

#[test]
fn a_text_that_is_answered_late_ends_no_run() {
    // The process that is asked about the suite hangs, or the first of the search, and all others answer.
    thread::scope(|scope| {
        for (start, parser, code) in [(1, PORT, 0), (1, EMPTY, 1), (3, EMPTY, 1)] {
            scope.spawn(move || {
                let name = format!("late-{start}-{code}.started");
                let script = format!("{}; {parser}", at_start(start, &name, "sleep 600"));
                let line = "--rule port --timeout 1";
                let [report, errors] = outputs(&run_and_search(line, &script, code));
                let [expected, _] = outputs(&run_and_search("--rule port", parser, code));
                assert_eq!(report, expected, "{start}");
                let note = " had no answer within the time limit, and one when asked again";
                assert!(errors.contains(note), "{errors}");
            });
        }
    });
}

#[test]
fn a_search_that_time_ends_reports_its_groups() {
    // A parser of `httpurl` that has far more states than can be learned in the time.
    let script = "LC_ALL=C awk '{ print length($0) % 7 < 5 && /^[hH]/ ? \"accept\" : \"reject\"; fflush() }'";
    let start = Instant::now();
    let [json] = reports("ended", ["json"], |reports| {
        run_and_search(&format!("--rule hostport --time 4s {reports}"), script, 1)
    });
    assert!(start.elapsed() < LIMIT);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["search"]["ended_by"], "time");
    let groups = json["unexplained"].as_array().expect("a list");
    let causes = json["causes"].as_array().expect("a list");
    assert!(!groups.is_empty() || !causes.is_empty());
    // Each group of several states says how many, and names them.
    for group in groups.iter().filter(|group| !group["states"].is_null()) {
        let merged = group["merged"].as_array().expect("a list");
        assert_eq!(group["states"], merged.len());
        assert!(merged.len() > 1, "{group}");
    }
}

#[test]
#[ignore = "takes 5 seconds"]
fn a_search_that_computes_too_long_is_reported_without_causes() {
    // Each line has so many derivations that it is decided in a good part of a second.
    file(
        "sums-of-sums.abnf",
        "s = s s s / s s / \"a\" / \"aa\" / \"(\" s \")\"\n",
    );
    let lines = (300..600).map(|length| "a".repeat(length) + "\n");
    file("sums-of-sums.txt", lines.collect::<String>());
    let line = "--grammar sums-of-sums.abnf --quick --corpus sums-of-sums.txt --time 1s --most 5";
    let start = Instant::now();
    let [json, others @ ..] = reports("computes", ["json", "junit", "html"], |reports| {
        run_and_search(&format!("{line} {reports}"), "sed -u 's/.*/accept/'", 2)
    });
    assert!(start.elapsed() < LIMIT);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["failure"]["kind"], "time");
    assert_eq!(json["search"], Value::Null);
    // The verdicts of the suite are known.
    assert!(json["false_accepts"].as_u64() > Some(0), "{json}");
    let texts = &json["texts"];
    let message = format!("--time 1s ended the run after {texts} of {texts} texts of the suite");
    assert_eq!(json["failure"]["message"], message);
    for shown in others {
        assert!(shown.contains(&message), "{shown}");
    }
}
