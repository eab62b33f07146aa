//! The options of `railroad`: formats, destinations and refusals.

use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin;

use super::drawn;
use crate::command::{exits, file, given};

fn written(name: &str, line: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    let line = format!("grammar railroad -o {name} {line}");
    exits(&line, 0).stdout("").stderr("");
    fs::read_to_string(path).expect("the file is written")
}

fn refused(line: &str, error: &str) {
    let line = format!("grammar railroad {line}");
    exits(&line, 2).stdout("").stderr(error.to_owned());
}

#[test]
fn the_extension_of_the_file_selects_the_format() {
    assert_eq!(written("drawn.html", ""), drawn("--to html"));
    assert_eq!(written("drawn.HTM", ""), drawn("--to html"));
    assert_eq!(written("drawn.svg", ""), drawn("--to svg"));
    assert_eq!(written("drawn.txt", ""), drawn("--to text"));
}

#[test]
fn an_explicit_format_overrides_the_file_name() {
    assert_eq!(written("asked.html", "--to svg"), drawn("--to svg"));
    assert_eq!(written("asked", "--to text"), drawn("--to text"));
}

#[test]
fn colours_reach_standard_output_but_not_a_file() {
    let colored = "--color always --to text --rule port";
    assert_eq!(
        drawn(colored),
        "\u{1b}[1m\u{1b}[36mport\u{1b}[0m\n├─ digits ─┤\n"
    );
    assert_eq!(written("colored.txt", colored), "port\n├─ digits ─┤\n");
}

#[test]
fn standard_output_gets_a_page_by_default() {
    let page = drawn("--rule port");
    assert!(page.starts_with("<!DOCTYPE html>\n"), "{page}");
    assert_eq!(drawn("--rule port -o -"), page);
}

#[test]
fn a_grammar_can_come_from_standard_input() {
    let run = given(
        "a = \"1\" [ b ]\nb = \"2\"\n",
        "grammar railroad --to text -",
        0,
    );
    run.stderr("").stdout(
        "\
a
├─ \"1\" ─┬─────┬─┤
        ╰─ b ─╯

b
├─ \"2\" ─┤
",
    );
}

#[test]
fn a_file_name_without_a_known_extension_is_refused() {
    refused(
        "-o drawn.png",
        "error: drawn.png does not end in .html, .svg or .txt; choose the drawing with --to\n",
    );
    refused(
        "-o drawn\u{1b}",
        "error: drawn\\u{1b} does not end in .html, .svg or .txt; choose the drawing with --to\n",
    );
}

#[test]
fn an_input_is_not_overwritten_under_any_name() {
    let text = "a = \"1\"\n";
    let path = file("kept.bnf", text);
    let error = |input: &str, output: &str| {
        format!(
            "error: {output} is also the input {input} and is not overwritten; name another file with -o\n"
        )
    };
    for output in ["kept.bnf", "./kept.bnf"] {
        let line = format!("kept.bnf --to svg -o {output}");
        refused(&line, &error("kept.bnf", output));
    }
    let readings = file("kept.toml", "");
    refused(
        "kept.bnf --readings kept.toml --to svg -o kept.toml",
        &error("kept.toml", "kept.toml"),
    );
    // `assert_cmd` would read the file through a pipe.
    let redirected = std::process::Command::new(cargo_bin!("rfc1738"))
        .args(["grammar", "railroad", "-", "--to", "svg", "-o", "kept.bnf"])
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(fs::File::open(&path).expect("it opens"))
        .output()
        .expect("the command runs");
    assert_eq!(redirected.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&redirected.stderr),
        error("<stdin>", "kept.bnf")
    );
    assert_eq!(
        fs::read_to_string(&path).expect("the file can be read"),
        text
    );
    assert_eq!(
        fs::read_to_string(readings).expect("the file can be read"),
        ""
    );
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    refused(
        "-o no-such-directory/drawn.svg",
        "error: no-such-directory/drawn.svg cannot be written: No such file or directory (os error 2)\n",
    );
}

#[test]
fn a_misspelt_name_gets_a_suggestion_and_no_file() {
    refused(
        "--rule hostprt -o misspelt.html",
        "error: there is no production `hostprt`; did you mean `hostport`? `rfc1738 rules` lists them\n",
    );
    assert!(
        !Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("misspelt.html")
            .exists()
    );
}

#[test]
fn the_errors_in_a_grammar_are_shown() {
    file("faulty.bnf", "a = b\n");
    refused(
        "faulty.bnf",
        "\
error: the production `b` is used and never defined
   ,-[faulty.bnf:1:5]
 1 | a = b
   |     ^
   `----

error: faulty.bnf holds 1 error
",
    );
}

#[test]
fn readings_from_another_file_are_applied_and_shown() {
    file(
        "read.bnf",
        "entry = word | name\nword = 1*\"a\"\nname = \"a\"\n",
    );
    file(
        "read.toml",
        "[[reading]]\nid = \"names-first\"\nproductions = [\"entry\"]\nsection = \"2\"\n\
         decision = \"What can be a name is a name.\"\nwhy = \"So it says.\"\n\
         apply = { first = \"name\" }\n",
    );
    let page = drawn("--readings read.toml read.bnf");
    let reading = "<b>names-first</b> (section 2): What can be a name is a name.";
    assert!(page.contains(reading), "{page}");
    let text = drawn("--to text --rule entry --readings read.toml read.bnf");
    assert_eq!(text, "entry\n├─┬─ name ─┬─┤\n  ╰─ word ─╯\n");
}

#[test]
fn nested_brackets_take_no_more_time_than_others() {
    let body = "[ *( \"x\" | a ".repeat(45) + &") ]".repeat(45);
    file("deep.bnf", format!("drawn = {body}\na = \"y\"\n"));
    for to in ["html", "svg", "text"] {
        let drawing = drawn(&format!("--to {to} deep.bnf"));
        // Six levels are drawn, with four parts inside each other in each. A box stands for the
        // others. The page also contains the text of the production.
        let texts = if to == "html" { 6 + 45 } else { 6 };
        assert!(drawing.contains("… 78 more"), "{to}");
        let literals = drawing.matches("\"x\"").count() + drawing.matches("&quot;x&quot;").count();
        assert_eq!(literals, texts, "{to}");
    }
}
