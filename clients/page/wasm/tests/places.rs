//! The productions that are open where a text becomes wrong, and the productions of two grammars that
//! correspond.

use page_engine::choice;
use page_engine::engine::Session;
use serde_json::{Value, json};

const RFC1738: &str = include_str!("../../../../grammar/rfc1738.bnf");

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("the answer is JSON")
}

/// Returns what is known of the open productions of a text, with their names.
fn open(session: &mut Session, rule: &str, text: &str) -> Vec<(String, Value)> {
    let verdict = value(&session.verdict(rule, text, false).expect("it is decided"));
    let nodes = &verdict["rejected"]["progress"];
    let offset = verdict["rejected"]["error"]["offset"].as_u64();
    let offset = usize::try_from(offset.expect("the text is wrong")).expect("it is an index");
    let places = session.places(text, offset, &nodes.to_string(), true);
    let places = value(&places.expect("the nodes are JSON"));
    let names = nodes.as_array().expect("nodes are a list").iter();
    let names = names
        .filter(|node| node[2].is_null())
        .map(|node| node[0].as_str().expect("it has a name").to_owned());
    names
        .zip(places.as_array().expect("a list").clone())
        .collect()
}

#[test]
fn each_open_production_says_what_it_allows_next() {
    let mut session = Session::new(RFC1738, true, "");
    let found = open(&mut session, "url", "http://user@host/");
    let next = |name: &str| {
        let (_, place) = found.iter().find(|one| one.0 == name).expect("it is open");
        let next = place["next"].as_str().expect("it is known").to_owned();
        let other = |one: &char| !one.is_ascii_alphanumeric() && *one != '-';
        (
            next.chars().filter(other).collect::<String>(),
            place["can_end"].clone(),
        )
    };
    assert_eq!(next("domainlabel"), (String::new(), json!(true)));
    assert_eq!(next("hostname"), (".".to_owned(), json!(true)));
    assert_eq!(next("hostport"), (".:".to_owned(), json!(true)));
    assert_eq!(next("httpurl"), ("./:".to_owned(), json!(true)));
}

#[test]
fn open_productions_allow_characters_above_ascii_as_ranges() {
    let mut session = Session::new("s = \"a\" t\nt = %xE9 / %x20AC-20AF / \"b\"\n", false, "");
    let found = open(&mut session, "s", "a");
    let (_, root) = &found[0];
    assert_eq!(root["next"], json!("Bb"));
    assert_eq!(
        root["next_ranges"],
        json!([["B", "B"], ["b", "b"], ["é", "é"], ["€", "₯"]])
    );
    let mut octets = Session::new("s = \"a\" %x80-C1\n", false, "");
    let found = open(&mut octets, "s", "a");
    assert_eq!(found[0].1["next_ranges"], Value::Null);
}

/// Returns the parts of the grammar on the path of each node of a production, for a tree as it is listed.
fn paths(
    session: &mut Session,
    source: &str,
    text: &str,
    tree: &Value,
    rule: &str,
) -> Vec<Vec<String>> {
    let found = session.paths(text, &tree["nodes"].to_string(), rule);
    let found = value(&found.expect("the nodes are JSON"));
    assert_eq!(found["omitted"], json!(0));
    let index =
        |at: &Value| usize::try_from(at.as_u64().expect("it is a number")).expect("it is an index");
    let parts = |path: &Value| {
        let parts = path.as_array().expect("the path is known").iter();
        parts
            .map(|part| source[index(&part[0])..index(&part[1])].to_owned())
            .collect()
    };
    let paths = found["paths"].as_array().expect("a list").iter();
    paths.map(parts).collect()
}

#[test]
fn every_node_of_a_tree_has_its_own_path() {
    let source = "s = item *( \",\" item )\nitem = \"a\" [ \"!\" ] / 1*%x62\n";
    let mut session = Session::new(source, false, "");
    let verdict = value(
        &session
            .verdict("s", "a!,bb,a", true)
            .expect("it is decided"),
    );
    let of_s = paths(&mut session, source, "a!,bb,a", &verdict["tree"], "s");
    assert_eq!(of_s, [["item", "\",\"", "item", "\",\"", "item"]]);
    let of_item = paths(&mut session, source, "a!,bb,a", &verdict["tree"], "item");
    assert_eq!(
        of_item,
        [vec!["\"a\"", "\"!\""], vec!["%x62", "%x62"], vec!["\"a\""]]
    );
}

