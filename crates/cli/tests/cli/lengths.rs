//! Productions with a length that another part of the text gives.

use crate::command::{exits, file, rfc1738, stdout};

const CHUNK: &str = "\
chunk = %s\"e\" / size \":\" data
size = 1*DIGIT
data = *%x61-63
";

const LENGTHS: &str = "\
[[length]]
production = \"data\"
reason = \"size is the number of its letters\"
section = \"Section 2\"
";

/// Writes a grammar with a length beside it.
fn chunk(name: &str) -> String {
    let grammar = format!("{name}.abnf");
    file(Box::leak(grammar.clone().into_boxed_str()), CHUNK);
    let lengths = format!("{name}.imports.toml");
    file(Box::leak(lengths.into_boxed_str()), LENGTHS);
    grammar
}

const LENGTH: &str =
    "has a length that the grammar does not check: size is the number of its letters (Section 2)";

#[test]
fn suites_have_no_verdict_on_what_a_length_decides() {
    let grammar = chunk("lengths-suite");
    for options in ["", "--by-productions", "--quick", "--keep-apart"] {
        let line = format!("conformance export --grammar {grammar} --format jsonl {options}");
        let suite = stdout(&exits(&line, 0));
        // One text only is valid whatever its length. The quick suite is made of texts that use `size` or `data`.
        let valid: Vec<&str> = suite
            .lines()
            .filter(|line| line.contains("\"ok\":true"))
            .collect();
        let right = "{\"rule\":\"chunk\",\"input\":\"e\",\"hex\":\"65\",\"ok\":true}";
        assert!(
            valid == [right] || options == "--quick" && valid.is_empty(),
            "{options}: {valid:?}"
        );
        let has_invalid = suite.contains("\"ok\":false");
        assert!(has_invalid || options == "--quick", "{options}");
    }
}

#[test]
fn texts_are_made_without_what_a_length_decides() {
    let grammar = chunk("lengths-made");
    let line = format!("generate --grammar {grammar} -n 5");
    assert_eq!(stdout(&exits(&line, 0)), "e\n");
    let line = format!("generate --grammar {grammar} --rule data");
    exits(&line, 2).stdout("").stderr(format!(
        "error: {grammar}: production `data` {LENGTH}; check the length in a program, or choose another production \
         with --rule\n"
    ));
    let line = format!("generate --grammar {grammar} --invalid -n 40");
    for miss in stdout(&exits(&line, 0)).lines() {
        let text = miss.split('\t').next().unwrap_or_default();
        let run = rfc1738(&["parse", "--grammar", &grammar, "--", text]).assert();
        run.code(1);
    }
}
