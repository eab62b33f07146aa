//! `conformance run --baseline`: accepted causes.

use assert_cmd::assert::Assert;
use serde_json::Value;
use std::fs;

use super::{EMPTY, at_once, record, run_and_search, with_script};
use crate::command::{file, stdout, typed};
use crate::extent::few_or_many;

/// Returns a run on `port` with the baseline.
fn run_with(name: &str, line: &str, script: &str, code: i32) -> Assert {
    let line = format!("--rule port --baseline {name} {line}");
    run_and_search(&line, script, code)
}

#[test]
fn causes_are_accepted_by_their_ids_and_comments_stay() {
    let name = "port-baseline.toml";
    let path = file(name, "");
    fs::remove_file(&path).expect("it is there");
    // The first run writes the file.
    let version = "--version-of=printf '\\n1.2 \\033\\nmore\\n'";
    typed(&format!(
        "conformance run --rule port --baseline {name} --accept"
    ))
    .args(["RFC 3986, 3.2.3", version, "--", "sh", "-c", EMPTY])
    .env("SOURCE_DATE_EPOCH", "1000000000")
    .assert()
    .code(0)
    .stderr("note: 1 cause added to the baseline\n");
    let written = fs::read_to_string(&path).expect("it is written");
    assert_eq!(
        written,
        "\
# Causes that `rfc1738 conformance run --baseline` accepts. Each needs a reason. `accepts` and
# `rejects` are what the parser does otherwise than the grammar; if that changes, the run fails.
# `accepted` and `rejected` are texts that decide it. `automaton`, at the end, is all that the
# parser accepts; `--accept` writes it.

# digits: accepts the empty text
[[cause]]
id = \"port/accepts-empty\"
reason = \"RFC 3986, 3.2.3\"
accepts = '^$'
accepted = [\"\", \"20\", \"40\", \"70\", \"90\"]
rejected = [\" 0\", \"*0\", \"?0\", \"I0\", \"T0\", \"_0\", \"i0\", \"t0\"]
texts = 1
since = 2001-09-09
version = '1.2 \\u{1b}'

# All that the parser was learned to accept. For each state, from the start on: `+` if a text may end
# there, and the state to which each class of octets leads.
[[automaton]]
rule = \"port\"
causes = 1
suite = \"5a8676375ba40048 6a86ea956952c6e8\"
letters = \"x00..x09,x0b..x0c,x0e..x80\"
classes = [
  \"0..9\",
]
states = [
  \"+ 0\",
]
"
    );
    // The next one accepts it.
    let shown = stdout(&run_with(name, "", EMPTY, 0).stderr(""));
    assert!(
        shown.contains("  note: the baseline accepts it: RFC 3986, 3.2.3\n"),
        "{shown}"
    );
    let json = record(&run_with(name, "--report json", EMPTY, 0));
    assert_eq!(json["causes"][0]["accepted"], "RFC 3986, 3.2.3");
    // Another fault is new.
    let nine = "LC_ALL=C sed -u -E -e 's/^[0-8]*$/accept/' -e t -e 's/.*/reject/'";
    let json = record(&run_with(name, "--report json", nine, 1));
    let accepted = json["causes"].as_array().expect("a list").iter();
    let accepted: Vec<&Value> = accepted.filter(|one| !one["accepted"].is_null()).collect();
    assert_eq!(accepted.len(), 1, "{json}");
    // The command adds the cause after the text that a person wrote.
    fs::write(&path, written + "# the end\n").expect("it is written");
    run_with(name, "--accept 'no 9'", nine, 0);
    let written = fs::read_to_string(&path).expect("it is written");
    assert!(written.contains("# the end\n"), "{written}");
    assert_eq!(
        written.matches("[[cause]]").count(),
        json["causes"].as_array().map_or(0, Vec::len)
    );
    run_with(name, "--accept again", nine, 0)
        .stderr("note: the baseline stays as it is, because no cause is new\n");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), written);
}

