//! Errors in texts of characters: they are at characters, and name the characters that can follow.

use std::collections::BTreeSet;
use std::fmt;

use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::{Case, QuickSuite, Suite};
use rfcbnf::errors::ErrorMachine;
use rfcbnf::interpret::Interpreter;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::{Expected, Parse as _, Production, SyntaxError, diagnose};

use crate::interpret::numbers::Numbers;
use crate::interpret::random::Choices as _;

/// Terminals that share octets, with productions for some of them.
const TERMINALS: [&str; 14] = [
    "\"a\"",
    "\"bc\"",
    "%x61-7A",
    "%xE9",
    "%xE0-EF",
    "%xE9.20AC",
    "%x3B1-3C9",
    "%x7F-801",
    "%xD7FF-E000",
    "%xFFFF-10FFFF",
    "letter",
    "accent",
    "greek",
    "word",
];

const PRODUCTIONS: &str = "letter = %x61-63 / greek / %x4E00-9FFF
accent = %xE9 / %xEA
greek = %x3B1-3C9 / %x3D5
word = 1*letter
";

/// Characters with octets in common.
const CHARACTERS: &str = "abcdz!\u{7f}\u{80}\u{e0}\u{e8}\u{e9}\u{ea}\u{ef}\u{f0}\u{3b0}\u{3b1}\u{3c9}\u{3ca}\
    \u{3d5}\u{3d6}\u{800}\u{801}\u{802}\u{20ac}\u{4dff}\u{4e00}\u{9fff}\u{a000}\u{d7fe}\u{d7ff}\
    \u{e000}\u{e001}\u{fffe}\u{ffff}\u{10000}\u{1f600}\u{10ffff}";

fn expression(numbers: &mut Numbers, depth: usize) -> String {
    let mut inner = || expression(numbers, depth - 1);
    if depth == 0 {
        return TERMINALS[numbers.below(TERMINALS.len())].to_owned();
    }
    let (one, other) = (inner(), inner());
    match numbers.below(5) {
        0 => format!("( {one} / {other} )"),
        1 => format!("*( {one} )"),
        2 => format!("[ {one} ] {other}"),
        _ => format!("{one} {other}"),
    }
}

/// Returns the text of a few characters.
fn text(numbers: &mut Numbers, is_viable: &impl Fn(&str) -> bool) -> String {
    let characters: Vec<char> = CHARACTERS.chars().collect();
    let mut text = String::new();
    for _ in 0..40 {
        let one = characters[numbers.below(characters.len())];
        text.push(one);
        if !is_viable(&text) && numbers.below(8) > 0 {
            text.pop();
        }
    }
    text
}

/// Returns the characters that an error says can come next, of [`CHARACTERS`].
fn named<P: Production + fmt::Display>(
    grammar: &Grammar,
    expected: impl IntoIterator<Item = Expected<P>>,
) -> BTreeSet<char> {
    let all = CHARACTERS.chars();
    let mut found = BTreeSet::new();
    for one in expected {
        match one {
            Expected::Character(character) => found.extend([character]),
            Expected::Characters { first, last } => {
                found.extend(all.clone().filter(|one| (first..=last).contains(one)));
            }
            Expected::Production(production) => {
                let body = Automaton::new(grammar, &production.to_string()).expect("it is small");
                let is_in = |one: &char| body.accepts(one.to_string().as_bytes());
                found.extend(all.clone().filter(is_in));
            }
            Expected::Octets { .. } | Expected::MoreOf(_) => {
                panic!("octets or unknown texts in a grammar of characters")
            }
            Expected::EndOfText => {}
        }
    }
    found.retain(|one| CHARACTERS.contains(*one));
    found
}

/// Compares an error with what is viable. Some octets can be at its end that are not those of a character.
fn compare<P: Production + fmt::Display>(
    grammar: &Grammar,
    error: &SyntaxError<P>,
    (text, rest): (&str, &[u8]),
    is_viable: &impl Fn(&str) -> bool,
) {
    let starts = text.char_indices().map(|(start, _)| start);
    let viable = starts
        .chain([text.len()])
        .filter(|&end| is_viable(&text[..end]));
    let offset = viable.max().expect("some text is valid");
    let shown = format!("{}\n{text:?} {rest:x?}", grammar.source);
    assert_eq!(error.offset(), offset, "{shown}");
    let follows = |one: &char| is_viable(&format!("{}{one}", &text[..offset]));
    let next: BTreeSet<char> = CHARACTERS.chars().filter(follows).collect();
    assert_eq!(
        named(grammar, error.expected().iter().copied()),
        next,
        "{shown}"
    );
    let listed = error.next_characters().expect("the texts are characters");
    let is_listed = |one: &char| listed.iter().any(|range| range.contains(one));
    let listed: BTreeSet<char> = CHARACTERS.chars().filter(is_listed).collect();
    assert_eq!(listed, next, "{shown}");
    let found = text[offset..].chars().next();
    let is_found = found.is_none_or(|one| error.span().end == offset + one.len_utf8());
    assert!(is_found, "{shown}");
}

