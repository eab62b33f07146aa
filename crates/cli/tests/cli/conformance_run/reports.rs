//! `conformance run --report junit` and `--report html`.

use roxmltree::{Document, Node, ParsingOptions};

use super::{EMPTY, run, run_and_search};
use crate::command::{file, stdout};

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
