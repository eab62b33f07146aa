//! Random edits and half typed texts: after each, the diagnostics are what `grammar check` says of the same
//! text.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rfcbnf_engine::escape::Printable;
use serde_json::{Value, json};

use super::client::Client;
use super::places::{position, range};
use crate::command::{file, rfc1738};
use crate::extent::few_or_many;

/// The number of edits of each grammar.
const EDITS: i32 = 2;

/// The length in octets of a grammar that takes long to analyse without optimization.
const LONG: usize = 10_000;

/// The length in octets of the longest grammars whose analysis takes no time.
const SHORT: usize = 5_000;

/// What is inserted: half of a text each.
const PIECES: [&str; 24] = [
    "\"",
    "<",
    ">",
    "(",
    ")",
    "[",
    "]",
    " / ",
    " | ",
    "\n",
    "\r\n",
    " = ",
    " =/ ",
    "*",
    "2*1",
    "%x",
    "%x3",
    "; ",
    "a",
    "DIGIT ",
    "é",
    "😀",
    "\n\nnew = ",
    "#",
];

/// A generator of numbers: the one of Knuth's MMIX.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        let Self(state) = self;
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let limit = u64::try_from(limit.max(1)).expect("it fits");
        usize::try_from((*state >> 33) % limit).expect("it fits")
    }

    /// Returns a place in a text.
    fn place(&mut self, text: &str) -> usize {
        let mut place = self.below(text.len() + 1);
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    }
}

/// Returns the grammars of the library: names, texts and files of imports.
fn library() -> Vec<(PathBuf, String, Option<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rfcbnf/library");
    let files = fs::read_dir(folder).expect("there is a library");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|path| {
        path.extension()
            .is_some_and(|it| it == "abnf" || it == "bnf")
    });
    files.sort_unstable();
    assert!(files.len() > 20);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        let imports = fs::read_to_string(path.with_extension("imports.toml")).ok();
        (path, text, imports)
    };
    files.into_iter().map(read).collect()
}

/// Writes a grammar and its imports beside it, under a name of this test. Returns the path.
fn stored(prefix: &str, (path, text, imports): &(PathBuf, String, Option<String>)) -> PathBuf {
    let name = path.file_name().expect("a name").to_string_lossy();
    let name = format!("{prefix}-{name}");
    if let Some(imports) = imports {
        let imports_name = Path::new(&name).with_extension("imports.toml");
        file(&imports_name.to_string_lossy(), imports);
    }
    file(&name, text)
}

/// Returns what `grammar check` says of a file: kinds, places and messages.
fn checked(path: &Path) -> BTreeSet<(String, String, String)> {
    let text = fs::read_to_string(path).expect("a text");
    let path = path.to_string_lossy();
    let run = rfc1738(&["grammar", "check", "--format", "json", &path]).assert();
    let output = run.get_output();
    let checked: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{path}: {}", String::from_utf8_lossy(&output.stderr));
    });
    let list = |name: &str| checked[name].as_array().expect("a list").clone();
    let problems = list("errors").into_iter().chain(list("findings"));
    let problems = problems.map(|problem| {
        let offset = |name: &str| {
            let offset = problem[name].as_u64().expect("an offset");
            usize::try_from(offset).expect("it fits").min(text.len())
        };
        let help = problem["help"].as_str().map(|help| format!("; {help}"));
        let message = problem["message"].as_str().expect("a message");
        let both = problem["derivations"].as_array();
        let both = both.into_iter().flatten().filter_map(Value::as_str);
        let both = both.zip(["one derivation", "the other"]);
        let both: Vec<String> = both
            .map(|(derivation, which)| format!("; {which}: {}", Printable(derivation.as_bytes())))
            .collect();
        (
            problem["kind"].as_str().expect("a kind").to_owned(),
            range(&text, offset("start")..offset("end")).to_string(),
            format!("{message}{}{}", help.unwrap_or_default(), both.concat()),
        )
    });
    problems.collect()
}

/// Returns the same of what the server published.
fn diagnosed(published: &Value) -> BTreeSet<(String, String, String)> {
    let diagnostics = published["diagnostics"].as_array().expect("diagnostics");
    let diagnostics = diagnostics.iter().map(|diagnostic| {
        let text = |name: &str| diagnostic[name].as_str().expect("a text").to_owned();
        (
            text("code"),
            diagnostic["range"].to_string(),
            text("message"),
        )
    });
    diagnostics.collect()
}

