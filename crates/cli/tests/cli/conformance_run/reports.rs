//! `conformance run --report junit` and `--report html`.

use roxmltree::{Document, Node, ParsingOptions};

use super::{EMPTY, PORT, later, run, run_and_search};
use crate::command::{file, stdout};

fn document(text: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).expect("it is XML")
}

/// Returns the test cases of a report of `JUnit`: the name, the kind, the message and the text.
fn cases(document: &Document<'_>) -> Vec<[String; 4]> {
    let cases = document.descendants();
    let cases = cases.filter(|node| node.has_tag_name("testcase"));
    let cases = cases.map(|case| {
        let name = case.attribute("name").unwrap_or_default();
        let kinds = ["failure", "error", "skipped"];
        let is_result = |node: &Node<'_, '_>| kinds.contains(&node.tag_name().name());
        let result = case.children().find(is_result);
        let [kind, message, text] = match result {
            Some(node) => [
                node.tag_name().name(),
                node.attribute("message").unwrap_or_default(),
                node.text().unwrap_or_default(),
            ],
            None => ["passed", "", ""],
        };
        [name, kind, message, text].map(str::to_owned)
    });
    cases.collect()
}

/// Returns the names and the kinds of the test cases.
fn kinds(cases: &[[String; 4]]) -> Vec<[&str; 2]> {
    let kinds = cases.iter().map(|[name, kind, ..]| [name, kind]);
    kinds.map(|both| both.map(String::as_str)).collect()
}

const JUNIT: &str = "--rule port --report junit";

#[test]
fn a_correct_parser_passes_the_suite_and_the_search() {
    let report = stdout(&run_and_search(JUNIT, PORT, 0));
    let document = document(&report);
    assert_eq!(
        kinds(&cases(&document)),
        [["texts", "passed"], ["search for causes", "passed"]]
    );
    let suite = document
        .descendants()
        .find(|node| node.has_tag_name("testsuite"));
    let suite = suite.expect("there is a suite");
    assert_eq!(suite.attribute("name"), Some("port"));
    assert_eq!(suite.attribute("tests"), Some("2"));
}

#[test]
fn without_a_search_wrong_verdicts_fail_the_test_case() {
    let report = stdout(&run(JUNIT, EMPTY, 1));
    let document = document(&report);
    let [[name, kind, message, _]] = &cases(&document)[..] else {
        panic!("{report}");
    };
    assert_eq!((name.as_str(), kind.as_str()), ("texts", "failure"));
    assert!(message.contains("1 wrongly accepted"), "{message}");
}

#[test]
fn a_breakdown_is_an_error_without_control_characters() {
    let report = stdout(&run(JUNIT, "printf '\\033]0;x\\007\\n'", 2));
    let document = document(&report);
    let [[name, kind, message, _]] = &cases(&document)[..] else {
        panic!("{report}");
    };
    assert_eq!((name.as_str(), kind.as_str()), ("texts", "error"));
    assert!(
        message.starts_with("sh answered text 1 of 742 with \"\\u{1b}]0;x\\u{7}\""),
        "{message}"
    );
}

#[test]
fn each_cause_is_a_test_case() {
    file(
        "known-port.toml",
        "[[cause]]\nid = \"gone\"\nreason = \"it was there\"\n",
    );
    let line = format!("{JUNIT} --baseline known-port.toml");
    let report = stdout(&run_and_search(&line, EMPTY, 1));
    let of_new = cases(&document(&report));
    assert_eq!(
        kinds(&of_new),
        [
            ["texts", "passed"],
            ["port/accepts-empty", "failure"],
            ["gone", "passed"],
            ["search for causes", "passed"],
        ]
    );
    let [_, _, message, text] = &of_new[1];
    assert_eq!(message, "digits: accepts the empty text");
    assert!(
        text.starts_with("wrongly accepted: 1 text [port/accepts-empty]\n"),
        "{text}"
    );
    let accepting = format!("{line} --accept 'RFC 3986\u{7}'");
    let report = stdout(&run_and_search(&accepting, EMPTY, 0));
    let of_known = cases(&document(&report));
    assert_eq!(of_known[1][1..3], ["skipped", "RFC 3986\\u{7}"]);
}

#[test]
fn each_group_without_a_cause_is_a_test_case() {
    file("group-port.toml", "");
    let line = format!("{JUNIT} --baseline group-port.toml --questions 1");
    let report = stdout(&run_and_search(&line, EMPTY, 1));
    let of_new = cases(&document(&report));
    assert_eq!(
        kinds(&of_new),
        [
            ["texts", "passed"],
            ["port/unexplained/accepts/end", "failure"],
            ["search for causes", "passed"],
        ]
    );
    assert_eq!(
        of_new[1][2],
        "port: accepts the empty text, without a known cause"
    );
    let accepting = format!("{line} --accept 'not asked'");
    let report = stdout(&run_and_search(&accepting, EMPTY, 0));
    let of_known = cases(&document(&report));
    assert_eq!(of_known[1][1..3], ["skipped", "not asked"]);
}

