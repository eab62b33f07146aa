//! The cases beside a grammar, run while one types.

use serde_json::{Value, json};

use super::client::Client;
use super::places::{position, range};
use super::workspace::Folder;
use crate::command::rfc1738;

const GRAMMAR: &str = "\
date = year \"-\" number
year = 4number
number = DIGIT
rest = \"x\"
";

const CASES: &str = "\
# date

=== a year and a month
2026-7
--- year=2026

=== a year
2026
--- error at 4

# number

=== a digit
7
---
";

fn folder(name: &str) -> Folder {
    Folder::new(name, &[("date.abnf", GRAMMAR), ("date.cases.txt", CASES)])
}

/// Returns the title of each lens, when the cases have run.
fn titles(client: &mut Client, uri: &str) -> Vec<String> {
    let lenses = lenses(client, uri);
    let lenses = lenses.as_array().expect("a list").iter();
    let titles = lenses.map(|lens| {
        lens["command"]["title"]
            .as_str()
            .expect("a title")
            .to_owned()
    });
    titles.collect()
}

fn lenses(client: &mut Client, uri: &str) -> Value {
    let parameters = json!({ "textDocument": { "uri": uri } });
    client.ask("textDocument/codeLens", &parameters)["result"].clone()
}

/// Returns what was published last about a document.
fn published(client: &Client, uri: &str) -> Value {
    let mut latest_first = client.heard.iter().rev();
    let is_meant = |message: &&Value| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
    };
    latest_first.find(is_meant).expect("something is published")["params"].clone()
}

/// Returns the diagnostics about cases among those that were published last.
fn about_cases(client: &mut Client, uri: &str) -> Vec<Value> {
    // Everything known is said before this answer.
    lenses(client, uri);
    let published = published(client, uri);
    let diagnostics = published["diagnostics"].as_array().expect("a list");
    let about = diagnostics
        .iter()
        .filter(|one| one["code"].as_str().expect("a code").starts_with("case"));
    about.cloned().collect()
}

#[test]
fn a_lens_counts_the_cases_of_a_rule() {
    let folder = folder("lsp-lens");
    let mut client = folder.client(&[], &json!({}));
    let uri = folder.open(&mut client, "date.abnf");
    assert_eq!(
        titles(&mut client, &uri),
        [
            "2/2 as expected",
            "in 1 valid text",
            "valid 1/1",
            "not reached by a valid text"
        ]
    );
    let first = &lenses(&mut client, &uri)[0];
    assert_eq!(first["range"], range(GRAMMAR, 0..4));
    client.replace(&uri, 2, &GRAMMAR.replace("4number", "3number"));
    assert_eq!(
        titles(&mut client, &uri)[..2],
        ["0/2 as expected", "not reached by a valid text"]
    );
    // A half typed rule has no parser, and the cases of others run.
    client.replace(&uri, 3, &GRAMMAR.replace("4number", "4(number"));
    assert_eq!(titles(&mut client, &uri)[2], "valid 1/1");
    assert_eq!(about_cases(&mut client, &uri), [Value::Null; 0]);
    client.replace(&uri, 4, GRAMMAR);
    assert_eq!(titles(&mut client, &uri)[0], "2/2 as expected");
    client.leave();
}

