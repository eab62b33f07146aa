//! The literal `""`, which RFC 5234, Section 4 permits: it derives the empty text.

use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::export;
use rfcbnf::generate::generate;
use rfcbnf::interpret::Interpreter;
use rfcbnf::ordered_choice::Naive;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::{RecursiveSentences, Sentences};
use rfcbnf::{Layout, Prose, Readings};
use rfcbnf_engine::{is_valid, parse};

use crate::grammars::read;

const TEXTS: [&str; 7] = ["", "x", "xx", "y", "xy", "yx", "z"];

/// Grammars whose first production derives these of the texts.
const GRAMMARS: [(&str, &[&str]); 6] = [
    ("a = %x78 / \"\"\n", &["", "x"]),
    ("a = \"\" / %x78\n", &["", "x"]),
    ("a = b \"\" %x79\nb = \"\" / %x78\n", &["y", "xy"]),
    ("a = *( \"\" / %x78 )\n", &["", "x", "xx"]),
    ("a = %s\"\" [ \"\" ] 2\"\" %x78\n", &["x"]),
    ("a = \"\"\n", &[""]),
];

#[test]
fn an_empty_literal_derives_the_empty_text_in_every_answer() {
    for (source, valid) in GRAMMARS {
        let grammar = read(source);
        let automaton = Automaton::new(&grammar, "a").expect("it is small");
        let interpreter = Interpreter::new(&grammar).expect("it is small");
        let rule = interpreter.find("a").expect("it is there");
        let recognizer = Recognizer::new(&grammar, "a").expect("it is small");
        let regex = export::regex(&grammar, "a").expect("it is small");
        let regex = regex::Regex::new(regex.as_str()).expect("it compiles");
        let naive = Naive::new(&grammar, "a").expect("it is small");
        for text in TEXTS {
            let is_word = valid.contains(&text);
            let found = recognizer.recognize(text.as_bytes());
            let answers = [
                automaton.accepts(text.as_bytes()),
                is_valid(rule, text),
                parse(rule, text).is_ok(),
                found.is_ok_and(|found| found.accepts_all()),
                regex.is_match(text),
                derivations(&grammar, "a", text).is_ok_and(|mut trees| trees.next().is_some()),
                naive.compare(text).is_ok_and(|it| it.tree.is_some()),
            ];
            assert_eq!(answers, [is_word; 7], "{source} {text:?}");
        }
    }
}

#[test]
fn texts_are_made_of_empty_literals() {
    for (source, valid) in GRAMMARS {
        let grammar = read(source);
        let sentences = Sentences::new(&grammar, "a").expect("it is small");
        for text in sentences.random(0).take(5) {
            assert!(
                text.iter().all(|octet| b"xy".contains(octet)),
                "{source} {text:?}"
            );
        }
        let shortest = RecursiveSentences::new(&grammar, "a")
            .expect("it has texts")
            .shortest();
        assert_eq!(shortest, valid[0].as_bytes(), "{source}");
    }
}

#[test]
fn an_empty_literal_is_written_and_read_in_every_notation() {
    for (source, _) in GRAMMARS {
        let grammar = read(source);
        let automaton = Automaton::new(&grammar, "a").expect("it is small");
        for text in [
            export::abnf(&grammar, None),
            export::rfc822(&grammar, None),
            export::bnf(&grammar, None),
        ] {
            let text = text.expect("it can be exported");
            let back = Automaton::new(&read(&text), "a").expect("it is small");
            assert_eq!(automaton.difference(&back), None, "{source}\n{text}");
            assert_eq!(back.difference(&automaton), None, "{source}\n{text}");
        }
        let ebnf = export::ebnf(&grammar, None).expect("it can be exported");
        assert!(ebnf.contains("\"\""), "{ebnf}");
    }
    let plain = read(GRAMMARS[0].0);
    let pest = export::pest(&plain, None).expect("it can be exported");
    assert!(pest.contains("\"x\" | \"\""), "{pest}");
}

#[test]
fn code_is_generated_for_an_empty_literal() {
    for (source, _) in GRAMMARS {
        let grammar = read(&format!("; Things\n\n{source}"));
        let (readings, prose) = (Readings::default(), Prose::default());
        let files = generate(&grammar, &readings, &prose, &Layout::default());
        assert!(files.is_ok(), "{source} {files:?}");
    }
}

#[test]
fn a_quotation_mark_after_an_empty_literal_is_an_error() {
    let document = rfcbnf::Reader::default().read("a = \"\"\"\"\n");
    let errors = document.errors.expect("it is no grammar");
    let first = errors.iter().next().expect("there is one");
    assert_eq!(
        first.message(),
        "the literal is empty, and a quotation mark directly follows it"
    );
    assert_eq!(first.span(), 4..6);
    assert_eq!(
        first.help().as_deref(),
        Some("write a quotation mark itself as <\"> or %x22, and a space behind an empty literal")
    );
}
