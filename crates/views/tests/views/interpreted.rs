//! The views of a grammar that is interpreted: the same as those of RFC 1738.

use rfc1738_views::check::place::{ExpectedLists, FileName, Place};
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::check::summary::{CheckedText, Noun, Summary, SummaryDetail, production_of};
use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::report;
use rfc1738_views::conformance::run_record::RunRecord;
use rfc1738_views::conformance::tally::Tally;
use rfc1738_views::diagnostic::syntax_error::rejection;
use rfc1738_views::grammar::NamedGrammar;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::{Checked, CheckedProduction, Rejection as _};
use rfc1738_views::rules::{DescribedProduction, write_list, write_page};
use rfc1738_views::trace::record::TraceRecord;
use rfc1738_views::trace::{StepSelection, page};
use rfc1738_views::tree;
use rfc1738_views::verdict::VerdictRecord;
use rfcbnf::Parser;
use rfcbnf_engine::{Detail, Production as _};
use serde_json::{Value, json};

use crate::conformance::{result, subject};
use crate::{grammar, lines, own_grammar, value};

const PHONE: &str = r#"; Telephone numbers

phone   = [ "+" country " " ] area "-" number
country = digits
area    = digits
number  = digits ; of the subscriber
digits  = 1*digit
digit   = "0" | "1" | "2" | "3"
"#;

/// Returns a parser with every production of the grammar.
fn parser(grammar: &NamedGrammar) -> Parser {
    let productions = grammar.grammar.productions.iter();
    let names: Vec<&str> = productions.map(|one| one.name.as_str()).collect();
    grammar
        .parser(names[0], names.iter().copied())
        .expect("the grammar is small")
}

/// A production with a parser decides about every text.
fn decided<P: CheckedProduction>(production: P, text: &str) -> Checked<'_, P> {
    let checked = production.check(text);
    checked.unwrap_or_else(|undecided| panic!("{text}: {undecided}"))
}

#[test]
fn a_valid_text_has_a_tree_and_a_record() {
    let (grammar, text) = (grammar(PHONE), "+1 20-3");
    let parser = parser(&grammar);
    let phone = parser.find("phone").expect("it is there");
    let tree = decided(phone, text).expect("it is a telephone number");
    assert_eq!(
        lines(|out| tree::text::write(out, Palette::PLAIN, tree.root())),
        "phone 0..7 \"+1 20-3\"\n\
         ├─ country 1..2 \"1\"\n│  └─ digits 1..2 \"1\"\n\
         ├─ area 3..5 \"20\"\n│  └─ digits 3..5 \"20\"\n\
         └─ number 6..7 \"3\"\n   └─ digits 6..7 \"3\"\n"
    );
    assert!(lines(|out| tree::sexp::write(out, tree.root())).starts_with("(phone 0 7\n"));
    let number = parser.find("number").expect("it is there");
    let node = tree.find(number);
    assert_eq!(
        value(&CheckRecord::new(text.as_bytes(), phone, Ok(node))),
        json!({
            "input": text, "rule": "phone", "ok": true,
            "tree": {"rule": "number", "start": 6, "end": 7, "children": [
                {"rule": "digits", "start": 6, "end": 7, "children": []},
            ]},
        })
    );
}

