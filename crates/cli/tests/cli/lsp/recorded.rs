//! A session as Visual Studio Code has it: every message that it sends, and all answers.
//!
//! `vscode.jsonl` is written by hand after what its client sends. `SNAPSHOTS=overwrite` writes the answers.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use snapbox::assert_data_eq;

use super::client::Client;

#[test]
fn a_session_of_visual_studio_code_has_these_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/lsp");
    let sent = fs::read_to_string(folder.join("vscode.jsonl")).expect("there is a session");
    let mut client = Client::start(&["--stdio", "--diagrams", "text"]);
    let mut answers = Vec::new();
    for line in sent.lines() {
        let message: Value = serde_json::from_str(line).expect("a message");
        client.send(&message);
        let is_request = message.get("id").is_some() && message.get("method").is_some();
        if is_request {
            answers.push(client.response(&message["id"]));
        }
        if message["method"] == "exit" {
            break;
        }
    }
    assert_eq!(
        client
            .heard
            .iter()
            .filter(|it| it["method"] == "client/registerCapability")
            .count(),
        1
    );
    let published = client
        .heard
        .iter()
        .filter(|message| message.get("params").is_some());
    let published = published.filter(|it| it["method"] == "textDocument/publishDiagnostics");
    // When the analysis is complete depends on the machine. What is known of each version does not.
    let mut last: Vec<Value> = Vec::new();
    for message in published {
        let version = &message["params"]["version"];
        last.retain(|known| known["params"]["version"] != *version);
        last.push(message.clone());
    }
    answers.extend(last);
    let (status, errors) = client.end();
    answers.push(json!({ "status": status, "errors": errors }));
    let lines = answers.iter().map(|answer| {
        let text = serde_json::to_string_pretty(answer).expect("it is JSON");
        format!("{text}\n")
    });
    let expected = snapbox::Data::read_from(&folder.join("vscode.answers.txt"), None);
    assert_data_eq!(lines.collect::<String>(), expected.raw());
}
