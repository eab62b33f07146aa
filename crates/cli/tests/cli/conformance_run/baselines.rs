//! `conformance run --baseline`: accepted causes, and what a parser was learned to accept.

use super::{EMPTY, after_starts, at_once, record, run_and_search, with_script};
use crate::command::{file, stdout, typed};
use crate::extent::few_or_many;
use assert_cmd::assert::Assert;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

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

/// Returns a parser that accepts the texts of an expression of `sed -E`.
fn sed(expression: &str) -> String {
    let expression = expression.replace('/', "\\/");
    format!("LC_ALL=C sed -u -E -e 's/^({expression})$/accept/' -e t -e 's/.*/reject/'")
}

/// Returns the name of a baseline of the parser, which is written anew.
fn accepted(name: &str, rule: &str, script: &str) -> String {
    let name = format!("{name}-pinned.toml");
    let _ = fs::remove_file(Path::new(env!("CARGO_TARGET_TMPDIR")).join(&name));
    let line = format!("--rule {rule} --baseline {name} --accept known");
    run_and_search(&line, script, 0);
    name
}

/// Returns a run with the baseline.
fn run_pinned(name: &str, rule: &str, line: &str, script: &str, code: i32) -> Assert {
    run_and_search(
        &format!("--rule {rule} --baseline {name} {line}"),
        script,
        code,
    )
}

