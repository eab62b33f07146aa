//! Before `initialize`, after `shutdown`, the end, and messages that are none.

use serde_json::{Value, json};

use super::client::Client;

const URI: &str = "untitled:Untitled-1";

#[test]
fn a_server_that_was_shut_down_ends_with_success() {
    let client = Client::with(&json!({}));
    assert_eq!(client.leave(), (Some(0), String::new()));
}

#[test]
fn exit_or_the_end_without_shutdown_is_a_failure() {
    let mut client = Client::with(&json!({}));
    client.tell("exit", &Value::Null);
    assert_eq!(client.end(), (Some(1), String::new()));
    assert_eq!(Client::with(&json!({})).end(), (Some(1), String::new()));
    let mut client = Client::start(&["--stdio"]);
    client.tell("exit", &Value::Null);
    assert_eq!(client.end(), (Some(1), String::new()));
}

#[test]
fn requests_before_initialize_and_after_shutdown_are_refused() {
    let mut client = Client::start(&[]);
    client.open(URI, "a = b\n");
    let refused = client.at("hover", URI, (0, 0));
    assert_eq!(
        refused["error"],
        json!({ "code": -32002, "message": "the first request is `initialize`" })
    );
    client.ask("initialize", &json!({ "capabilities": {} }));
    let again = client.ask("initialize", &json!({ "capabilities": {} }));
    assert_eq!(
        again["error"],
        json!({ "code": -32600, "message": "the server is initialized already" })
    );
    let not_open = client.at("hover", URI, (0, 0));
    let message = "untitled:Untitled-1 is not open";
    assert_eq!(
        not_open["error"],
        json!({ "code": -32602, "message": message })
    );
    client.ask("shutdown", &Value::Null);
    let late = client.at("hover", URI, (0, 0));
    let message = "the server is shut down; only `exit` may follow";
    assert_eq!(late["error"], json!({ "code": -32600, "message": message }));
    client.tell("exit", &Value::Null);
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn unknown_methods_are_refused_and_unknown_notifications_ignored() {
    let mut client = Client::with(&json!({}));
    client.tell("$/setTrace", &json!({ "value": "off" }));
    client.tell(
        "workspace/didChangeConfiguration",
        &json!({ "settings": null }),
    );
    client.tell("textDocument/didOpen", &json!({ "textDocument": 7 }));
    let refused = client.ask("textDocument/\u{1b}[2J", &Value::Null);
    let message = "the server has no method `textDocument/\\u{1b}[2J`";
    assert_eq!(
        refused["error"],
        json!({ "code": -32601, "message": message })
    );
    let refused = client.ask("textDocument/hover", &json!({ "position": -1 }));
    assert_eq!(refused["error"]["code"], -32602);
    assert_eq!(client.leave().0, Some(0));
}

#[test]
fn invalid_messages_are_refused_and_the_next_is_answered() {
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let cases = [
        (framed("{"), -32700),
        (framed("\u{fffd}"), -32700),
        (framed(""), -32700),
        (framed("[]"), -32600),
        (framed("7"), -32600),
        (framed("{\"jsonrpc\":\"2.0\",\"id\":1}"), -32600),
        (framed("{\"id\":1,\"method\":\"shutdown\"}"), -32600),
        (
            framed("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"shutdown\"}"),
            -32600,
        ),
        ("no header\r\n".to_owned(), -32700),
        ("Content-Length: many\r\n".to_owned(), -32700),
        ("Content-Type: x\r\n\r\n".to_owned(), -32700),
        (format!("{}\r\n", "x".repeat(4096)), -32700),
    ];
    let mut client = Client::with(&json!({}));
    for (octets, code) in cases {
        client.write(octets.as_bytes());
        let refused = client.next_message();
        assert_eq!(refused["id"], Value::Null, "{octets:?}");
        assert_eq!(refused["error"]["code"], code, "{octets:?}: {refused}");
        let start = match code {
            -32700 => "the message cannot be read: ",
            _ => "the message is not a request, a notification or a response: ",
        };
        let message = refused["error"]["message"].as_str().expect("a message");
        assert!(message.starts_with(start), "{octets:?}: {message}");
        let not_open = client.at("hover", URI, (0, 0));
        assert_eq!(not_open["error"]["code"], -32602, "{octets:?}");
    }
    assert_eq!(client.leave(), (Some(0), String::new()));
}

#[test]
fn a_header_that_promises_more_than_follows_takes_no_memory() {
    let mut client = Client::with(&json!({}));
    client.write(b"Content-Length: 18446744073709551615\r\n\r\n{}");
    assert_eq!(client.end(), (Some(1), String::new()));
    let mut client = Client::with(&json!({}));
    let long = " ".repeat((16 << 20) + 1);
    client.write(format!("Content-Length: {}\r\n\r\n{long}", long.len()).as_bytes());
    let message = "the message cannot be read: the message is longer than 16 MiB";
    assert_eq!(
        client.next_message()["error"],
        json!({ "code": -32700, "message": message })
    );
    assert_eq!(client.leave().0, Some(0));
}

#[test]
fn responses_and_cancelled_requests_need_no_answer() {
    let mut client = Client::with(&json!({}));
    client.send(&json!({ "jsonrpc": "2.0", "id": "files", "result": null }));
    client.send(&json!({ "jsonrpc": "2.0", "id": "x", "error": { "code": 1, "message": "" } }));
    client.tell("$/cancelRequest", &json!({ "id": 99 }));
    assert_eq!(client.leave(), (Some(0), String::new()));
    let mut client = Client::start(&[]);
    let watches =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    client.ask("initialize", &json!({ "capabilities": watches }));
    client.tell("initialized", &json!({}));
    let registration = client.next_message();
    assert_eq!(registration["method"], "client/registerCapability");
    assert_eq!(
        registration["params"]["registrations"][0]["registerOptions"]["watchers"][0],
        json!({ "globPattern": "**/*.imports.toml" })
    );
    assert_eq!(client.leave().0, Some(0));
}
