//! Errors in texts of productions that recurse: what is open, and what can begin there.

use crate::command::{file, object, rfc1738, stderr};

fn example(name: &str) -> String {
    format!(
        "{}/../../examples/grammars/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// Returns what the error in a text expects, and what is open.
fn error(grammar: &str, text: &str) -> (Vec<String>, Vec<String>) {
    let run = rfc1738(&["parse", "--format", "json", "--grammar", grammar, text])
        .assert()
        .code(1);
    let record = object(&run);
    let names = |field: &str| {
        let names = record["error"][field].as_array().expect("an array").iter();
        let names = names.map(|name| name.as_str().expect("a name").to_owned());
        names.collect()
    };
    (names("expected"), names("context"))
}

#[test]
fn an_error_in_nested_values_names_all_that_are_open() {
    let (expected, context) = error(&example("rfc8259.abnf"), r#"{"a":[1,{"b":tru}]}"#);
    assert_eq!(expected, [r#""e""#]);
    assert_eq!(
        context,
        [
            "JSON-text",
            "value",
            "object",
            "member",
            "value",
            "array",
            "value",
            "object",
            "member",
            "value",
            "true"
        ]
    );
}

#[test]
fn productions_open_in_only_some_derivations_are_left_out() {
    // The comment can be one before the angle bracket of an address or before its at sign.
    let (expected, context) = error(&example("rfc5322.abnf"), "a(b)(c");
    assert_eq!(
        expected,
        ["WSP", r#""\r""#, "ctext", r#""\\""#, r#""(""#, r#"")""#]
    );
    assert_eq!(context, ["address", "comment"]);
}

#[test]
fn left_recursion_has_its_innermost_productions_open() {
    let grammar = example("arithmetic-left.bnf");
    let context = |text| error(&grammar, text).1;
    assert_eq!(context("1+"), ["expression", "term", "factor"]);
    assert_eq!(context("(1"), ["expression", "term", "factor"]);
    assert_eq!(context("1+2)"), ["expression"]);
}

#[test]
fn expected_characters_are_characters_and_ranges() {
    file(
        "characters-that-recurse.abnf",
        "s = \"(\" s \")\" / %xE9.20AC / 1*letter\nletter = %x61-7A / %x3B1-3C9 / %x4E00-10FFFF\n",
    );
    let expected = |text| error("characters-that-recurse.abnf", text).0;
    assert_eq!(expected("(!"), [r#""(""#, "\"\u{e9}\"", "letter"]);
    assert_eq!(expected("\u{e9}"), ["\"\u{20ac}\""]);
    let (in_string, _) = error(&example("rfc8259.abnf"), "\"x");
    assert_eq!(in_string, ["unescaped", r#""\\""#, r#"""""#]);
    let (value, _) = error(&example("rfc8259.abnf"), "[-");
    assert_eq!(value, [r#""0""#, "digit1-9"]);
    file(
        "ranges-that-recurse.abnf",
        "s = \"(\" s \")\" / \"<\" (%x61-63 / %x3B1-3C9 / %x3CA / %x10000-10FFFF) \">\"\n",
    );
    let (expected, _) = error("ranges-that-recurse.abnf", "(<)");
    assert_eq!(
        expected,
        [
            r#""a""#,
            r#""b""#,
            r#""c""#,
            "a character from %x3B1 to %x3CA",
            "a character from %x10000 to %x10FFFF"
        ]
    );
}

#[test]
fn an_error_is_at_the_start_of_a_character() {
    let words = "word = 1*( %x61 / %xE9 / greek )\ngreek = %x3B1-3C9\n";
    let pairs = format!("s = \"(\" s \")\" / word\n{words}");
    for (name, grammar, start) in [("words", words, ""), ("pairs", &pairs, "(")] {
        let name = format!("{name}-of-characters.abnf");
        file(&name, grammar);
        for wrong in ["\u{e8}", "\u{3ca}"] {
            let text = format!("{start}a{wrong}");
            let run = rfc1738(&["parse", "--format", "json", "--grammar", &name, &text])
                .assert()
                .code(1);
            let record = object(&run);
            let error = &record["error"];
            assert_eq!(error["offset"], start.len() + 1);
            assert_eq!(error["found"], wrong);
            let end = if start.is_empty() {
                "end of text"
            } else {
                "\")\""
            };
            let expected = serde_json::json!(["\"a\"", "\"\u{e9}\"", "greek", end]);
            assert_eq!(error["expected"], expected, "{text}");
        }
    }
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
