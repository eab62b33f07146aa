//! What keeps a program from deciding about the texts of a production: the sentences about obstacles, the paths to them and their
//! places. Productions without obstacles can be used, and those with obstacles are refused; pest refuses left recursion and empty
//! rounds.

mod recognizer;

use rfcbnf::analysis::analyse;
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::export::pest;
use rfcbnf::interpret::Interpreter;
use rfcbnf::obstacles::ObstacleKind;
use rfcbnf::ordered_choice::{Naive, search};
use rfcbnf::plan::Plan;
use rfcbnf::sentences::Sentences;
use rfcbnf::syntax::Grammar;
use rfcbnf::{Reader, export};

/// Reads a grammar, whatever its errors.
fn read(text: &str) -> Grammar {
    Reader::default().read(text).grammar
}

/// Returns the sentence about the obstacle of a production; "none" if it has none.
fn said(grammar: &Grammar, production: &str) -> String {
    let obstacle = grammar.obstacle(production);
    obstacle.map_or("none".to_owned(), |obstacle| obstacle.to_string())
}

fn rules(count: usize, rule: impl Fn(usize) -> String) -> String {
    (0..count).map(rule).collect::<Vec<_>>().concat()
}

#[test]
fn the_obstacle_of_a_production_names_the_undefined_name() {
    let grammar = read("a = \"x\" b\nb = c | \"y\"\nd = \"z\"\n");
    assert_eq!(
        said(&grammar, "b"),
        "production `b` uses `c`, which the grammar does not define"
    );
    assert_eq!(
        said(&grammar, "a"),
        "production `a` uses `b`, which uses `c`, which the grammar does not define"
    );
    assert_eq!(said(&grammar, "d"), "none");
    assert_eq!(said(&grammar, "e"), "none");
}

#[test]
fn the_obstacle_of_a_production_names_the_prose() {
    let grammar = read("a = b\nb = %x61 / <any CHAR except CTLs>\n");
    assert_eq!(
        said(&grammar, "a"),
        "production `a` uses `b`, which uses prose: <any CHAR except CTLs>"
    );
    let obstacle = grammar.obstacle("a").expect("it uses prose");
    assert_eq!(obstacle.path(), ["a", "b"]);
    assert_eq!(&grammar.source[obstacle.span()], "<any CHAR except CTLs>");
    assert!(!obstacle.is_error());
}

#[test]
fn the_obstacle_of_a_production_names_the_cycle() {
    let grammar = read("e = t *( \"+\" t )\nt = \"(\" e \")\" | \"1\"\ns = e \";\"\nn = n\n");
    assert_eq!(
        said(&grammar, "e"),
        "production `e` is recursive: e → t → e"
    );
    assert_eq!(
        said(&grammar, "t"),
        "production `t` is recursive: t → e → t"
    );
    assert_eq!(
        said(&grammar, "s"),
        "production `s` uses `e`, which is recursive: e → t → e"
    );
    assert_eq!(
        said(&grammar, "n"),
        "production `n` derives no text, because each of these needs the next: n → n"
    );
    let obstacle = grammar.obstacle("s").expect("it leads to a cycle");
    assert!(obstacle.is_recursion());
    assert_eq!(&grammar.source[obstacle.span()], "e");
}

#[test]
fn the_obstacle_of_a_production_names_the_unreadable_line() {
    let grammar = read("a = b\nb = \"x\" | ?\nc = \"y\"\n");
    assert_eq!(
        said(&grammar, "a"),
        "production `a` uses `b`, which cannot be read (line 2)"
    );
    assert_eq!(said(&grammar, "c"), "none");
}

/// Recursion alone leaves more that can be done, so it is the obstacle only if there is no other.
#[test]
fn an_undefined_name_counts_more_than_recursion() {
    let grammar = read("a = \"(\" a \")\" | b\nb = c\n");
    assert_eq!(
        said(&grammar, "a"),
        "production `a` uses `b`, which uses `c`, which the grammar does not define"
    );
}

#[test]
fn long_paths_and_cycles_are_cut_in_the_middle() {
    let chain = rules(20, |n| format!("c{n} = c{}\n", n + 1));
    let grammar = read(&chain);
    assert_eq!(
        said(&grammar, "c0"),
        "production `c0` uses `c1`, which uses `c2`, which uses `c3`, which uses `c4`, which leads \
         through 11 others to `c16`, which uses `c17`, which uses `c18`, which uses `c19`, which \
         uses `c20`, which the grammar does not define"
    );
    let cycle = rules(20, |n| format!("c{n} = c{} | \"x\"\n", (n + 1) % 20));
    assert_eq!(
        said(&read(&cycle), "c0"),
        "production `c0` is recursive: c0 → c1 → c2 → c3 → … → c17 → c18 → c19 → c0"
    );
}

