//! The automata of errors, compared with the minimal automata and with the errors of the combinators.

use std::collections::HashSet;

use rfcbnf::Layout;
use rfcbnf::automaton::Automaton;
use rfcbnf::errors::{ErrorMachine, Outcome, SharedErrors};
use rfcbnf::interpret::{Interpreter, Rule};
use rfcbnf::octets::OctetSet;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::{Expected, Production as _, ProductionId, diagnose};

use crate::grammars;
use crate::interpret::numbers::Numbers;
use crate::interpret::random::{self, Choices as _};

/// The number of texts of each production.
const TEXTS: usize = 40;

/// What an error says, by the automaton or by the combinators.
type Facts = (usize, Vec<Expected<ProductionId>>, Vec<ProductionId>, usize);

fn facts_of_combinators(rule: Rule<'_>, text: &[u8]) -> Facts {
    let error = diagnose(rule, text);
    let expected = error.expected().iter();
    let expected = expected.map(|one| one.map(Rule::id));
    let context = error.context().iter().map(|rule| rule.id()).collect();
    let begun = error.offset() - error.span().start;
    (error.offset(), expected.collect(), context, begun)
}

fn facts_of_table((offset, outcome): (usize, &Outcome)) -> Facts {
    let (expected, context) = (outcome.expected().to_vec(), outcome.context().to_vec());
    (offset, expected, context, usize::from(outcome.begun()))
}

/// Returns a text of up to 16 octets that is viable at first.
fn text(numbers: &mut Numbers, automaton: &Automaton) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..numbers.below(16) {
        let next = automaton.viable_prefix(&text).next();
        match next.count() as usize {
            0 => break,
            count => text.extend(next.iter().nth(numbers.below(count))),
        }
    }
    text
}

/// Compares every production of a grammar over texts. Returns the number of automata.
fn compare_all(grammar: &Grammar, numbers: &mut Numbers) -> usize {
    // Some automata are too large.
    let Ok(interpreter) = Interpreter::new(grammar, |_| false) else {
        return 0;
    };
    let machine = |rule: Rule<'_>| ErrorMachine::new(grammar, &interpreter, rule.name());
    let machines = interpreter
        .rules()
        .map(|rule| machine(rule).expect("it is small"));
    let machines: Vec<_> = machines.collect();
    let shared = SharedErrors::new(&machines);
    for (rule, machine) in interpreter.rules().zip(&machines) {
        let automaton = Automaton::new(grammar, rule.name()).expect("it is small");
        let Some(machine) = machine else { continue };
        for _ in 0..TEXTS {
            let text = text(numbers, &automaton);
            let expected = facts_of_combinators(rule, &text);
            let shown = text.escape_ascii();
            assert_eq!(
                facts_of_table(machine.after(&text)),
                expected,
                "{rule} on \"{shown}\""
            );
            let (offset, outcome) = shared.after(rule.id(), &text).expect("it is small");
            assert_eq!(
                facts_of_table((offset, &outcome)),
                expected,
                "{rule} on \"{shown}\""
            );
        }
    }
    machines.iter().flatten().count()
}

#[test]
fn the_errors_of_random_grammars_are_those_of_the_combinators() {
    let machines = (0..10).map(|seed| {
        let grammar = random::grammar(&mut Numbers::new(seed), 30);
        compare_all(&grammars::read(&grammar), &mut Numbers::new(seed))
    });
    let machines: usize = machines.sum();
    assert!(machines >= 250, "{machines}");
}

#[test]
fn the_errors_of_random_grammars_of_octets_are_those_of_the_combinators() {
    for style in [&random::OCTETS, &random::CHARACTERS] {
        let machines = (0..3).map(|seed| {
            let numbers = &mut Numbers::new(seed);
            let grammar = grammars::read(&random::grammar_in(style, numbers, 10));
            compare_all(&grammar, numbers)
        });
        let machines: usize = machines.sum();
        assert!(machines >= 20, "{machines}");
    }
}

/// Returns the octets that begin what is expected. Errors name a character production for the octets
/// that its automaton begins with.
fn octets(automata: &[Automaton], expected: Expected<ProductionId>) -> OctetSet {
    match expected {
        Expected::Production(id) => {
            let automaton = &automata[id.index()];
            automaton.next(automaton.start())
        }
        Expected::Character(character) => {
            OctetSet::of(character.to_string().get(..1).unwrap_or(""))
        }
        Expected::Characters { first, last } => unreachable!("characters {first} to {last}"),
        Expected::Octets { first, last } => OctetSet::from(first..=last),
        Expected::EndOfText => OctetSet::EMPTY,
    }
}

