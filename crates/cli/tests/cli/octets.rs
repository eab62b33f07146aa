//! Grammars beyond ASCII go through the commands that make texts or take them as octets.

use serde_json::Value;
use std::ffi::OsStr;

use crate::any_grammar::recognizer;
use crate::command::{file, rfc1738};
use crate::extent::few_or_many;

/// Numbers are octets, and lines end with CRLF.
const OCTETS: &str =
    "field = name \":\" *( obs-text / VCHAR ) CRLF\nname = 1*ALPHA\nobs-text = %x80-FF\n";

/// Numbers are characters, and texts are UTF-8.
const CHARACTERS: &str = "word = 1*( ucschar / ALPHA )\nucschar = %xA0-D7FF / %x10000-10FFFF\n";

/// Returns standard output and standard error of a command on a grammar.
fn outputs_of(name: &str, source: &str, arguments: &[&OsStr], code: i32) -> (Vec<u8>, String) {
    let run = rfc1738(&[])
        .args(arguments)
        .arg("--grammar")
        .arg(file(name, source))
        .assert()
        .code(code);
    let output = run.get_output();
    let errors = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    (output.stdout.clone(), errors)
}

fn lines(name: &str, source: &str, arguments: &[&str], code: i32) -> (Vec<Value>, String) {
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let (out, errors) = outputs_of(name, source, &arguments, code);
    let out = String::from_utf8(out).expect("JSON is UTF-8");
    let values = out.lines().map(serde_json::from_str);
    (values.collect::<Result<_, _>>().expect("JSON"), errors)
}

/// Returns the octets of a text in JSON.
fn octets(text: &Value) -> Vec<u8> {
    if let Some(text) = text.as_str() {
        return text.as_bytes().to_vec();
    }
    let digits = text["hex"]
        .as_str()
        .expect("a string or an object with hex");
    let octet = |index| u8::from_str_radix(&digits[index..index + 2], 16).expect("two digits");
    (0..digits.len()).step_by(2).map(octet).collect()
}

#[test]
fn generated_texts_are_octets_and_json_lines_leave_none_out() {
    let arguments = [
        "generate", "--rule", "field", "-n", "20", "--format", "jsonl",
    ];
    let (texts, errors) = lines("field1.abnf", OCTETS, &arguments, 0);
    assert_eq!((texts.len(), errors.as_str()), (20, ""));
    let texts: Vec<Vec<u8>> = texts.iter().map(|line| octets(&line["text"])).collect();
    assert!(texts.iter().all(|text| text.ends_with(b"\r\n")));
    assert!(texts.iter().any(|text| std::str::from_utf8(text).is_err()));

    let arguments = ["generate", "--rule", "field", "-n", "20"].map(OsStr::new);
    let (texts, errors) = outputs_of("field2.abnf", OCTETS, &arguments, 0);
    assert_eq!(texts, b"");
    assert_eq!(
        errors,
        "note: 1000 texts are left out, because a line cannot hold LF or end in CR; \
         --separator '\\0' or --format jsonl writes them\n"
    );

    let arguments = ["generate", "--rule", "obs-text", "-n", "500"].map(OsStr::new);
    let (texts, errors) = outputs_of("field3.abnf", OCTETS, &arguments, 0);
    assert_eq!(errors, "");
    let mut octets: Vec<u8> = texts.into_iter().filter(|octet| *octet != b'\n').collect();
    octets.sort_unstable();
    assert_eq!(octets, (0x80..=0xff).collect::<Vec<u8>>());
}

#[test]
fn text_lines_leave_out_line_ends_but_not_other_octets() {
    let arguments = ["conformance", "export", "--rule", "field"];
    let (cases, _) = lines("field4.abnf", OCTETS, &arguments, 0);
    let texts: Vec<Vec<u8>> = cases.iter().map(|case| octets(&case["input"])).collect();
    assert!(texts.iter().any(|text| text.ends_with(b"\xff")));
    let fits = |text: &&Vec<u8>| !text.contains(&b'\n') && !text.ends_with(b"\r");
    let fitting: Vec<u8> = texts
        .iter()
        .filter(fits)
        .flat_map(|text| [text.as_slice(), b"\n"].concat())
        .collect();
    let left_out = texts.len() - texts.iter().filter(fits).count();

    let arguments = [
        "conformance",
        "export",
        "--rule",
        "field",
        "--format",
        "txt",
    ];
    let arguments = arguments.map(OsStr::new);
    let (lines, errors) = outputs_of("field5.abnf", OCTETS, &arguments, 0);
    assert!(lines == fitting);
    assert_eq!(
        errors,
        format!(
            "note: {left_out} texts are left out, because a line cannot hold LF or end in CR; \
             --format jsonl writes all\n"
        )
    );
}

#[test]
fn a_program_is_asked_about_texts_of_any_octets() {
    // The suite of a production with many characters takes long to make.
    let latin = "word = 1*( ucschar / ALPHA )\nucschar = %xA0-17F\n";
    // The search for causes asks one of them.
    let all = "--most=5";
    let without = few_or_many("--no-causes", all);
    let some = few_or_many("--questions=300", all);
    for (name, source, rule, has_line_ends, search) in [
        ("field6.abnf", OCTETS, "field", true, without),
        ("field7.abnf", OCTETS, "obs-text", false, some),
        (
            "word2.abnf",
            few_or_many(latin, CHARACTERS),
            "ucschar",
            false,
            without,
        ),
    ] {
        let grammar = file(name, source);
        let grammar = grammar.to_str().expect("UTF-8");
        let options = ["--grammar", grammar, "--rule", rule];
        let mut run = rfc1738(&["conformance", "run", "--report", "json", search]);
        let run = run
            .args(options)
            .args(recognizer(&options))
            .assert()
            .code(0);
        let output = run.get_output();
        let record: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(
            record["left_out"].as_u64() > Some(0),
            has_line_ends,
            "{rule}"
        );
        assert!(record["true_rejects"].as_u64() > Some(100), "{rule}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(errors.contains("left out"), has_line_ends, "{errors}");
    }
}
