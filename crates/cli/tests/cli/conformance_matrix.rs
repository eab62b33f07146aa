//! `rfc1738 conformance matrix`: many parsers in one report. The parsers are scripts of `sed`, whose faults are known.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::command::{exits, file, object, stderr, stdout};

/// Parsers of ports: a right one, two that accept the empty text, one of which does not know the digit 9 either.
const RIGHT: &str = r#"["sed", "-uE", "s/^[0-9]+$/accept/;t;s/.*/reject/"]"#;
const EMPTY: &str = r#"["sed", "-uE", "s/^[0-9]*$/accept/;t;s/.*/reject/"]"#;
const NO_NINE: &str = r#"["sed", "-uE", "s/^[0-8]*$/accept/;t;s/.*/reject/"]"#;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Writes a matrix with these parsers, without kept runs.
fn matrix(name: &str, parsers: &[(&str, String)]) {
    let parsers = parsers
        .iter()
        .map(|(name, rest)| format!("\n[[parser]]\nname = \"{name}\"\n{rest}\n"));
    file(
        name,
        format!("rule = \"port\"\n{}", parsers.collect::<String>()),
    );
    // A run of an earlier test would be used again.
    let _ = fs::remove_dir_all(folder().join(name).with_extension("runs"));
}

fn command(words: &str) -> String {
    format!("command = {words}")
}

/// Returns the marks of each fact by its shortest text: what each parser answers to it.
fn answers(report: &Value) -> Vec<(String, Vec<String>)> {
    let facts = report["facts"].as_array().expect("there are facts").iter();
    let facts = facts.map(|fact| {
        let cells = fact["cells"].as_array().expect("there are cells").iter();
        let first = cells.map(|cell| cell["answers"][0].as_str().unwrap_or("unknown").to_owned());
        (
            fact["texts"][0].as_str().expect("a text").to_owned(),
            first.collect(),
        )
    });
    facts.collect()
}

fn strings<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

#[test]
fn parsers_with_one_fault_share_a_row() {
    matrix(
        "shared.toml",
        &[
            ("right", command(RIGHT)),
            ("empty", command(EMPTY)),
            ("no nine", command(NO_NINE)),
        ],
    );
    let report = object(&exits("conformance matrix --report json shared.toml", 1));
    assert_eq!(
        answers(&report),
        [
            (String::new(), strings(["reject", "accept", "accept"])),
            ("9".to_owned(), strings(["accept", "accept", "reject"])),
        ]
    );
    let parsers = report["parsers"].as_array().expect("there are parsers");
    let counts: Vec<&Value> = parsers.iter().map(|parser| &parser["facts"]).collect();
    assert_eq!(counts, [0, 1, 2]);
}

#[test]
fn a_parser_that_is_missing_is_a_column() {
    matrix(
        "missing.toml",
        &[
            ("empty", command(EMPTY)),
            (
                "none",
                "command = [\"rfc1738-no-such-parser\"]\ninstall = \"apt-get install none\""
                    .to_owned(),
            ),
        ],
    );
    let run = exits("conformance matrix missing.toml", 2);
    let report = stdout(&run);
    assert!(
        report.contains("2  none: not run: rfc1738-no-such-parser cannot be started: "),
        "{report}"
    );
    assert!(
        report.contains("; to install it: apt-get install none\n"),
        "{report}"
    );
    let row = "  A  ?  digits: accepts the empty text: \"\"\n";
    assert!(report.contains(row), "{report}");
}

#[test]
fn a_kept_run_is_used_again_until_its_arguments_change() {
    matrix("kept.toml", &[("empty", command(EMPTY))]);
    exits("conformance matrix kept.toml", 1);
    let kept = folder().join("kept.runs/empty.json");
    let first = fs::metadata(&kept)
        .and_then(|it| it.modified())
        .expect("it is kept");
    exits("conformance matrix kept.toml", 1);
    let second = fs::metadata(&kept)
        .and_then(|it| it.modified())
        .expect("it is kept");
    assert_eq!(first, second);
    exits("conformance matrix --time 50s kept.toml", 1);
    let third = fs::metadata(&kept)
        .and_then(|it| it.modified())
        .expect("it is kept");
    assert_ne!(first, third);
}

#[test]
fn a_report_of_a_run_is_a_column() {
    matrix("of-run.toml", &[("empty", command(EMPTY))]);
    exits("conformance matrix of-run.toml", 1);
    matrix(
        "with-kept.toml",
        &[
            ("kept", "kept = \"of-run.runs/empty.json\"".to_owned()),
            ("no nine", command(NO_NINE)),
        ],
    );
    let report = object(&exits("conformance matrix --report json with-kept.toml", 1));
    // The kept run has answers to its own witnesses, and none to those of others.
    assert_eq!(
        answers(&report),
        [
            (String::new(), strings(["accept", "accept"])),
            ("9".to_owned(), strings(["unknown", "reject"])),
        ]
    );
}