/// Asks everything about a place. Fails if the server does not answer.
fn ask_all(client: &mut Client, uri: &str, place: (u32, u32)) {
    for method in [
        "hover",
        "definition",
        "references",
        "completion",
        "documentSymbol",
    ] {
        let response = client.at(method, uri, place);
        assert!(
            response.get("error").is_none(),
            "{method} at {place:?}: {response}"
        );
    }
    for method in ["prepareRename", "rename"] {
        let response = client.at(method, uri, place);
        let code = response["error"]["code"].as_i64();
        assert!(
            code.is_none_or(|code| code == -32803),
            "{method} at {place:?}: {response}"
        );
    }
}

#[test]
fn after_random_edits_diagnostics_are_those_of_grammar_check() {
    let mut client = Client::with(&json!({}));
    let all = library().into_iter().enumerate();
    for (index, grammar) in all.step_by(few_or_many(2, 1)) {
        if grammar.1.len() > few_or_many(SHORT, usize::MAX) {
            continue;
        }
        let path = stored("lsp-edits", &grammar);
        let uri = format!("file://{}", path.display());
        let mut random = Random(index as u64);
        let mut text = grammar.1;
        client.open(&uri, &text);
        let edits = if text.len() > LONG { 1 } else { EDITS };
        for version in 2..2 + edits {
            let start = random.place(&text);
            let (end, piece) = match random.below(3) {
                0 => ((start + random.below(20)).min(text.len()), ""),
                _ => (start, PIECES[random.below(PIECES.len())]),
            };
            let end = (end..=text.len()).find(|end| text.is_char_boundary(*end));
            let end = end.expect("the end is one");
            let change = json!([{ "range": range(&text, start..end), "text": piece }]);
            client.change(&uri, version, &change);
            text.replace_range(start..end, piece);
            fs::write(&path, &text).expect("the file is written");
            let place = random.place(&text);
            ask_all(&mut client, &uri, position(&text, place));
            let published = client.settled(&uri);
            assert_eq!(published["version"], version, "{uri}: {text}");
            assert_eq!(
                diagnosed(&published),
                checked(&path),
                "{uri} {version}: {text}"
            );
        }
        client.tell(
            "textDocument/didClose",
            &json!({ "textDocument": { "uri": uri } }),
        );
    }
    assert_eq!(client.leave(), (Some(0), String::new()));
}

/// Cases for the two largest grammars of the library: some are right, and one is not.
const CASES: [(&str, &str); 2] = [
    (
        "rfc9051.abnf",
        "# tag\n\n=== a tag\nA001\n---\n\n=== none\n+\n--- valid\n",
    ),
    (
        "rfc5545.abnf",
        "# date\n\n=== a day\n20260607\n---\n\n=== none\n2026-06-07\n--- valid\n",
    ),
];

/// Returns everything that the client knows about a grammar when all is settled: diagnostics and lenses.
fn everything(client: &mut Client, uri: &str) -> [Value; 2] {
    let lenses = client.ask(
        "textDocument/codeLens",
        &json!({ "textDocument": { "uri": uri } }),
    );
    client.all_fixes(uri);
    let diagnostics = client.heard.iter().rev().find(|message| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
    });
    let diagnostics = &diagnostics.expect("something is published")["params"]["diagnostics"];
    [diagnostics.clone(), lenses["result"].clone()]
}

#[test]
fn after_many_edits_everything_is_as_on_a_fresh_server() {
    for (index, (name, cases)) in CASES.into_iter().enumerate() {
        let mut library = library().into_iter();
        let grammar = library.find(|(path, _, _)| path.ends_with(name));
        let grammar = grammar.expect("the library has it");
        let path = stored("lsp-many", &grammar);
        let name = path.with_extension("cases.txt");
        let name = name.file_name().expect("a name").to_string_lossy();
        file(&name, cases);
        let uri = format!("file://{}", path.display());
        let mut random = Random(index as u64);
        let mut text = grammar.1;
        let mut client = Client::with(&json!({}));
        client.open(&uri, &text);
        let last = few_or_many(60, 300) + 1;
        let mut undone = None;
        for version in 2..=last {
            // Every other edit takes the one before back, so that most versions are grammars.
            let (span, piece) = undone.take().unwrap_or_else(|| {
                let start = random.place(&text);
                (start..start, PIECES[random.below(PIECES.len())].to_owned())
            });
            let change = json!([{ "range": range(&text, span.clone()), "text": piece }]);
            client.change(&uri, version, &change);
            if version % 2 == 0 && version < last {
                undone = Some((
                    span.start..span.start + piece.len(),
                    text[span.clone()].to_owned(),
                ));
            }
            text.replace_range(span, &piece);
            let place = position(&text, random.place(&text));
            ask_all(&mut client, &uri, place);
            let options = json!({ "tabSize": 4, "insertSpaces": true });
            let document = json!({ "textDocument": { "uri": uri }, "options": options });
            let answer = client.ask("textDocument/formatting", &document);
            let code = answer["error"]["code"].as_i64();
            assert!(code.is_none_or(|code| code == -32803), "{answer}");
        }
        let known = everything(&mut client, &uri);
        let mut versions = client
            .heard
            .iter()
            .filter_map(|it| it["params"]["version"].as_i64());
        assert!(versions.clone().is_sorted());
        assert_eq!(versions.next_back(), Some(i64::from(last)));
        assert_eq!(client.leave(), (Some(0), String::new()));
        let mut fresh = Client::with(&json!({}));
        fresh.open(&uri, &text);
        assert_eq!(known, everything(&mut fresh, &uri), "{text}");
        fresh.leave();
    }
}