/// Visits each pair of a state of the table and a state of the minimal automaton of the production
/// that some text leads to, and compares the two. Returns the number of pairs.
fn decide(errors: &SharedErrors, automata: &[Automaton], production: usize) -> usize {
    let automaton = &automata[production];
    let start = errors.starts()[production].expect("the production has a table");
    let mut open = vec![(start, automaton.start())];
    let mut seen: HashSet<_> = open.iter().copied().collect();
    while let Some((number, state)) = open.pop() {
        let in_table = &errors.states()[number];
        let shown = in_table.text().escape_ascii();
        let expected = in_table.outcome().expected();
        let named = expected.iter().map(|&one| octets(automata, one));
        let named = named.fold(OctetSet::EMPTY, |all, one| all | one);
        assert_eq!(named, automaton.next(state), "after \"{shown}\"");
        let can_end = expected.contains(&Expected::EndOfText);
        assert_eq!(can_end, automaton.is_accepting(state), "after \"{shown}\"");
        let steps = in_table.steps().iter();
        let steps = steps.flat_map(|&(octets, target)| octets.iter().map(move |one| (one, target)));
        assert_eq!(
            steps.clone().map(|(octet, _)| octet).collect::<OctetSet>(),
            named,
            "after \"{shown}\""
        );
        for (octet, target) in steps {
            let pair = (
                target,
                automaton.step(state, octet).expect("it is expected"),
            );
            if seen.insert(pair) {
                open.push(pair);
            }
        }
    }
    seen.len()
}

#[test]
fn the_tables_of_rfc_1738_have_the_offset_and_the_expected_octets_of_the_automaton_after_every_text()
 {
    let grammar = grammars::rfc1738();
    let layout = Layout::from_toml(include_str!("../../layout.toml")).expect("the layout is fine");
    let interpreter =
        Interpreter::new(&grammar, |name| layout.is_character(name)).expect("it can be planned");
    let names: Vec<&str> = interpreter.rules().map(Rule::name).collect();
    let machines = names
        .iter()
        .map(|name| ErrorMachine::new(&grammar, &interpreter, name));
    let machines: Vec<_> = machines
        .map(|machine| machine.expect("it is small"))
        .collect();
    let automata = names.iter().map(|name| Automaton::new(&grammar, name));
    let automata: Vec<_> = automata
        .map(|automaton| automaton.expect("it is small"))
        .collect();
    let errors = SharedErrors::new(&machines);
    let pairs: usize = (0..names.len())
        .map(|production| decide(&errors, &automata, production))
        .sum();
    // Each state of an automaton is in a pair, but for one from which no text can be completed.
    let states: usize = automata
        .iter()
        .map(|automaton| automaton.states().len())
        .sum();
    assert!(
        names.len() == 67 && pairs >= states - names.len(),
        "{pairs} pairs, {states} states"
    );
}

/// Returns the errors of the first production.
fn machine(bnf: &str, is_character: fn(&str) -> bool) -> Option<ErrorMachine> {
    let grammar = grammars::read(bnf);
    let interpreter = Interpreter::new(&grammar, is_character).expect("it can be planned");
    let first = &grammar.productions[0].name;
    ErrorMachine::new(&grammar, &interpreter, first).expect("it is small")
}

#[test]
fn texts_that_the_minimal_automaton_confuses_have_contexts_of_their_own() {
    let bnf = "x = \"1zz\" p | \"2zz\" q\np = \"a\"\nq = \"a\"\n";
    let machine = machine(bnf, |_| false).expect("it is small");
    let context = |text: &[u8]| machine.after(text).1.context().to_vec();
    assert_eq!(context(b"1z"), context(b"2z"));
    assert_eq!(context(b"1zz"), [0, 1].map(ProductionId::new));
    assert_eq!(context(b"2zz"), [0, 2].map(ProductionId::new));
    // The start, and four for each alternative. Those of its minimal automaton are five.
    assert_eq!(machine.states().len(), 9);
}

#[test]
fn a_character_production_of_any_length_has_no_automaton_of_errors() {
    // Each octet that it has begun with is another span.
    let bnf = "x = word\nword = \"<\" *\"a\" \">\"\n";
    assert!(machine(bnf, |name| name == "word").is_none());
    assert!(machine(bnf, |_| false).is_some());
}

#[test]
fn too_many_states_are_no_automaton_of_errors() {
    let few = "x = 20y\ny = 20\"a\"\n";
    let many = "x = 70y\ny = 70\"a\"\n";
    assert!(machine(few, |_| false).is_some());
    assert!(machine(many, |_| false).is_none());
}
