//! What the server answers about a document.

use std::fs;

use serde_json::{Value, json};

use super::client::Client;
use super::places::{edited, position, range};
use crate::command::{file, rfc1738};

const URI: &str = "untitled:Untitled-1";

const TEXT: &str = "; Ports\n\nport = 1*Figure ; of TCP\nhost = %x68 [ port ]\n\n; Signs\n\n\
                    figure = %x30-39 / sign\nsign = \"é😀\" port\n";

fn with_text(capabilities: &Value, text: &str) -> Client {
    let mut client = Client::with(capabilities);
    client.open(URI, text);
    client
}

/// Returns the position of the first `needle` in the text.
fn at(text: &str, needle: &str) -> (u32, u32) {
    position(text, text.find(needle).expect("it is there"))
}

/// Returns the ranges of these texts, one for each occurrence.
fn ranges(text: &str, needles: &[&str]) -> Vec<Value> {
    let spans = needles.iter().flat_map(|needle| {
        text.match_indices(needle)
            .map(|(start, found)| start..start + found.len())
    });
    let mut spans: Vec<_> = spans.collect();
    spans.sort_unstable_by_key(|span| span.start);
    spans.into_iter().map(|span| range(text, span)).collect()
}

fn ranges_of(locations: &Value) -> Vec<Value> {
    let locations = locations.as_array().expect("a list").iter();
    locations
        .map(|location| location["range"].clone())
        .collect()
}

#[test]
fn names_are_found_in_any_case() {
    let mut client = with_text(&json!({}), TEXT);
    let defined = client.at("definition", URI, at(TEXT, "Figure"));
    assert_eq!(ranges_of(&defined["result"]), ranges(TEXT, &["figure"]));
    let used = client.at("references", URI, at(TEXT, "figure"));
    assert_eq!(
        ranges_of(&used["result"]),
        ranges(TEXT, &["Figure", "figure"])
    );
    let none = client.at("definition", URI, (0, 0));
    assert_eq!(none["result"], json!([]));
    client.leave();
}

#[test]
fn a_production_is_renamed_everywhere() {
    let edits = json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } });
    let mut client = with_text(&edits, TEXT);
    let place = at(TEXT, "Figure");
    let prepared = client.at("prepareRename", URI, place);
    assert_eq!(prepared["result"], ranges(TEXT, &["Figure"])[0]);
    let renamed = client.at("rename", URI, place);
    let change = &renamed["result"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": URI, "version": 1 }));
    let expected = TEXT
        .replace("Figure", "another")
        .replace("figure", "another");
    assert_eq!(edited(TEXT, &change["edits"]), expected);
    let refused = client.at("prepareRename", URI, at(TEXT, "%x68"));
    assert_eq!(
        refused["error"],
        json!({ "code": -32803, "message": "there is no name of a production here" })
    );
    client.leave();
    let mut client = with_text(&json!({}), TEXT);
    let renamed = client.at("rename", URI, place);
    assert_eq!(edited(TEXT, &renamed["result"]["changes"][URI]), expected);
    client.leave();
}

#[test]
fn a_hover_has_the_format_that_the_client_supports() {
    let text = "; Numbers & co\n\n; `x` *of* TCP\nport = 1*2%x30-31\nhost = \"h\" port\n";
    let mut client = with_text(&json!({}), text);
    let shown = client.at("hover", URI, at(text, "port\n"));
    assert_eq!(
        shown["result"]["range"],
        range(text, text.len() - 5..text.len() - 1)
    );
    assert_eq!(
        shown["result"]["contents"],
        json!({ "kind": "plaintext", "value": "\
            port = 1*2%x30-31\n\n`x` *of* TCP\n\n\
            ├─┬─ 0…1 ────────────┬─┤\n  ╰─◄ 1 to 2 in all ─╯\n\n\
            Shortest text: \"0\"\n\nExamples: \"00\", \"01\", \"11\"\n\nSection: Numbers & co\n\n\
            Used by: host" })
    );
    client.leave();
    let markdown = json!({ "textDocument": { "hover": { "contentFormat": ["markdown"] } } });
    let mut client = with_text(&markdown, text);
    let shown = client.at("hover", URI, at(text, "port\n"));
    let value = shown["result"]["contents"]["value"]
        .as_str()
        .expect("a text");
    assert!(
        value.starts_with("```abnf\nport = 1*2%x30-31\n```\n\n\\`x\\` \\*of\\* TCP\n\n```text\n"),
        "{value}"
    );
    assert!(
        value.ends_with("**Section:** Numbers \\& co\n\n**Used by:** `host`"),
        "{value}"
    );
    client.leave();
    let mut client = Client::start(&["--diagrams", "svg"]);
    client.ask("initialize", &json!({ "capabilities": markdown }));
    client.open(URI, text);
    let shown = client.at("hover", URI, at(text, "port\n"));
    let value = shown["result"]["contents"]["value"]
        .as_str()
        .expect("a text");
    let picture = value
        .split("![Railroad diagram of port](data:image/svg+xml,")
        .nth(1);
    let picture = picture
        .and_then(|rest| rest.split(')').next())
        .expect("a picture");
    let svg = rfc1738::decode(picture)
        .expect("it is encoded")
        .into_owned();
    let svg = String::from_utf8(svg).expect("UTF-8");
    roxmltree::Document::parse(&svg).expect("the picture is well-formed");
    client.leave();
}

