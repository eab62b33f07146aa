//! Texts that are long, deep, undecided, generated, or read from a stream.

use crate::command::{exits, file, given, object, rfc1738, running, stdout};
use crate::extent::few_or_many;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;

#[test]
fn a_long_text_is_parsed_in_every_format() {
    let text = format!("http://h/{}", "a".repeat(few_or_many(500_000, 1_000_000)));
    let wrong = text.clone() + " ";
    for format in ["tree", "json", "jsonl", "sexp"] {
        let line = format!("parse --format {format} -");
        given(text.as_str(), &line, 0).stderr("");
        given(wrong.as_str(), &line, 1);
    }
}

#[test]
fn a_text_with_many_parts_is_parsed_in_every_format() {
    let parts = few_or_many(10_000, 50_000);
    let text = format!("http://h/{}", "a/".repeat(parts));
    for format in ["tree", "json", "jsonl", "sexp"] {
        let output = stdout(&given(
            text.as_str(),
            &format!("parse --format {format} -"),
            0,
        ));
        assert_eq!(output.matches("hsegment").count(), parts + 1);
    }
}

fn traced(line: &str, status: i32) -> String {
    stdout(&exits(&format!("trace {line}"), status).stderr(""))
}

fn trace_record(line: &str, status: i32) -> Value {
    let output = traced(&format!("--format json {line}"), status);
    assert!(output.is_ascii() && output.ends_with('\n') && output.lines().count() == 1);
    serde_json::from_str(&output).expect("the output is JSON")
}

#[test]
fn depth_and_only_omit_steps_and_keep_their_numbers() {
    let all = trace_record("http://h/a", 0);
    let all = all["steps"].as_array().expect("it is a list");
    let shallow = trace_record("--depth 2 http://h/a", 0);
    for step in shallow["steps"].as_array().expect("it is a list") {
        assert!(step["depth"].as_u64() < Some(2));
        let number = step["step"].as_u64().expect("it is a number");
        assert_eq!(
            &all[usize::try_from(number).expect("it is small") - 1],
            step
        );
    }
    let only = trace_record("--only hpath --only host http://h/a", 0);
    let only = only["steps"].as_array().expect("it is a list");
    assert_eq!(only.len(), 4);
    assert!(
        only.iter()
            .all(|step| ["hpath", "host"].contains(&step["rule"].as_str().unwrap_or("")))
    );
}

#[test]
fn the_steps_that_are_kept_form_the_tree() {
    let text = "ftp://me:pw@a.b:21/c/d;type=i";
    let trace = trace_record(text, 0);
    let kept = trace["steps"].as_array().expect("it is a list").iter();
    let kept: Vec<(Value, Value, Value)> = kept
        .filter(|step| step["event"] == "match" && step["kept"] == true)
        .map(|step| {
            (
                step["rule"].clone(),
                step["start"].clone(),
                step["end"].clone(),
            )
        })
        .collect();
    let parsed = rfc1738(&["parse", "--format", "json", text])
        .assert()
        .code(0);
    let parsed = object(&parsed);
    let mut nodes = Vec::new();
    collect(&parsed["tree"], &mut nodes);
    assert_eq!(kept, nodes);
}

/// Lists the nodes of a tree, each after its descendants.
fn collect(node: &Value, nodes: &mut Vec<(Value, Value, Value)>) {
    for child in node["children"].as_array().expect("it is a list") {
        collect(child, nodes);
    }
    nodes.push((
        node["rule"].clone(),
        node["start"].clone(),
        node["end"].clone(),
    ));
}

#[test]
fn the_output_about_a_deep_text_grows_with_the_text() {
    file("deep-trace.bnf", "s = \"(\" [ s ] \")\"\n");
    let levels = few_or_many(3_000, 10_000);
    let text = "(".repeat(levels) + &")".repeat(levels);
    file("deep-trace.txt", format!("{text}\n"));
    let commands: [&[&str]; 7] = [
        &["parse", "-"],
        &["parse", "--format", "sexp", "-"],
        &["parse", "--format", "json", "-"],
        &["trace", "-"],
        &["derivations", "-"],
        &["check", "--tree", "deep-trace.txt"],
        &["check", "--tree", "--format", "json", "deep-trace.txt"],
    ];
    for arguments in commands {
        let (name, rest) = arguments.split_first().expect("a command has a name");
        let all = [&[*name, "--grammar", "deep-trace.bnf"], rest].concat();
        let run = rfc1738(&all).write_stdin(text.as_str()).assert().code(0);
        let length = run.get_output().stdout.len();
        let bounds = 10 * levels..800 * levels;
        assert!(bounds.contains(&length), "{arguments:?}: {length}");
    }
}