#[test]
fn prose_is_cut_and_escaped() {
    let prose = "x".repeat(100);
    let grammar = read(&format!("a = %x61 / <{prose}>\n"));
    let shown = "x".repeat(80);
    assert_eq!(
        said(&grammar, "a"),
        format!("production `a` uses prose: <{shown}…>")
    );
}

#[test]
fn only_a_production_beyond_a_limit_cannot_be_used() {
    let mut chain = rules(600, |n| format!("c{n} = c{}\n", n + 1));
    chain += "c600 = \"x\"\n";
    let grammar = read(&chain);
    assert_eq!(
        said(&grammar, "c0"),
        "production `c0`, with those that it uses, is more than 500 expressions deep"
    );
    assert_eq!(said(&grammar, "c300"), "none");
}

#[test]
fn every_cause_is_listed_once() {
    let mut text = rules(400, |n| format!("u{n} = u{}\n", n + 1));
    text += "u400 = e\ne = \"(\" t \")\"\nt = e | \"x\"\np = %x61 / <prose>\nq = missing\n";
    let grammar = read(&text);
    let obstacles = grammar.obstacles();
    let causes: Vec<String> = obstacles.causes().map(|one| one.to_string()).collect();
    assert_eq!(
        causes,
        [
            "production `e` is recursive: e → t → e",
            "production `p` uses prose: <prose>",
            "production `q` uses `missing`, which the grammar does not define",
        ]
    );
    let first = obstacles.of("u0").expect("it leads to a cycle");
    assert_eq!(first.path().len(), 402);
    assert!(matches!(first.kind(), ObstacleKind::Recursion { .. }));
}

/// What the reader makes of a body with a fault is a guess, and no text is judged by it.
#[test]
fn every_fault_in_a_body_spoils_the_production() {
    for body in [
        "[ \"d\"",
        "\"d\" ]",
        "\"d\" | ",
        "\"d\" ?",
        "( \"d\" | )",
        "5*2\"d\"",
    ] {
        let grammar = read(&format!("c = {body}\ne = \"f\" | \"g\"\n"));
        assert_eq!(
            said(&grammar, "c"),
            "production `c` cannot be read (line 1)",
            "{body}"
        );
        assert_eq!(said(&grammar, "e"), "none", "{body}");
    }
}

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
        let is_right = one.outcome == rfcbnf::ordered_choice::Outcome::Right;
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

fn refused(text: &str) -> String {
    pest(&read(text), None)
        .expect_err("pest refuses it")
        .to_string()
}

#[test]
fn pest_gets_recursion_behind_an_octet() {
    let grammar = read("e = t *( \"+\" t )\nt = \"1\" | \"(\" e \")\"\n");
    let written = pest(&grammar, None).expect("every cycle consumes an octet");
    assert!(
        written.contains("not decided, because they recurse: e, t"),
        "{written}"
    );
    assert!(
        written.contains("t = ${ \"1\" | \"(\" ~ e ~ \")\" }"),
        "{written}"
    );
}

#[test]
fn pest_refuses_left_recursion() {
    assert_eq!(
        refused("e = e \"+\" \"1\" | \"1\"\n"),
        "production `e` is left-recursive, and that notation refuses \
         this: e → e; write a repetition in place of the recursion"
    );
    assert_eq!(
        refused("e = [ \"-\" ] t\nt = *\"1\" e | \"2\"\n"),
        "production `e` is left-recursive, and that notation refuses \
         this: e → t → e; write a repetition in place of the recursion"
    );
}

#[test]
fn pest_refuses_what_the_grammar_does_not_define() {
    assert_eq!(
        refused("a = \"x\" b\n"),
        "production `a` uses `b`, which the grammar does not define"
    );
}

#[test]
fn pest_gets_repetitions_whose_rounds_consume_something() {
    let written = |text: &str| {
        let written = pest(&read(text), None).expect("it has an equivalent");
        let last = written.lines().rfind(|line| line.starts_with("l = "));
        last.expect("the production is written").to_owned()
    };
    assert_eq!(
        written("l = *( [ \"a\" ] [ \"b\" ] )\n"),
        "l = ${ (\"a\" ~ \"b\"? | \"b\")* }"
    );
    assert_eq!(written("l = *( *\"a\" )\n"), "l = ${ (\"a\"+)* }");
    assert_eq!(
        written("l = 3*w \".\"\nw = *\"a\"\n"),
        "l = ${ (\"a\"+)* ~ \".\" }"
    );
}
