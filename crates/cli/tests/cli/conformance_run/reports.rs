//! `conformance run --report`: pages, SARIF, and several reports from one run.

use super::{EMPTY, record, run, run_and_search};
use crate::command::{file, outputs, stdout};
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn document(text: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).expect("it is XML")
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

/// Returns whether the value has these properties and no others.
fn has_only(value: &Value, names: &[&str]) -> bool {
    let object = value.as_object().expect("it is an object");
    object.len() == names.len() && names.iter().all(|name| object.contains_key(*name))
}

/// Returns the one run of a log, with what is the same in every log checked.
fn only_run(log: &Value) -> &Value {
    assert!(has_only(log, &["$schema", "version", "runs"]), "{log}");
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(
        log["$schema"],
        "https://json.schemastore.org/sarif-2.1.0.json"
    );
    let runs = log["runs"].as_array().expect("there are runs");
    let [run] = runs.as_slice() else {
        panic!("{log}");
    };
    assert!(has_only(run, &["tool", "invocations", "results"]), "{run}");
    let driver = &run["tool"]["driver"];
    let properties = ["name", "version", "informationUri", "rules"];
    assert!(has_only(driver, &properties), "{driver}");
    assert_eq!(driver["name"], "rfc1738");
    assert_eq!(driver["version"], env!("CARGO_PKG_VERSION"));
    let rules = driver["rules"].as_array().expect("there are rules");
    let results = run["results"].as_array().expect("there are results");
    for (index, result) in results.iter().enumerate() {
        assert_eq!(result["ruleIndex"], index);
        assert_eq!(result["ruleId"], rules[index]["id"]);
        assert_eq!(
            result["partialFingerprints"],
            json!({ "causeId/v1": result["ruleId"] })
        );
        assert!(result["message"]["text"].is_string(), "{result}");
        assert!(rules[index]["shortDescription"]["text"].is_string());
        assert!(
            ["error", "note"]
                .iter()
                .any(|level| result["level"] == *level)
        );
    }
    assert_eq!(rules.len(), results.len());
    run
}

#[cfg(unix)]
#[test]
fn an_absolute_path_is_a_url_of_a_file() {
    let path = file("absolute.bnf", "sign = \"+\"\n");
    let path = path.to_str().expect("UTF-8");
    let line = format!("--grammar '{path}' --report sarif");
    let script = "LC_ALL=C sed -u 's/.*/accept/'";
    let log = record(&run_and_search(&line, script, 1));
    let place = &only_run(&log)["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], format!("file://{path}"));
}

/// Returns the contents of a file in the folder that the command runs in.
fn contents(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::read_to_string(path).expect("the file can be read")
}

#[test]
fn a_report_in_a_file_equals_the_one_shown() {
    for format in ["human", "json", "html"] {
        let name = format!("same.{format}");
        let line = format!("--rule port --report {format} --report {format}={name}");
        let shown = stdout(&run(&line, EMPTY, 1));
        assert_eq!(contents(&name), shown);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_report_does_not_prevent_the_others() {
    let [shown, error] = outputs(&run(
        "--rule port --report json=/dev/full --report human=not-full.txt",
        EMPTY,
        2,
    ));
    assert_eq!(contents("not-full.txt"), shown);
    assert_eq!(
        error,
        "error: /dev/full cannot be written: No space left on device (os error 28)\n"
    );
}
