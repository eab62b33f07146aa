//! Documents that print a grammar: drafts in Markdown and XML, and RFCs as text.

use serde_json::{Value, json};

use super::client::Client;
use super::places::{edited, position, range};
use super::workspace::Folder;

const DRAFT: &str = "\
# Ports

Ports are written like this:

~~~ abnf
  ports = port *( \",\" port )
  port  = 1*DIGT
~~~

Hosts and their port have one, too:

~~~ abnf
  host-port = 1*ALPHA \":\" Port
~~~
";

fn opened(name: &str, file: &str, text: &str) -> (Client, String) {
    let folder = Folder::new(name, &[(file, text)]);
    let mut client = folder.client(&[], &json!({}));
    let uri = folder.open(&mut client, file);
    (client, uri)
}

fn at(text: &str, needle: &str) -> (u32, u32) {
    position(text, text.find(needle).expect("it is there"))
}

fn ranges(locations: &Value) -> Vec<Value> {
    let locations = locations.as_array().expect("a list").iter();
    locations
        .map(|location| location["range"].clone())
        .collect()
}

/// Returns the range of the first octets of a needle, where it is first.
fn beginning(text: &str, needle: &str, length: usize) -> Value {
    let start = text.find(needle).expect("it is there");
    range(text, start..start + length)
}

#[test]
fn a_draft_has_errors_and_answers_at_its_lines() {
    let (mut client, uri) = opened("lsp-draft", "draft-ports.md", DRAFT);
    let published = client.settled(&uri);
    let error = &published["diagnostics"][0];
    assert_eq!(error["code"], "undefined-production");
    assert_eq!(error["range"], beginning(DRAFT, "DIGT", 4));
    let place = at(DRAFT, "Port\n~~~");
    let defined = client.at("definition", &uri, place);
    assert_eq!(ranges(&defined["result"]), [beginning(DRAFT, "port  =", 4)]);
    let used = client.at("references", &uri, place);
    let places = ["port *(", "port )", "port  =", "Port\n~~~"].map(|one| beginning(DRAFT, one, 4));
    assert_eq!(ranges(&used["result"]), places);
    let shown = client.at("hover", &uri, place);
    let value = shown["result"]["contents"]["value"]
        .as_str()
        .expect("a text");
    assert!(value.starts_with("port  = 1*DIGT"), "{value}");
    let symbols = client.at("documentSymbol", &uri, (0, 0));
    let symbols = symbols["result"].as_array().expect("a list").iter();
    let lines: Vec<&Value> = symbols
        .map(|one| &one["location"]["range"]["start"]["line"])
        .collect();
    assert_eq!(lines, [&json!(5), &json!(6), &json!(12)]);
    // What is outside of rules means nothing.
    assert_eq!(
        client.at("hover", &uri, at(DRAFT, "port have"))["result"],
        Value::Null
    );
    let completed = client.at("completion", &uri, (0, 3));
    assert_eq!(completed["result"], json!([]));
    client.leave();
}

#[test]
fn a_draft_is_changed_only_where_that_is_exact() {
    let draft = DRAFT.replace("Port\n", "prt\n");
    let (mut client, uri) = opened("lsp-draft-fixes", "draft-ports.md", &draft);
    let fixed = client.all_fixes(&uri);
    let edits = &fixed["result"][0]["edit"]["changes"][&uri];
    assert_eq!(edited(&draft, edits), draft.replace("prt\n", "port\n"));
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let document = json!({ "textDocument": { "uri": uri }, "options": options });
    let refused = client.ask("textDocument/formatting", &document);
    let message = "this is a document that prints a grammar, and only grammar files are laid out; \
                   `rfc1738 grammar fmt --check` names the productions to format";
    assert_eq!(
        refused["error"],
        json!({ "code": -32803, "message": message })
    );
    for method in ["prepareRename", "rename"] {
        let refused = client.at(method, &uri, at(DRAFT, "ports ="));
        let message = "draft-ports.md is a document that prints a grammar, and may name `ports` in its text, too; \
                       change the name by hand";
        assert_eq!(
            refused["error"],
            json!({ "code": -32803, "message": message })
        );
    }
    client.leave();
}

#[test]
fn a_document_without_a_grammar_has_no_problems() {
    let text = "# Notes\n\nNothing here is a rule, and nobody wants to hear so.\n";
    let (mut client, uri) = opened("lsp-notes", "notes.md", text);
    assert_eq!(client.settled(&uri)["diagnostics"], json!([]));
    assert_eq!(client.at("hover", &uri, (0, 3))["result"], Value::Null);
    client.replace(&uri, 2, &format!("{text}\n~~~ abnf\na = lost\n~~~\n"));
    assert_eq!(
        client.settled(&uri)["diagnostics"]
            .as_array()
            .expect("a list")
            .len(),
        1
    );
    client.leave();
}

#[test]
fn entities_of_xml_count_as_they_are_written() {
    let text = "<rfc><middle><section title=\"Ports\">\n<sourcecode type=\"abnf\">\n\
                  a = &lt;any text&gt; \"&amp;\" b\n  b = lost\n</sourcecode>\n</section></middle></rfc>\n";
    let (mut client, uri) = opened("lsp-xml", "draft-ports.xml", text);
    let published = client.settled(&uri);
    assert_eq!(
        published["diagnostics"][0]["range"],
        beginning(text, "lost", 4)
    );
    let defined = client.at("definition", &uri, at(text, "b\n"));
    let start = text.find("b = lost").expect("it is there");
    assert_eq!(ranges(&defined["result"]), [range(text, start..start + 1)]);
    client.leave();
}

#[test]
fn names_come_from_rfcs_that_a_draft_refers_to() {
    let text = "---\ntitle: Hosts\nnormative:\n  RFC3986:\n---\n\n# Hosts\n\nThe rule `port` is that of [RFC3986].\n\n\
                ~~~ abnf\nhosts = \"h\" port\n~~~\n";
    let (mut client, uri) = opened("lsp-draft-references", "draft-hosts.md", text);
    assert_eq!(client.settled(&uri)["diagnostics"], json!([]));
    let shown = client.at("hover", &uri, at(text, "port\n"));
    let value = shown["result"]["contents"]["value"]
        .as_str()
        .expect("a text");
    assert!(value.contains("Imported from rfc3986"), "{value}");
    client.leave();
}
