//! `conformance run --baseline`: accepted causes.

use std::fs;
use std::path::Path;

use assert_cmd::assert::Assert;
use serde_json::{Value, json};

use super::{EMPTY, PORT, at_once, later, record, run_and_search, with_script};
use crate::command::{exits, file, stderr, stdout, typed};
use crate::extent::few_or_many;

/// Returns what a run with this baseline writes to standard error. It fails before the command starts.
fn refusal(name: &str, text: &[u8]) -> String {
    file(name, text);
    let line = format!("conformance run --rule=port --baseline {name} -- no-such-command");
    stderr(&exits(&line, 2).stdout(""))
}

/// Returns a run on `port` with the baseline.
fn run_with(name: &str, line: &str, script: &str, code: i32) -> Assert {
    let line = format!("--rule port --baseline {name} {line}");
    run_and_search(&line, script, code)
}

#[test]
fn a_file_that_is_not_a_baseline_is_refused() {
    for (name, text, place, reason) in [
        (
            "no-toml.toml",
            "[[cause]\n",
            "line 1, column 9",
            "unclosed array table, expected `]`",
        ),
        (
            "no-reason.toml",
            "# c\n[[cause]]\nid = \"a\"\n",
            "line 2, column 1",
            "missing field `reason`",
        ),
        (
            "no-id.toml",
            "[[cause]]\nreason = \"a\"\n",
            "line 1, column 1",
            "missing field `id`",
        ),
        (
            "empty-reason.toml",
            "[[cause]]\nid = \"a\"\nreason = \" \"\n",
            "line 3, column 10",
            "this text is empty",
        ),
        (
            "number.toml",
            "[[cause]]\nid = 1\nreason = \"a\"\n",
            "line 2, column 6",
            "invalid type: integer `1`, expected a string",
        ),
        (
            "unknown.toml",
            "[[cause]]\nid = \"a\"\nreason = \"a\"\nwhy = \"b\"\n",
            "line 4, column 1",
            "unknown field `why`, expected one of `id`, `reason`, `accepts`, `rejects`, `accepted`, \
             `rejected`, `texts`, `since`, `version`",
        ),
        (
            "causes.toml",
            "[[causes]]\nid = \"a\"\n",
            "line 1, column 3",
            "unknown field `causes`, expected `cause` or `automaton`",
        ),
    ] {
        let errors = refusal(name, text.as_bytes());
        let first = format!("error: {name}: TOML parse error at {place}\n");
        assert!(errors.starts_with(&first), "{errors}");
        assert_eq!(errors.lines().last(), Some(reason), "{errors}");
    }
}

#[test]
fn a_cause_listed_twice_is_refused_with_both_places() {
    let text = "[[cause]]\nid = \"a\\u001b\"\nreason = \"x\"\n\n[[cause]]\n  id = \"a\\u001b\"\nreason = \"y\"\n";
    assert_eq!(
        refusal("twice.toml", text.as_bytes()),
        "error: twice.toml: line 6, column 8: the cause `a\\u{1b}` is on line 2 already; \
         remove one of them\n"
    );
}

#[test]
fn a_baseline_that_cannot_be_read_is_named() {
    assert_eq!(
        refusal("octets.toml", b"\xff"),
        "error: octets.toml: is not UTF-8\n"
    );
    let line = "conformance run --rule=port --baseline no-such.toml -- true";
    exits(line, 2)
        .stdout("")
        .stderr("error: no-such.toml: there is no such file; --accept REASON writes one\n");
    exits("conformance run --rule=port --baseline . -- true", 2)
        .stderr("error: .: is a directory\n");
}

