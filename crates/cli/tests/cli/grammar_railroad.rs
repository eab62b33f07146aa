//! `rfc1738 grammar railroad`: the structure of its pages, pictures and diagrams.

use crate::command::{exits, file, stdout};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::{BTreeSet, HashSet};

/// Returns the diagram on standard output.
fn drawn(line: &str) -> String {
    stdout(&exits(&format!("grammar railroad {line}"), 0).stderr(""))
}

/// Parses XML that has a document type.
fn parsed(text: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).expect("well-formed XML")
}

/// Returns the targets of the links at or below a node, in order.
fn links<'a>(node: Node<'a, '_>) -> Vec<&'a str> {
    let attributes = node.descendants().flat_map(|node| node.attributes());
    let links = attributes.filter(|attribute| attribute.name() == "href");
    links.map(|link| link.value()).collect()
}

/// Asserts that each link leads to an element with a unique id.
fn assert_links_lead_somewhere(document: &Document<'_>) {
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

#[test]
fn every_production_of_rfc_1738_fits_into_80_columns() {
    let text = drawn("--to text");
    let too_wide: Vec<&str> = text
        .lines()
        .filter(|line| line.chars().count() > 80)
        .collect();
    assert_eq!(too_wide, Vec::<&str>::new());
    let (grammar, _) = load(BNF, READINGS).expect("the grammar");
    let names: Vec<&str> = text
        .split("\n\n")
        .filter_map(|part| part.lines().next())
        .collect();
    let productions = grammar.productions.iter();
    let expected: Vec<&str> = productions.map(|production| &*production.name).collect();
    assert_eq!(names, expected);
}

/// The directions in which rails leave a position: up, down, left and right.
fn directions(character: char) -> [bool; 4] {
    let directions = match character {
        '─' | '◄' => "lr",
        '│' => "ud",
        '╯' => "ul",
        '╮' => "dl",
        '┤' => "udl",
        '╰' => "ur",
        '╭' => "dr",
        '├' => "udr",
        '┴' => "ulr",
        '┬' => "dlr",
        '┼' => "udlr",
        _ => "",
    };
    ['u', 'd', 'l', 'r'].map(|direction| directions.contains(direction))
}

/// Asserts that each rail leads to another rail or to a label, except at the two ends of the diagram.
fn assert_no_loose_ends(drawing: &str) {
    let rows: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
    let at = |row: usize, column: usize| {
        let characters = rows.get(row);
        characters
            .and_then(|characters| characters.get(column))
            .copied()
            .unwrap_or(' ')
    };
    let last = rows.iter().map(Vec::len).max().unwrap_or(0) - 1;
    for (row, column) in (0..rows.len()).flat_map(|row| (0..=last).map(move |column| (row, column)))
    {
        let is_end = (row, column) == (0, 0) || (column == last && at(row, column) == '┤');
        let [up, down, left, right] = directions(at(row, column));
        let beside_label = |column: usize, beyond: usize| {
            at(row, column) == ' '
                && at(row, beyond) != ' '
                && directions(at(row, beyond)) == [false; 4]
        };
        let goes_on = [
            is_end || !up || (row > 0 && directions(at(row - 1, column))[1]),
            is_end || !down || directions(at(row + 1, column))[0],
            !left || directions(at(row, column - 1))[3] || beside_label(column - 1, column - 2),
            is_end
                || !right
                || directions(at(row, column + 1))[2]
                || beside_label(column + 1, column + 2),
        ];
        assert_eq!(
            goes_on, [true; 4],
            "row {row}, column {column} of\n{drawing}"
        );
    }
}

#[test]
fn rails_have_no_loose_ends() {
    let name = "long-name-of-a-production";
    let body = format!(
        "{name} ( {name} {name} 2*{name} | [ {name} {name} {name} ] ) *( {name} {name} {name} a | b ) \
         1*3( {name} [ {name} 4( {name} | {name} ) ] )"
    );
    file(
        "loose.bnf",
        format!("drawn = {body}\na = \"1\"\nb = \"2\"\n{name} = \"3\"\n"),
    );
    let grammars = concat!(env!("CARGO_MANIFEST_DIR"), "/../rfcbnf/tests/grammars/");
    let foreign = ["dates", "phone"].map(|name| format!("'{grammars}{name}.bnf'"));
    for grammar in ["", &foreign[0], &foreign[1], "loose.bnf"] {
        let text = drawn(&format!("--to text {grammar}"));
        for part in text.split("\n\n") {
            let (_, drawing) = part.split_once('\n').expect("a name and a drawing");
            assert_no_loose_ends(drawing);
        }
    }
}

#[test]
fn nested_brackets_take_no_more_time_than_others() {
    let body = "[ *( \"x\" | a ".repeat(45) + &") ]".repeat(45);
    file("deep.bnf", format!("drawn = {body}\na = \"y\"\n"));
    for to in ["html", "svg", "text"] {
        let drawing = drawn(&format!("--to {to} deep.bnf"));
        // Six levels are drawn, with four parts inside each other in each. A box stands for the
        // others. The page also contains the text of the production.
        let texts = if to == "html" { 6 + 45 } else { 6 };
        assert!(drawing.contains("… 78 more"), "{to}");
        let literals = drawing.matches("\"x\"").count() + drawing.matches("&quot;x&quot;").count();
        assert_eq!(literals, texts, "{to}");
    }
}
