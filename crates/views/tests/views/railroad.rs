use rfc1738_views::palette::Palette;
use rfc1738_views::railroad::Diagrams;
use rfc1738_views::railroad::page::page;
use rfc1738_views::railroad::picture::picture;
use rfc1738_views::railroad::text::draw;
use roxmltree::{Document, ParsingOptions};

use crate::{grammar, lines, own_grammar};

#[test]
fn a_diagram_folds_to_its_width() {
    let grammar = grammar("a = *( \"one\" / [ \"two\" ] \"three\" ) \"four\" \"five\" \"six\"\n");
    let production = grammar
        .grammar
        .production("a")
        .expect("the production exists");
    let widest = |width| {
        let lines = draw(production, width);
        lines.iter().map(|line| line.chars().count()).max()
    };
    assert!(widest(200) > Some(45));
    assert!(widest(40) <= Some(40));
}

#[test]
fn the_page_is_xml_and_every_link_has_its_target() {
    let grammar = own_grammar();
    let diagrams = Diagrams::new(&grammar, None);
    let text = page(&diagrams);
    let document = parsed(&text);
    let ids: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    assert_eq!(ids.len(), grammar.grammar.productions.len());
    let links = document.descendants().flat_map(|node| {
        node.attributes()
            .filter(|attribute| attribute.name() == "href")
            .map(|attribute| attribute.value())
            .collect::<Vec<_>>()
    });
    for link in links {
        let target = link.strip_prefix('#').expect("it stays on the page");
        assert!(ids.contains(&target), "{link}");
    }
}

#[test]
fn the_picture_of_one_production_bears_its_name() {
    let grammar = own_grammar();
    let diagrams = Diagrams::new(&grammar, Some("port"));
    let text = picture(&diagrams);
    let document = parsed(&text);
    let title = document
        .descendants()
        .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
    let title = title.and_then(|title| title.text());
    assert_eq!(title, Some("The grammar of RFC 1738: port"));
    let shown = lines(|out| diagrams.write_text(out, Palette::PLAIN));
    assert_eq!(shown, "port\n├─ digits ─┤\n");
}

#[test]
fn a_hostile_grammar_cannot_break_the_page() {
    let grammar = grammar("; <script>&\na = \"</pre><b>\" / \"]]>\"\n");
    let text = page(&Diagrams::new(&grammar, None));
    assert!(
        !text.contains("<script>") && !text.contains("<b>\""),
        "{text}"
    );
    parsed(&text);
}

#[test]
fn a_diagram_escapes_what_does_not_print() {
    let grammar = grammar("a = %x1-8 / %x202E / %x1B\nb = %x1 / %x2 / %x3 / %x9B-9C\n");
    let diagrams = Diagrams::new(&grammar, None);
    let shown = lines(|out| diagrams.write_text(out, Palette::PLAIN));
    assert!(shown.contains(r" \u{1}…\u{8} "), "{shown}");
    let (page, picture) = (page(&diagrams), picture(&diagrams));
    parsed(&page);
    parsed(&picture);
    for text in [shown, page, picture] {
        let hostile = |one: char| (one.is_control() && one != '\n') || one == '\u{202e}';
        assert_eq!(text.find(hostile), None, "{text}");
    }
}

/// Parses a page or a picture, which is XML.
fn parsed(text: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).expect("it is XML")
}