/// What parsers accept after a mutation, and whether the mutation passes.
type Mutations = [(&'static str, bool); 6];

/// Parsers, each a production and the expression of what it accepts, with mutations of it. A mutation that needs more
/// states than the suite rules out passes; it is marked with `true`.
#[rustfmt::skip]
const PARSERS: [(&str, &str, Mutations); 10] = [
    ("port", "[0-9]*", [
        ("[0-9]+", false), ("[0-8]*", false), ("[0-9]{0,5}", false), ("[0-9]*|x", false), ("[0-9_]*", false),
        ("[0-9]*|zzz", true),
    ]),
    ("hostport", "[A-Za-z0-9_.-]+(:[0-9]*)?", [
        (r"(\[[0-9a-f:]+\]|[A-Za-z0-9_.-]+)(:[0-9]*)?", false), ("[A-Za-z0-9_.~-]+(:[0-9]*)?", false),
        ("[A-Za-z0-9.-]+(:[0-9]*)?", false), ("[A-Za-z0-9_.-]+(:[0-9]+)?", false),
        ("[A-Za-z0-9_.-]+(:[0-9]*)*", false), ("[A-Za-z0-9_.-]+(:[0-9]{0,5})?", false),
    ]),
    ("port", "[0-9]+", [
        ("[0-9]*", false), ("[1-9][0-9]*", false), ("[0-9]{1,5}", false), ("[0-9]+[a-z]?", false), ("[0-9 ]+", false),
        ("[0-9]+|http", true),
    ]),
    ("ftptype", "[AIDaid]", [
        ("[AID]", false), ("[aid]", false), ("[AIDaid]?", false), ("[AIDLaid]", false), ("[AIDaid]{1,2}", false),
        ("[AIDaid]|xxxx", true),
    ]),
    ("hostnumber", r"[0-9]+(\.[0-9]+){3}", [
        (r"[0-9]{1,3}(\.[0-9]{1,3}){3}", false), (r"[0-9]+(\.[0-9]+){1,3}", false), (r"[0-9]+(\.[0-9]+){3}\.?", false),
        (r"[0-9]*(\.[0-9]*){3}", false), (r"(0x)?[0-9]+(\.[0-9]+){3}", false), (r"[1-9][0-9]*(\.[0-9]+){3}", false),
    ]),
    ("scheme", "[A-Za-z][A-Za-z0-9+.-]*", [
        ("[a-z0-9+.-]+", false), ("[A-Za-z0-9+.-]+", false), ("[A-Za-z][A-Za-z0-9+._-]*", false),
        ("[A-Za-z][A-Za-z0-9+-]*", false), ("[A-Za-z][A-Za-z0-9+.-]*:?", false), ("[A-Za-z][A-Za-z0-9+.-]{0,20}", false),
    ]),
    ("host", "[A-Za-z0-9.-]+", [
        (r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", false), ("[A-Za-z0-9.-]*", false), ("[A-Za-z0-9.+-]+", false),
        ("[a-z0-9.-]+", false), (r"[A-Za-z0-9.-]+/?", false), ("[A-Za-z][A-Za-z0-9.-]*", false),
    ]),
    ("hsegment", "([A-Za-z0-9$_.+!*'(),;:@&=-]|%[0-9A-Fa-f]{2})*", [
        ("([A-Za-z0-9$_.+!*'(),;:@&=~-]|%[0-9A-Fa-f]{2})*", false), ("([A-Za-z0-9$_.+!*'(),;:@&=-]|%[0-9A-F]{2})*", false),
        ("([A-Za-z0-9$_.+!*'(),;:@&=-]|%[0-9A-Fa-f]{2})+", false), ("([A-Za-z0-9$_.+!*'(),;:@&=%-])*", false),
        ("([A-Za-z0-9$_.+!*'(),;:@&=-]|%[0-9A-Fa-f]{1,2})*", false), ("([A-Za-z0-9$_.+!*'(),;:@=-]|%[0-9A-Fa-f]{2})*", false),
    ]),
    ("user", "([A-Za-z0-9$_.+!*'(),;?&=-]|%[0-9A-Fa-f]{2})*", [
        ("([A-Za-z0-9$_.+!*'(),;?&=-]|%[0-9A-Fa-f]{2})+", false), ("([A-Za-z0-9$_.+!*'(),;?&=~-]|%[0-9A-Fa-f]{2})*", false),
        ("([A-Za-z0-9$_.+!*'(),;?&=:-]|%[0-9A-Fa-f]{2})*", false), ("([A-Za-z0-9$_.+!*'(),;&=-]|%[0-9A-Fa-f]{2})*", false),
        ("[^:@/ ]*", false), ("([A-Za-z0-9$_.+!*'(),;?&=-]|%[0-9A-Fa-f]{2})*@?", false),
    ]),
    ("fpath", "[a-z]*(/[a-z]*)*", [
        ("[a-z]*(/[a-z]+)*", false), ("[a-z]+(/[a-z]*)*", false), ("[a-y]*(/[a-z]*)*", false),
        ("[a-z]*(/[a-z]*)?", false), ("[a-z/.]*", false), ("[a-z]*(/[a-z]*)*|[.][.]", false),
    ]),
];

#[test]
fn a_mutation_fails_and_the_unchanged_parser_passes() {
    let parsers = PARSERS.iter().enumerate();
    for (number, (rule, expression, mutations)) in parsers.take(few_or_many(2, PARSERS.len())) {
        // Apostrophes end a word of the shell.
        let parser = |expression: &str| sed(&expression.replace('\'', "'\\''"));
        let name = accepted(&format!("parser-{number}"), rule, &parser(expression));
        let json = record(&run_pinned(
            &name,
            rule,
            "--report json",
            &parser(expression),
            0,
        ));
        assert_eq!(json["pinned"]["changes"], 0, "{rule} {json}");
        assert_eq!(json["pinned"]["asked"], json["pinned"]["texts"], "{rule}");
        for (mutation, passes) in mutations {
            let code = i32::from(!passes);
            let json = record(&run_pinned(
                &name,
                rule,
                "--report json",
                &parser(mutation),
                code,
            ));
            let pinned = &json["pinned"];
            assert_eq!(pinned["changes"] == 0, *passes, "{mutation} {pinned}");
            let message = pinned["message"].as_str().expect("a sentence");
            if *passes {
                assert!(message.contains("no other parser of at most "), "{message}");
            } else {
                // The text is one on which the two expressions differ.
                let text = pinned["change"]["input"].as_str().expect("a text");
                let verdicts = [expression, mutation].map(|it| accepts(&parser(it), text));
                let told = ["accepted_before", "accepted_now"].map(|it| &pinned["change"][it]);
                assert_eq!(
                    told,
                    [&json!(verdicts[0]), &json!(verdicts[1])],
                    "{message}"
                );
                assert_ne!(verdicts[0], verdicts[1], "{mutation} {text}");
            }
        }
    }
}

/// Returns whether the parser accepts a text.
fn accepts(script: &str, text: &str) -> bool {
    let run = assert_cmd::Command::new("sh")
        .args(["-c", script])
        .write_stdin(format!("{text}\n"))
        .assert()
        .success();
    stdout(&run) == "accept\n"
}

/// A list of lists, and what recognizes it: `sed` replaces each innermost list by a sign, as long as there is one.
const LIST: &str = "list = %s\"[\" [ item *( \",\" item ) ] \"]\"\nitem = list / %s\"x\"\n";

/// Returns a parser of lists whose content is that of the expression, over items.
fn lists(content: &str) -> String {
    format!(
        "LC_ALL=C sed -u -E -e s/y/z/g -e :a -e 's/\\[({content})\\]/y/' -e ta -e 's/^y$/accept/' -e t \
         -e 's/.*/reject/'"
    )
}

#[test]
fn mutations_of_recursive_parsers_fail_to_the_depth() {
    let grammar = "list-pinned.abnf";
    file(grammar, LIST);
    let rule = format!("list --grammar {grammar}");
    let unchanged = "([xy](,[xy])*,?)?";
    let name = accepted("lists", &rule, &lists(unchanged));
    let json = record(&run_pinned(
        &name,
        &rule,
        "--report json",
        &lists(unchanged),
        0,
    ));
    let pinned = &json["pinned"];
    assert_eq!(pinned["changes"], 0, "{pinned}");
    assert_eq!(pinned["depth"], 1);
    let message = pinned["message"].as_str().expect("a sentence");
    let start = "to depth 1, the parser is as the baseline pins it: ";
    assert!(message.starts_with(start), "{message}");
    let mutations = [
        "([xy](,[xy])*)?",
        "([xy](,[xy])*,*)?",
        "[xy](,[xy])*,?",
        "([xy](,[xy])*,?)?|,",
        "([xy](,?[xy])*,?)?",
        "(x(,[xy])*,?)?",
    ];
    for mutation in mutations {
        let mutated = lists(mutation);
        let json = record(&run_pinned(&name, &rule, "--report json", &mutated, 1));
        let change = &json["pinned"]["change"];
        let text = change["input"].as_str().expect("a text");
        let verdicts = [lists(unchanged), mutated].map(|it| accepts(&it, text));
        let told = ["accepted_before", "accepted_now"].map(|it| &change[it]);
        assert_eq!(told, [&json!(verdicts[0]), &json!(verdicts[1])], "{json}");
        assert_ne!(verdicts[0], verdicts[1], "{mutation} {text}");
    }
}

#[test]
fn another_automaton_is_shown_in_every_report() {
    let name = accepted("reports", "port", EMPTY);
    let changed = sed("[0-9]+");
    let sentence = "the parser is not as the baseline pins it: it rejects \"\", and was learned to accept it when the baseline was made";
    let shown = stdout(&run_pinned(&name, "port", "", &changed, 1));
    assert!(shown.contains(sentence), "{shown}");
    assert!(
        shown.contains(
            "; this run learned an automaton of 3 states, and the baseline pins one of 2"
        )
    );
    assert!(
        shown.contains("no longer found: port/accepts-empty (known)"),
        "{shown}"
    );
    for (format, mark) in [
        ("junit", "<testcase name=\"baseline\" "),
        (
            "html",
            "The parser is not as the baseline pins it: it rejects ",
        ),
        ("github", "::error title=sh%3A baseline::"),
        (
            "sarif",
            "the parser is not as the baseline pins it: it rejects ",
        ),
    ] {
        let line = format!("--report {format}");
        let shown = stdout(&run_pinned(&name, "port", &line, &changed, 1));
        assert!(shown.contains(mark), "{format} {shown}");
    }
}

#[test]
fn an_unchanged_parser_passes_however_little_time_it_has() {
    let script = sed("[A-Za-z0-9_.-]+(:[0-9]*)?");
    let name = accepted("hurried", "hostport", &script);
    for time in ["2s", "3s", "60s"] {
        let line = format!("--time {time} --report json");
        let run = super::with_script(
            &format!("--rule hostport --baseline {name} {line}"),
            &script,
        );
        let run = { run }.assert();
        // In too little time, the suite itself is not finished.
        if run.get_output().status.code() == Some(2) {
            continue;
        }
        let json = record(&run.code(0));
        assert_eq!(json["pinned"]["changes"], 0, "{time}");
    }
}

#[test]
fn causes_that_an_ended_search_missed_are_named() {
    // Its search takes longer than the time.
    let script =
        "LC_ALL=C sed -u -E -e 's/^[A-Za-z0-9_.-]+(:[0-9]*)?$/accept/' -e t -e 's/.*/reject/'";
    let name = accepted("missed", "hostport", script);
    let slow = format!(
        "{}; {script}",
        after_starts(2, "missed.started", "sleep 600")
    );
    let line = format!("--rule hostport --baseline {name} --time 12s --timeout 600");
    let shown = stdout(&run_and_search(&line, &slow, 0));
    let missed = "not looked at, because the search was ended: port/accepts-empty (known)\n";
    assert!(shown.contains(missed), "{shown}");
    assert!(
        shown.contains("the parser is as the baseline pins it"),
        "{shown}"
    );
}

#[test]
fn a_slow_answer_is_no_hang() {
    // The parser needs longer than the time limit for one text, at its first start only.
    let script = |name: &str, text: &str| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_file(&path);
        let path = path.display();
        format!(
            "LC_ALL=C sed -u 's/[^ -~]/y/g' | while IFS= read -r text; do
             if test \"$text\" = {text} && ! test -e '{path}'; then echo >'{path}'; sleep 2; fi
             case $text in '' | *[!0-9]*) echo reject ;; *) echo accept ;; esac; done"
        )
    };
    let line = "--rule port --restart --timeout 1 --report json";
    let run = run_and_search(line, &script("slow.started", "x"), 0);
    assert_eq!(record(&run)["hangs"], Value::Null);
}