#[test]
fn parts_of_a_kept_run_share_a_row() {
    matrix_of_parts("parts-run.toml", &[("keeps", reader(VALID, WITH_PORT))]);
    exits("conformance matrix parts-run.toml", 1);
    matrix_of_parts(
        "parts-kept.toml",
        &[
            ("kept", "kept = \"parts-run.runs/keeps.json\"".to_owned()),
            ("right", reader(VALID, RIGHT_HOST)),
            ("keeps", reader(VALID, WITH_PORT)),
        ],
    );
    let human = stdout(&exits("conformance matrix parts-kept.toml", 1));
    let row =
        "  1  .  1  the parser's host goes on over `:`, the grammar's ends there: \"u:a:0\"\n";
    assert!(human.contains(row), "{human}");
}

#[test]
fn the_reports_of_a_matrix_are_escaped() {
    matrix(
        "escaped.toml",
        &[
            ("<b>|\\u001b[31m", command(EMPTY)),
            ("right", command(RIGHT)),
        ],
    );
    exits(
        "conformance matrix --report html=escaped.html --report markdown=escaped.md escaped.toml",
        1,
    );
    let page = fs::read_to_string(folder().join("escaped.html")).expect("a page");
    assert!(!page.contains("<b>") && !page.contains('\u{1b}'), "{page}");
    assert!(page.contains("&lt;b&gt;|"), "{page}");
    let markdown = fs::read_to_string(folder().join("escaped.md")).expect("a table");
    assert!(
        markdown.contains("<b>\\|") && !markdown.contains('\u{1b}'),
        "{markdown}"
    );
}

#[test]
fn a_matrix_that_agrees_ends_with_status_0() {
    matrix("right.toml", &[("right", command(RIGHT))]);
    let run = exits("conformance matrix right.toml", 0);
    assert_eq!(
        stdout(&run),
        "  1  right: 0 facts, 742 texts of the suite\n"
    );
}

#[track_caller]
fn refuses(name: &str, text: &str, message: &str) {
    file(name, text);
    let run = exits(&format!("conformance matrix {name}"), 2);
    assert_eq!(stderr(&run), format!("error: {name}: {message}\n"));
}

#[test]
fn faults_of_a_matrix_are_named() {
    let one = "[[parser]]\nname = \"a\"\n";
    refuses("m1.toml", "parser = []\n", "it has no [[parser]]");
    refuses(
        "m2.toml",
        one,
        "the parser \"a\" has no command and no kept run",
    );
    refuses(
        "m3.toml",
        &format!("{one}command = [\"a\"]\nkept = \"b\"\n"),
        "the parser \"a\" has a command and a kept run; take one out",
    );
    refuses(
        "m4.toml",
        &format!("{one}command = [\"a\"]\n{one}command = [\"b\"]\n"),
        "two parsers have the name \"a\", or names that differ in other characters than letters, digits, `.`, `_` and \
         `-` only",
    );
    refuses(
        "m5.toml",
        &format!("{one}command = [\"a\"]\noptions = [\"--rule=url\"]\n"),
        "the options of \"a\" have --rule: write rule = \"…\" instead",
    );
    refuses(
        "m6.toml",
        &format!("{one}command = [\"a\"]\noptions = [\"--report\", \"json\"]\n"),
        "the options of \"a\" have --report: a matrix sets it itself",
    );
    refuses(
        "m7.toml",
        "[[parser]]\nname = \" \"\ncommand = [\"a\"]\n",
        "a [[parser]] has an empty name",
    );
    let run = exits("conformance matrix -", 2);
    assert_eq!(
        stderr(&run),
        "error: a matrix has paths relative to its file, and `-` is standard input; name a file\n"
    );
}

#[test]
fn long_texts_are_cut_in_tables_of_markdown() {
    let short = r#"["sed", "-uE", "s/^[0-9]{1,100}$/accept/;t;s/.*/reject/"]"#;
    let parser = format!("\n[[parser]]\nname = \"short\"\n{}\n", command(short));
    file("long-texts.toml", format!("rule = \"port\"\n{parser}"));
    let _ = fs::remove_dir_all(folder().join("long-texts.runs"));
    let report = exits("conformance matrix --report markdown long-texts.toml", 1);
    let report = stdout(&report);
    let row = report.lines().find(|line| line.contains("octets"));
    let row = row.expect("the limit is a fact");
    assert!(row.contains("…\"`"), "{row}");
    assert!(row.len() < 200, "{row}");
}

