//! The productions that are open where a text becomes wrong, and the productions of two grammars that
//! correspond.

use page_engine::choice;
use page_engine::engine::Session;
use serde_json::{Value, json};

const RFC1738: &str = include_str!("../../../grammar/rfc1738.bnf");

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
    let mut session = Session::new(RFC1738, true);
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
fn each_open_production_is_at_a_place_in_its_definition() {
    let source = "pair = sign \"=\" sign\nsign = \"+\" [ \"-\" ] \"!\"\n";
    let mut session = Session::new(source, false);
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
    let session = choice::Session::new("s = digit\ndigit = \"0\" | \"1\"\n", false);
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
    let session = Session::new("s = *( \"a\" | t )\nt = \"b\"\n", false);
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
