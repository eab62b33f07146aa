//! The interpreter, compared with the automata and with the first derivations.

mod random;
mod search;

use std::fmt::Write as _;

use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::interpret::{Interpreter, Rule};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::{Detail, Production, SyntaxError, is_valid, parse_in_detail, trace};

use crate::grammars;
use random::Numbers;

/// Asserts that a production gives the verdict, the longest prefix and the error of its automaton,
/// and the first derivation. Returns whether it derives the text.
pub(crate) fn compare(
    grammar: &Grammar,
    automaton: &Automaton,
    rule: Rule<'_>,
    text: &str,
) -> bool {
    let context = || format!("{rule} on {text:?} with\n{}", source(grammar));
    let octets = text.as_bytes();
    let prefix = rule.parse_prefix::<_, ()>(text).ok();
    let prefix = prefix.map(|(_, matched)| matched.len());
    assert_eq!(prefix, automaton.longest_prefix(octets), "{}", context());
    assert_eq!(
        is_valid(rule, text),
        automaton.accepts(octets),
        "{}",
        context()
    );
    match parse_in_detail(rule, text, Detail::Characters) {
        Ok(tree) => {
            let first = derivations(grammar, rule.name(), text);
            let first = first.expect("the production is there").next();
            let first = first.expect("the production derives the text");
            let expected = first.iter_with_depth();
            let expected = expected.map(|(depth, node)| (depth, node.production(), node.span()));
            let found = tree.root().descendants_with_depth();
            let found = found.map(|(depth, node)| (depth, node.rule().name(), node.span()));
            assert!(found.eq(expected), "{}{tree}{first}", context());
            true
        }
        Err(error) => {
            let viable = automaton.viable_prefix(octets);
            assert_eq!(
                facts(&error),
                (viable.length(), viable.next(), viable.can_end()),
                "{}",
                context()
            );
            false
        }
    }
}

fn facts<P: Production>(error: &SyntaxError<P>) -> (usize, String, bool) {
    (error.offset(), error.next().to_string(), error.can_end())
}

/// Returns the productions as printed.
fn source(grammar: &Grammar) -> String {
    let productions = grammar.productions.iter();
    let lines: Vec<String> = productions
        .map(|production| grammar.text(production).to_owned() + "\n")
        .collect();
    lines.concat()
}

/// Compares every production of a grammar over random texts. Returns how many texts were derived.
fn compare_all(grammar: &Grammar, numbers: &mut Numbers, texts: usize) -> usize {
    let interpreter = Interpreter::new(grammar, |_| false).expect("the grammar can be planned");
    let mut derived = 0;
    for rule in interpreter.rules() {
        let automaton = Automaton::new(grammar, rule.name()).expect("the automaton is small");
        for text in random::texts(numbers, texts) {
            derived += usize::from(compare(grammar, &automaton, rule, &text));
        }
    }
    derived
}

#[test]
fn a_hundred_random_grammars_agree_with_automata_and_first_derivations() {
    let mut derived = 0;
    for seed in 0..100 {
        let grammar = grammars::read(&random::grammar(seed, 100));
        derived += compare_all(&grammar, &mut Numbers::new(seed), 8);
    }
    // Most texts have to be rejected somewhere, and many have to be derived.
    assert!((2_000..40_000).contains(&derived), "{derived} derived");
}

#[test]
fn the_longest_chain_of_productions_fits_on_the_stack_of_a_thread() {
    let depth = 160;
    let mut bnf = String::new();
    for number in 0..depth {
        let _ = writeln!(bnf, "p{number} = [ \"x\" ] p{} | \"-\"", number + 1);
    }
    let _ = writeln!(bnf, "p{depth} = \"a\"");
    let grammar = grammars::read(&bnf);
    let interpreter = Interpreter::new(&grammar, |_| false).expect("the grammar can be planned");
    let rule = interpreter.find("p0").expect("the production is there");
    let automaton = Automaton::new(&grammar, "p0").expect("the automaton is small");
    assert!(compare(&grammar, &automaton, rule, "xxxa"));
    assert!(!compare(&grammar, &automaton, rule, "xxxb"));
    assert_eq!(trace(rule, b"xa", Detail::Rules).prefix(), Some(2));
}