#[test]
fn options_that_exclude_each_other_are_refused() {
    for (arguments, error) in [
        (
            "--accept why",
            "error: the following required arguments were not provided:\n  --baseline <FILE>\n",
        ),
        (
            "--baseline a --accept ''",
            "error: a value is required for '--accept <REASON>' but none was supplied\n",
        ),
        (
            "--baseline a --no-causes",
            "error: the argument '--baseline <FILE>' cannot be used with '--no-causes'\n",
        ),
        (
            "--questions 5 --no-causes",
            "error: the argument '--questions <N>' cannot be used with '--no-causes'\n",
        ),
        (
            "--questions 0",
            "error: invalid value '0' for '--questions <N>': too small; write 1 or more\n",
        ),
        (
            "--baseline - --accept why",
            "error: --accept writes the file of --baseline, and `-` is standard input; name a file\n",
        ),
        (
            "--baseline - --grammar -",
            "error: - can stand for one file only",
        ),
    ] {
        let line = format!("conformance run {arguments} -- true");
        let errors = stderr(&exits(&line, 2).stdout(""));
        assert!(errors.starts_with(error), "{errors}");
    }
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
fn an_older_baseline_holds_while_the_answers_stay_the_same() {
    let name = "older-baseline.toml";
    let entry = |accepts: &str, rejected: &str| {
        format!(
            "[[cause]]\nid = \"digits\"\nreason = \"known\"\naccepts = '{accepts}'\n\
             accepted = [\"\", \"10\"]\nrejected = [\"{rejected}\"]\n"
        )
    };
    let many = "28 states~7cee0bc31fa55127";
    for (accepts, rejected, code) in [
        // An earlier search learnt it as another automaton.
        (many, "a", 0),
        // The parser rejected a text that it accepts now.
        (many, "1", 1),
        // What is written out is known as a whole.
        ("^[ab]$", "a", 1),
    ] {
        file(name, entry(accepts, rejected));
        let json = record(&run_with(name, "--report json", EMPTY, code));
        assert_eq!(json["causes"][0]["accepted"].is_null(), code == 1, "{json}");
        assert_eq!(json["vanished"], json!([]));
    }
    // Without texts, what an earlier search learnt is not known.
    let bare = format!("cause = [{{ id = \"digits\", reason = \"known\", accepts = '{many}' }}]\n");
    file(name, bare);
    run_with(name, "", EMPTY, 1);
}

#[test]
fn a_version_that_cannot_be_had_is_refused() {
    for (program, error) in [
        (
            "/nonexistent",
            "error: --version-of: cannot run /nonexistent: ",
        ),
        (
            "true",
            "error: --version-of: true writes no line to standard output\n",
        ),
    ] {
        let name = "version-baseline.toml";
        fs::remove_file(file(name, "")).expect("it is there");
        let line = format!("--accept why --version-of {program}");
        let errors = stderr(&run_with(name, &line, EMPTY, 2));
        assert!(errors.starts_with(error), "{errors}");
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

#[test]
fn causes_that_vanished_are_reported_and_do_not_fail() {
    let name = "vanished.toml";
    file(
        name,
        "cause = [{ id = \"host\", reason = \"\"\"as\nold\"\"\" }]\n",
    );
    let gone = "no longer found: host (as\\nold); remove it from the baseline\n";
    for (parser, code) in [(PORT, 0), (EMPTY, 1)] {
        let shown = stdout(&run_with(name, "", parser, code));
        assert!(shown.contains(gone), "{shown}");
    }
    let json = record(&run_with(name, "--report json", PORT, 0));
    assert_eq!(
        json["vanished"],
        json!([{"id": "host", "reason": "as\nold"}])
    );
    // An array of inline tables can be added to.
    run_with(name, "--accept new", EMPTY, 0);
    run_with(name, "", EMPTY, 0);
}

#[test]
fn a_baseline_that_cannot_be_written_is_an_error() {
    run_with("no-such-folder/b.toml", "--accept why", EMPTY, 2).stderr(
        "error: no-such-folder/b.toml cannot be written: No such file or directory \
             (os error 2)\n",
    );
}

#[test]
fn a_breakdown_of_the_command_leaves_the_baseline_alone() {
    let name = "broken.toml";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    // It works once, for the suite.
    let script = format!("{}; {EMPTY}", later("broken.started", "exit 3"));
    let errors = stderr(&run_with(name, "--accept why", &script, 2));
    assert!(
        errors.starts_with(
            "note: the baseline stays as it is, because the search for causes stopped\n"
        ),
        "{errors}"
    );
    assert!(!path.exists());
}