#[test]
fn a_hover_says_why_texts_are_unknown() {
    let text = "a = <any date> / b\nb = c\nd = \"(\" [ d ] \")\"\n";
    let mut client = with_text(&json!({}), text);
    let shown = client.at("hover", URI, (0, 0));
    let value = shown["result"]["contents"]["value"]
        .as_str()
        .expect("a text");
    assert!(
        value.contains("\n\nTexts unknown: production `a` uses "),
        "{value}"
    );
    let shown = client.at("hover", URI, (2, 0));
    let value = shown["result"]["contents"]["value"]
        .as_str()
        .expect("a text");
    assert!(value.contains("\n\nShortest text: \"()\"\n\n"), "{value}");
    assert_eq!(client.at("hover", URI, (1, 4))["result"], Value::Null);
    client.leave();
}

#[test]
fn the_outline_is_nested_if_the_client_shows_that() {
    let nested = json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut client = with_text(&nested, TEXT);
    let symbols = client.at("documentSymbol", URI, (0, 0));
    let names = |symbols: &Value| -> Vec<String> {
        let symbols = symbols.as_array().expect("a list").iter();
        symbols
            .map(|symbol| symbol["name"].as_str().expect("a name").to_owned())
            .collect()
    };
    assert_eq!(names(&symbols["result"]), ["Ports", "Signs"]);
    assert_eq!(names(&symbols["result"][0]["children"]), ["port", "host"]);
    let port = &symbols["result"][0]["children"][0];
    assert_eq!(
        (&port["detail"], &port["kind"]),
        (&json!("1*Figure"), &json!(12))
    );
    client.leave();
    let mut client = with_text(&json!({}), TEXT);
    let symbols = client.at("documentSymbol", URI, (0, 0));
    assert_eq!(
        names(&symbols["result"]),
        ["Ports", "port", "host", "Signs", "figure", "sign"]
    );
    assert_eq!(symbols["result"][1]["containerName"], "Ports");
    client.leave();
}

#[test]
fn a_document_is_laid_out_as_grammar_fmt_does() {
    let text = "port = 1*digit\n; Signs\ndigit  =  \"0\"   /   \"1\"\nlast = \"x\"\n";
    let path = file("lsp-formatting.abnf", text);
    let name = path.to_str().expect("a name in UTF-8");
    let formatted = rfc1738(&["grammar", "fmt", name])
        .output()
        .expect("it runs");
    assert!(formatted.status.success(), "{formatted:?}");
    let expected = fs::read_to_string(&path).expect("it is there");
    assert_ne!(expected, text);
    let mut client = with_text(&json!({}), text);
    let options = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    let answer = client.ask("textDocument/formatting", &options);
    assert_eq!(edited(text, &answer["result"]), expected);
    client.replace(URI, 2, &expected);
    let answer = client.ask("textDocument/formatting", &options);
    assert_eq!(answer["result"], json!([]));
    client.replace(URI, 3, "a = \"x\n");
    let refused = client.ask("textDocument/formatting", &options);
    assert_eq!(refused["error"]["code"], -32803, "{refused}");
    client.leave();
}