#[test]
fn facts_of_another_grammar_have_no_section() {
    // RFC 1738 has productions of these names, too. The cause is named for `port`.
    file("section.abnf", "port = digits\ndigits = 1*DIGIT\n");
    let parser = format!("\n[[parser]]\nname = \"empty\"\n{}\n", command(EMPTY));
    for (name, head, section) in [
        ("section-own.toml", "rule = \"port\"\n", Value::from("3.1")),
        (
            "section-other.toml",
            "grammar = \"section.abnf\"\nrule = \"port\"\n",
            Value::Null,
        ),
    ] {
        file(name, format!("{head}{parser}"));
        let _ = fs::remove_dir_all(folder().join(name).with_extension("runs"));
        let line = format!("conformance matrix --report json {name}");
        let report = object(&exits(&line, 1));
        assert_eq!(report["facts"][0]["section"], section, "{name}");
    }
}

#[test]
fn a_line_by_hand_is_in_the_parsers_language() {
    let by_hand = "by_hand = \"javascript=console.log(port({text}))\"";
    matrix(
        "by-hand.toml",
        &[("empty", format!("{}\n{by_hand}", command(EMPTY)))],
    );
    let page = stdout(&exits("conformance matrix --report html by-hand.toml", 1));
    let line = "by hand in JavaScript<pre>console.log(port(&#39;&#39;))</pre>";
    let same = "by hand in JavaScript<pre>console.log(port(''))</pre>";
    assert!(page.contains(line) || page.contains(same), "{page}");
    matrix(
        "by-hand-wrong.toml",
        &[("empty", format!("{}\nby_hand = \"ruby=p\"", command(EMPTY)))],
    );
    let errors = stderr(&exits("conformance matrix by-hand-wrong.toml", 2));
    assert!(
        errors.contains("write LANGUAGE=LINE; LANGUAGE is python, javascript or shell"),
        "{errors}"
    );
}

/// A grammar with a part.
const URLS: &str = "url = \"u:\" host [ \":\" port ]\nhost = 1*letter\nport = 1*digit\nletter = \"a\" | \"b\"\ndigit = \"0\" | \"1\"\n";

/// Returns the command of a parser that accepts what the expression matches, with the part that the other one prints.
fn reader(accepts: &str, part: &str) -> String {
    format!(
        r#"command = ["sh", "-c", '''LC_ALL=C awk '/{accepts}/ {{ print "accept " {part}; fflush(); next }}
{{ print "reject"; fflush() }}' ''']"#
    )
}

const VALID: &str = "^u:[ab]+(:[01]+)?$";

/// The host as it is, and with its port.
const RIGHT_HOST: &str = r#""host=2.." (2 + match(substr($0, 3) ":", ":") - 1)"#;
const WITH_PORT: &str = r#""host=2.." length($0)"#;

/// The host in capitals.
const CAPITALS: &str =
    r#""host=\"" toupper(substr($0, 3, match(substr($0, 3) ":", ":") - 1)) "\"""#;

/// Writes a matrix of parsers of [`URLS`].
fn matrix_of_parts(name: &str, parsers: &[(&str, String)]) {
    let grammar = name.replace(".toml", ".bnf");
    file(&grammar, URLS);
    matrix(name, parsers);
    let text = fs::read_to_string(folder().join(name)).expect("it was written");
    let text = text.replace(
        "rule = \"port\"",
        &format!("grammar = \"{grammar}\"\nrule = \"url\""),
    );
    file(name, text);
}

/// Returns the facts with this behavior.
fn facts<'r>(report: &'r Value, behavior: &str) -> Vec<&'r Value> {
    let facts = report["facts"].as_array().expect("there are facts").iter();
    facts.filter(|fact| fact["behavior"] == behavior).collect()
}