#[test]
fn a_changed_limit_or_a_larger_set_is_new() {
    let all = [
        (
            "other-direction-baseline.toml",
            EMPTY,
            at_once!(
                "case $text in *[!0-9]*) false ;; esac && test \"${text:-0}\" -le 50000 && echo accept || echo reject"
            ),
            "^$",
        ),
        (
            "limit-baseline.toml",
            at_once!(
                "case $text in '' | *[!0-9]*) false ;; esac && test \"$text\" -le 65535 && echo accept || echo reject"
            ),
            at_once!(
                "case $text in '' | *[!0-9]*) false ;; esac && test \"$text\" -le 65000 && echo accept || echo reject"
            ),
            "numbers above 65535",
        ),
        (
            "length-baseline.toml",
            "LC_ALL=C sed -u -E -e 's/^[0-9]{1,3}$/accept/' -e t -e 's/.*/reject/'",
            "LC_ALL=C sed -u -E -e 's/^[0-9]{1,2}$/accept/' -e t -e 's/.*/reject/'",
            "more than 3 octets",
        ),
        (
            "set-baseline.toml",
            "LC_ALL=C sed -u -E -e 's/^[0-9_]+$/accept/' -e t -e 's/.*/reject/'",
            "LC_ALL=C sed -u -E -e 's/^[0-9_~]+$/accept/' -e t -e 's/.*/reject/'",
            "^_$",
        ),
    ];
    for (name, accepted, changed, before) in all.into_iter().skip(few_or_many(2, 0)) {
        let path = file(name, "");
        fs::remove_file(&path).expect("it is there");
        run_with(name, "--accept known", accepted, 0);
        run_with(name, "", accepted, 0);
        let json = record(&run_with(name, "--report json", changed, 1));
        let causes = json["causes"].as_array().expect("a list");
        let pins = causes.iter().map(|one| &one["before"]);
        let pins: Vec<&Value> = pins
            .flat_map(|pin| [&pin["accepts"], &pin["rejects"]])
            .collect();
        let ids: Vec<&Value> = causes.iter().map(|one| &one["id"]).collect();
        let is_shown = pins.iter().any(|pin| pin.as_str() == Some(before));
        let written = fs::read_to_string(&path).expect("it is written");
        let is_another = ids
            .iter()
            .all(|id| !written.contains(&format!("id = {id}\n")));
        assert!(is_shown || is_another, "{name} {json}");
        // What is accepted again replaces what was.
        run_with(name, "--accept again", changed, 0);
        run_with(name, "", changed, 0);
    }
}

#[test]
fn a_date_that_cannot_be_written_is_that_of_today() {
    let path = file("dated-baseline.toml", "");
    with_script(
        "--rule port --baseline dated-baseline.toml --accept why",
        EMPTY,
    )
    .env("SOURCE_DATE_EPOCH", "253402300800")
    .assert()
    .code(0);
    let written = fs::read_to_string(&path).expect("it is written");
    assert!(written.contains("\nsince = 2"), "{written}");
}

#[test]
fn groups_without_a_cause_are_accepted_by_their_ids() {
    let name = "group-baseline.toml";
    let path = file(name, "");
    fs::remove_file(&path).expect("it is there");
    // Without questions, there are no causes.
    let line = format!("--rule port --baseline {name} --questions 1 --accept 'not asked'");
    with_script(&line, EMPTY)
        .env("SOURCE_DATE_EPOCH", "1000000000")
        .assert()
        .code(0)
        .stderr("note: 1 group of texts without a cause added to the baseline\n");
    let written = fs::read_to_string(&path).expect("it is written");
    assert!(
        written.contains(
            "\n# port: accepts the empty text, without a known cause\n\
             [[cause]]\n\
             id = \"port/unexplained/accepts/end\"\n\
             reason = \"not asked\"\n\
             texts = 1\n\
             since = 2001-09-09\n\n# All that the parser"
        ),
        "{written}"
    );
    let json = record(&run_with(name, "--questions 1 --report json", EMPTY, 0));
    assert_eq!(json["unexplained"][0]["id"], "port/unexplained/accepts/end");
    assert_eq!(json["unexplained"][0]["accepted"], "not asked");
    // A group at another place is new.
    let signs = "LC_ALL=C sed -u -E -e 's/^[0-9+]*$/accept/' -e t -e 's/.*/reject/'";
    let json = record(&run_with(name, "--questions 1 --report json", signs, 1));
    let groups = json["unexplained"].as_array().expect("a list").iter();
    let new: Vec<&Value> = groups.filter(|one| one["accepted"].is_null()).collect();
    assert!(!new.is_empty(), "{json}");
    // With more questions it has a cause, and the group has vanished. The parser has not changed.
    let json = record(&run_with(name, "--report json", EMPTY, 0));
    assert_eq!(json["pinned"]["changes"], 0, "{json}");
    assert_eq!(json["vanished"][0]["id"], "port/unexplained/accepts/end");
}