#[test]
fn a_failed_case_is_shown_at_rule_and_text() {
    let folder = folder("lsp-cases");
    let mut client = folder.client(&[], &json!({}));
    let uri = folder.open(&mut client, "date.abnf");
    assert_eq!(about_cases(&mut client, &uri), [Value::Null; 0]);
    let changed = GRAMMAR.replace("\"-\"", "\"/\"");
    client.replace(&uri, 2, &changed);
    let at_rules = about_cases(&mut client, &uri);
    assert_eq!(at_rules.len(), 1, "{at_rules:?}");
    let diagnostic = &at_rules[0];
    assert_eq!(
        (&diagnostic["code"], &diagnostic["severity"]),
        (&json!("case-failed"), &json!(1))
    );
    assert_eq!(diagnostic["range"], range(&changed, 0..4));
    // The sentence is that of `grammar test`.
    let message = diagnostic["message"].as_str().expect("a message");
    let sentence = message.lines().next().expect("a line");
    folder.write("date.abnf", &changed);
    let name = folder.path("date.abnf");
    let tested = rfc1738(&["grammar", "test", name.to_str().expect("UTF-8")]).output();
    let shown = String::from_utf8(tested.expect("it runs").stdout).expect("UTF-8");
    assert!(
        shown.contains(&format!("error: {sentence}\n")),
        "{sentence}\n{shown}"
    );
    assert_eq!(
        sentence,
        "a year and a month: expected a valid text, found an error at offset 4"
    );
    let text = CASES.find("2026-7").expect("it is there") + 4;
    let related = &diagnostic["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], folder.uri("date.cases.txt"));
    assert_eq!(related["location"]["range"], range(CASES, text..text + 1));
    // The file of cases shows it, too, if it is open.
    let cases = folder.open(&mut client, "date.cases.txt");
    let at_texts = about_cases(&mut client, &uri);
    assert_eq!(at_texts.len(), 1);
    let known = published(&client, &cases);
    assert_eq!(
        known["diagnostics"][0]["range"],
        range(CASES, text..text + 1)
    );
    assert_eq!(known["version"], 1);
    let related = &known["diagnostics"][0]["relatedInformation"][0];
    assert_eq!(related["message"], "`date` is defined here");
    // What is expected changes, and not the grammar.
    client.replace(
        &cases,
        2,
        &CASES.replace("2026-7\n--- year=2026", "2026-7\n--- invalid"),
    );
    assert_eq!(about_cases(&mut client, &uri), [Value::Null; 0]);
    let known = published(&client, &cases);
    assert_eq!(
        known,
        json!({ "uri": cases, "version": 2, "diagnostics": [] })
    );
    // What is stored counts when it is closed.
    client.tell(
        "textDocument/didClose",
        &json!({ "textDocument": { "uri": cases } }),
    );
    assert_eq!(about_cases(&mut client, &uri).len(), 1);
    client.leave();
}

#[test]
fn cases_that_cannot_be_read_are_told_of() {
    let folder = folder("lsp-unreadable-cases");
    folder.write("date.cases.txt", "# dat\n\n=== a title\n1\n---\n");
    let mut client = folder.client(&[], &json!({}));
    let uri = folder.open(&mut client, "date.abnf");
    let found = about_cases(&mut client, &uri);
    let message = found[0]["message"].as_str().expect("a message");
    assert_eq!(
        message,
        "there is no production `dat`; did you mean `date`?"
    );
    assert_eq!(found[0]["range"], range(GRAMMAR, 0..22));
    let cases = folder.open(&mut client, "date.cases.txt");
    client.replace(&cases, 2, "=== a title\n1\n--- error at x\n");
    assert_eq!(about_cases(&mut client, &uri), [Value::Null; 0]);
    let known = published(&client, &cases);
    let message = known["diagnostics"][0]["message"].as_str().expect("a text");
    let start = "the cases cannot be read: line 3: ";
    assert!(message.starts_with(start), "{message}");
    client.replace(&cases, 3, "");
    assert_eq!(lenses(&mut client, &uri), json!([]));
    client.leave();
}

#[test]
fn cases_beyond_the_limit_are_counted() {
    let folder = folder("lsp-many-cases");
    let lines = "7\n".repeat(20_001);
    folder.write(
        "date.cases.txt",
        &format!("# number\n\n=== digits [lines]\n{lines}---\n"),
    );
    let mut client = folder.client(&[], &json!({}));
    let uri = folder.open(&mut client, "date.abnf");
    assert_eq!(titles(&mut client, &uri)[2], "valid 20000/20000");
    let found = about_cases(&mut client, &uri);
    assert_eq!(
        found[0]["message"],
        "1 case not run: an editor runs 20000 cases at most, and for 10 seconds; `rfc1738 grammar test` runs all"
    );
    client.leave();
}

#[test]
fn a_click_shows_the_cases_that_fail() {
    let folder = folder("lsp-show-cases");
    let shows = json!({ "window": { "showDocument": { "support": true } } });
    let mut client = folder.client(&[], &shows);
    let uri = folder.open(&mut client, "date.abnf");
    client.replace(&uri, 2, &GRAMMAR.replace("4number", "3number"));
    let command = lenses(&mut client, &uri)[0]["command"].clone();
    let parameters = json!({ "command": command["command"], "arguments": command["arguments"] });
    let answer = client.ask("workspace/executeCommand", &parameters);
    let places = answer["result"].as_array().expect("a list");
    let titles: Vec<&Value> = places.iter().map(|place| &place["title"]).collect();
    assert_eq!(titles, ["a year and a month", "a year"]);
    assert_eq!(
        places[0]["message"],
        "a year and a month: expected a valid text, found an error at offset 3"
    );
    let asked = client
        .heard
        .iter()
        .find(|message| message["method"] == "window/showDocument");
    let asked = &asked.expect("the client is asked")["params"];
    let text = CASES.find("2026-7").expect("it is there") + 3;
    assert_eq!(asked["uri"], folder.uri("date.cases.txt"));
    assert_eq!(asked["selection"], range(CASES, text..text + 1));
    let refused = client.ask("workspace/executeCommand", &json!({ "command": "other" }));
    let message = "the server has the command `rfc1738.showCases` with the address of a grammar and the \
                   name of a rule, and no other";
    assert_eq!(
        refused["error"],
        json!({ "code": -32602, "message": message })
    );
    client.leave();
}

#[test]
fn the_cases_of_a_grammar_that_is_not_open_run() {
    let folder = folder("lsp-cases-alone");
    folder.write("date.abnf", &GRAMMAR.replace("4number", "3number"));
    let mut client = folder.client(&[], &json!({}));
    let cases = folder.open(&mut client, "date.cases.txt");
    let published = client.next_message();
    assert_eq!(published["params"]["uri"], cases);
    let messages = published["params"]["diagnostics"]
        .as_array()
        .expect("a list");
    assert_eq!(messages.len(), 2);
    // Questions about grammars have no answer there.
    let refused = client.at("hover", &cases, position(CASES, 3));
    let message = format!("{cases} is no grammar");
    assert_eq!(
        refused["error"],
        json!({ "code": -32602, "message": message })
    );
    client.leave();
}

#[test]
fn the_client_is_told_of_new_cases() {
    let folder = folder("lsp-refresh");
    let refreshes = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let mut client = folder.client(&[], &refreshes);
    let uri = folder.open(&mut client, "date.abnf");
    titles(&mut client, &uri);
    let cases = folder.open(&mut client, "date.cases.txt");
    client.replace(&cases, 2, &format!("{CASES}\n=== another digit\n8\n---\n"));
    assert_eq!(titles(&mut client, &uri)[2], "valid 2/2");
    client.ask(
        "textDocument/codeLens",
        &json!({ "textDocument": { "uri": uri } }),
    );
    let is_refresh = |message: &Value| message["method"] == "workspace/codeLens/refresh";
    assert!(client.heard.iter().any(is_refresh), "{:?}", client.heard);
    client.leave();
}
