//! `rfc1738 explain`.

mod facts;
mod pages;

use std::path::PathBuf;

use crate::command::{rfc1738, stdout};
use serde_json::Value;

fn foreign(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rfcbnf/tests/grammars");
    folder.join(name).to_str().expect("UTF-8").to_owned()
}

/// Returns the page about a production.
fn output_of(arguments: &[&str]) -> String {
    let assert = rfc1738(&[&["explain"], arguments].concat()).assert();
    stdout(&assert.code(0).stderr(""))
}

fn record_of(arguments: &[&str]) -> Value {
    let output = output_of(&[arguments, &["--format", "json"]].concat());
    let is_plain = |octet: u8| matches!(octet, b' '..=b'~');
    assert!(output.trim_end_matches('\n').bytes().all(is_plain));
    serde_json::from_str(&output).expect("the output is JSON")
}
fn texts(values: &Value) -> Vec<&str> {
    let values = values.as_array().expect("it is a list");
    values
        .iter()
        .map(|text| text.as_str().expect("it is a text"))
        .collect()
}
