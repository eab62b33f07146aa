//! The baselines of `examples/conformance/` and the documents beside them say the same, and its matrices name programs
//! that are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use toml::{Table, Value};

use super::top;

/// A baseline that accepts the causes of a parser.
struct Example {
    /// The file without its ending.
    path: PathBuf,
    baseline: Table,
    document: String,
}

fn examples() -> Vec<Example> {
    let folder = top().join("examples/conformance");
    let files = fs::read_dir(folder).expect("the folder is read");
    let files = files.map(|file| file.expect("the entry is read").path());
    let baselines = files.filter(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".toml") && !name.ends_with(".matrix.toml")
    });
    let read = |path: &Path| fs::read_to_string(path).expect("the file is read");
    baselines
        .map(|path| Example {
            baseline: read(&path).parse().expect("it is TOML"),
            document: read(&path.with_extension("md")),
            path: path.with_extension(""),
        })
        .collect()
}

impl Example {
    /// Returns the id, the reason and the number of texts of each cause.
    fn causes(&self) -> BTreeSet<(String, String, String)> {
        let causes = self.baseline["cause"].as_array().expect("a list");
        let field = |cause: &Value, key: &str| match &cause[key] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let causes = causes
            .iter()
            .map(|cause| ["id", "reason", "texts"].map(|key| field(cause, key)));
        let causes = causes.filter(|[id, ..]| !id.contains("/unexplained/"));
        causes
            .map(|[id, reason, texts]| (id, reason, texts))
            .collect()
    }

    /// Returns the same of each row of the document.
    fn rows(&self) -> BTreeSet<(String, String, String)> {
        let rows = self.document.lines().filter_map(|line| {
            let row = line.strip_prefix("| ")?.strip_suffix(" |")?;
            let row = row.replace("\\|", "\u{0}");
            let cells = row.split(" | ").map(|cell| cell.replace('\u{0}', "|"));
            <[String; 4]>::try_from(cells.collect::<Vec<_>>()).ok()
        });
        let rows = rows.filter(|[texts, ..]| texts != "texts");
        let rows = rows.map(|[texts, id, _, reason]| (id.replace('`', ""), reason, texts));
        rows.collect()
    }

    /// Returns the command line of the document, and the program that is the parser or runs it.
    fn command(&self) -> (String, String) {
        let line = self.document.split("$ rfc1738 ").nth(1);
        let line = line.and_then(|line| line.split("```").next());
        let line = line.expect("it has a command").replace("\\\n> ", " ");
        let program = line.split(" -- ").nth(1);
        let program = program.and_then(|program| program.split_whitespace().next());
        let program = program.expect("the line names it").to_owned();
        (line, program)
    }
}

#[test]
fn baselines_and_their_documents_have_the_same_causes() {
    let examples = examples();
    assert!(examples.len() >= 6);
    for example in examples {
        let name = example.path.display();
        assert_eq!(example.causes(), example.rows(), "{name}");
        // Without an automaton, a baseline is one of an earlier version.
        let automata = example.baseline["automaton"].as_array().expect("a list");
        assert_eq!(automata.len(), 1, "{name}");
        assert_eq!(automata[0]["rule"].as_str(), Some("httpurl"), "{name}");
        let causes = automata[0]["causes"].as_integer();
        let entries = example.baseline["cause"].as_array().map_or(0, Vec::len);
        assert_eq!(causes, i64::try_from(entries).ok(), "{name}");
    }
}

/// Other versions of a parser can have other causes, so only that of the baseline is asked.
#[test]
#[ignore = "takes a minute for each parser"]
fn the_parsers_are_as_their_baselines_pin_them() {
    let mut asked = 0;
    for example in examples() {
        let (line, program) = example.command();
        let version = example.baseline["cause"][0]
            .get("version")
            .and_then(Value::as_str);
        let run = Command::new(&program)
            .arg("--version")
            .current_dir(top())
            .output();
        let found = run.map(|run| String::from_utf8_lossy(&run.stdout).trim().to_owned());
        if found.ok().as_deref() != version {
            eprintln!("skipped: {program} is not {version:?}");
            continue;
        }
        let line = line.replacen("conformance run ", "conformance run --time 60s ", 1);
        let words = line.split_whitespace();
        let run = Command::new(cargo_bin!("rfc1738"))
            .args(words)
            .current_dir(top())
            .output();
        let run = run.expect("the command starts");
        let shown = [run.stdout, run.stderr].concat();
        let shown = String::from_utf8_lossy(&shown);
        if shown.contains("--time 60s ended the run after ") {
            eprintln!("skipped, because the machine is slow: {line}");
            continue;
        }
        assert_eq!(run.status.code(), Some(0), "{line}\n{shown}");
        assert!(
            shown.contains("the parser is as the baseline pins it"),
            "{line}\n{shown}"
        );
        asked += 1;
    }
    eprintln!("{asked} parsers are those of their baselines");
}

#[test]
fn matrices_name_programs_that_are_there() {
    let folder = top().join("examples/conformance");
    for name in ["httpurl.matrix.toml", "json.matrix.toml"] {
        let text = fs::read_to_string(folder.join(name)).expect("the matrix is read");
        let matrix: Table = text.parse().expect("it is TOML");
        let parsers = matrix["parser"].as_array().expect("there are parsers");
        for parser in parsers {
            let words = parser["command"].as_array().expect("a command").iter();
            let words = words.map(|word| word.as_str().expect("a word"));
            let programs = words.filter(|word| {
                let endings = [".py", ".mjs", ".pl", ".php", ".rb"];
                endings.iter().any(|ending| word.ends_with(ending))
            });
            for program in programs {
                assert!(folder.join(program).is_file(), "{name}: {program}");
            }
        }
    }
}