#[test]
fn parsers_that_read_a_part_alike_share_a_row() {
    let capitals = format!(
        "{}\nchanges = {{ host = [\"lowercase\"] }}",
        reader(VALID, CAPITALS)
    );
    matrix_of_parts(
        "parts-shared.toml",
        &[
            ("right", reader(VALID, RIGHT_HOST)),
            ("keeps", reader(VALID, WITH_PORT)),
            ("capitals", capitals),
            ("also keeps", reader(VALID, WITH_PORT)),
            ("silent", reader(VALID, "\"\"")),
        ],
    );
    let report = object(&exits(
        "conformance matrix --report json parts-shared.toml",
        1,
    ));
    let [fact] = facts(&report, "reads")[..] else {
        panic!("{report:#}");
    };
    assert_eq!(fact["part"], "host");
    assert_eq!(fact["texts"][0], "u:a:0");
    let cells = fact["cells"].as_array().expect("there are cells");
    let firsts: Vec<(&Value, &Value)> = cells
        .iter()
        .map(|cell| (&cell["deviates"], &cell["places"][0]))
        .collect();
    let (right, with_port) = (json!({"start": 2, "end": 3}), json!({"start": 2, "end": 5}));
    let (yes, no, unknown) = (json!(true), json!(false), Value::Null);
    assert_eq!(
        firsts,
        [
            (&no, &right),
            (&yes, &with_port),
            (&no, &right),
            (&yes, &with_port),
            (&unknown, &unknown)
        ]
    );
    let human = stdout(&exits("conformance matrix parts-shared.toml", 1));
    let row = "  .  2  .  2  -  the parser's host goes on over `:`, the grammar's ends there: \"u:a:0\"\n";
    assert!(human.contains(row), "{human}");
    let markdown = stdout(&exits(
        "conformance matrix --report markdown parts-shared.toml",
        1,
    ));
    let row = "| `\"u:a:0\"` | `\"a\"` | **`\"a:0\"`** | `\"A\"` | **`\"a:0\"`** | not named |\n";
    assert!(markdown.contains(row), "{markdown}");
    let page = stdout(&exits(
        "conformance matrix --report html parts-shared.toml",
        1,
    ));
    assert!(
        page.contains("<td class=\"all\"><a href=\"#fact-1\">&quot;a:0&quot;</a></td>"),
        "{page}"
    );
}

#[test]
fn parts_beyond_the_grammar_are_compared_between_parsers() {
    let ends_at =
        |end: &str| format!(r#""host=2.." (2 + match(substr($0, 3) "{end}", /[{end}]/) - 1)"#);
    matrix_of_parts(
        "parts-beyond.toml",
        &[
            (
                "at a semicolon",
                reader("^u:[ab;]+(:[01]+)?$", &ends_at(":;")),
            ),
            ("at a colon", reader("^u:[ab;]+(:[01]+)?$", &ends_at(":"))),
            ("neither", reader(VALID, RIGHT_HOST)),
        ],
    );
    let report = object(&exits(
        "conformance matrix --report json parts-beyond.toml",
        1,
    ));
    let found = facts(&report, "differs");
    let fact = found.first().unwrap_or_else(|| panic!("{report:#}"));
    assert_eq!(
        fact["sentence"],
        "host: read in 2 ways in texts that the grammar does not derive"
    );
    let places = |index: usize| &fact["cells"][index]["places"][0];
    assert_ne!(places(0), places(1));
    assert_eq!(fact["cells"][0]["deviates"], Value::Null);
    assert_eq!(fact["cells"][2]["answers"][0], "reject");
    let human = stdout(&exits("conformance matrix parts-beyond.toml", 1));
    assert!(
        human.contains("  1  2  -  host: read in 2 ways in texts"),
        "{human}"
    );
}

#[test]
fn a_kept_run_on_another_grammar_is_not_used() {
    file("kept-other.bnf", "port = \"x\"\n");
    matrix("kept-other.toml", &[("empty", command(EMPTY))]);
    let text = fs::read_to_string(folder().join("kept-other.toml")).expect("it was written");
    file(
        "kept-other.toml",
        format!("grammar = \"kept-other.bnf\"\n{text}"),
    );
    exits("conformance matrix kept-other.toml", 1);
    matrix(
        "kept-here.toml",
        &[
            ("kept", "kept = \"kept-other.runs/empty.json\"".to_owned()),
            ("empty", command(EMPTY)),
        ],
    );
    let report = stdout(&exits("conformance matrix kept-here.toml", 2));
    let line = "1  kept: not run: its run is about `port` of another grammar than that of empty: kept-other.bnf\n";
    assert!(report.contains(line), "{report}");
}

#[test]
fn changes_that_no_parser_makes_are_refused() {
    let changes = "changes = { host = [\"small\"] }";
    matrix(
        "changes.toml",
        &[("empty", format!("{}\n{changes}", command(EMPTY)))],
    );
    let errors = stderr(&exits("conformance matrix changes.toml", 2));
    assert!(
        errors
            .contains("there is no change `small`; there are `lowercase`, `decoded` and `address`"),
        "{errors}"
    );
    for (option, instead) in [
        (
            "--changes=host=lowercase",
            "--changes: write changes = { PART = [\"…\"] } instead",
        ),
        (
            "--by-hand=shell={text}",
            "--by-hand: write by_hand = \"…\" instead",
        ),
    ] {
        let options = format!("options = [\"{option}\"]");
        matrix(
            "taken.toml",
            &[("empty", format!("{}\n{options}", command(EMPTY)))],
        );
        let errors = stderr(&exits("conformance matrix taken.toml", 2));
        assert!(errors.contains(instead), "{errors}");
    }
}
