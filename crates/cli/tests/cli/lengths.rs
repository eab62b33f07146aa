//! Productions with a length that another part of the text gives.

use crate::command::{exits, file, given, rfc1738, stdout};

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

const NOTE: &str = "note: production `chunk` uses `data`, which has a length that the grammar does not check: size is \
                    the number of its letters (Section 2); a text that could need it is undecided\n";

const UNDECIDED: &str = "the text is valid only if the part of it at offset 2 that `data` derives has the right \
                         length: size is the number of its letters (Section 2)";

#[test]
fn a_text_that_needs_a_length_is_undecided() {
    let grammar = chunk("lengths-text");
    for command in ["parse", "trace", "derivations"] {
        let run = rfc1738(&[command, "--grammar", &grammar, "3:ab"]).assert();
        let errors = run.code(2).stdout("").get_output().stderr.clone();
        let errors = String::from_utf8(errors).expect("UTF-8");
        assert!(
            errors.ends_with(&format!("undecided: {UNDECIDED}\n")),
            "{command}: {errors}"
        );
    }
    exits(&format!("parse --grammar {grammar} --format json 3:ab"), 2).stdout(format!(
        "{{\"input\":\"3:ab\",\"rule\":\"chunk\",\"ok\":null,\"undecided\":{{\"reason\":\"{UNDECIDED}\",\
         \"production\":\"data\",\"offset\":2}}}}\n"
    ));
    exits(&format!("parse --grammar {grammar} e"), 0)
        .stdout("chunk 0..1 \"e\"\n")
        .stderr(NOTE);
    exits(&format!("parse --grammar {grammar} 3:d"), 1).stdout("");
}

#[test]
fn a_line_that_needs_a_length_is_undecided() {
    let grammar = chunk("lengths-lines");
    given("e\n3:ab\n3:d\n", &format!("check --grammar {grammar}"), 2)
        .stdout(format!(
            "<stdin>:2: undecided: {UNDECIDED}\n\
             <stdin>:3:3: found \"d\", expected \"a\", \"b\", \"c\" or end of text [data-syntax]\n"
        ))
        .stderr(format!(
            "{NOTE}3 lines: 1 valid, 1 invalid, 1 undecided\n  valid as\n    chunk  1\n  invalid in\n    data  1\n"
        ));
}

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

/// A parser that checks lengths, and one that takes every length, are as good as each other here; one that takes
/// another letter is wrong.
#[cfg(unix)]
#[test]
fn a_parser_is_right_whatever_it_says_about_lengths() {
    let grammar = chunk("lengths-peer");
    let peer = |accepted: &str| {
        format!("LC_ALL=C awk '{{ print ({accepted}) ? \"accept\" : \"reject\" }}'")
    };
    let form = "$0 == \"e\" || $0 ~ /^[0-9]+:[abc]*$/";
    let right = format!("$0 == \"e\" || ({form}) && length($0) - index($0, \":\") == $0 + 0");
    for (accepted, code) in [
        (form, 0),
        (&*right, 0),
        ("$0 == \"e\"", 0),
        ("$0 == \"e\" || $0 ~ /^[0-9]+:[abcd]*$/", 1),
        ("$0 ~ /^[0-9]+:[abc]*$/", 1),
    ] {
        let script = peer(accepted);
        let arguments = [
            "conformance",
            "run",
            "--grammar",
            &grammar,
            "--",
            "sh",
            "-c",
        ];
        let run = rfc1738(&[&arguments[..], &[&script]].concat()).assert();
        let output = run.code(code).get_output().clone();
        let notes = String::from_utf8(output.stderr).expect("UTF-8");
        let note =
            " texts of the suite are undecided; every answer counts as right, also in the causes\n";
        assert!(notes.contains(note), "{accepted}: {notes}");
        let shown = String::from_utf8(output.stdout).expect("UTF-8");
        let answered = shown
            .lines()
            .find(|line| line.contains(" texts answered: "));
        assert!(
            answered.is_some_and(|line| !line.contains(" of ")),
            "{shown}"
        );
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

#[test]
fn exports_and_crates_say_what_they_leave_out() {
    let grammar = chunk("lengths-written");
    let export = exits(&format!("grammar export --to abnf {grammar}"), 0);
    export.stderr(format!(
        "note: production `chunk` uses `data`, which {LENGTH}; what is written does not say so\n"
    ));
    let made = format!("grammar crate {grammar} --name lengths --overwrite --out lengths-crate");
    let made = exits(&made, 0);
    let errors = String::from_utf8(made.get_output().stderr.clone()).expect("UTF-8");
    assert_eq!(
        errors,
        format!(
            "note: left out: production `chunk` uses `data`, which {LENGTH}\n\
             note: left out: production `data` {LENGTH}\n"
        )
    );
    let made = format!("grammar crate {grammar} --rule data --out lengths-none");
    exits(&made, 2).stdout("");
    let checked = stdout(&exits(&format!("grammar check --show length {grammar}"), 0));
    assert!(checked.contains("length elsewhere in `data`"), "{checked}");
}

#[test]
fn a_length_travels_with_an_imported_grammar() {
    file("lengths-import.abnf", "text = string\n");
    let parse = |text: &str| {
        let run = rfc1738(&[
            "parse",
            "--grammar",
            "lengths-import.abnf",
            "--import",
            "rfc9051",
            text,
        ]);
        let mut run = run;
        run.assert()
    };
    parse("\"a\"").code(0);
    parse("{2}\r\na").code(2).stdout("");
    parse("{x}\r\na").code(1);
}

#[test]
fn a_length_of_an_unknown_production_is_an_error() {
    file("lengths-unknown.abnf", "a = \"x\"\n");
    file(
        "lengths-unknown.imports.toml",
        "[[length]]\nproduction = \"b\"\nreason = \"r\"\nsection = \"1\"\n",
    );
    exits("parse --grammar lengths-unknown.abnf x", 2)
        .stdout("")
        .stderr("error: lengths-unknown.imports.toml: length: there is no production `b`\n");
}
