//! Railroad diagrams as a page for browsers.

use std::collections::{BTreeSet, HashSet};

use rfcbnf::rfc1738::{BNF, READINGS, load};
use roxmltree::{Document, Node, ParsingOptions};

use super::drawn;
use crate::command::file;

/// Parses XML that has a document type.
pub(super) fn parsed(text: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).expect("well-formed XML")
}

/// Returns the targets of the links at or below a node, in order.
pub(super) fn links<'a>(node: Node<'a, '_>) -> Vec<&'a str> {
    let attributes = node.descendants().flat_map(|node| node.attributes());
    let links = attributes.filter(|attribute| attribute.name() == "href");
    links.map(|link| link.value()).collect()
}

/// Asserts that each link leads to an element with a unique id.
pub(super) fn assert_links_lead_somewhere(document: &Document<'_>) {
    let mut ids = HashSet::new();
    for id in document
        .descendants()
        .filter_map(|node| node.attribute("id"))
    {
        assert!(ids.insert(id), "two elements have the id {id}");
    }
    let links = links(document.root());
    assert!(!links.is_empty());
    for link in links {
        let target = link.strip_prefix('#').expect("a link within the page");
        assert!(ids.contains(target), "{link} leads nowhere");
    }
}

fn with_class<'a, 'i>(node: Node<'a, 'i>, class: &str) -> Vec<Node<'a, 'i>> {
    let nodes = node.descendants();
    nodes
        .filter(|node| node.attribute("class") == Some(class))
        .collect()
}

fn text_of(node: Node<'_, '_>) -> String {
    let texts = node.descendants().filter(Node::is_text);
    let text: String = texts.filter_map(|node| node.text()).collect();
    text.trim().to_owned()
}

/// Returns the element that contains a production.
fn article<'a, 'i>(document: &'a Document<'i>, name: &str) -> Node<'a, 'i> {
    let mut nodes = document.descendants();
    let article = nodes.find(|node| {
        node.has_tag_name(("http://www.w3.org/1999/xhtml", "article"))
            && node.attribute("id") == Some(name)
    });
    article.expect("the production is on the page")
}

#[test]
fn every_production_has_a_diagram_with_links_for_names() {
    let page = drawn("");
    let document = parsed(&page);
    assert_links_lead_somewhere(&document);
    let (grammar, _) = load(BNF, READINGS).expect("the grammar");
    for production in &grammar.productions {
        let article = article(&document, &production.name);
        let diagrams = with_class(article, "railroad");
        let [diagram] = diagrams.as_slice() else {
            panic!("{} has one diagram", production.name);
        };
        let links = links(*diagram).into_iter().map(str::to_owned);
        let used = production.body.references().into_iter();
        assert_eq!(
            links.collect::<BTreeSet<_>>(),
            used.map(|name| format!("#{name}")).collect::<BTreeSet<_>>(),
            "{}",
            production.name
        );
        let width: usize = diagram
            .attribute("width")
            .expect("a width")
            .parse()
            .expect("a number");
        assert!(width <= 860, "{} is {width} wide", production.name);
    }
}

#[test]
fn the_index_links_every_production_in_alphabetical_order() {
    let page = drawn("");
    let document = parsed(&page);
    let index = document
        .descendants()
        .find(|node| node.tag_name().name() == "nav");
    let links = links(index.expect("an index"));
    assert_eq!(links.len(), 67);
    let lower: Vec<String> = links.iter().map(|link| link.to_ascii_lowercase()).collect();
    assert!(lower.is_sorted(), "{links:?}");
}

#[test]
fn a_production_has_its_text_comments_readings_and_users() {
    let page = drawn("");
    let document = parsed(&page);
    let otherurl = article(&document, "otherurl");
    let paragraphs = |class| {
        with_class(otherurl, class)
            .into_iter()
            .map(text_of)
            .collect::<Vec<_>>()
    };
    let text = otherurl
        .descendants()
        .find(|node| node.tag_name().name() == "pre")
        .map(text_of);
    assert_eq!(text.as_deref(), Some("otherurl       = genericurl"));
    assert_eq!(
        paragraphs("comment"),
        ["new schemes follow the general syntax"]
    );
    assert_eq!(
        paragraphs("reading"),
        ["new-schemes (section 5): Derives no URL whose scheme is one of the predefined ones."]
    );
    assert_eq!(paragraphs("users"), ["used by url"]);
}

#[test]
fn headings_of_the_grammar_open_sections() {
    let page = drawn("");
    let document = parsed(&page);
    let (grammar, _) = load(BNF, READINGS).expect("the grammar");
    let mut sections = Vec::new();
    for section in document
        .descendants()
        .filter(|node| node.tag_name().name() == "section")
    {
        let heading = section
            .descendants()
            .find(|node| node.tag_name().name() == "h2")
            .map(text_of);
        let names = section
            .descendants()
            .filter(|node| node.tag_name().name() == "article");
        let names = names
            .filter_map(|node| node.attribute("id"))
            .collect::<Vec<_>>();
        sections.push((heading.expect("a heading"), names));
    }
    let expected = grammar.headings.iter().enumerate().map(|(index, heading)| {
        let productions = grammar.productions.iter();
        let under = productions.filter(|production| production.heading == Some(index));
        (
            heading.text.clone(),
            under
                .map(|production| &*production.name)
                .collect::<Vec<_>>(),
        )
    });
    assert_eq!(sections, expected.collect::<Vec<_>>());
}