/// A parser that backtracks tries all ways to divide the octets before it finds that there is no `!`.
const DIVIDED_TRACE: &str = "s = n \"!\" / n\nn = \"a\" [ n ] *\"b\"\n";

/// Returns the output for a grammar in the file of that name, which no other test writes.
fn trace_of_recursion(name: &str, grammar: &str, arguments: &[&str], status: i32) -> String {
    let grammar = file(&format!("trace-{name}.abnf"), grammar);
    let run = rfc1738(&["trace", "--grammar"])
        .arg(&grammar)
        .args(arguments)
        .assert()
        .code(status)
        .stderr("");
    stdout(&run)
}

#[test]
fn only_the_right_choices_of_excessive_backtracking_are_shown() {
    let text = format!("{}{}", "a".repeat(60), "b".repeat(60));
    let output = trace_of_recursion("divided", DIVIDED_TRACE, &[&text], 0);
    let first = "a parser that backtracks takes more than 112000 steps here: only the right choices are shown\n";
    assert!(output.starts_with(first), "{output}");
    assert!(output.ends_with("all of the text is derived\n"), "{output}");
    assert!(
        !output.contains("wants") && !output.contains("fails"),
        "{output}"
    );
    let lines = trace_of_recursion(
        "divided-json",
        DIVIDED_TRACE,
        &["--format", "jsonl", &text],
        0,
    );
    let last: Value = serde_json::from_str(lines.lines().last().expect("a line")).expect("JSON");
    assert_eq!(
        (&last["ok"], &last["exceeded"]),
        (&json!(true), &json!(112_000))
    );
    let invalid = format!("{text}?");
    let output = trace_of_recursion("divided-invalid", DIVIDED_TRACE, &[&invalid], 1);
    assert!(output.starts_with("a parser that backtracks takes more than 112100 steps"));
    assert!(
        output.ends_with("the first 120 octets of the text are derived\n"),
        "{output}"
    );
}

#[test]
fn many_levels_have_all_steps() {
    let levels = few_or_many(5_000, 60_000);
    let text = format!("{}x{}", "(".repeat(levels), ")".repeat(levels));
    file(
        "trace-deep.abnf",
        "s = \"(\" s \")\" / \"x\" \"y\" / \"x\"\n",
    );
    let output = stdout(&given(text, "trace --grammar trace-deep.abnf -", 0));
    // Each level is tried, takes two octets and matches; the innermost one has six steps more.
    assert_eq!(output.lines().count(), 4 * levels + 8);
}

const GOPHER: &str = "gopher://h/0a%09b%09c";

fn derivations_record(line: &str) -> Value {
    object(&exits(line, 0).stderr(""))
}

#[test]
fn the_first_derivation_is_the_tree_of_parse() {
    for detail in ["rules", "characters"] {
        for text in [GOPHER, "ftp://u:p@h:21/a/b;type=i", "x://h/", "xchar:%41"] {
            let [derived, parsed] = ["derivations", "parse"].map(|name| {
                derivations_record(&format!("{name} --detail {detail} --format json {text}"))
            });
            assert_eq!(derived["trees"][0], parsed["tree"], "{text}");
        }
    }
}

#[test]
fn a_long_text_is_answered_quickly() {
    let text = format!("x://h/{}", "a%20".repeat(few_or_many(5_000, 20_000)));
    given(text, "derivations -", 0).stderr("2 derivations\n");
}