#[test]
fn an_error_has_a_diagnostic_and_a_record_without_notes() {
    let (grammar, text) = (grammar(PHONE), "+1 20-x");
    let parser = parser(&grammar);
    let phone = parser.find("phone").expect("it is there");
    let error = decided(phone, text).expect_err("it is no telephone number");
    assert_eq!(
        rejection(text.as_bytes(), &error).render(Palette::PLAIN),
        "error: not a valid phone: found \"x\" at offset 6\n   ,----\n 1 | +1 20-x\n   \
         |       ^\n   |       `-- expected digit\n   `----\n  note: in phone, number, digits"
    );
    let file = FileName {
        shown: "phones.txt",
        octets: b"phones.txt",
    };
    let line = Place::line(file, 7);
    assert_eq!(
        lines(|out| line.write_rejection(
            out,
            Palette::PLAIN,
            &mut ExpectedLists::default(),
            &error
        )),
        "phones.txt:7:7: found \"x\", expected digit [digits-syntax]\n"
    );
    assert_eq!(
        value(&CheckRecord::new(text.as_bytes(), phone, Err(&error))),
        json!({
            "input": text, "rule": "phone", "ok": false,
            "error": {
                "offset": 6, "start": 6, "end": 7, "found": "x", "expected": ["digit"],
                "next": "0123", "can_end": false, "context": ["phone", "number", "digits"],
                "notes": [], "id": "digits-syntax",
            },
        })
    );
}

#[test]
fn a_trace_has_lines_and_a_record() {
    let grammar = grammar(PHONE);
    let parser = parser(&grammar);
    let area = parser.find("area").expect("it is there");
    let trace = area.trace(b"12", Detail::Rules).expect("it has steps");
    let only = [area];
    let selection = StepSelection {
        depth: None,
        only: &only,
    };
    assert_eq!(
        lines(|out| page::write(out, Palette::PLAIN, &trace, &selection)),
        "1  │12  * area?\n6  12│  * area \"12\"\nall of the text is derived\n"
    );
    let record = value(&TraceRecord::new(area, &trace, &selection));
    assert_eq!(record["rule"], "area");
    assert_eq!(
        record["steps"][0],
        json!({
            "step": 1, "event": "try", "rule": "area", "start": 0, "depth": 0, "trial": false,
            "kept": true,
        })
    );
}

#[test]
fn verdicts_and_answers_are_counted_by_production() {
    let grammar = grammar(PHONE);
    let parser = parser(&grammar);
    let phone = parser.find("phone").expect("it is there");
    let (mut summary, mut tally) = (Summary::new(SummaryDetail::Brief), Tally::new(phone, 5));
    let file = FileName {
        shown: "phones.txt",
        octets: b"phones.txt",
    };
    for (number, text) in (1..).zip(["1-2", "1-", "x"]) {
        let result = decided(phone, text);
        summary.count(&CheckedText {
            place: Place::line(file, number),
            text: text.as_bytes(),
            verdict: result.as_ref().map(|_| production_of(&result)),
            findings: &[],
            is_denied: false,
        });
        tally.count(number, text.as_bytes(), Answer::Accept);
    }
    assert_eq!(
        lines(|out| summary.write(out, Palette::PLAIN, Noun::Line)),
        "3 lines: 1 valid, 2 invalid\n  valid as\n    phone  1\n  \
         invalid in\n    phone   1\n    digits  1\n"
    );
    assert_eq!(tally.total().false_accepts, 2);
    let grammar = own_grammar();
    let record = value(&RunRecord::new(subject(&grammar), result(&tally, 3)));
    assert_eq!(record["disagreements"][0]["expected"]["notes"], json!([]));
    let shown = lines(|out| report::write(out, Palette::PLAIN, result(&tally, 3)));
    assert!(shown.contains("not a valid phone"), "{shown}");
}

#[test]
fn the_list_and_the_pages_show_what_the_file_says() {
    let grammar = grammar(PHONE);
    let all = DescribedProduction::all(&grammar);
    let list = lines(|out| write_list(out, Palette::PLAIN, &all));
    assert!(
        list.starts_with("Telephone numbers\n  phone   = ["),
        "{list}"
    );
    assert_eq!(list.lines().count(), 7);
    let number = DescribedProduction::find(&grammar, "number").expect("it is there");
    assert_eq!(
        lines(|out| write_page(out, Palette::PLAIN, &number)),
        "number  = digits\n\n\
         Heading   Telephone numbers\n\
         Remarks   of the subscriber\n\
         Uses      digits\n\
         Used by   phone\n\
         First     0-3\n\
         Example   00\n"
    );
    assert!(DescribedProduction::find(&grammar, "fax").is_none());
}

