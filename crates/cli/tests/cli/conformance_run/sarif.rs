//! `conformance run --report sarif`.
//!
//! The tests name the properties that the schema of SARIF 2.1.0 requires, and those that GitHub needs.

use serde_json::{Value, json};

use super::{EMPTY, record, run, run_and_search};
use crate::command::file;

/// Returns whether the value has these properties and no others.
fn has_only(value: &Value, names: &[&str]) -> bool {
    let object = value.as_object().expect("it is an object");
    object.len() == names.len() && names.iter().all(|name| object.contains_key(*name))
}

/// Returns the one run of a log, with what is the same in every log checked.
fn only_run(log: &Value) -> &Value {
    assert!(has_only(log, &["$schema", "version", "runs"]), "{log}");
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(
        log["$schema"],
        "https://json.schemastore.org/sarif-2.1.0.json"
    );
    let runs = log["runs"].as_array().expect("there are runs");
    let [run] = runs.as_slice() else {
        panic!("{log}");
    };
    assert!(has_only(run, &["tool", "invocations", "results"]), "{run}");
    let driver = &run["tool"]["driver"];
    let properties = ["name", "version", "informationUri", "rules"];
    assert!(has_only(driver, &properties), "{driver}");
    assert_eq!(driver["name"], "rfc1738");
    assert_eq!(driver["version"], env!("CARGO_PKG_VERSION"));
    let rules = driver["rules"].as_array().expect("there are rules");
    let results = run["results"].as_array().expect("there are results");
    for (index, result) in results.iter().enumerate() {
        assert_eq!(result["ruleIndex"], index);
        assert_eq!(result["ruleId"], rules[index]["id"]);
        assert_eq!(
            result["partialFingerprints"],
            json!({ "causeId/v1": result["ruleId"] })
        );
        assert!(result["message"]["text"].is_string(), "{result}");
        assert!(rules[index]["shortDescription"]["text"].is_string());
        assert!(
            ["error", "note"]
                .iter()
                .any(|level| result["level"] == *level)
        );
    }
    assert_eq!(rules.len(), results.len());
    run
}

#[test]
fn each_cause_is_a_result_with_its_rule_and_place() {
    file(
        "sarif folder.bnf",
        "signed = [ sign ] 1*digit\nsign = \"+\"\n | \"-\"\ndigit = \"0\" | \"1\"\n",
    );
    let script = "LC_ALL=C sed -u -E -e 's/^[-+<]?0+$/accept/' -e t -e 's/.*/reject/'";
    let line = "--grammar './sarif folder.bnf' --report sarif";
    let log = record(&run_and_search(line, script, 1));
    let run = only_run(&log);
    let results = run["results"].as_array().expect("there are results");
    assert_eq!(results.len(), 2, "{log}");
    assert_eq!(results[0]["ruleId"], "signed/rejects/1");
    assert_eq!(results[0]["level"], "error");
    let result = &results[1];
    assert_eq!(result["ruleId"], "sign/accepts/%3c");
    assert_eq!(
        run["tool"]["driver"]["rules"][1],
        json!({ "id": "sign/accepts/%3c", "shortDescription": { "text": "sign: accepts `<`" } })
    );
    let message = result["message"]["text"].as_str().expect("a text");
    assert!(message.starts_with("sh: sign: accepts `<`; "), "{message}");
    assert_eq!(
        result["locations"],
        json!([{
            "physicalLocation": {
                "artifactLocation": { "uri": "./sarif%20folder.bnf" },
                "region": { "startLine": 2, "endLine": 3 },
            },
            "logicalLocations": [{ "name": "sign" }],
        }])
    );
    assert_eq!(result.get("suppressions"), None);
    let invocations = json!([{ "executionSuccessful": true, "toolExecutionNotifications": [] }]);
    assert_eq!(run["invocations"], invocations);
}

#[test]
fn an_accepted_cause_is_suppressed_with_its_reason() {
    file(
        "sarif.toml",
        "[[cause]]\nid = \"digits\"\nreason = \"RFC 3986\\u0007\"\n\
         [[cause]]\nid = \"gone\"\nreason = \"it was there\"\n",
    );
    let log = record(&run_and_search(
        "--rule port --report sarif --baseline sarif.toml",
        EMPTY,
        0,
    ));
    let run = only_run(&log);
    let result = &run["results"][0];
    assert_eq!(result["level"], "note");
    assert_eq!(
        result["suppressions"],
        json!([{ "kind": "external", "justification": "RFC 3986\\u{7}" }])
    );
    assert_eq!(
        result["locations"],
        json!([{ "logicalLocations": [{ "name": "digits" }] }]),
        "the grammar of RFC 1738 has no file"
    );
    assert_eq!(
        run["invocations"][0]["toolExecutionNotifications"],
        json!([{
            "level": "note",
            "message": { "text": "gone: no longer found; remove it from the baseline" },
        }])
    );
}

#[test]
fn disagreements_are_a_result_and_a_breakdown_is_a_notification() {
    let arguments = "--rule port --report sarif";
    let log = record(&run(arguments, EMPTY, 1));
    assert_eq!(only_run(&log)["results"][0]["ruleId"], "disagreements");
    let log = record(&run(arguments, "exit 3", 2));
    let run = only_run(&log);
    assert_eq!(run["results"], json!([]));
    assert_eq!(
        run["invocations"],
        json!([{
            "executionSuccessful": false,
            "toolExecutionNotifications": [{
                "level": "error",
                "message": {
                    "text": "run: sh ended with exit status 3 before it answered text 1 of 742",
                },
            }],
        }])
    );
}

#[cfg(unix)]
#[test]
fn an_absolute_path_is_a_url_of_a_file() {
    let path = file("absolute.bnf", "sign = \"+\"\n");
    let path = path.to_str().expect("UTF-8");
    let line = format!("--grammar '{path}' --report sarif");
    let script = "LC_ALL=C sed -u 's/.*/accept/'";
    let log = record(&run_and_search(&line, script, 1));
    let place = &only_run(&log)["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], format!("file://{path}"));
}