#[test]
fn names_are_completed_where_a_name_can_be() {
    let labels = |response: &Value| -> Vec<String> {
        let items = response["result"].as_array().expect("a list").iter();
        items
            .map(|item| item["label"].as_str().expect("a label").to_owned())
            .collect()
    };
    let text = "port = 1*fi\nfigure = DIGIT / lost ; po\n\n";
    let mut client = with_text(&json!({}), text);
    let response = client.at("completion", URI, (0, 11));
    let found = labels(&response);
    assert!(
        ["port", "figure", "ALPHA"]
            .iter()
            .all(|name| found.contains(&(*name).to_owned())),
        "{found:?}"
    );
    let first = &response["result"][0];
    assert_eq!(
        first["textEdit"],
        json!({ "range": range(text, 9..11), "newText": "port" })
    );
    // Behind the comment there is nothing, and a rule can begin for what is used and not defined.
    assert_eq!(labels(&client.at("completion", URI, (1, 26))), [""; 0]);
    assert_eq!(
        labels(&client.at("completion", URI, (3, 0))),
        ["fi", "lost"]
    );
    let bnf = "<a> ::= <b\n<b> ::= \"x\"\n";
    client.tell(
        "textDocument/didOpen",
        &json!({ "textDocument": { "uri": "untitled:2", "languageId": "bnf", "version": 1, "text": bnf } }),
    );
    let response = client.at("completion", "untitled:2", (0, 10));
    let edits: Vec<&Value> = response["result"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|item| &item["textEdit"]["newText"])
        .collect();
    assert_eq!(edits, ["<a>", "<b>"]);
    client.leave();
}

#[test]
fn every_fix_of_grammar_check_is_a_code_action() {
    let text = "é = \"x\"\na = 1*digt / 2*1%x61\ndigit = \"0 / %x31\n";
    let literal = json!({ "textDocument": { "codeAction": { "codeActionLiteralSupport": {} } } });
    let mut client = with_text(&literal, text);
    let start = position(text, text.find("digt").expect("it is there"));
    let place = json!({ "line": start.0, "character": start.1 });
    let parameters = json!({
        "textDocument": { "uri": URI },
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [] },
    });
    let actions = client.ask("textDocument/codeAction", &parameters);
    let action = &actions["result"][0];
    assert_eq!(
        (&action["title"], &action["kind"]),
        (&json!("Write `digit`"), &json!("quickfix"))
    );
    assert_eq!(action["diagnostics"][0]["code"], "undefined-production");
    let fixed = edited(text, &action["edit"]["changes"][URI]);
    assert_eq!(fixed, text.replace("digt", "digit"));
    let all = client.all_fixes(URI);
    let fixed = edited(text, &all["result"][0]["edit"]["changes"][URI]);
    assert_eq!(
        fixed,
        "é = \"x\"\na = 1*digit / 1*2%x61\ndigit = \"0\" / %x31\n"
    );
    // A finding of an automaton has a fix, too.
    let text = "a = %x41-5A / %x50-60\n";
    client.replace(URI, 2, text);
    let all = client.all_fixes(URI);
    let fixed = edited(text, &all["result"][0]["edit"]["changes"][URI]);
    assert_eq!(fixed, "a = %x41-5A / %x5B-60\n");
    // One that deletes something is made only at its place.
    client.replace(URI, 3, "a = %x61 / \"b\" / %x61\n");
    assert_eq!(client.all_fixes(URI)["result"], json!([]));
    client.leave();
}

#[test]
fn a_request_that_waits_for_another_version_is_refused() {
    let mut client = with_text(&json!({}), TEXT);
    let place = json!({ "line": 0, "character": 0 });
    let parameters = json!({
        "textDocument": { "uri": URI },
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [], "only": ["source"] },
    });
    // All in one write, so that the change waits before the analysis is complete.
    let ask = |id: &str| json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/codeAction", "params": parameters });
    let change = json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
        "textDocument": { "uri": URI, "version": 2 }, "contentChanges": [{ "text": TEXT }] } });
    let cancel =
        json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": "two" } });
    let messages = [
        change.clone(),
        ask("one"),
        change.clone(),
        ask("two"),
        cancel,
        ask("three"),
    ];
    let framed = messages.iter().map(|message| {
        let text = message.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    });
    client.write(framed.collect::<String>().as_bytes());
    let one = client.response(&json!("one"));
    assert_eq!(
        one["error"],
        json!({ "code": -32801, "message": "the document has changed" })
    );
    let two = client.response(&json!("two"));
    assert_eq!(
        two["error"],
        json!({ "code": -32800, "message": "the request is cancelled" })
    );
    let three = client.response(&json!("three"));
    assert_eq!(three["result"], json!([]));
    client.leave();
}

