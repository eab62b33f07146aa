//! A client of the server.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::command::running;

/// The time after which a test fails that waits for a message.
const PATIENCE: Duration = Duration::from_secs(300);

/// A running server, and what it said and nobody has asked for yet.
pub(super) struct Client {
    process: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    next: i64,
    pub(super) heard: Vec<Value>,
}

impl Client {
    /// Starts a server.
    pub(super) fn start(arguments: &[&str]) -> Self {
        let mut process = running(&[&["lsp"], arguments].concat());
        let output = process.stdout.take().expect("it has an output");
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self {
            input: process.stdin.take(),
            process,
            messages,
            next: 0,
            heard: Vec::new(),
        }
    }

    /// Starts a server and introduces a client with these capabilities.
    pub(super) fn with(capabilities: &Value) -> Self {
        let mut client = Self::start(&[]);
        client.ask("initialize", &json!({ "capabilities": capabilities }));
        client.tell("initialized", &json!({}));
        client
    }

    /// Writes octets as they are.
    pub(super) fn write(&mut self, octets: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(octets).expect("the server reads");
        input.flush().expect("the server reads");
    }

    pub(super) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Sends a notification.
    pub(super) fn tell(&mut self, method: &str, parameters: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    /// Sends a request and returns the response. Keeps what comes before it.
    pub(super) fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.next += 1;
        let id = json!(self.next);
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        self.response(&id)
    }

    /// Returns the response to the request with this id. Keeps what comes before it.
    pub(super) fn response(&mut self, id: &Value) -> Value {
        loop {
            let message = self.next_message();
            if message["id"] == *id && message.get("method").is_none() {
                return message;
            }
            self.heard.push(message);
        }
    }

    pub(super) fn next_message(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE);
        message.expect("the server answers")
    }

    /// Opens a document of version 1.
    pub(super) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "abnf", "version": 1, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    /// Replaces the text of a document.
    pub(super) fn replace(&mut self, uri: &str, version: i32, text: &str) {
        self.change(uri, version, &json!([{ "text": text }]));
    }

    pub(super) fn change(&mut self, uri: &str, version: i32, changes: &Value) {
        let document = json!({ "uri": uri, "version": version });
        let parameters = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", &parameters);
    }

    /// Asks about a position.
    pub(super) fn at(&mut self, method: &str, uri: &str, (line, character): (u32, u32)) -> Value {
        let parameters = json!({
            "textDocument": { "uri": uri },
            "position": { "line": line, "character": character },
            "context": { "includeDeclaration": true, "triggerKind": 1 },
            "newName": "another",
        });
        self.ask(&format!("textDocument/{method}"), &parameters)
    }

    /// Waits until the analysis of the document is complete. Returns what was published last.
    pub(super) fn settled(&mut self, uri: &str) -> Value {
        self.all_fixes(uri);
        self.published(uri)
    }

    /// Returns all fixes of a document as one action. The server answers when the analysis is complete.
    pub(super) fn all_fixes(&mut self, uri: &str) -> Value {
        let place = json!({ "line": 0, "character": 0 });
        let parameters = json!({
            "textDocument": { "uri": uri },
            "range": { "start": place, "end": place },
            "context": { "diagnostics": [], "only": ["source.fixAll"] },
        });
        self.ask("textDocument/codeAction", &parameters)
    }

    /// Returns what was published last about a document, and forgets what was heard.
    pub(super) fn published(&mut self, uri: &str) -> Value {
        let heard = std::mem::take(&mut self.heard).into_iter();
        let mut latest_first = heard.rev().filter(|message| {
            let parameters = &message["params"];
            message["method"] == "textDocument/publishDiagnostics" && parameters["uri"] == uri
        });
        let latest = latest_first.next();
        latest.map_or(Value::Null, |message| message["params"].clone())
    }

    /// Shuts the server down. Returns the exit status and what it wrote to standard error.
    pub(super) fn leave(mut self) -> (Option<i32>, String) {
        let response = self.ask("shutdown", &Value::Null);
        assert_eq!(response["result"], Value::Null);
        self.tell("exit", &Value::Null);
        self.end()
    }

    /// Ends the input. Returns the exit status and what the server wrote to standard error.
    pub(super) fn end(mut self) -> (Option<i32>, String) {
        self.input = None;
        let mut errors = String::new();
        let mut stream = self.process.stderr.take().expect("it has errors");
        stream.read_to_string(&mut errors).expect("UTF-8");
        let status = self.process.wait().expect("it ends");
        (status.code(), errors)
    }
}

fn read(output: &mut BufReader<ChildStdout>) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        output
            .read_line(&mut line)
            .ok()
            .filter(|count| *count > 0)?;
        let line = line.strip_suffix("\r\n").expect("lines end with CR LF");
        if line.is_empty() {
            break;
        }
        let number = line
            .strip_prefix("Content-Length: ")
            .expect("no other header");
        length = number.parse().ok();
    }
    let mut body = vec![0; length.expect("the header has a length")];
    output.read_exact(&mut body).ok()?;
    let message: Value = serde_json::from_slice(&body).expect("the body is JSON");
    assert_eq!(message["jsonrpc"], "2.0");
    Some(message)
}
