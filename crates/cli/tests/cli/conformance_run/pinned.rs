//! `conformance run --baseline`: what a parser was learned to accept is pinned.
//!
//! The parsers are regular expressions, so whether a mutation changes an answer is known without the command.

use std::fs;
use std::path::Path;

use assert_cmd::assert::Assert;
use serde_json::{Value, json};

use super::{EMPTY, after_starts, record, run_and_search};
use crate::command::{file, stderr, stdout};
use crate::extent::few_or_many;

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
fn run_with(name: &str, rule: &str, line: &str, script: &str, code: i32) -> Assert {
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
        let json = record(&run_with(
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
            let json = record(&run_with(
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
    let json = record(&run_with(
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
        let json = record(&run_with(&name, &rule, "--report json", &mutated, 1));
        let change = &json["pinned"]["change"];
        let text = change["input"].as_str().expect("a text");
        let verdicts = [lists(unchanged), mutated].map(|it| accepts(&it, text));
        let told = ["accepted_before", "accepted_now"].map(|it| &change[it]);
        assert_eq!(told, [&json!(verdicts[0]), &json!(verdicts[1])], "{json}");
        assert_ne!(verdicts[0], verdicts[1], "{mutation} {text}");
    }
}

#[test]
fn deeper_texts_of_another_suite_are_no_change() {
    let grammar = "deep-list-pinned.abnf";
    file(grammar, LIST);
    let rule = format!("list --grammar {grammar}");
    // A pair of commas in the innermost list is deviating, at every depth.
    let unchanged = lists("([xy](,[xy])*)?|,,");
    let name = accepted("deep-lists", &rule, &unchanged);
    let json = record(&run_with(
        &name,
        &rule,
        "--extra-states 1 --report json",
        &unchanged,
        0,
    ));
    let pinned = &json["pinned"];
    assert_eq!(pinned["changes"], 0, "{pinned}");
    let message = pinned["message"].as_str().expect("a sentence");
    let deeper = " texts of which the baseline says nothing, because they can be deeper";
    assert!(message.contains(deeper), "{message}");
    // What was asked about then is a change.
    let changed = lists("([xy](,[xy])*)?|,,|;");
    run_with(&name, &rule, "--extra-states 1", &changed, 1);
}

#[test]
fn another_automaton_is_news_without_a_changed_answer() {
    let name = "other-pinned.toml";
    let path = file(name, "");
    fs::remove_file(&path).expect("it is there");
    // Without questions, the automaton is that of the grammar, and the answer to the empty text an exception.
    run_with(name, "port", "--questions 1 --accept known", EMPTY, 0);
    let json = record(&run_with(name, "port", "--report json", EMPTY, 0));
    let other = json!({
        "input": "", "accepted_by_pinned": false, "accepted_by_learned": true, "accepted_now": true,
    });
    assert_eq!(json["pinned"]["other"], other);
    // The exceptions of a parser can be too many to be known.
    let written = fs::read_to_string(&path).expect("it is written");
    let start = written.find("exceptions = [").expect("it has them");
    let end = start + written[start..].find(']').expect("they end");
    let many = [&written[..start], "exceptions = [\"many\"", &written[end..]].concat();
    fs::write(&path, many).expect("it is written");
    let json = record(&run_with(name, "port", "--report json", EMPTY, 1));
    assert_eq!(json["pinned"]["changes"], 0, "{json}");
    assert_eq!(
        json["pinned"]["message"],
        "the parser can have changed, although no answer is known to be another one; this run learned an \
         automaton of 2 states, and the baseline pins one of 3; the shortest text on which they differ is \"\": \
         the pinned one rejects it, and the parser accepts it"
    );
    // A search without questions does not know better.
    run_with(name, "port", "--questions 1", EMPTY, 0);
    run_with(name, "port", "--accept again", EMPTY, 0);
    run_with(name, "port", "", EMPTY, 0);
}

#[test]
fn another_automaton_is_shown_in_every_report() {
    let name = accepted("reports", "port", EMPTY);
    let changed = sed("[0-9]+");
    let sentence =
        "the parser has changed: it rejects \"\" and accepted it when the baseline was made";
    let shown = stdout(&run_with(&name, "port", "", &changed, 1));
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
        ("html", "The parser has changed: it rejects "),
        ("github", "::error title=sh%3A baseline::"),
        ("sarif", "the parser has changed: it rejects "),
    ] {
        let line = format!("--report {format}");
        let shown = stdout(&run_with(&name, "port", &line, &changed, 1));
        assert!(shown.contains(mark), "{format} {shown}");
    }
}

fn file_of(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn a_cause_that_is_taken_out_is_new() {
    let name = accepted("taken-out", "port", EMPTY);
    let written = fs::read_to_string(file_of(&name)).expect("it is written");
    let start = written
        .find("# port: ")
        .or(written.find("# digits: "))
        .expect("a cause");
    let end = written.find("# All that").expect("an automaton");
    file(&name, [&written[..start], &written[end..]].concat());
    let json = record(&run_with(&name, "port", "--report json", EMPTY, 1));
    assert_eq!(json["pinned"]["changes"], 0);
    assert_eq!(json["causes"][0]["accepted"], Value::Null);
}

#[test]
fn strict_runs_fail_for_causes_that_are_gone() {
    let name = accepted("strict", "port", EMPTY);
    let written = fs::read_to_string(file_of(&name)).expect("it is written");
    let gone = "[[cause]]\nid = \"host/accepts/_\"\nreason = \"old\"\n\n# All that";
    file(&name, written.replacen("# All that", gone, 1));
    run_with(&name, "port", "", EMPTY, 0);
    let strict = stdout(&run_with(&name, "port", "--strict", EMPTY, 1));
    assert!(
        strict.contains("no longer found: host/accepts/_ (old)"),
        "{strict}"
    );
    run_and_search("--rule port --strict", EMPTY, 2);
}

#[test]
fn a_damaged_automaton_is_refused_with_its_line() {
    let name = accepted("damaged", "port", EMPTY);
    let written = fs::read_to_string(file_of(&name)).expect("it is written");
    let line = written[..written.find("[[automaton]]").expect("it has one")]
        .matches('\n')
        .count()
        + 1;
    for (from, to, reason) in [
        ("\"+ 0\"", "\"+ 9\"", "the row of state 0 cannot be read"),
        ("\"0..9\"", "\"0..\"", "class 0 is no range of octets"),
        (
            "\"0..9\",",
            "\"0..9\", \"9\",",
            "class 1 has octets of another class",
        ),
    ] {
        let damaged = written.replacen(from, to, 1);
        assert_ne!(damaged, written, "{from}");
        file(&name, &damaged);
        let errors = stderr(&run_with(&name, "port", "", "true", 2));
        let expected = format!("error: {name}: line {line}: the automaton: {reason}\n");
        assert_eq!(errors, expected);
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
fn one_answer_that_changes_is_no_cause() {
    // In the search, the parser inverts its answer to one text, once, whichever process is asked about it.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("flaky-pinned.inverted");
    // An earlier run may have left it.
    let _ = fs::remove_file(&path);
    let path = path.display();
    let flaky = format!(
        "LC_ALL=C sed -u 's/[^ -~]/y/g' | while IFS= read -r text; do
         case $text in '' | *[!0-9]*) a=reject b=accept ;; *) a=accept b=reject ;; esac
         if test \"$flaky${{#text}}\" = yes2 && ! test -e '{path}'; then echo >'{path}'; a=$b; fi; echo $a; done"
    );
    let script = format!(
        "{}; {flaky}",
        after_starts(2, "flaky-pinned.started", "export flaky=yes")
    );
    let shown = stdout(&run_and_search("--rule port", &script, 2));
    assert!(
        shown.contains("the parser gave two different answers to "),
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