#[test]
fn positions_count_in_the_units_that_the_client_prefers() {
    let text = "a = \"x\" ; é😀 b\nc = a ; é😀\n";
    let at_end = [("utf-8", 14), ("utf-16", 11), ("utf-32", 10)];
    for (units, end) in at_end {
        let encodings = json!({ "general": { "positionEncodings": ["utf-7", units] } });
        let mut client = Client::start(&[]);
        let initialized = client.ask("initialize", &json!({ "capabilities": encodings }));
        assert_eq!(
            initialized["result"]["capabilities"]["positionEncoding"],
            units
        );
        client.open(URI, text);
        let start = json!({ "line": 1, "character": end });
        let change =
            json!([{ "range": { "start": start, "end": start }, "text": "\nd = c / lost" }]);
        client.change(URI, 2, &change);
        let published = client.settled(URI);
        let lost = &published["diagnostics"][0];
        assert_eq!(lost["code"], "undefined-production");
        assert_eq!(
            lost["range"]["start"],
            json!({ "line": 2, "character": 8 }),
            "{units}"
        );
        client.leave();
    }
}

#[test]
fn imported_productions_are_found_in_their_files() {
    file(
        "lsp imports.imports.toml",
        "[[import]]\nfrom = \"../tmp/lsp-imported.abnf\"\n",
    );
    let main = file("lsp imports.abnf", "a = 1*b\n");
    let other = file("lsp-imported.abnf", "x = b\nb = %x62\n");
    let uri = format!("file://{}", main.display()).replace(' ', "%20");
    let other_uri = format!("file://{}", other.canonicalize().expect("a path").display());
    let mut client = Client::with(&json!({}));
    client.open(&uri, "a = 1*b\n");
    assert_eq!(client.settled(&uri)["diagnostics"], json!([]));
    let defined = client.at("definition", &uri, (0, 6));
    let place = json!([{ "uri": other_uri, "range": range("x = b\nb = %x62\n", 6..7) }]);
    assert_eq!(defined["result"], place);
    let shown = client.at("hover", &uri, (0, 6));
    let value = shown["result"]["contents"]["value"]
        .as_str()
        .expect("a text");
    assert!(
        value.ends_with("Imported from lsp-imported\n\nUsed by: a"),
        "{value}"
    );
    // What is typed in the other file counts, not what is stored.
    client.open(&format!("file://{}", other.display()), "x = %x62\n");
    let published = client.settled(&uri);
    assert_eq!(published["diagnostics"][0]["code"], "undefined-production");
    // Nor does the file matter once it is closed and cannot be read.
    let closed = json!({ "textDocument": { "uri": format!("file://{}", other.display()) } });
    client.tell("textDocument/didClose", &closed);
    fs::remove_file(&other).expect("it is removed");
    client.tell("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    let published = client.settled(&uri);
    let problem = &published["diagnostics"][0];
    assert_eq!(
        (&problem["code"], &problem["severity"]),
        (&json!("imports"), &json!(1))
    );
    let message = problem["message"].as_str().expect("a message");
    assert!(
        message.contains("lsp-imported.abnf: there is no such file"),
        "{message}"
    );
    client.leave();
}

#[test]
fn other_findings_are_shown_if_asked_for() {
    let mut client = Client::start(&["--show", "ordered-choice"]);
    client.ask("initialize", &json!({ "capabilities": {} }));
    let text = "a = %x61 / %x61 \"1\"\n";
    client.open(URI, text);
    let published = client.settled(URI);
    let finding = &published["diagnostics"][0];
    assert_eq!(finding["code"], "prefix-alternative");
    assert_eq!(finding["severity"], 2);
    assert_eq!(finding["range"], range(text, 4..8));
    client.leave();
}

#[test]
fn a_closed_document_has_no_diagnostics() {
    let mut client = with_text(&json!({}), "a = b\n");
    assert_eq!(
        client.settled(URI)["diagnostics"][0]["code"],
        "undefined-production"
    );
    client.tell(
        "textDocument/didClose",
        &json!({ "textDocument": { "uri": URI } }),
    );
    client.at("hover", URI, (0, 0));
    assert_eq!(
        client.published(URI),
        json!({ "uri": URI, "diagnostics": [] })
    );
    client.leave();
}
