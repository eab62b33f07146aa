//! Cases of grammars: `tests/corpus/NAME.txt`, and whole results in `tests/snapshots/NAME.snap`. The README of the cases of RFC 1738
//! says what is expected. A grammar ends with a line end, which the layout cannot show.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rfcbnf::analysis::analyse;
use rfcbnf::extract::{Erratum, Extraction, Keep, Redefinition, extract};
use rfcbnf::syntax::{Case as LetterCase, Encoding, Grammar, Notation};
use rfcbnf::{GrammarDocument, Reader, fixes, format};

use crate::cases::{self, Case};
use crate::reader::tree_of;

/// The files whose cases are read, and nothing else.
const READ: [&str; 8] = [
    "rfc822",
    "lines",
    "abnf",
    "bnf",
    "ebnf",
    "foreign",
    "detection",
    "errors",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn cases_of(name: &str) -> Vec<Case> {
    cases::read(&folder().join(format!("{name}.txt")))
}

fn source(case: &Case) -> String {
    let text = String::from_utf8(case.text.clone()).expect("grammars are UTF-8");
    if text.is_empty() { text } else { text + "\n" }
}

/// Asserts that the lines that each case of a file expects are lines of its result, in their order, and compares the results with
/// the snapshot.
fn assert_lines(name: &str, result: impl Fn(&Case) -> String) {
    let cases = cases_of(name);
    let results = cases::with_results(&cases, |case| {
        let result = result(case);
        let mut lines = result.lines();
        let remark = |line: &&str| line.starts_with("# ");
        for expected in case.expected.lines().filter(|line| !remark(line)) {
            assert!(
                lines.any(|line| line == expected),
                "no line `{expected}` where it is expected in\n{result}"
            );
        }
        result
    });
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, results));
}

fn read(case: &Case) -> GrammarDocument {
    let told = [
        ("abnf", Notation::Abnf),
        ("bnf", Notation::Bnf),
        ("rfc822", Notation::Rfc822),
    ];
    let told = told.into_iter().find(|(mark, _)| case.has(mark));
    let reader = Reader {
        notation: told.map(|(_, notation)| notation),
        expected: case.has("expecting-abnf").then_some(Notation::Abnf),
        ..Reader::default()
    };
    reader.read(&source(case))
}

#[test]
fn each_grammar_is_read_as_its_case_says() {
    for name in READ {
        assert_lines(name, |case| {
            let document = read(case);
            let shown = shown(&source(case), &document);
            let expected = case.expected.lines().filter(|line| is_error(line)).count();
            let found = document.errors.iter().flatten().count();
            assert_eq!(found, expected, "errors of\n{shown}");
            shown
        });
    }
}

/// Returns whether the line begins with a line and a column, as in `1:5: …`.
fn is_error(line: &str) -> bool {
    let mut parts = line.split(':');
    let mut is_number = || {
        parts
            .next()
            .is_some_and(|part| part.parse::<usize>().is_ok())
    };
    is_number() && is_number()
}

/// Writes all that is known of a file.
fn shown(source: &str, document: &GrammarDocument) -> String {
    let GrammarDocument {
        grammar, errors, ..
    } = document;
    let mut shown = grammar.notation.to_string();
    if grammar.encoding == Encoding::Utf8 {
        shown += ", UTF-8";
    }
    shown += "\n";
    if let Some(choice) = document.open_choice() {
        writeln!(shown, "It {choice}").expect("a string");
    }
    shown += &rules(grammar);
    if let Some(errors) = errors {
        write!(shown, "\n{errors}\n").expect("a string");
    }
    let found = fixes::of_errors(document);
    if found.iter().any(Option::is_some) {
        let fixed = fixes::apply(source, found.iter().flatten());
        write!(shown, "\nfixed:\n{fixed}").expect("a string");
    }
    shown
}

/// Writes headings and productions, the literals in the case that is not usual in the notation with `%s` or `%i`.
fn rules(grammar: &Grammar) -> String {
    let usual = match grammar.notation {
        Notation::Abnf => LetterCase::Ignored,
        _ => LetterCase::Exact,
    };
    let mut rules = String::new();
    let mut headings = grammar.headings.iter().enumerate().peekable();
    for production in &grammar.productions {
        while let Some((_, heading)) =
            headings.next_if(|(index, _)| production.heading.is_some_and(|last| *index <= last))
        {
            writeln!(rules, "; {}", heading.text).expect("a string");
        }
        let body = tree_of(&production.body, usual);
        writeln!(rules, "{} = {body}", production.name).expect("a string");
        for comment in &production.comments {
            writeln!(rules, "  ; {}", comment.text).expect("a string");
        }
    }
    for (_, heading) in headings {
        writeln!(rules, "; {}", heading.text).expect("a string");
    }
    rules
}