#[test]
fn literals_are_quoted_and_their_spaces_are_visible() {
    file(
        "blanks.bnf",
        "a = \"x  y\" <\"> ( \" \" | \"-\" | \".\" | \"&\" | \"<\" )\n",
    );
    let page = drawn("blanks.bnf");
    let document = parsed(&page);
    let literals = with_class(document.root(), "terminal");
    let literals: Vec<String> = literals.into_iter().map(text_of).collect();
    let expected = ["\"x␣␣y\"", "<\">", "\"␣\" | \"-\" | \".\" | \"&\" | \"<\""];
    assert_eq!(literals, expected);
}

#[test]
fn a_large_alternation_of_characters_is_one_box() {
    let page = drawn("");
    let document = parsed(&page);
    let boxes = with_class(article(&document, "lowalpha"), "terminal");
    assert_eq!(
        boxes.into_iter().map(text_of).collect::<Vec<_>>(),
        ["\"a\"–\"z\""]
    );
    file("counted.bnf", "a = 2*3\"x\" 4\"y\" *5\"z\" 6*\"w\"\n");
    let page = drawn("counted.bnf");
    let document = parsed(&page);
    let counts = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    let counts = counts
        .filter(|node| node.attribute("class") == Some("comment"))
        .map(text_of);
    assert_eq!(
        counts.collect::<BTreeSet<_>>(),
        [
            "2 to 3 in all",
            "4 in all",
            "6 or more in all",
            "at most 5 in all"
        ]
        .map(str::to_owned)
        .into()
    );
}

#[test]
fn a_diagram_that_is_too_long_is_folded() {
    let name = "long-name-of-a-production";
    let names = [name; 12].join(" ");
    file("fold.bnf", format!("a = {names}\n{name} = \"x\"\n"));
    let page = drawn("fold.bnf");
    let document = parsed(&page);
    let diagram = with_class(article(&document, "a"), "railroad")[0];
    assert_eq!(links(diagram).len(), 12);
    let width: usize = diagram
        .attribute("width")
        .expect("a width")
        .parse()
        .expect("a number");
    assert!(width <= 860, "{width}");
    assert!(!with_class(diagram, "stack").is_empty());
}

#[test]
fn comments_cannot_inject_markup_into_the_page() {
    let comment = "</pre><script>alert(1)</script> & ]]> --> \u{1b}[31m \u{202e} \u{0} é";
    file(
        "hostile.bnf",
        format!("; {comment}\n\n; {comment}\na = \"x\" ; {comment}\n    \"y\"\n"),
    );
    let page = drawn("hostile.bnf");
    let document = parsed(&page);
    let is_script = |node: &Node<'_, '_>| node.tag_name().name() == "script";
    assert!(!document.descendants().any(|node| is_script(&node)));
    let shown = "</pre><script>alert(1)</script> & ]]> --> \\u{1b}[31m \\u{202e} \\0 é";
    let heading = document
        .descendants()
        .find(|node| node.tag_name().name() == "h2")
        .map(text_of);
    assert_eq!(heading.as_deref(), Some(shown));
    let comments = with_class(document.root(), "comment");
    assert_eq!(
        comments.into_iter().map(text_of).collect::<Vec<_>>(),
        [shown]
    );
    let text = document
        .descendants()
        .find(|node| node.tag_name().name() == "pre")
        .map(text_of);
    assert_eq!(text, Some(format!("a = \"x\" ; {shown}\n    \"y\"")));
}

#[test]
fn line_ends_and_tabs_of_the_file_are_not_escaped() {
    file("windows.bnf", "a = \"x\"\r\n\t\"y\"\r\n");
    let page = drawn("windows.bnf");
    assert!(
        page.contains("<pre>a = &quot;x&quot;\n\t&quot;y&quot;</pre>"),
        "{page}"
    );
}

#[test]
fn a_page_of_one_production_links_only_to_itself() {
    let page = drawn("--rule hostport");
    let document = parsed(&page);
    assert_eq!(links(document.root()), ["#hostport"]);
    assert_eq!(with_class(document.root(), "nonterminal").len(), 2);
}

#[test]
fn the_page_is_reproducible_and_has_light_and_dark_colours() {
    let page = drawn("");
    assert_eq!(page, drawn(""));
    let (light, dark) = page
        .split_once("@media (prefers-color-scheme: dark) {")
        .expect("dark colours");
    assert!(light.contains("background: #ffffff"));
    assert!(dark.contains("background: #0d1117"));
}
