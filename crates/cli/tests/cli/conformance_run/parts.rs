//! Parts that answers name: how they are written, and what a parser reads otherwise.

use super::{record, run, run_and_search, with_script};
use crate::command::{file, outputs, stderr, stdout};
use assert_cmd::assert::Assert;
use serde_json::json;

/// A grammar with a part.
const URLS: &str = "url = \"u:\" host [ \":\" port ]\nhost = 1*letter\nport = 1*digit\nletter = \"a\" | \"b\"\ndigit = \"0\" | \"1\"\n";

/// Returns a parser of [`URLS`] in awk that answers a valid text with what the expression prints.
fn parser(answer: &str) -> String {
    format!(
        "LC_ALL=C awk '/^u:[ab]+(:[01]+)?$/ {{ print \"accept \" {answer}; fflush(); next }} {{ print \"reject\"; fflush() }}'"
    )
}

/// The host with its port.
const WITH_PORT: &str = "\"host=2..\" length($0)";

/// The host as it is.
const RIGHT: &str = "\"host=2..\" (2 + match(substr($0, 3) \":\", \":\") - 1)";

/// Returns the options that choose [`URLS`]. Every test has a file of its own.
fn urls(name: &str) -> String {
    let name = format!("parts_{name}.bnf");
    file(&name, URLS);
    format!("--grammar {name} --rule url")
}

fn searched(name: &str, options: &str, answer: &str, code: i32) -> Assert {
    run_and_search(&format!("{} {options}", urls(name)), &parser(answer), code)
}

#[test]
fn a_host_that_keeps_its_port_is_shown() {
    let run = searched("keeps", "", WITH_PORT, 1);
    let shown = stdout(&run);
    let (_, parts) = shown
        .split_once("\n\nhost read")
        .expect("a cause of the part");
    let (parts, _) = parts
        .split_once("  by hand: printf '%s\\n' 'u:a:0' | sh -c ")
        .expect(parts);
    assert!(
        parts.contains(
            " texts [part/host/goes-on-over/%3a]
error: the parser's host goes on over `:`, the grammar's ends there
  text: \"u:a:0\"
  reads: the grammar: 2..3 \"a\"
  reads: the parser: 2..5 \"a:0\"
"
        ),
        "{parts}"
    );
    assert!(
        parts.ends_with("  grammar: url = \"u:\" host [ \":\" port ]\n"),
        "{parts}"
    );
    assert!(
        shown.ends_with("and reads another text otherwise, has more than 9 states\n"),
        "{shown}"
    );
}

#[test]
fn a_parser_that_reads_every_part_alike_passes() {
    let run = searched("right", "", RIGHT, 0);
    let shown = stdout(&run);
    let last = shown.lines().last().expect("a line");
    assert!(last.starts_with("host: no difference in "), "{shown}");
    assert!(
        last.ends_with("and reads another text otherwise, has more than 9 states"),
        "{shown}"
    );
}

#[test]
fn json_and_pages_have_the_parts() {
    let json = record(&searched("json", "--report json", WITH_PORT, 1));
    let part = &json["parts"][0];
    assert_eq!(part["part"], "host");
    assert_eq!(part["causes"][0]["id"], "part/host/goes-on-over/%3a");
    let witness = json!({
        "input": "u:a:0", "first": {"start": 2, "end": 3}, "second": {"start": 2, "end": 5}, "occurrences": 1
    });
    assert_eq!(part["causes"][0]["witness"], witness);
    let page = stdout(&searched("page", "--report html", WITH_PORT, 1));
    assert!(page.contains("<h2>Parts</h2>"), "{page}");
    let junit = stdout(&searched("junit", "--report junit", WITH_PORT, 1));
    assert!(
        junit.contains("name=\"part/host/goes-on-over/%3a\""),
        "{junit}"
    );
}

