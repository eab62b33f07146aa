//! Grammars that are small, and whose productions lead to more than can be computed: each question ends.

use rfcbnf::analysis::{FindingKind, analyse_to_depth};
use rfcbnf::conformance::Suite;
use rfcbnf::interpret::Interpreter;
use rfcbnf::ordered_choice::{EndlessProductions, Outcome, Trees, endless, search};
use rfcbnf::recognizer::{LimitReached, Recognizer, Undecided};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::recognizer::STEPS;
use rfcbnf_engine::steps;

use crate::extent::few_or_many;

fn read(text: &str) -> Grammar {
    rfcbnf::read(text).expect("the grammar is right")
}

/// A chain of productions. The first has `2^count` ways to its last one, all with other nodes.
fn doubled(count: usize) -> String {
    let rules = (0..count).map(|number| {
        let next = number + 1;
        format!("r{number} = r{next} / r{next} \"a\"\n")
    });
    rules.collect::<String>() + &format!("r{count} = \"c\"\n")
}

#[test]
fn a_text_with_too_many_ways_is_undecided() {
    let grammar = read(&doubled(40));
    let recognizer = Recognizer::new(&grammar, "r0").expect("it has no obstacle");
    let rule = recognizer.rule();
    let too_large = Err(Undecided::from(LimitReached::Size));
    let steps = steps::of(|| assert_eq!(rule.verdict(b"caaa"), too_large));
    assert!((1..STEPS).contains(&steps), "{steps}");
    assert_eq!(rule.recognize(b""), Err(LimitReached::Size));
    // What is known of the ways up to the limit is forgotten, and does not make the next text invalid.
    let few = recognizer.find("r36").expect("the grammar has it");
    let automaton = rfcbnf::automaton::Automaton::new(&grammar, "r36").expect("it is small");
    for text in ["c", "ca", "caaaa", "caaaaa", "", "ac"] {
        let verdict = few.verdict(text.as_bytes()).map(|verdict| verdict.is_ok());
        assert_eq!(verdict, Ok(automaton.accepts(text.as_bytes())), "{text:?}");
    }
    assert_eq!(rule.verdict(b"c"), too_large);
}

#[test]
fn ambiguities_with_too_many_derivations_are_found_without_them() {
    let analysis = analyse_to_depth(&read(&doubled(40)), 2);
    let ambiguities = analysis.findings().iter();
    let mut ambiguities = ambiguities.filter(|one| one.kind() == FindingKind::Ambiguity);
    let first = ambiguities.next().expect("there are ambiguities");
    assert_eq!((first.production(), first.derivations().len()), ("r0", 0));
    assert_eq!(ambiguities.count(), 38);
}

#[test]
fn a_recursion_with_many_derivations_is_analysed_to_a_depth() {
    let grammar = read("e = [ f ] e \"a\" / f e f / \"b\"\nf = *e / \"c\"\n");
    for depth in few_or_many(&[8][..], &[8, 20_000, u32::MAX]) {
        let depth = *depth;
        let analysis = analyse_to_depth(&grammar, depth);
        assert!(!analysis.findings().is_empty(), "{depth}");
    }
}

#[test]
fn copies_for_a_depth_have_a_limit_of_expressions() {
    let many = vec!["\"x\""; 3_000].join(" / ");
    let grammar = read(&format!("s = \"(\" s \")\" / {many}\n"));
    assert!(grammar.to_depth(60).is_some());
    assert!(grammar.to_depth(70).is_none());
}

#[test]
fn repetitions_inside_each_other_have_a_parser() {
    let text = format!("s = {}\"a\"{}\n", "*(".repeat(90), ")".repeat(90));
    let grammar = read(&text);
    let interpreter = Interpreter::new(&grammar).expect("it is small");
    let rule = interpreter.find("s").expect("the grammar has it");
    for (text, is_valid) in [("", true), ("aaa", true), ("aab", false)] {
        assert_eq!(rfcbnf_engine::parse(rule, text).is_ok(), is_valid, "{text}");
    }
}

#[test]
fn a_tower_of_repetitions_is_right_or_undecided() {
    let count = few_or_many(16, 90);
    let rules = (0..count).map(|number| format!("a{number} = *a{}\n", number + 1));
    let grammar = read(&(rules.collect::<String>() + &format!("a{count} = \"x\"\n")));
    for found in search(&grammar, 1) {
        // Greedy rounds take all, and so does the first derivation.
        let is_wrong = matches!(found.outcome, Outcome::Wrong { .. });
        let is_different = matches!(found.trees, Trees::Different { .. });
        assert!(!is_wrong && !is_different, "{found:?}");
    }
}

#[test]
fn endless_choices_of_all_productions_are_those_of_each() {
    let grammar =
        read("a = b \"x\" / \"y\"\nb = a / \"z\"\nc = [ a ] \"c\"\nd = \"d\" d / \"d\"\n");
    let all = EndlessProductions::of(&grammar);
    for name in ["a", "b", "c", "d", "e"] {
        assert_eq!(all.get(name), endless(&grammar, name), "{name}");
    }
    assert!(all.get("c").is_some() && all.get("d").is_none());
}

#[test]
fn cases_of_wide_ranges_name_their_characters() {
    let grammar = read("s = %x80-10FFFF \"b\"\n");
    let suite = Suite::to_depth(&grammar, "s", 0, 0).expect("it is small");
    let mut rejections = suite.cases().filter_map(|case| case.rejection().cloned());
    let characters = rejections.find_map(|one| one.characters);
    let all = ['\u{80}'..='\u{10ffff}'];
    assert_eq!(characters.as_deref(), Some(&all[..]));
}
