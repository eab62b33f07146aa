//! `conformance run --time`.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::{EMPTY, later, record, run, run_and_search};
use crate::command::rfc1738;

/// A generous bound on the time of a run that takes `--time 300ms`.
const LIMIT: Duration = Duration::from_secs(30);

/// Recognisers that do not answer all texts of a suite in 300 ms.
const SLOW: [&str; 3] = [
    "cat >/dev/null; sleep 600",
    "while read -r text; do sleep 0.1; echo reject; done",
    "sleep 600 | sleep 600",
];

#[test]
fn a_suite_that_runs_out_of_time_is_still_reported() {
    for script in SLOW {
        let start = Instant::now();
        let shown = run_and_search(&["--rule", "port", "--time", "300ms"], script);
        let shown = { shown }.assert().code(2);
        assert!(start.elapsed() < LIMIT, "{script}");
        let output = shown.get_output();
        let errors = String::from_utf8(output.stderr.clone()).expect("UTF-8");
        let report = String::from_utf8(output.stdout.clone()).expect("UTF-8");
        assert!(
            errors.starts_with("error: --time 300ms ended the run after "),
            "{errors}"
        );
        assert!(
            errors.contains(" of 742 texts of the suite\n  help: give the run a longer --time")
        );
        assert!(report.contains(" 742 texts answered"), "{report}");
    }
}

#[test]
fn a_flood_of_answers_ends() {
    let start = Instant::now();
    let flood = "sleep 0.1; yes reject";
    run(&["--rule", "port", "--time", "300ms"], flood)
        .assert()
        .code(2);
    assert!(start.elapsed() < LIMIT);
}

#[test]
fn every_report_says_that_time_ended_the_suite() {
    let report = |format: &str| {
        let arguments = ["--rule", "port", "--time", "300ms", "--report", format];
        let shown = run_and_search(&arguments, SLOW[0]).assert().code(2);
        String::from_utf8(shown.get_output().stdout.clone()).expect("UTF-8")
    };
    let message = "--time 300ms ended the run after 0 of 742 texts of the suite";
    let json: Value = serde_json::from_str(&report("json")).expect("JSON");
    assert_eq!(json["failure"]["kind"], "time");
    assert_eq!(json["failure"]["message"], message);
    assert_eq!(json["search"], Value::Null);
    for format in ["junit", "html"] {
        let shown = report(format);
        assert!(shown.contains(message), "{shown}");
    }
}

/// Returns the arguments and a recogniser that answers the suite, and hangs in the search for causes.
fn hanging(name: &str, format: &'static str) -> ([&'static str; 6], String) {
    let script = format!("{}; {EMPTY}", later(name, "sleep 600"));
    (
        ["--rule", "port", "--time", "1s", "--report", format],
        script,
    )
}

#[test]
fn every_report_says_that_time_ended_the_search() {
    let message = "the search for causes was ended by --time 1s after ";
    let (arguments, script) = hanging("time-json.started", "json");
    let json = record(&mut run_and_search(&arguments, &script), 1);
    assert_eq!(json["failure"], Value::Null);
    assert_eq!(json["search"]["ended_by"], "time");
    assert_eq!(json["conclusion"]["kind"], "ended");
    let conclusion = json["conclusion"]["message"].as_str().expect("a text");
    assert!(conclusion.starts_with(message), "{conclusion}");
    assert_eq!(json["unexplained"][0]["texts"], 1);
    for format in ["human", "junit", "html"] {
        let (arguments, script) = hanging(&format!("time-{format}.started"), format);
        let shown = run_and_search(&arguments, &script)
            .assert()
            .code(1)
            .stderr("");
        let shown = String::from_utf8(shown.get_output().stdout.clone()).expect("UTF-8");
        let message = &message[1..];
        assert!(shown.contains(message), "{shown}");
    }
}

#[test]
fn a_run_that_ends_in_time_has_the_usual_result() {
    let limited = run_and_search(&["--rule", "port", "--time", "10m"], EMPTY).assert();
    let unlimited = run_and_search(&["--rule", "port"], EMPTY).assert();
    assert_eq!(limited.get_output(), unlimited.get_output());
}

#[test]
fn a_time_that_is_none_is_refused() {
    for (time, reason) in [
        ("0", "no run is that short"),
        ("0s", "no run is that short"),
        ("soon", "expected number at 0"),
        ("3 moons", "unknown time unit \"moons\""),
    ] {
        let command = rfc1738(&["conformance", "run", "--time", time, "--", "true"]);
        let shown = { command }.assert().code(2).stdout("");
        let errors = String::from_utf8(shown.get_output().stderr.clone()).expect("UTF-8");
        let first = format!("error: invalid value '{time}' for '--time <TIME>': {reason}");
        assert!(errors.starts_with(&first), "{errors}");
        assert!(
            errors.contains("; write a number with a unit, such as 60s, 2m or 500ms\n"),
            "{errors}"
        );
    }
}
