//! Reports on parsers that do not answer every text.

use assert_cmd::assert::Assert;

use super::{PORT, cases, number, record, run};
use crate::command::stderr;

/// Runs the command with a parser that answers one text and then runs `then`, which breaks down.
fn run_after_one(line: &str, then: &str) -> Assert {
    let script = format!("read -r text; echo 'reject 0'; {then}");
    run(&format!("--rule port --timeout 1 {line}"), &script, 2)
}

/// Returns the number of texts in the suite for `port`, and the second text in quotation marks.
fn texts_and_second() -> (usize, String) {
    let cases = cases("port");
    (cases.len(), cases[1]["input"].to_string())
}

#[test]
fn the_text_that_a_parser_died_on_is_escaped() {
    let cases = cases("port");
    let number = number(&cases, |text| text.contains('\u{1}'));
    let text = cases[number - 1]["input"].as_str().expect("a text");
    let escaped = text.replace('\u{1}', "\\u{1}");
    let script = format!("LC_ALL=C sed -e '/\u{1}/q' | sed '$d' | {{ {PORT}; }}");
    let shown = stderr(&run("--rule port", &script, 2));
    let line = format!(
        "before it answered text {number} of {}\n  text {number}: \"{escaped}\"\n",
        cases.len()
    );
    assert!(shown.contains(&line), "{shown}");
}

#[test]
fn json_describes_the_breakdown() {
    let (texts, second) = texts_and_second();
    let second: String = serde_json::from_str(&second).expect("a text");
    let failure = |then: &str| {
        let record = record(&run_after_one("--report json", then));
        assert_eq!(record["texts"], texts);
        assert_eq!(record["true_rejects"], 1);
        record["failure"].clone()
    };
    let ended = failure("cat >/dev/null; echo bye >&2; exit 3");
    assert_eq!(
        ended,
        serde_json::json!({
            "kind": "ended",
            "message": format!("sh ended with exit status 3 before it answered text 2 of {texts}"),
            "number": 2,
            "input": second,
            "answer": null,
            "given": texts,
            "exit_status": 3,
            "signal": null,
            "stderr": "bye\n",
            "round": null,
        })
    );
    let killed = failure("kill -9 $$");
    assert_eq!(
        (&killed["exit_status"], &killed["signal"]),
        (&().into(), &9.into())
    );
    let nonsense = failure("echo maybe");
    assert_eq!(
        (&nonsense["kind"], &nonsense["answer"]),
        (&"nonsense".into(), &"maybe".into())
    );
    let surplus = record(&run(
        "--rule port --report json",
        &format!("{PORT}; echo accept"),
        2,
    ));
    assert_eq!(surplus["failure"]["kind"], "surplus");
    assert_eq!(surplus["failure"]["number"], serde_json::Value::Null);
}