#[test]
fn each_derivation_has_paths_of_its_own() {
    let source = "s = x / y z\nx = \"a\" \"b\"\ny = \"a\"\nz = \"b\"\n";
    let mut session = Session::new(source, false, "");
    let derivations = value(&session.derivations("s", "ab", true).expect("it has some"));
    let of = |session: &mut Session, at: usize| {
        paths(session, source, "ab", &derivations["trees"][at], "s")
    };
    assert_eq!(of(&mut session, 0), [["x"]]);
    assert_eq!(of(&mut session, 1), [["y", "z"]]);
}

#[test]
fn paths_need_no_nodes_of_character_productions() {
    let source = "s = t \"-\" d\nt = 1*d\nd = %x30-39\n";
    let mut session = Session::new(source, false, "");
    let verdict = value(&session.verdict("s", "12-3", false).expect("it is decided"));
    assert_eq!(
        verdict["tree"]["nodes"],
        json!([["s", 0, 4, 0], ["t", 0, 2, 1]])
    );
    let of = |session: &mut Session, rule| paths(session, source, "12-3", &verdict["tree"], rule);
    assert_eq!(of(&mut session, "s"), [["t", "\"-\"", "d"]]);
    assert_eq!(of(&mut session, "t"), [["d", "d"]]);
}

#[test]
fn the_outline_says_what_the_notation_decides_about_literals() {
    let choice = |source| {
        let outline = Session::new(source, false, "").outline();
        value(&outline.expect("it is read"))["choice"].clone()
    };
    assert_eq!(choice("word = \"yes\" | \"no\"\n"), Value::Null);
    let choice = choice("word = \"yes\" / \"no\"\n");
    let choice = choice.as_str().expect("the notation is open");
    assert!(choice.contains("`yes` matches in either case"), "{choice}");
}

#[test]
fn each_open_production_is_at_a_place_in_its_definition() {
    let source = "pair = sign \"=\" sign\nsign = \"+\" [ \"-\" ] \"!\"\n";
    let mut session = Session::new(source, false, "");
    let found = open(&mut session, "pair", "+!=+?");
    let at = |index: usize| {
        let at = found[index].1["at"].as_u64().expect("it is known");
        &source[usize::try_from(at).expect("it is an index")..]
    };
    assert!(at(0).starts_with("sign\n"), "{}", at(0));
    assert!(at(1).starts_with(" [ \"-\" ]"), "{}", at(1));
}

#[test]
fn productions_with_different_names_are_compared_in_pairs() {
    let session = choice::Session::new("s = digit\ndigit = \"0\" | \"1\"\n", false, "");
    let other = "DIGIT = \"1\"\nt = \"2\"\n";
    let compared = session.difference(other, false, r#"[["digit","DIGIT"],["nosuch","t"]]"#);
    let compared = value(&compared.expect("the grammars can be read"));
    let [pair] = compared["pairs"].as_array().expect("a list").as_slice() else {
        panic!("{compared}");
    };
    assert_eq!(
        (&pair["result"], &pair["only_a"]),
        (&json!("differs"), &json!("0"))
    );
    assert_eq!(compared["without_a"], json!(["s"]));
    assert_eq!(compared["without_b"], json!(["t"]));
}

#[test]
fn the_rails_of_a_production_hold_its_places() {
    let session = Session::new("s = *( \"a\" | t )\nt = \"b\"\n", false, "");
    let rails = value(&session.rails("s").expect("there is an s"));
    let choice = &rails["part"]["part"];
    assert_eq!(
        (&rails["kind"], &choice["kind"]),
        (&json!("optional"), &json!("choice"))
    );
    assert_eq!(
        choice["parts"][1],
        json!({"kind": "name", "label": "t", "spans": [[13, 14]]})
    );
}