/// Returns the record without its notes, which an interpreted grammar does not have.
fn without_notes(mut record: Value) -> Value {
    if let Some(error) = record["error"].as_object_mut() {
        error.remove("notes");
        error.remove("id");
    }
    record
}

#[test]
fn interpreted_and_generated_productions_have_the_same_records() {
    let named = own_grammar();
    let parser = parser(&named);
    let texts = [
        "http://h.d:80/a%41?b",
        "ftp://u:p@1.2.3.4/a;type=i",
        "gopher://h/1a%09b",
        "x-y://h/",
        "http://h/a%4",
        "http://me@h/",
        "ftp://h/a;type=x",
        "news:a b",
        "prospero://h/a;b",
        "u:p q@h//v:w@x",
        "",
    ];
    for text in texts {
        let octets = text.as_bytes();
        for production in &named.grammar.productions {
            let interpreted = parser.find(&production.name).expect("it is there");
            let rule: rfc1738::Rule = interpreted.name().parse().expect("it is of RFC 1738");
            assert_eq!(interpreted.id(), rule.into());
            let (own, other) = (decided(rule, text), decided(interpreted, text));
            if let (Err(own), Err(other)) = (&own, &other) {
                assert_eq!(own.passwords(), other.passwords(), "{rule}: {text}");
            }
            let own = own.as_ref().map(|tree| Some(tree.root()));
            let other = other.as_ref().map(|tree| Some(tree.root()));
            let own = value(&CheckRecord::new(octets, rule, own));
            let other = value(&CheckRecord::new(octets, interpreted, other));
            assert_eq!(without_notes(own), without_notes(other), "{rule}: {text}");
        }
    }
}

/// The page draws what it says.
#[test]
fn the_verdict_on_an_undecided_text_has_a_reason() {
    let verdict = |grammar: &str, text: &str| {
        let grammar = rfcbnf::read(grammar).expect("the grammar is well formed");
        let parser = Parser::with_characters(&grammar, "s", [], |_| false).expect("it is small");
        let record = VerdictRecord::of(parser.rule(), text, Detail::Rules, 100);
        serde_json::to_string(&record).expect("it is a record")
    };
    let sum = format!("{}1", "1+".repeat(20_000));
    assert_eq!(
        verdict("s = s \"+\" s | \"1\"\n", &sum),
        "{\"rule\":\"s\",\"ok\":null,\"length\":40001,\"undecided\":{\"reason\":\"the text takes \
         more than 20000000 steps and 100 for each octet\"}}"
    );
    // The verdict is known, and only the tree is not.
    let deep = "a".repeat(20_000) + &"b".repeat(20_000);
    assert_eq!(
        verdict("s = \"a\" [ s ] *\"b\"\n", &deep),
        "{\"rule\":\"s\",\"ok\":true,\"length\":40000,\"undecided\":{\"reason\":\"the text is \
         valid, but its tree is not computed: the text takes tables of more than 240 megabytes and \
         80 octets for each octet, or 360 megabytes\"}}"
    );
}

#[test]
fn a_left_recursive_text_has_its_tree_or_its_progress() {
    let grammar = rfcbnf::read("s = s \"+\" t | t\nt = \"1\"\n").expect("it is well formed");
    let parser = Parser::with_characters(&grammar, "s", [], |_| false).expect("it is small");
    let verdict = |text| value(&VerdictRecord::of(parser.rule(), text, Detail::Rules, 100));
    assert_eq!(
        verdict("1+1")["tree"]["nodes"],
        json!([
            ["s", 0, 3, 0],
            ["s", 0, 1, 1],
            ["t", 0, 1, 2],
            ["t", 2, 3, 1]
        ])
    );
    let invalid = verdict("1+");
    assert_eq!(invalid["ok"], false);
    assert_eq!(invalid["rejected"]["progress"][0], json!(["s", 0, null, 0]));
}
