//! The options of `railroad`: formats, destinations and refusals.

use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin;

use super::drawn;
use crate::command::{exits, file};

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
