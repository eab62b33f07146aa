//! Grammars beyond ASCII go through the commands that make texts or take them as octets.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use serde_json::Value;

use super::recognizer;
use crate::command::{exits, file, object, rfc1738, stdout};
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
fn near_misses_have_their_errors_in_json() {
    let arguments = ["generate", "--invalid", "-n", "30", "--format", "jsonl"];
    let (misses, _) = lines("word1.abnf", CHARACTERS, &arguments, 0);
    assert_eq!(misses.len(), 30);
    for miss in misses {
        assert!(miss["text"].is_string(), "{miss}");
        let error = miss["error"].as_str().expect("a string");
        assert!(error.starts_with("expected "), "{miss}");
    }
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

#[test]
fn octets_above_7f_are_shown_as_numbers() {
    let arguments = ["explain", "obs-text"].map(OsStr::new);
    let (page, _) = outputs_of("field8.abnf", OCTETS, &arguments, 0);
    let page = String::from_utf8(page).expect("UTF-8");
    assert!(page.contains("First     %x80-FF\n"), "{page}");
    assert!(page.contains("\n  \"\\xc3\"\n"), "{page}");
}

#[test]
fn every_command_about_one_text_takes_any_octets() {
    let text = OsStr::from_bytes(b"\xff");
    let of = |command: &[&str], code| {
        let arguments = command.iter().map(OsStr::new).chain([text]);
        let arguments: Vec<&OsStr> = arguments.collect();
        let (out, _) = outputs_of("field9.abnf", OCTETS, &arguments, code);
        String::from_utf8(out).expect("UTF-8")
    };
    let rule = ["--rule", "obs-text"];
    let with = |command: &[&'static str]| [command, &rule[..]].concat();
    assert!(of(&with(&["derivations"]), 0).contains("obs-text 0..1 \"\\xff\""));
    let record = of(&with(&["derivations", "--format", "json"]), 0);
    assert!(
        record.starts_with("{\"input\":{\"hex\":\"ff\"},"),
        "{record}"
    );
    assert!(of(&with(&["naive"]), 0).contains("obs-text \"\\xff\"\n  naive    accepts\n"));
    let record = of(&with(&["naive", "--format", "json"]), 0);
    assert!(
        record.starts_with("{\"input\":{\"hex\":\"ff\"},"),
        "{record}"
    );
    let record = of(&with(&["trace", "--format", "json"]), 0);
    assert!(
        record.contains("\"hex\":\"ff\",\"rule\":\"obs-text\",\"ok\":true"),
        "{record}"
    );
    assert!(of(&with(&["parse"]), 0).contains("\"\\xff\""));
    let run = rfc1738(&["check", "--rule", "obs-text", "--format", "json"])
        .arg("--grammar")
        .arg(file("field10.abnf", OCTETS))
        .write_stdin(&b"\xff\n"[..])
        .assert()
        .code(0);
    let record = stdout(&run);
    assert!(
        record.contains("\"hex\":\"ff\",\"rule\":\"obs-text\",\"ok\":true"),
        "{record}"
    );
}

#[test]
fn two_grammars_are_compared_octet_by_octet() {
    let run = rfc1738(&["grammar", "diff", "--format", "json"])
        .arg(file("octet.abnf", "a = %x80-FF\n"))
        .arg(file("character.abnf", "a = %x80-10FFFF\n"))
        .assert()
        .code(1);
    let record = object(&run);
    let difference = &record["productions"][0];
    assert_eq!(octets(&difference["only_a"]), b"\xc3");
    assert_eq!(difference["only_b"], "é");
}

/// Ranges of characters that share octets.
const RANGES: &str =
    "t = \"a\" 1*u \"z\" / %xE9 k\nu = %x100-2FF / %x20AC\nk = %xD0-D7FF / %x10FFFF\n";

#[test]
fn errors_in_grammars_of_characters_list_ranges_of_characters() {
    file("characters.abnf", RANGES);
    let error = |text: &str| {
        let run = rfc1738(&["parse", "--grammar", "characters.abnf"])
            .args(["--format", "json", text])
            .assert()
            .code(1);
        let record = serde_json::from_slice::<Value>(&run.get_output().stdout);
        record.expect("it is JSON")["error"].take()
    };
    let first = error("\u{cf}");
    assert_eq!(first["next"], "Aa");
    let ranges = serde_json::json!([["A", "A"], ["a", "a"], ["é", "é"]]);
    assert_eq!(first["next_ranges"], ranges);
    let after = error("a\u{20ac}q");
    assert_eq!(
        (&after["offset"], &after["next"]),
        (&4.into(), &"Zz".into())
    );
    let ranges = serde_json::json!([["Z", "Z"], ["z", "z"], ["\u{100}", "\u{2ff}"], ["€", "€"]]);
    assert_eq!(after["next_ranges"], ranges);
    assert_eq!(error("é\u{d7ff}x")["next_ranges"], Value::Null);
}

#[test]
fn explanations_of_grammars_of_characters_name_characters() {
    file("characters-first.abnf", RANGES);
    let page = stdout(&exits("rules --grammar characters-first.abnf k", 0));
    assert!(page.contains("First     %xD0-D7FF %x10FFFF\n"), "{page}");
}
