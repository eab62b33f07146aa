//! Grammars and texts that the octets of an input choose.

use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::conformance::Suite;
use rfcbnf::interpret::Interpreter;

use super::compare::compare;
use super::random::{self, Choices};

/// The most productions of a grammar.
const PRODUCTIONS: usize = 4;

/// The greatest number of steps in a text.
const STEPS: usize = 16;

/// The number of texts of the suite of a production, the shortest first. To plan a grammar takes
/// longer than to compare a text.
const SUITE: usize = 48;

/// The greatest number of states of an automaton whose suite is used. Larger suites take long.
const STATES: usize = 16;

/// Compares the productions of a grammar over texts. The octets choose first the grammar, and then,
/// until they are used up, a production and a text. Texts of the complete suites follow. Returns the
/// number of texts.
pub(crate) fn compare_chosen(octets: &[u8]) -> usize {
    let mut choices = octets.iter();
    let count = 1 + choices.below(PRODUCTIONS);
    let bnf = random::grammar(&mut choices, count);
    let grammar = rfcbnf::read(&bnf).unwrap_or_else(|errors| panic!("{errors}"));
    // Both have limits.
    let (Ok(automata), Ok(interpreter)) = (Automata::new(&grammar), Interpreter::new(&grammar))
    else {
        return 0;
    };
    let mut texts = 0;
    while choices.len() > 0 {
        let number = choices.below(count);
        let rule = interpreter
            .rules()
            .nth(number)
            .expect("a number below the count");
        let automaton = automata.production(rule.name()).expect("all have automata");
        let text = text(&mut choices, automaton);
        compare(&grammar, automaton, rule, &text);
        texts += 1;
    }
    for rule in interpreter.rules() {
        let automaton = automata.production(rule.name()).expect("all have automata");
        if automaton.states().len() > STATES {
            continue;
        }
        let suite = Suite::new(automaton, 0).expect("the suite is small");
        for text in suite.texts().take(SUITE) {
            compare(&grammar, automaton, rule, &text);
            texts += 1;
        }
    }
    texts
}

/// Returns a text. At most steps, the automaton offers characters that keep it viable.
fn text(choices: &mut impl Choices, automaton: &Automaton) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..choices.below(STEPS) {
        let next = automaton.viable_prefix(&text).next();
        match (choices.below(8), next.count() as usize) {
            (0, _) | (_, 0) => text.extend(random::literal(choices).bytes()),
            (_, count) => text.extend(next.iter().nth(choices.below(count))),
        }
    }
    text
}
