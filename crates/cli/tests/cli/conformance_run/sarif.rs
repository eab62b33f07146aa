//! `conformance run --report sarif`.
//!
//! The tests name the properties that the schema of SARIF 2.1.0 requires, and those that GitHub needs.

use serde_json::{Value, json};

use super::{record, run_and_search};
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
