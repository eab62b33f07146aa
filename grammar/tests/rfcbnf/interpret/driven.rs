//! Grammars and texts that the octets of an input choose.

use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::interpret::Interpreter;

use super::compare::compare;
use super::random::{self, Choices};

/// The most productions of a grammar.
const PRODUCTIONS: usize = 4;

/// The greatest number of steps in a text.
const STEPS: usize = 16;

/// Compares the productions of a grammar over texts. The octets choose first the grammar, and then,
/// until they are used up, a production and a text.
pub(crate) fn compare_chosen(octets: &[u8]) {
    let mut choices = octets.iter();
    let count = 1 + choices.below(PRODUCTIONS);
    let bnf = random::grammar(&mut choices, count);
    let grammar = rfcbnf::read(&bnf).unwrap_or_else(|errors| panic!("{errors}"));
    // Both have limits.
    let (Ok(automata), Ok(interpreter)) = (
        Automata::new(&grammar),
        Interpreter::new(&grammar, |_| false),
    ) else {
        return;
    };
    while choices.len() > 0 {
        let number = choices.below(count);
        let rule = interpreter
            .rules()
            .nth(number)
            .expect("a number below the count");
        let automaton = automata.production(rule.name()).expect("all have automata");
        let text = text(&mut choices, automaton);
        compare(&grammar, automaton, rule, &text);
    }
}

/// Returns a text. At most steps, the automaton offers characters that keep it viable.
fn text(choices: &mut impl Choices, automaton: &Automaton) -> String {
    let mut text = String::new();
    for _ in 0..choices.below(STEPS) {
        let next = automaton.viable_prefix(text.as_bytes()).next();
        match (choices.below(8), next.len()) {
            (0, _) | (_, 0) => text.push_str(random::literal(choices)),
            (_, count) => text.extend(next.chars().nth(choices.below(count))),
        }
    }
    text
}
