//! Railroad diagrams as one SVG picture.

use rfcbnf::rfc1738::{BNF, READINGS, load};
use roxmltree::Node;

use super::drawn;
use super::page::{assert_links_lead_somewhere, links, parsed};
use crate::command::file;

fn number(node: Node<'_, '_>, attribute: &str) -> usize {
    let value = node.attribute(attribute).expect("the attribute");
    value.parse().expect("a number")
}

#[test]
fn the_picture_contains_every_production_and_valid_links() {
    let picture = drawn("--to svg");
    let document = parsed(&picture);
    assert_links_lead_somewhere(&document);
    let (grammar, _) = load(BNF, READINGS).expect("the grammar");
    let ids = document
        .descendants()
        .filter_map(|node| node.attribute("id"));
    let names = grammar
        .productions
        .iter()
        .map(|production| &*production.name);
    assert_eq!(ids.collect::<Vec<_>>(), names.collect::<Vec<_>>());
    assert_eq!(picture, drawn("--to svg"));
}

#[test]
fn diagrams_are_drawn_below_each_other_within_the_picture() {
    for line in ["--to svg", "--to svg --rule gopherurl"] {
        let picture = drawn(line);
        let document = parsed(&picture);
        let whole = document.root_element();
        let mut bottom = 0;
        let diagrams = whole.descendants().skip(1);
        for diagram in diagrams.filter(|node| node.tag_name().name() == "svg") {
            let (x, y) = (number(diagram, "x"), number(diagram, "y"));
            assert!(y > bottom, "{y} {bottom}");
            bottom = y + number(diagram, "height");
            assert!(x + number(diagram, "width") <= number(whole, "width"));
        }
        assert!(bottom > 0);
        assert!(bottom <= number(whole, "height"));
    }
}

#[test]
fn one_production_is_a_picture_without_dangling_links() {
    let picture = drawn("--to svg --rule hostport");
    let document = parsed(&picture);
    assert_eq!(links(document.root()), Vec::<&str>::new());
    let title = document
        .descendants()
        .find(|node| node.tag_name().name() == "title");
    let title = title.and_then(|title| title.text());
    assert_eq!(title, Some("The grammar of RFC 1738: hostport"));
}

#[test]
fn long_headings_are_wrapped_and_hostile_ones_are_text() {
    let words = ["<b>&\u{1b}[0m"; 40].join(" ");
    file("headings.bnf", format!("; {words}\n\na = \"x\"\n"));
    let picture = drawn("--to svg headings.bnf");
    let document = parsed(&picture);
    let headings = document.descendants();
    let headings = headings.filter(|node| node.attribute("class") == Some("heading"));
    let lines: Vec<&str> = headings.filter_map(|node| node.text()).collect();
    assert!(lines.len() > 1);
    assert!(lines.iter().all(|line| line.chars().count() <= 90));
    assert_eq!(lines.join(" "), ["<b>&\\u{1b}[0m"; 40].join(" "));
}