#[test]
fn more_than_a_million_derivations_are_not_counted() {
    file("binary.abnf", "s = s s / \"a\"\n");
    // The Catalan number of 6, and then of 15, which is 9694845.
    exits("derivations --grammar binary.abnf --most 2 aaaaaaa", 0)
        .stderr("2 derivations shown, of 132 (see --most)\n");
    file("either.abnf", "s = *( x / y )\nx = \"a\"\ny = \"a\"\n");
    let twenty = "a".repeat(20);
    let characters = "derivations --grammar either.abnf --detail characters";
    let all = "derivations --grammar binary.abnf";
    let (start, text) = few_or_many((characters, &twenty[..]), (all, &twenty[..16]));
    let record = derivations_record(&format!("{start} --most 2 --format json {text}"));
    assert_eq!(record["count"], 2);
    assert_eq!(record["complete"], false);
    assert_eq!(record["more_than"], 1_000_000);
    assert_eq!((record.get("total"), record.get("infinite")), (None, None));
    exits(&format!("{characters} --most 1 {twenty}"), 0)
        .stderr("1 derivation shown, of more than 1000000 (see --most)\n");
}

/// Its trees take more steps than its verdicts: each `b` can belong to any `n` that is open. A parser
/// that backtracks tries all of them before it finds that there is no `!`.
const NESTED: &str = "s = n \"!\" / n\nn = \"a\" [ n ] *\"b\"\n";

/// The same of a grammar whose steps take less time.
const DIVIDED: &str = "s = n \"!\" / n\nn = [ n ] *\"b\" / \"a\" n / \"a\"\n";

/// Why a deep text of these grammars has no tree.
const DEEP: &str = "the text is valid, but its tree is not computed: the text takes more than 20000000 \
                    steps and 100 for each octet";

const LARGE: &str = "the text is valid, but its tree is not computed: the text takes tables of more than 240 megabytes \
    and 80 octets for each octet, or 360 megabytes";

/// Returns a text of [`NESTED`] and [`DIVIDED`].
fn deep(half: usize) -> String {
    format!("{}{}", "a".repeat(half), "b".repeat(half))
}

#[test]
fn a_valid_text_whose_tree_takes_too_long_is_undecided() {
    let commands = &ABOUT_ONE_TEXT[..few_or_many(1, 3)];
    let cheap = file("undecided-divided.abnf", DIVIDED);
    let nested = file("undecided-deep.abnf", NESTED);
    let texts = [(&cheap, 3_000, DEEP), (&nested, 8_000, LARGE)];
    for (grammar, half, reason) in &texts[..few_or_many(1, 2)] {
        is_undecided(commands, grammar, &deep(*half), reason);
        is_valid_without_tree(grammar, &deep(*half), reason);
    }
    exits("parse --grammar undecided-deep.abnf aab", 0)
        .stdout("s 0..3 \"aab\"\n└─ n 0..3 \"aab\"\n   └─ n 1..3 \"ab\"\n");
}

/// The commands about one text.
const ABOUT_ONE_TEXT: [&str; 3] = ["parse", "trace", "derivations"];

/// Asserts that each command says nothing but the reason.
fn is_undecided(commands: &[&str], grammar: &Path, text: &str, reason: &str) {
    for &command in commands {
        rfc1738(&[command, "--grammar"])
            .arg(grammar)
            .arg("-")
            .write_stdin(text)
            .assert()
            .code(2)
            .stdout("")
            .stderr(format!("undecided: {reason}\n"));
    }
}

/// Asserts that `check` knows the verdict, and only `--tree` makes the text undecided.
fn is_valid_without_tree(grammar: &Path, text: &str, reason: &str) {
    let check = |options: &[&str], code: i32, stdout: String| {
        rfc1738(&["check", "--grammar"])
            .arg(grammar)
            .args(options)
            .write_stdin(text)
            .assert()
            .code(code)
            .stdout(stdout);
    };
    check(&[], 0, String::new());
    check(&["--tree"], 2, format!("<stdin>:1: undecided: {reason}\n"));
}

const CHUNK: &str = "\
chunk = %s\"e\" / size \":\" data
size = 1*DIGIT
data = *%x61-63
";

const LENGTHS: &str = "\
[[length]]
production = \"data\"
reason = \"size is the number of its letters\"
section = \"Section 2\"
";

/// Writes a grammar with a length beside it.
fn chunk(name: &str) -> String {
    let grammar = format!("{name}.abnf");
    file(Box::leak(grammar.clone().into_boxed_str()), CHUNK);
    let lengths = format!("{name}.imports.toml");
    file(Box::leak(lengths.into_boxed_str()), LENGTHS);
    grammar
}

