//! The productions without obstacles can be used, and those with obstacles are refused.

use rfcbnf::analysis::analyse;
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::export;
use rfcbnf::interpret::Interpreter;
use rfcbnf::naive::{Naive, search};
use rfcbnf::plan::Plan;
use rfcbnf::sentences::Sentences;

use super::read;

/// Four of the productions have obstacles.
const GRAMMAR: &str = "\
expr = term *( \"+\" term )
term = number | \"(\" expr \")\"
number = 1*digit
digit = \"0\" | \"1\"
odd = number missing
";

#[test]
fn the_part_without_obstacles_has_a_plan() {
    let part = read(GRAMMAR).without_obstacles();
    let names: Vec<&str> = part.productions.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["number", "digit"]);
    let interpreter = Interpreter::new(&part).expect("it has a program");
    let number = interpreter.find("number").expect("it is in the part");
    assert!(rfcbnf_engine::is_valid(number, "0110"));
    assert!(!rfcbnf_engine::is_valid(number, "012"));
}

#[test]
fn a_production_without_obstacles_is_decided_beside_others_with_obstacles() {
    let grammar = read(GRAMMAR);
    let automaton = Automaton::new(&grammar, "number").expect("it has no obstacle");
    assert!(automaton.accepts(b"10") && !automaton.accepts(b""));
    let sentences = Sentences::new(&grammar, "digit").expect("it has no obstacle");
    assert_eq!(sentences.random(0).count(), 2);
}

#[test]
fn everything_that_needs_an_automaton_refuses_an_obstacle() {
    let grammar = read(GRAMMAR);
    let recursion = "production `expr` is recursive: expr → term → expr";
    let refusals = [
        Automaton::new(&grammar, "expr")
            .err()
            .map(|error| error.to_string()),
        Automata::new(&grammar).err().map(|error| error.to_string()),
        Plan::new(&grammar).err().map(|error| error.to_string()),
        Interpreter::new(&grammar)
            .err()
            .map(|error| error.to_string()),
        Sentences::new(&grammar, "expr")
            .err()
            .map(|error| error.to_string()),
        export::regex(&grammar, "expr")
            .err()
            .map(|error| error.to_string()),
        export::dot(&grammar, "expr")
            .err()
            .map(|error| error.to_string()),
    ];
    for (index, refusal) in refusals.into_iter().enumerate() {
        let refusal = refusal.expect("it is recursive");
        // The productions of a whole grammar come in another order.
        let is_whole = (1..=3).contains(&index);
        assert!(
            refusal == recursion || (is_whole && refusal.contains("is recursive")),
            "{index}: {refusal}"
        );
    }
}

#[test]
fn the_search_for_naive_mistakes_leaves_out_productions_with_obstacles() {
    let found = search(&read(GRAMMAR), 1);
    let names: Vec<&str> = found.iter().map(|one| &*one.production).collect();
    assert_eq!(names, ["expr", "term", "number", "digit"]);
}

#[test]
fn recursion_and_prose_are_findings() {
    let grammar = read("a = \"(\" a \")\" / b\nb = %x61 / <prose>\nc = \"(\" c \")\" / %x62\n");
    let analysis = analyse(&grammar);
    let said: Vec<String> = analysis
        .findings()
        .iter()
        .map(|one| format!("{} in {}: {}", one.kind(), one.production(), one.message()))
        .collect();
    assert_eq!(
        said,
        [
            "prose in b: production `b` uses prose: <prose>",
            "unreferenced production in c: no other production uses it",
            "recursion in c: production `c` is recursive: c → c",
        ]
    );
}

#[test]
fn a_repetition_with_empty_rounds_has_an_automaton() {
    let grammar = read("list = *( [ \"a\" ] [ \",\" ] ) \".\"\n");
    let analysis = analyse(&grammar);
    let found = analysis.findings().iter().map(|one| one.kind().to_string());
    assert!(
        found
            .collect::<Vec<_>>()
            .contains(&"empty round".to_owned())
    );
    let automaton = Automaton::new(&grammar, "list").expect("it is small");
    assert!(automaton.accepts(b".") && automaton.accepts(b"a,,aa.") && !automaton.accepts(b"a"));
}

/// A naive parser ends a greedy repetition at an empty round, so nothing is lost here.
#[test]
fn the_naive_search_knows_that_empty_rounds_end_repetitions() {
    let grammar = "\
a = *( [ \"x\" ] [ \",\" ] ) \".\"
b = *( *\"x\" ) \".\"
c = 2*4( [ \"x\" ] ) \".\"
d = *e \".\"
e = *\"x\" [ \",\" ]
f = *( [ \"x\" ] ) \"xy\"
g = *e \"xy\"
";
    let grammar = read(grammar);
    let found = search(&grammar, 1);
    for one in found {
        let naive = Naive::new(&grammar, &one.production).expect("it has no obstacle");
        let automaton = Automaton::new(&grammar, &one.production).expect("it is small");
        let texts = texts(b"x,.y", 5);
        let wrong = texts
            .iter()
            .find(|text| naive.accepts(text) != automaton.accepts(text.as_bytes()));
        let is_right = one.outcome == rfcbnf::naive::Outcome::Right;
        assert_eq!(
            is_right,
            wrong.is_none(),
            "{}: {wrong:?}, {:?}",
            one.production,
            one.outcome
        );
    }
}

/// Returns all texts of these characters up to a length.
fn texts(characters: &[u8], longest: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let until = texts.len();
        for index in from..until {
            for &character in characters {
                texts.push(format!("{}{}", texts[index], char::from(character)));
            }
        }
        from = until;
    }
    texts
}