#[test]
fn a_search_that_stops_is_an_error() {
    let script = format!("{}; {EMPTY}", later("junit.started", "exit 3"));
    let report = stdout(&run_and_search(JUNIT, &script, 2));
    let all = cases(&document(&report));
    let [name, kind, message, _] = all.last().expect("there are some");
    assert_eq!(
        (name.as_str(), kind.as_str()),
        ("search for causes", "error")
    );
    assert!(message.contains("sh ended with exit status 3"), "{message}");
}

#[test]
fn the_page_shows_causes_and_diagrams_for_any_grammar() {
    file(
        "signs.bnf",
        "signed = [ sign ] 1*digit\nsign = \"+\" | \"-\"\ndigit = \"0\" | \"1\"\n",
    );
    let script = "LC_ALL=C sed -u -E -e 's/^[-+<]?[01]+$/accept/' -e t -e 's/.*/reject/'";
    let page = stdout(&run_and_search(
        "--grammar signs.bnf --report html",
        script,
        1,
    ));
    let document = document(&page);
    let texts: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.text())
        .collect();
    assert!(texts.contains(&"sh and signed"), "{page}");
    let headings = document
        .descendants()
        .filter(|node| node.has_tag_name("h3"));
    let headings: Vec<&str> = headings.filter_map(|node| node.text()).collect();
    assert!(headings.contains(&"sign: accepts `<`"), "{headings:?}");
    let articles = document
        .descendants()
        .filter(|node| node.has_tag_name("article"));
    let mut ids = articles.filter_map(|node| node.attribute("id"));
    assert!(ids.any(|id| id == "sign"), "{page}");
    assert!(page.contains("aria-label=\"Railroad diagram of sign\""));
    assert!(!page.contains("<script"));
}

#[test]
fn the_page_of_a_run_without_a_search_shows_disagreements() {
    let page = stdout(&run("--rule port --report html", EMPTY, 1));
    let document = document(&page);
    let blocks = document
        .descendants()
        .filter(|node| node.has_tag_name("pre"));
    let blocks: Vec<&str> = blocks.filter_map(|node| node.text()).collect();
    assert!(
        blocks
            .iter()
            .any(|block| block.starts_with("error: not a valid port")),
        "{page}"
    );
    let broken = stdout(&run("--rule port --report html", "exit 3", 2));
    assert!(
        broken.contains("<p class=\"failure\">sh ended with exit status 3 before"),
        "{broken}"
    );
}

#[test]
fn the_page_links_causes_and_productions_both_ways() {
    file(
        "page.bnf",
        "signed = [ sign ] 1*digit\nsign = \"+\" | \"-\"\ndigit = \"0\" | \"%\"\n",
    );
    file(
        "page.toml",
        "[[cause]]\nid = \"sign\"\nreason = \"as in C\"\n",
    );
    let script = "LC_ALL=C sed -u -E -e 's/^[-+<]?0+$/accept/' -e t -e 's/.*/reject/'";
    let page = stdout(&run_and_search(
        "--grammar page.bnf --report html --baseline page.toml",
        script,
        1,
    ));
    let document = document(&page);
    let of = |name: &'static str| {
        let nodes = document.descendants();
        nodes.filter(move |node| node.has_tag_name(name))
    };
    let text = |node: Node<'_, '_>| -> String {
        let texts = node.descendants().filter(Node::is_text);
        texts.filter_map(|node| node.text()).collect()
    };
    let values: Vec<String> = of("dd").take(5).map(text).collect();
    assert!(
        values[0].starts_with("sh -c 'LC_ALL=C sed -u -E -e '\\''s/^[-+<]?0+$/accept/'"),
        "{values:?}"
    );
    assert_eq!(values[1..3], ["signed", "page.bnf"]);
    assert!(
        values[3].contains(" of a suite without extra states, and "),
        "{values:?}"
    );
    assert_eq!(values[4], concat!("rfc1738 ", env!("CARGO_PKG_VERSION")));
    let table = of("table").next().expect("there is a table");
    let rows = table.children().filter(|node| node.has_tag_name("tr"));
    let rows: Vec<Vec<String>> = rows
        .skip(1)
        .map(|row| row.children().map(text).skip(1).collect())
        .collect();
    assert_eq!(
        rows,
        [
            ["digit: rejects `%`", "signed/rejects/%25", "new"],
            ["sign: accepts `<`", "sign/accepts/%3c", "accepted"],
        ]
    );
    let ids: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    let targets: Vec<&str> = of("a")
        .filter_map(|link| link.attribute("href")?.strip_prefix('#'))
        .collect();
    for id in ["digit", "sign", "digit", "sign"] {
        assert!(ids.contains(&id) && targets.contains(&id), "{id}: {page}");
    }
    let production = of("article").find(|node| node.attribute("id") == Some("digit"));
    let production = text(production.expect("there is one"));
    assert!(production.contains("Causes: "), "{production}");
}