const LENGTH: &str =
    "has a length that the grammar does not check: size is the number of its letters (Section 2)";

#[test]
fn suites_have_no_verdict_on_what_a_length_decides() {
    let grammar = chunk("lengths-suite");
    for options in ["", "--by-productions", "--quick", "--keep-apart"] {
        let line = format!("conformance export --grammar {grammar} --format jsonl {options}");
        let suite = stdout(&exits(&line, 0));
        // One text only is valid whatever its length. The quick suite is made of texts that use `size` or `data`.
        let valid: Vec<&str> = suite
            .lines()
            .filter(|line| line.contains("\"ok\":true"))
            .collect();
        let right = "{\"rule\":\"chunk\",\"input\":\"e\",\"hex\":\"65\",\"ok\":true}";
        assert!(
            valid == [right] || options == "--quick" && valid.is_empty(),
            "{options}: {valid:?}"
        );
        let has_invalid = suite.contains("\"ok\":false");
        assert!(has_invalid || options == "--quick", "{options}");
    }
}

#[test]
fn texts_are_made_without_what_a_length_decides() {
    let grammar = chunk("lengths-made");
    let line = format!("generate --grammar {grammar} -n 5");
    assert_eq!(stdout(&exits(&line, 0)), "e\n");
    let line = format!("generate --grammar {grammar} --rule data");
    exits(&line, 2).stdout("").stderr(format!(
        "error: {grammar}: production `data` {LENGTH}; check the length in a program, or choose another production \
         with --rule\n"
    ));
    let line = format!("generate --grammar {grammar} --invalid -n 40");
    for miss in stdout(&exits(&line, 0)).lines() {
        let text = miss.split('\t').next().unwrap_or_default();
        let run = rfc1738(&["parse", "--grammar", &grammar, "--", text]).assert();
        run.code(1);
    }
}

fn generated(line: &str) -> String {
    stdout(&exits(&format!("generate {line}"), 0).stderr(""))
}

#[test]
fn an_invalid_text_precedes_its_error() {
    for line in generated("--invalid -n 50").lines() {
        let (text, error) = line.split_once('\t').expect("there is a tab");
        let expected = rfc1738::parse(rfc1738::Rule::Url, text).expect_err("it is invalid");
        assert_eq!(error, expected.summary());
    }
}

#[test]
fn a_cover_of_url_contains_every_kind_of_url() {
    let texts = generated("--cover");
    assert!(texts.lines().count() < 60, "{texts}");
    let checked = rfc1738(&["check", "--format", "json", "--tree"]);
    let assert = { checked }.write_stdin(texts).assert().code(0);
    let trees = stdout(&assert);
    let is_reached = |rule: &rfc1738::Rule| {
        !rule.is_character() && !["national", "punctuation"].contains(&rule.name())
    };
    for rule in rfc1738::Rule::ALL.iter().filter(|rule| is_reached(rule)) {
        assert!(trees.contains(&format!("\"rule\":\"{rule}\"")), "{rule}");
    }
    assert_eq!(generated("--cover -n 3").lines().count(), 3);
}

#[test]
fn texts_are_written_immediately_until_the_pipe_closes() {
    let number = u64::MAX.to_string();
    let mut child = running(&["generate", "-n", &number]);
    let mut first = String::new();
    let out = child.stdout.take().expect("there is a pipe");
    BufReader::new(out)
        .read_line(&mut first)
        .expect("it is written");
    assert!(rfc1738::is_valid(rfc1738::Rule::Url, first.trim_end()));
    let ended = child.wait_with_output().expect("the command ends");
    assert_eq!(ended.status.code(), Some(141));
    assert!(ended.stderr.is_empty());
}

#[test]
fn a_match_is_shown_while_the_input_is_still_open() {
    let mut child = running(&["extract"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    input
        .write_all(b"<URL:news:a> and so on")
        .expect("the command reads its input");
    input.flush().expect("the command reads its input");
    let mut first = String::new();
    output.read_line(&mut first).expect("a line");
    assert_eq!(first, "<stdin>:1:6: news:a\n");
    drop(input);
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
}