#[test]
fn errors_of_regular_productions_are_at_characters_and_name_characters() {
    let mut numbers = Numbers::new(1);
    for _ in 0..120 {
        let source = format!("s = {}\n{PRODUCTIONS}", expression(&mut numbers, 2));
        let grammar = rfcbnf::read(&source).expect("it is a grammar");
        let automaton = Automaton::new(&grammar, "s").expect("it is small");
        let is_viable =
            |text: &str| automaton.viable_prefix(text.as_bytes()).length() == text.len();
        let interpreter =
            Interpreter::with_characters(&grammar, |name| name != "s" && name != "word")
                .expect("every production is regular");
        let rule = interpreter.find("s").expect("there is one");
        let machine = ErrorMachine::new(&grammar, "s", interpreter.character_productions());
        let machine = machine.expect("it is regular").expect("it is small");
        for count in 0..20 {
            let text = text(&mut numbers, &is_viable);
            let rest: &[u8] = [&b""[..], b"\xc3", b"\xe2\x82"][count % 3];
            let octets = [text.as_bytes(), rest].concat();
            if automaton.accepts(&octets) {
                continue;
            }
            let error = diagnose(rule, &octets);
            compare(&grammar, &error, (&text, rest), &is_viable);
            assert_eq!(rule.body_error(&octets).offset(), error.offset());
            let (offset, outcome) = machine.after(&octets);
            let expected = error.expected().iter().map(|one| one.map(Production::id));
            assert_eq!(offset, error.offset(), "{source}{text:?}");
            assert_eq!(
                outcome.expected(),
                expected.collect::<Vec<_>>(),
                "{source}{text:?}"
            );
        }
    }
}

#[test]
fn errors_of_recursive_productions_are_at_characters_and_name_characters() {
    let mut numbers = Numbers::new(2);
    for _ in 0..60 {
        let body = expression(&mut numbers, 2);
        let source = format!("s = \"(\" s \")\" / %x3B5 s %xE9 / {body}\n{PRODUCTIONS}");
        let grammar = rfcbnf::read(&source).expect("it is a grammar");
        let recognizer =
            Recognizer::with_characters(&grammar, "s", |name| name != "s" && name != "word")
                .expect("it has no obstacle");
        let is_viable = |text: &str| {
            let found = recognizer.recognize(text.as_bytes()).expect("it is short");
            found.furthest == text.len()
        };
        for count in 0..20 {
            let text = text(&mut numbers, &is_viable);
            let rest: &[u8] = [&b""[..], b"\xc3", b"\xe2\x82"][count % 3];
            let octets = [text.as_bytes(), rest].concat();
            let verdict = recognizer.rule().verdict(&octets).expect("it is short");
            if let Err(error) = verdict {
                compare(&grammar, &error, (&text, rest), &is_viable);
            }
        }
    }
}

/// Compares a rejection of a suite with the error of a parser.
fn assert_same<P: Production>(case: &Case, error: &SyntaxError<P>) {
    let rejection = case.rejection().expect("it is invalid");
    let shown = format!("{:x?}", case.text());
    assert_eq!(rejection.offset, error.offset(), "{shown}");
    assert_eq!(rejection.can_end, error.can_end(), "{shown}");
    let characters = error.next_characters().filter(|_| !error.next().is_ascii());
    assert_eq!(rejection.characters, characters, "{shown}");
}

#[test]
fn rejections_of_suites_are_at_characters_and_name_characters() {
    let grammar = crate::grammars::read("s = \"x\" *( %xE9 / %x3B1-3C9 ) [ %x20AC ]\n");
    let interpreter = Interpreter::new(&grammar).expect("every production is regular");
    let rule = interpreter.find("s").expect("there is one");
    let suite = Suite::to_depth(&grammar, "s", 0, 0).expect("it is small");
    let quick = QuickSuite::new(&grammar, "s").expect("it is small");
    let cases: Vec<Case> = suite.cases().chain(quick.cases().iter().cloned()).collect();
    let invalid = cases.iter().filter(|case| !case.is_word());
    let within = invalid.inspect(|case| assert_same(case, &diagnose(rule, case.text())));
    // Texts that end within a character are rejected at its start.
    let has_part = |case: &&Case| std::str::from_utf8(case.text()).is_err();
    assert!(within.filter(has_part).count() > 0);
}

#[test]
fn rejections_by_recognizers_are_at_characters_and_name_characters() {
    let grammar = crate::grammars::read("s = \"(\" s \")\" / %xE9 / %x20AC\n");
    let recognizer = Recognizer::new(&grammar, "s").expect("it has no obstacle");
    let suite = Suite::to_depth(&grammar, "s", 1, 0).expect("it is small");
    let mut above = 0;
    for case in suite.cases().filter(|case| !case.is_word()).take(3_000) {
        let verdict = recognizer.rule().verdict(case.text()).expect("it is short");
        assert_same(&case, &verdict.expect_err("it is invalid"));
        above += usize::from(case.rejection().is_some_and(|it| it.characters.is_some()));
    }
    assert!(above > 0);
}
