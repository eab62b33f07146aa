//! Reports on parsers that do not answer every text.

use std::sync::LazyLock;
use std::thread;

use assert_cmd::assert::Assert;

use super::{PORT, cases, number, record, run};
use crate::command::{file, stderr, stdout};

/// Runs the command with a parser that answers one text and then runs `then`, which breaks down.
fn run_after_one(line: &str, then: &str) -> Assert {
    let script = format!("read -r text; echo 'reject 0'; {then}");
    run(&format!("--rule port --timeout 1 {line}"), &script, 2)
}

/// Returns the errors of the same.
fn errors_after_one(then: &str) -> String {
    stderr(&run_after_one("", then))
}

/// Returns the number of texts in the suite for `port`, and the second text in quotation marks.
fn texts_and_second() -> (usize, String) {
    let cases = cases("port");
    (cases.len(), cases[1]["input"].to_string())
}

/// What commands run that make the run wait for a second.
const WAITING: [&str; 3] = ["sleep 600 & exit 3", "sleep 600", "exec >&-; sleep 600"];

/// Returns the errors of one of these commands after one answer, and what the JSON of the run calls the breakdown. The
/// first call runs all of them at the same time.
fn after_the_limit(then: &str) -> &'static (String, String) {
    static ENDS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
        thread::scope(|scope| {
            let runs = WAITING.map(|then| scope.spawn(|| errors_and_kind(then)));
            let ends = runs.map(|run| run.join().expect("no panic"));
            ends.into()
        })
    });
    let index = WAITING.iter().position(|waiting| *waiting == then);
    &ENDS[index.expect("it is one of them")]
}

fn errors_and_kind(then: &str) -> (String, String) {
    let name = format!("{}.json", then.replace(|c: char| !c.is_alphanumeric(), "-"));
    let path = file(&name, "");
    let shown = stderr(&run_after_one(&format!("--report=json={name}"), then));
    let record = std::fs::read(path).expect("a report");
    let record: serde_json::Value = serde_json::from_slice(&record).expect("JSON");
    let kind = record["failure"]["kind"].as_str().expect("a text");
    (shown, kind.to_owned())
}

const ENDED: &str = "  help: it has to answer every line until its input ends; if it flushes its \
                     output after each answer, it stopped at this text\n";

#[test]
fn a_parser_that_exits_early_is_reported_with_its_status() {
    let (texts, second) = texts_and_second();
    let shown = errors_after_one("cat >/dev/null; echo 'no memory' >&2; exit 3");
    let later = texts - 2;
    assert_eq!(
        shown,
        format!(
            "\
error: sh ended with exit status 3 before it answered text 2 of {texts}
  text 2: {second}
  note: {later} more texts were written to it, so it may have read on and buffered its answers
  the end of its standard error:
    no memory
{ENDED}"
        )
    );
}

#[test]
fn counts_from_before_the_breakdown_are_shown() {
    let (texts, _) = texts_and_second();
    let shown = stdout(&run_after_one("", "exit 3"));
    let summary = format!(
        "\n1 of {texts} texts answered: 1 as they should be, 0 wrongly accepted, \
         0 wrongly rejected, 0 rejected at another offset\n"
    );
    assert!(shown.ends_with(&summary), "{shown}");
    run("--rule port", "exit 0", 2).stdout(format!("none of {texts} texts was answered\n"));
}

#[test]
fn a_parser_that_exits_with_open_output_is_reported() {
    let (texts, second) = texts_and_second();
    let (shown, kind) = after_the_limit("sleep 600 & exit 3");
    assert_eq!(kind, "ended");
    let first = format!(
        "error: sh ended with exit status 3 before it answered text 2 of {texts}\n  text 2: {second}\n"
    );
    assert!(shown.starts_with(&first), "{shown}");
}

#[test]
fn a_parser_that_a_signal_kills_is_reported() {
    let (texts, second) = texts_and_second();
    let shown = errors_after_one("kill -9 $$");
    let first = format!(
        "error: sh ended with signal 9 (SIGKILL) before it answered text 2 of {texts}\n  text 2: {second}\n"
    );
    assert!(shown.starts_with(&first), "{shown}");
    assert!(shown.ends_with(ENDED), "{shown}");
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
fn a_parser_that_hangs_is_reported_after_the_time_limit() {
    let (texts, second) = texts_and_second();
    let (shown, kind) = after_the_limit("sleep 600");
    assert_eq!(kind, "timeout");
    let first =
        format!("error: sh did not answer text 2 of {texts} within 1 s\n  text 2: {second}\n");
    assert!(shown.starts_with(&first), "{shown}");
    let help =
        "  help: have it flush its output after each answer, or give it more time with --timeout\n";
    assert!(shown.ends_with(help), "{shown}");
}

#[test]
fn a_parser_that_closes_its_output_is_reported() {
    let (texts, second) = texts_and_second();
    let (shown, kind) = after_the_limit("exec >&-; sleep 600");
    assert_eq!(kind, "closed");
    let first = format!(
        "error: sh closed its output before it answered text 2 of {texts}\n  text 2: {second}\n"
    );
    assert!(shown.starts_with(&first), "{shown}");
}

#[test]
fn a_line_that_is_not_an_answer_is_shown_escaped() {
    let (texts, second) = texts_and_second();
    for (answer, shown) in [
        ("maybe", "maybe"),
        ("ACCEPT", "ACCEPT"),
        ("", ""),
        ("rejected", "rejected"),
        ("reject -1", "reject -1"),
        ("reject +1", "reject +1"),
        ("reject 1 2", "reject 1 2"),
        (
            "reject 99999999999999999999999",
            "reject 99999999999999999999999",
        ),
        ("\\033[31m\\377", "\\u{1b}[31m\\xff"),
    ] {
        let errors = errors_after_one(&format!("printf '{answer}\\n'"));
        let first =
            format!("error: sh answered text 2 of {texts} with \"{shown}\"\n  text 2: {second}\n");
        assert!(errors.starts_with(&first), "{errors}");
        let help = "  help: an answer is `accept`, `reject` or `reject OFFSET`\n";
        assert!(errors.ends_with(help), "{errors}");
    }
}

#[test]
fn an_endless_line_is_truncated() {
    let (texts, _) = texts_and_second();
    let shown = errors_after_one("tr '\\000' x </dev/zero");
    let first = format!(
        "error: sh answered text 2 of {texts} with \"{}…\"\n",
        "x".repeat(60)
    );
    assert!(shown.starts_with(&first), "{shown}");
}

#[test]
fn an_answer_with_too_many_spaces_is_not_an_answer() {
    let (texts, _) = texts_and_second();
    let shown = errors_after_one("printf 'accept%300s\\n' ''");
    let first = format!("error: sh answered text 2 of {texts} with \"accept\"\n");
    assert!(shown.starts_with(&first), "{shown}");
}

#[test]
fn surplus_answers_are_reported() {
    for (line, shown) in [("accept", "accept"), ("bye", "bye"), ("", "")] {
        let script = format!("{PORT}; echo '{line}'");
        let errors = stderr(&run("--rule port", &script, 2));
        let expected = format!(
            "error: sh wrote \"{shown}\" after its last answer\n  help: it has to write one line for each text\n"
        );
        assert_eq!(errors, expected);
    }
    let endless = "while echo accept; do :; done";
    assert!(stderr(&run("--rule port", endless, 2)).contains("after its last answer"));
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