#[test]
fn every_half_typed_grammar_is_answered() {
    let mut client = Client::with(&json!({}));
    let chosen = [
        "rfc1034.bnf",
        "rfc3987.abnf",
        "rfc3339.abnf",
        "rfc9112.abnf",
    ];
    let chosen = &chosen[..few_or_many(2, 4)];
    for grammar in library() {
        let name = grammar
            .0
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if !chosen.contains(&&*name) {
            continue;
        }
        let path = stored("lsp-prefix", &grammar);
        let uri = format!("file://{}", path.display());
        client.open(&uri, "");
        let text = grammar.1;
        let step = (text.len() / 20).max(1);
        let ends = (0..=text.len()).filter(|end| text.is_char_boundary(*end));
        for (version, end) in (2..).zip(ends.step_by(step)) {
            let prefix = &text[..end];
            client.replace(&uri, version, prefix);
            ask_all(&mut client, &uri, position(prefix, end));
            // Every fifth is compared; the next change ends the analysis of the others.
            if version % 5 == 0 {
                fs::write(&path, prefix).expect("the file is written");
                let published = client.settled(&uri);
                assert_eq!(diagnosed(&published), checked(&path), "{name} to {end}");
            }
        }
    }
    assert_eq!(client.leave(), (Some(0), String::new()));
}

#[test]
fn only_the_last_of_many_waiting_changes_is_analysed() {
    let mut library = library().into_iter();
    let long = library.find(|(path, _, _)| path.ends_with("rfc5321.abnf"));
    let (_, text, _) = long.expect("the library has it");
    let uri = "untitled:Untitled-1";
    let mut client = Client::with(&json!({}));
    client.open(uri, &text);
    for version in 2..12 {
        client.replace(
            uri,
            version,
            &format!("{text}new{version} = \"{version}\"\n"),
        );
    }
    client.all_fixes(uri);
    let versions = client.heard.iter().map(|message| {
        assert_eq!(message["method"], "textDocument/publishDiagnostics");
        message["params"]["version"].as_i64().expect("a version")
    });
    let versions: Vec<i64> = versions.collect();
    assert!(versions.is_sorted(), "{versions:?}");
    assert_eq!(versions.last(), Some(&11));
    let complete = client.published(uri);
    client.replace(uri, 12, &format!("{text}new11 = \"11\"\n"));
    assert_eq!(client.settled(uri)["diagnostics"], complete["diagnostics"]);
    assert_eq!(client.leave().0, Some(0));
}

#[test]
fn hostile_texts_are_answered() {
    let uri = "untitled:Untitled-1";
    let mut client = Client::with(&json!({}));
    client.open(uri, "");
    let rule = |number| format!("a{number} = a{} [ b{number} ]\n", number + 1);
    let part = few_or_many(4, 1);
    let chain: Vec<String> = (0..2_000).map(rule).collect();
    let texts = [
        format!("a = {}", "(".repeat(100_000 / part)),
        format!("a = {}", "<x ".repeat(100_000 / part)),
        format!("a = {}\"y\"\n", "\"x\" / ".repeat(20_000 / part)),
        "x\r".repeat(100_000 / part),
        // It is longer than a grammar can be.
        "a = b\n".repeat(200_000),
        chain.concat(),
        "a = 65536a\nb = 0*65536( *( *b ) )\n".to_owned(),
    ];
    for (version, text) in (2..).zip(&texts) {
        client.replace(uri, version, text);
        ask_all(&mut client, uri, (0, 0));
        assert_eq!(client.settled(uri)["version"], version);
    }
    assert_eq!(client.leave(), (Some(0), String::new()));
}
