//! Errors in texts of productions that recurse: what is open, and what can begin there.

use crate::command::{object, rfc1738, stderr};

fn example(name: &str) -> String {
    format!(
        "{}/../../examples/grammars/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn only_the_first_and_last_open_productions_are_named() {
    let text = "[".repeat(10_000);
    let arguments = ["parse", "--format", "json", "--grammar"];
    let run = rfc1738(&arguments)
        .args([&example("rfc8259.abnf"), &text])
        .assert()
        .code(1);
    let record = object(&run);
    let context = record["error"]["context"].as_array().expect("an array");
    assert_eq!(context.len(), 16);
    assert_eq!(record["error"]["context_left_out"], 19_985);
    let run = rfc1738(&["parse", "--grammar", &example("rfc8259.abnf"), &text])
        .assert()
        .code(1);
    let errors = stderr(&run);
    let note = errors.lines().last().expect("there is a note");
    assert_eq!(
        note,
        "  note: in JSON-text, value, array, value, (19985 more), value, array, value, array, value, \
         array, value, array, value, array, value, array"
    );
}