/// A finding is two lines: the production, the kind and the part, and the message. The snapshot also has the remedy.
#[test]
fn each_grammar_has_the_findings_of_its_case() {
    assert_lines("findings", |case| {
        let grammar = rfcbnf::read(&source(case)).unwrap_or_else(|errors| panic!("{errors}"));
        let analysis = analyse(&grammar);
        let mut found = String::new();
        for finding in analysis.findings() {
            let (production, kind) = (finding.production(), finding.kind().id());
            let part = &grammar.source[finding.span()];
            let (message, remedy) = (finding.message(), finding.remedy());
            write!(
                found,
                "{production}, {kind}: {part}\n  {message}\n    {remedy}\n"
            )
            .expect("a string");
        }
        for (name, why) in analysis.unexamined() {
            writeln!(found, "{name} is not examined: {why:?}").expect("a string");
        }
        let expected = case.expected.lines().filter(|line| !line.starts_with(' '));
        let lines = found.lines().filter(|line| !line.starts_with(' '));
        assert_eq!(lines.count(), expected.count(), "{found}");
        found
    });
}

#[test]
fn rules_are_found_in_each_document_as_its_case_says() {
    assert_lines("documents", |case| {
        let found = found(&extract(&source(case), Keep::Last));
        let is_rule = |line: &&str| line.starts_with("line ");
        let expected = case.expected.lines().filter(is_rule).count();
        assert_eq!(found.lines().filter(is_rule).count(), expected, "{found}");
        found
    });
}

/// Writes the rules that are found in a document, what else its extraction says, and the errors of the grammar.
fn found(extraction: &Extraction) -> String {
    let mut found = format!("{}\n", extraction.form);
    let numbers = |lines: &[usize]| {
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        lines.join(", ")
    };
    for rule in &extraction.rules {
        writeln!(found, "line {}: {}", rule.line, rule.name).expect("a string");
        if let Some(section) = &rule.section {
            writeln!(found, "  section {section}").expect("a string");
        }
        writeln!(found, "  lines {}", numbers(&rule.lines)).expect("a string");
        for line in rule.text.lines() {
            writeln!(found, "    {line}").expect("a string");
        }
    }
    for (what, lines) in [
        ("comments that are wrapped", &extraction.wrapped_comments),
        ("bodies in words", &extraction.in_words),
        ("ASN.1", &extraction.asn1),
        ("another notation", &extraction.other_notation),
        ("calls", &extraction.calls),
        ("bodies without a name", &extraction.nameless),
    ] {
        if !lines.is_empty() {
            writeln!(found, "{what}: {}", numbers(lines)).expect("a string");
        }
    }
    for lines in &extraction.unread {
        let of = if lines.is_said_grammar {
            ", said to be of a grammar"
        } else {
            ""
        };
        writeln!(found, "unread: {} to {}{of}", lines.first, lines.last).expect("a string");
    }
    for other in &extraction.redefinitions {
        let others = numbers(&other.others);
        let erratum = other.erratum.as_ref().map_or("", |erratum| &erratum.id);
        let Redefinition {
            name, line, reason, ..
        } = other;
        let all = format!("{name}: line {line}, not {others}: {reason:?} {erratum}");
        writeln!(found, "{}", all.trim_end()).expect("a string");
    }
    for unused in &extraction.unused_errata {
        let (Erratum { id, status }, name) = (&unused.erratum, &unused.name);
        writeln!(
            found,
            "{name}: line {}, not used: erratum {id}, {status}",
            unused.line
        )
        .expect("a string");
    }
    for repair in &extraction.repairs {
        writeln!(
            found,
            "repaired: {}: {}",
            repair.damage,
            numbers(&repair.lines)
        )
        .expect("a string");
    }
    let document = Reader::default().read(&extraction.grammar("document"));
    for error in document.errors.iter().flatten() {
        writeln!(found, "error in the grammar, {error}").expect("a string");
    }
    found
}

#[test]
fn each_grammar_is_laid_out_as_its_case_says() {
    for case in cases_of("format") {
        let laid_out = format::format(&Reader::default(), &source(&case));
        let laid_out = laid_out.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(without_ends(&laid_out), case.expected, "{}", case.title);
    }
}

#[test]
fn errors_of_each_grammar_are_fixed_as_its_case_says() {
    for case in cases_of("fixes") {
        let source = source(&case);
        let found = fixes::of_errors(&read(&case));
        let fixed = fixes::apply(&source, found.iter().flatten());
        assert_eq!(without_ends(&fixed), case.expected, "{}", case.title);
    }
}

/// Returns the text without white space at the ends of lines, which no case can show.
fn without_ends(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[test]
fn every_file_of_cases_is_read() {
    let files = fs::read_dir(folder()).expect("the folder is there");
    let names = files.map(|file| file.expect("an entry").file_name());
    let found: BTreeSet<String> = names.map(|name| name.to_string_lossy().into()).collect();
    let read = READ
        .into_iter()
        .chain(["documents", "findings", "format", "fixes"]);
    assert_eq!(found, read.map(|name| format!("{name}.txt")).collect());
}
