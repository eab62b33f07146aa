//! Texts beside a grammar: what their files say, and what becomes of cases that do not pass.

use std::fs;
use std::path::Path;

use rfcbnf::cases::{self, CaseFile, Constraint, Outcome, blocks};
use rfcbnf::library;
use rfcbnf::syntax::Grammar;

const GRAMMAR: &str = "\
hostport = host [ \":\" port ]
host = label *( \".\" label )
label = 1*ALPHA
port = 1*DIGIT
sum = sum \"+\" sum / DIGIT
line = label \":\" SP *%x20-7E CRLF
";

fn grammar(text: &str) -> Grammar {
    Grammar::from_abnf(text).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Checks the cases of a file against a grammar, and returns what is expected and found where a case fails.
fn checked(grammar: &Grammar, file: &str) -> Vec<Result<(), (String, String)>> {
    let mut file = CaseFile::read(file).unwrap_or_else(|error| panic!("{error}"));
    let cases = file.cases.iter_mut().map(|case| {
        let name = case
            .resolve(grammar)
            .expect("the names are known")
            .to_owned();
        let parser = grammar.parser(&name).expect("it can be prepared");
        match cases::check(&parser, case).outcome {
            Outcome::Passed => Ok(()),
            Outcome::Failed(mismatch) => Err((mismatch.expected, mismatch.found)),
            Outcome::Undecided(reason) => Err(("undecided".to_owned(), reason)),
        }
    });
    cases.collect()
}

fn sentence(result: &Result<(), (String, String)>) -> String {
    match result {
        Ok(()) => "passed".to_owned(),
        Err((expected, found)) => format!("expected {expected}, found {found}"),
    }
}

#[test]
fn each_kind_of_expectation_can_pass_and_fail() {
    for (expected, text, outcome) in [
        ("", "a", "passed"),
        (
            "",
            "a:",
            "expected a valid text, found an error at offset 2",
        ),
        ("valid", "a", "passed"),
        ("invalid", "a:", "passed"),
        (
            "invalid",
            "a",
            "expected an invalid text, found a valid text",
        ),
        ("error at 2", "a:", "passed"),
        ("error at 1:3, incomplete", "a:", "passed"),
        (
            "error at 1",
            "a:",
            "expected an error at offset 1, found one at offset 2",
        ),
        (
            "error at 1",
            "a:1",
            "expected an error at offset 1, found a valid text",
        ),
        ("error at 1, complete", "a!", "passed"),
        (
            "error at 1, incomplete",
            "a!",
            "expected that more has to follow what is before the error (`incomplete`), found a valid text before the error (`complete`)",
        ),
        ("error at 2\nexpected DIGIT", "a:", "passed"),
        (
            "expected end of text, ALPHA, \".\" or \":\"",
            "a!",
            "passed",
        ),
        (
            "expected DIGIT",
            "a!",
            "expected that DIGIT could stand at the error, found ALPHA, \".\", \":\" or end of text",
        ),
        ("host=a.b label=a label=b port", "a.b", "passed"),
        (
            "label=a label=c",
            "a.b",
            "expected node 2 of `label` to be \"c\", found \"b\"",
        ),
        ("port", "a:1", "expected no `port`, found \"1\""),
        ("unambiguous", "a", "passed"),
        (
            "ambiguous",
            "a",
            "expected several derivations, found 1 derivation",
        ),
        (
            "tree\nhostport\n  host 0..1\n    label \"a\"",
            "a",
            "passed",
        ),
        (
            "tree\nhostport\n  host\n    label \"b\"",
            "a",
            "expected line 3 of the tree to be `label \"b\"` at depth 2, found `label \"a\"` at depth 2",
        ),
        (
            "undecided",
            "a",
            "expected that it is undecided, found a valid text",
        ),
        (
            "?",
            "a",
            "expected an answer in the place of `?`, found a valid text",
        ),
    ] {
        let file = format!("=== case\n{text}\n---\n{expected}\n");
        let results = checked(&grammar(GRAMMAR), &file);
        let sentences: Vec<String> = results.iter().map(sentence).collect();
        assert_eq!(sentences, [outcome], "{file}");
    }
}

#[test]
fn derivations_are_counted_and_prose_is_undecided() {
    let results = checked(
        &grammar("sum = sum \"+\" sum / DIGIT\nname = <a name>\n"),
        "# sum\n=== sum\n1+2+3\n--- 2 derivations\n===\n1+2\n--- 2 derivations\n# name\n=== prose\nx\n--- undecided\n===\nx\n---\n",
    );
    let sentences: Vec<String> = results.iter().map(sentence).collect();
    assert_eq!(
        sentences[..3],
        [
            "passed",
            "expected 2 derivations, found 1 derivation",
            "passed"
        ]
    );
    assert!(
        sentences[3].starts_with("expected undecided, found "),
        "{sentences:?}"
    );
}

#[test]
fn headings_name_productions_and_their_marks() {
    let file = "\
# Examples of the draft

=== first
a
---

# line [crlf]
=== header [escapes]
a: \\x41

--- label = a
# A remark
#

# port
=== numbers [lines]
1
2
--- valid
";
    let read = CaseFile::read(file).expect("it can be read");
    let seen = read
        .cases
        .iter()
        .map(|case| (case.production.as_deref(), case.octets(), case.line));
    assert_eq!(
        seen.collect::<Vec<_>>(),
        [
            (None, &b"a"[..], 3),
            (Some("line"), b"a: A\r\n", 8),
            (Some("port"), b"1", 17),
            (Some("port"), b"2", 18),
        ]
    );
    assert!(checked(&grammar(GRAMMAR), file).iter().all(Result::is_ok));
}

#[test]
fn a_longer_fence_holds_lines_that_end_others() {
    let file = "==== dashes\n---\n=== no case\n---- invalid\n=== next\na\n---\n";
    let read = blocks(file, &[]).expect("it can be read");
    let texts: Vec<&[u8]> = read.iter().map(|block| block.text().octets()).collect();
    assert_eq!(texts, [&b"---\n=== no case"[..], b"a"]);
    let windows = file.replace('\n', "\r\n");
    let read = blocks(&windows, &[]).expect("it can be read");
    let texts: Vec<&[u8]> = read.iter().map(|block| block.text().octets()).collect();
    assert_eq!(texts, [&b"---\n=== no case"[..], b"a"]);
}

#[test]
fn what_cannot_be_read_is_named_with_its_line() {
    for (file, message) in [
        (
            "=== a\nx\n",
            "line 1: no line `---` ends the text of this case",
        ),
        ("===\nx\n---\n", "line 1: the first case has no title"),
        (
            "\n=== a [line]\nx\n---\n",
            "line 2: there is no mark `[line]`; the marks are [blocks], [characters], [cr], [crlf], [escapes], [lines]",
        ),
        (
            "=== a\nx\n---\n# b\nc\n",
            "line 5: `c` belongs to no case: a case begins with `===` and a title",
        ),
        (
            "=== a\nx\n--- valid\ninvalid\n",
            "line 3: a text cannot be expected to be valid and invalid",
        ),
        (
            "=== a [escapes]\n\\q\n---\n",
            r"line 1: no such escape in `\q`; the escapes are \n, \r, \t, \\ and \xFF",
        ),
        (
            "=== a\nx\n=== b\ny\n---\n",
            "line 3: a case begins here, but no line `---` ends the text of the case on line 1; a text with such a line is between \
             longer lines of signs",
        ),
        (
            "=== a\nx\n--- error at two\n",
            "line 3: the place of an error is a number of octets, as in `error at 2`, or a line and a column, as in `error at 3:1`",
        ),
    ] {
        let error = CaseFile::read(file).expect_err(file);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn an_update_writes_what_is_and_keeps_the_rest() {
    let file = "# A remark\n\n=== a\na:\n--- ?\n\n# hostport\n=== b\na.b\n--- host=a label=a\nunambiguous\n# It is kept\n=== c\na\n--- host=a\n";
    let grammar = grammar(GRAMMAR);
    let mut read = CaseFile::read(file).expect("it can be read");
    let mut written = Vec::new();
    for case in &mut read.cases {
        let name = case.resolve(&grammar).expect("known").to_owned();
        let parser = grammar.parser(&name).expect("it can be prepared");
        written.push(cases::check(&parser, case).written);
    }
    let updated = read.updated(file, |at| written[at].clone());
    assert_eq!(
        updated,
        "# A remark\n\n=== a\na:\n--- error at 2\nexpected DIGIT\n\n# hostport\n=== b\na.b\n--- host=a.b\nlabel=a label=b\nunambiguous\n# It is kept\n=== c\na\n--- host=a\n"
    );
    assert!(checked(&grammar, &updated).iter().all(Result::is_ok));
}

/// Each mistake leaves a grammar, and changes the answer to an example.
#[test]
fn planted_mistakes_are_found_by_an_example() {
    let file = "\
=== name and port
a.bc:80
--- host=a.bc label=a label=bc port=80
=== neither dot nor port
a
---
=== no digits
a:
--- error at 2
expected DIGIT
=== hexadecimal digit
a:8A
--- error at 3
";
    assert!(checked(&grammar(GRAMMAR), file).iter().all(Result::is_ok));
    for (right, wrong) in [
        ("[ \":\" port ]", "\":\" port"),
        ("*( \".\" label )", "[ \".\" label ] \".\""),
        ("port = 1*DIGIT", "port = *DIGIT"),
        ("port = 1*DIGIT", "port = 1*HEXDIG"),
        ("port = 1*DIGIT", "port = 1DIGIT"),
        ("label = 1*ALPHA", "label = ALPHA"),
    ] {
        let mistaken = GRAMMAR.replace(right, wrong);
        let failed = checked(&grammar(&mistaken), file)
            .iter()
            .any(Result::is_err);
        assert!(failed, "{wrong}");
    }
}

#[test]
fn a_constraint_keeps_the_texts_that_the_production_derives() {
    let grammar = grammar(GRAMMAR);
    let constraint = |production: &str, texts: &[&str]| Constraint {
        production: production.to_owned(),
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
    };
    let constraints = [
        constraint("LABEL", &["ab", "1"]),
        constraint("port", &[]),
        constraint("x", &[]),
    ];
    let (constrained, unknown) = Constraint::apply(&constraints, &grammar);
    assert_eq!(unknown, ["x"]);
    let parser = constrained.parser("hostport").expect("it can be prepared");
    let valid =
        ["ab", "ab.ab", "a", "1", "ab:1"].map(|text| parser.is_valid(text).expect("decided"));
    assert_eq!(valid, [true, true, false, false, false]);
}

/// The examples of an RFC lie beside its grammar.
#[test]
fn the_examples_of_each_rfc_pass_its_grammar() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../library");
    let mut tested = 0;
    for name in library::names() {
        let Ok(file) = fs::read_to_string(folder.join(format!("{name}.cases.txt"))) else {
            continue;
        };
        let found = library::find(name).expect("the library has it");
        let grammar = found.with_imports().expect("they fit together").grammar;
        let results = checked(&grammar, &file);
        let sentences: Vec<String> = results.iter().map(sentence).collect();
        assert!(
            sentences.iter().all(|one| one == "passed"),
            "{name}: {sentences:#?}"
        );
        tested += 1;
    }
    let files = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path());
    let cases = files.filter(|path| path.to_string_lossy().ends_with(".cases.txt"));
    assert_eq!(tested, cases.count());
}