#[test]
fn a_part_can_be_a_text_or_json_or_absent() {
    let text =
        "\"host=\\\"\" toupper(substr($0, 3, match(substr($0, 3) \":\", \":\") - 1)) \"\\\"\"";
    searched("texts", "--changes host=lowercase", text, 0);
    let found = stdout(&searched("changed", "", text, 1));
    assert!(
        found.contains("error: the parser changes the host, which is equal up to `lowercase`"),
        "{found}"
    );
    let absent = stdout(&searched("absent", "", "\"host=\"", 1));
    assert!(
        absent.contains("error: the parser has no host where the grammar has one"),
        "{absent}"
    );
    let object = "LC_ALL=C awk '/^u:[ab]+(:[01]+)?$/ { print \"{\\\"verdict\\\":\\\"accept\\\",\\\"parts\\\":{\\\"host\\\":[2,3]}}\"; next }
        { print \"{\\\"verdict\\\":\\\"reject\\\"}\" }'";
    let object = stdout(&run_and_search(&urls("object"), object, 1));
    assert!(object.contains("the parser's host ends at"), "{object}");
}

/// Returns the errors of a run whose parser answers every text with this line.
fn errors_of(name: &str, line: &str) -> String {
    let script = format!("sed 's|.*|{line}|'");
    stderr(&run(&urls(name), &script, 2))
}

#[test]
fn a_wrong_part_says_what_a_part_is() {
    let forms = "a part is `host=7..18` in octets of the text, `host=\"a.b\"` with the escapes of JSON, or `host=` for a text without it";
    for (name, line, expected) in [
        ("dots", "accept host=7..", format!("`host=7..` is no part: {forms}")),
        ("order", "accept host=7..2", format!("`host=7..2` is no part: {forms}")),
        ("name", "accept =7..9", format!("`=7..9` is no part: {forms}")),
        ("quote", "accept host=\"a", format!("`host=\"a` is no part: {forms}")),
        ("twice", "accept host= host=", "the answer has the part `host` twice".to_owned()),
        ("beyond", "accept host=0..99", "a part ends beyond its text; offsets are octets, not characters".to_owned()),
        ("none", "yes", "an answer is `accept`, `reject` or `reject OFFSET`".to_owned()),
        (
            "braces",
            "{}",
            "an answer in JSON is such as {\"verdict\":\"accept\",\"parts\":{\"host\":[7,18],\"user\":null,\"path\":\"/x\"}} or \
             {\"verdict\":\"reject\",\"offset\":3}"
                .to_owned(),
        ),
    ] {
        let errors = errors_of(&format!("wrong_{name}"), line);
        assert!(errors.ends_with(&format!("  help: {expected}\n")), "{errors}");
    }
}

#[test]
fn a_part_of_no_production_is_not_compared() {
    let shown = stdout(&searched("unknown", "", "\"path=0..1\"", 0));
    assert!(
        shown.ends_with("\npath: not compared: no text of `url` has a part `path`\n"),
        "{shown}"
    );
}

#[test]
fn a_long_answer_is_read_whole() {
    let long = "\"path=\\\"\" sprintf(\"%5000s\", \"\") \"\\\"\"";
    searched("long", "", long, 0);
}

#[test]
fn changes_that_there_are_not_are_named() {
    let mut command = with_script("--rule port --changes host=small", "cat");
    let errors = stderr(&command.assert().code(2));
    assert!(
        errors
            .contains("there is no change `small`; there are `lowercase`, `decoded` and `address`"),
        "{errors}"
    );
    let mut command = with_script("--rule port --changes host", "cat");
    let errors = stderr(&command.assert().code(2));
    assert!(
        errors.contains("write PART=CHANGE, such as host=lowercase"),
        "{errors}"
    );
}

#[test]
fn a_baseline_accepts_a_cause_of_a_part() {
    let baseline = file("parts_baseline.toml", "");
    std::fs::remove_file(&baseline).expect("it was written");
    let accept = "--baseline parts_baseline.toml --accept known";
    searched("baseline", accept, WITH_PORT, 0);
    let written = std::fs::read_to_string(&baseline).expect("UTF-8");
    assert!(
        written.contains("id = \"part/host/goes-on-over/%3a\""),
        "{written}"
    );
    let shown = stdout(&searched(
        "baseline",
        "--baseline parts_baseline.toml",
        WITH_PORT,
        0,
    ));
    assert!(
        shown.contains("accepted: the parser's host goes on over `:`"),
        "{shown}"
    );
    assert!(!shown.contains("no longer found"), "{shown}");
}

/// Returns a comparison of two parsers that accept every text.
fn against(name: &str, first: &str, second: &str, options: &str, code: i32) -> [String; 2] {
    let second = file(&format!("parts_{name}.sh"), second);
    let line = format!("{} {options} --against", urls(name));
    let mut command = crate::command::typed(&format!("conformance run {line}"));
    command.arg(format!("sh {}", second.display()));
    command.args(["--", "sh", "-c", first]);
    outputs(&command.assert().code(code))
}

#[test]
fn two_parsers_disagree_about_a_text_that_the_grammar_lacks() {
    // The first ends the host at a backslash, the second at a colon.
    let host = |end: &str| {
        format!(
            "LC_ALL=C awk '/^u:/ {{ n = match(substr($0, 3) \"{end}\", /[{end}]/); print \"accept host=2..\" 2 + n - 1; fflush(); next }} \
             {{ print \"reject\"; fflush() }}'"
        )
    };
    let [shown, errors] = against("pair", &host(":\\\\"), &host(":"), "", 1);
    assert_eq!(errors, "");
    assert!(
        shown.contains("error: the second sh's host goes on over `\\`, the first sh's ends there"),
        "{shown}"
    );
    assert!(shown.contains("  text: \"u:\\\\\"\n"), "{shown}");
    let decided = "; all 7381 texts of at most 4 octets after \"u:\" were asked about, made of `#` `%` `/` `:` `?` `@` `\\` \
                   `a` `c`: the shortest that is read differently has 1 octet\n";
    assert!(shown.contains(decided), "{shown}");
}

#[test]
fn two_parsers_that_read_alike_have_no_difference() {
    let [shown, errors] = against("alike", &parser(RIGHT), &parser(RIGHT), "", 0);
    assert_eq!(errors, "");
    assert!(shown.contains("\nhost: no difference in "), "{shown}");
    assert!(shown.ends_with(": none is read differently\n"), "{shown}");
}

#[test]
fn parts_that_only_a_corpus_shows_are_compared() {
    file("parts_shown.txt", "u:ab:0\n");
    let only = |answer: &str| {
        format!(
            "LC_ALL=C awk '/^u:ab/ {{ print \"accept \" {answer}; fflush(); next }} {{ print \"reject\"; fflush() }}'"
        )
    };
    let options = "--quick --corpus parts_shown.txt";
    let [shown, _] = against(
        "shown",
        &only(WITH_PORT),
        &only("\"host=2..3\""),
        options,
        1,
    );
    assert!(shown.contains("error: the second sh's host "), "{shown}");
}

#[test]
fn a_corpus_without_a_search_is_a_table() {
    file("parts_corpus.txt", "u:ab:0\nu:\nu:a\n");
    let options = format!("{} --corpus parts_corpus.txt", urls("corpus"));
    let shown = stdout(&run(&options, &parser(WITH_PORT), 0));
    let table = "text      grammar  sh
\"u:ab:0\"  valid    accept host=2..6
\"u:\"      invalid  reject
\"u:a\"     valid    accept host=2..3
";
    assert!(shown.starts_with(table), "{shown}");
    let json = record(&run(
        &format!("{options} --report json"),
        &parser(WITH_PORT),
        0,
    ));
    let line = json!({"input": "u:ab:0", "ok": true, "answers": ["accept host=2..6"]});
    assert_eq!(json["corpus"][0], line);
}

#[test]
fn a_corpus_that_is_not_answered_fails() {
    file("parts_broken.txt", "u:a\nu:ab:0ab\nu:b\n");
    let options = format!("{} --corpus parts_broken.txt", urls("broken"));
    // It breaks on a text that the suite does not have.
    let breaks = parser(WITH_PORT).replace("awk '", "awk '/0ab/ { exit 3 } ");
    let [shown, errors] = outputs(&run(&options, &breaks, 2));
    assert!(
        shown.contains("\"u:b\"       valid    cannot be asked\n"),
        "{shown}"
    );
    assert!(errors.contains("sh ended with exit status 3"), "{errors}");
}

#[test]
fn a_line_by_hand_has_the_text_as_a_literal() {
    let options = "--by-hand 'python=print({text})'";
    let shown = stdout(&searched("by_hand", options, WITH_PORT, 1));
    assert!(
        shown.contains("  by hand in Python: print('u:a:0')\n"),
        "{shown}"
    );
    assert!(!shown.contains("printf"), "{shown}");
    let mut command = with_script("--rule port --by-hand 'ruby=p({text})'", "cat");
    let errors = stderr(&command.assert().code(2));
    assert!(
        errors.contains("write LANGUAGE=LINE; LANGUAGE is python, javascript or shell"),
        "{errors}"
    );
}

#[test]
fn a_part_that_is_read_in_two_ways_is_flaky() {
    // Each time that it is asked about one text, it has the right host and a wrong port, or the other way round.
    let toggles =
        "system(\"mkdir parts_flaky_on 2>/dev/null || { rmdir parts_flaky_on; false; }\") == 0";
    let answer = format!(
        "($0 == \"u:a:0\" ? ({toggles} ? \"host=2..3 port=4..4\" : \"host=2..2 port=4..5\") : {RIGHT})"
    );
    let run = searched("flaky", "--report json", &answer, 2);
    let port = &record(&run)["parts"][1];
    assert_eq!(port["causes"], json!([]));
    assert_eq!(port["flaky"], json!(["u:a:0"]));
    let conclusion = port["conclusion"].as_str().expect("a sentence");
    let end = "; the port of \"u:a:0\" was another one when asked again, and is in no cause";
    assert!(conclusion.ends_with(end), "{conclusion}");
}

#[test]
fn parts_by_chance_have_no_causes() {
    let by_chance = format!("(++n % 3 ? {RIGHT} : \"host=0..1\")");
    let shown = stdout(&searched("chance", "", &by_chance, 2));
    assert!(!shown.contains("[part/host/"), "{shown}");
    assert!(
        shown.contains(
            "the search shows nothing, because there are too many texts with two answers, such as "
        ),
        "{shown}"
    );
}

#[test]
fn a_cause_of_a_part_that_is_gone_is_named() {
    let baseline = file("parts_gone.toml", "");
    std::fs::remove_file(&baseline).expect("it was written");
    searched(
        "gone",
        "--baseline parts_gone.toml --accept known",
        WITH_PORT,
        0,
    );
    let gone = "no longer found: part/host/goes-on-over/%3a (known); remove it from the baseline\n";
    let shown = stdout(&searched("gone", "--baseline parts_gone.toml", RIGHT, 0));
    assert!(shown.contains(gone), "{shown}");
    let shown = stdout(&searched(
        "gone",
        "--baseline parts_gone.toml --strict",
        RIGHT,
        1,
    ));
    assert!(shown.contains(gone), "{shown}");
    let silent = stdout(&searched(
        "gone",
        "--baseline parts_gone.toml --strict",
        "\"\"",
        1,
    ));
    assert!(silent.contains(gone), "{silent}");
}

#[test]
fn github_sarif_and_markdown_have_the_parts() {
    let id = "part/host/goes-on-over/%3a";
    let sentence = "the parser's host goes on over `:`, the grammar's ends there";
    let github = stdout(&searched("github", "--report github", WITH_PORT, 1));
    let mut lines = github.lines();
    let line = lines.find(|line| line.contains("goes-on-over"));
    let line = line.unwrap_or_else(|| panic!("{github}"));
    let place =
        "::error file=parts_github.bnf,line=2,endLine=2,title=sh%3A part/host/goes-on-over/%253a::";
    assert!(line.starts_with(place), "{line}");
    let facts = "; the grammar: 2..3 \"a\"; the parser: 2..5 \"a:0\"";
    assert!(line.contains(sentence) && line.ends_with(facts), "{line}");

    let sarif = record(&searched("sarif", "--report sarif", WITH_PORT, 1));
    let results = &sarif["runs"][0]["results"];
    let results = results.as_array().expect("there are results");
    let result = results.iter().find(|result| result["ruleId"] == id);
    let result = result.unwrap_or_else(|| panic!("{sarif:#}"));
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 2, "{result:#}");

    let markdown = stdout(&searched("markdown", "--report markdown", WITH_PORT, 1));
    assert!(markdown.starts_with("# sh and url\n\n"), "{markdown}");
    let row = format!(" | {sentence} | `\"u:a:0\"` | `{id}` | new |\n");
    assert!(markdown.contains(&row), "{markdown}");
}

#[test]
fn a_corpus_is_a_table_in_pages_and_markdown() {
    file("parts_tables.txt", "u:ab:0\nu:`|\n");
    let options = format!("{} --corpus parts_tables.txt --report", urls("tables"));
    let markdown = stdout(&run(&format!("{options} markdown"), &parser(WITH_PORT), 0));
    let table = "| text | grammar | sh |\n|---|---|---|\n| `\"u:ab:0\"` | valid | accept host=2..6 |\n\
                 | `` \"u:`\\|\" `` | invalid | reject |\n";
    assert!(
        markdown.contains(&table.replace("|---|---|---|", "| --- | --- | --- |")),
        "{markdown}"
    );
    let page = stdout(&run(&format!("{options} html"), &parser(WITH_PORT), 0));
    assert!(page.contains("<h2>Corpus</h2>"), "{page}");
    assert!(page.contains("accept host=2..6"), "{page}");
}
