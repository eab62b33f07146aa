//! The automata of errors, compared with the minimal automata, with the errors of the combinators, and
//! with what a recognizer finds open.

use std::collections::HashSet;

use rfcbnf::Layout;
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::errors::{ErrorMachine, Outcome, SharedErrors};
use rfcbnf::interpret::{Interpreter, Rule};
use rfcbnf::octets::OctetSet;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Encoding, Grammar};
use rfcbnf_engine::{Expected, Parse as _, Production as _, ProductionId, SyntaxError, diagnose};

use crate::extent::few_or_many;
use crate::grammars;
use crate::interpret::numbers::Numbers;
use crate::interpret::random::{self, Choices as _};

/// The number of texts of each production.
const TEXTS: usize = 40;

/// What an error says.
type Facts = (usize, Vec<Expected<ProductionId>>, Vec<ProductionId>, usize);

fn facts(error: &SyntaxError<Rule<'_>>) -> Facts {
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

/// Returns what the combinators decide about an error. In which order they name what they expect, and
/// which of several derivations they are in, depends on the plan.
fn decided((offset, expected, _, begun): Facts) -> (usize, HashSet<Expected<ProductionId>>, usize) {
    (offset, expected.into_iter().collect(), begun)
}

/// Returns the names of what every derivation has open where the text goes wrong.
fn open_in_all(recognizer: &Recognizer, text: &[u8]) -> Option<Vec<String>> {
    let error = recognizer.rule().verdict(text).ok()?.err()?;
    let names = error.context().iter();
    Some(names.map(|one| one.name().to_owned()).collect())
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
    let Ok(interpreter) = Interpreter::new(grammar) else {
        return 0;
    };
    let machine = |rule: Rule<'_>| ErrorMachine::new(grammar, rule.name(), &[]);
    let machines = interpreter
        .rules()
        .map(|rule| machine(rule).expect("it is small"));
    let machines: Vec<_> = machines.collect();
    let shared = SharedErrors::new(&machines);
    let automata = Automata::new(grammar).expect("all are small");
    let automaton = |name: &str| automata.production(name).expect("it is a production");
    for (rule, machine) in interpreter.rules().zip(&machines) {
        let own = automaton(rule.name());
        let recognizer = Recognizer::new(grammar, rule.name()).expect("it is regular");
        let Some(machine) = machine else { continue };
        for _ in 0..TEXTS {
            let text = text(numbers, own);
            let shown = format!("{rule} on \"{}\"", text.escape_ascii());
            let found = facts_of_table(machine.after(&text));
            let (offset, outcome) = shared.after(rule.id(), &text).expect("it is small");
            assert_eq!(facts_of_table((offset, &outcome)), found, "{shown}");
            assert_eq!(facts(&diagnose(rule, &text)), found, "{shown}");
            let by_body = facts(&rule.body_error(&text));
            if grammar.encoding == Encoding::Octets {
                assert_eq!(decided(by_body), decided(found.clone()), "{shown}");
            } else {
                assert_eq!(by_body.0, found.0, "{shown}");
            }
            // What all derivations have begun before the offset is open in the one that the error
            // follows, with others between that begin at different offsets.
            let mut context = found
                .2
                .iter()
                .map(|id| &grammar.productions[id.index()].name);
            let next = own.viable_prefix(&text).next();
            for open in open_in_all(&recognizer, &text).iter().flatten() {
                let inside = automaton(open);
                let can_begin = !(inside.next(inside.start()) & next).is_empty();
                assert!(
                    can_begin || context.any(|name| name == open),
                    "{shown}: {open}"
                );
            }
        }
    }
    machines.iter().flatten().count()
}

#[test]
fn errors_of_random_grammars_agree_with_the_combinators() {
    let grammars = few_or_many(1, 10);
    let machines = (0..grammars).map(|seed| {
        let grammar = random::grammar(&mut Numbers::new(seed), 30);
        compare_all(&grammars::read(&grammar), &mut Numbers::new(seed))
    });
    let machines: usize = machines.sum();
    assert!(machines as u64 >= 25 * grammars, "{machines}");
}

#[test]
fn errors_of_random_octet_grammars_agree_with_the_combinators() {
    for style in [&random::OCTETS, &random::CHARACTERS] {
        let machines = (0..few_or_many(2, 3)).map(|seed| {
            let numbers = &mut Numbers::new(seed);
            let grammar = grammars::read(&random::grammar_in(style, numbers, 10));
            compare_all(&grammar, numbers)
        });
        let machines: usize = machines.sum();
        assert!(machines >= few_or_many(12, 20), "{machines}");
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
        Expected::MoreOf(id) => unreachable!("production {} has an automaton", id.index()),
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
fn the_tables_of_rfc_1738_agree_with_the_automaton() {
    let grammar = grammars::rfc1738();
    let layout = Layout::from_toml(include_str!("../../../../grammar/layout.toml"))
        .expect("the layout is fine");
    let interpreter = Interpreter::with_characters(&grammar, |name| layout.is_character(name))
        .expect("it can be planned");
    let names: Vec<&str> = interpreter.rules().map(Rule::name).collect();
    // The table of `url` takes long, and has the states of the schemes once more.
    let is_compared = |name: &str| few_or_many(name != "url", true);
    let machines = names.iter().map(|name| {
        let characters = interpreter.character_productions();
        let machine = || ErrorMachine::new(&grammar, name, characters).expect("it is small");
        is_compared(name).then(machine).flatten()
    });
    let machines: Vec<_> = machines.collect();
    let automata = names.iter().map(|name| Automaton::new(&grammar, name));
    let automata: Vec<_> = automata
        .map(|automaton| automaton.expect("it is small"))
        .collect();
    let errors = SharedErrors::new(&machines);
    let compared: Vec<usize> = (0..names.len())
        .filter(|&production| is_compared(names[production]))
        .collect();
    let pairs = compared.iter();
    let pairs: usize = pairs
        .map(|&production| decide(&errors, &automata, production))
        .sum();
    // Each state of an automaton is in a pair, but for one from which no text can be completed.
    let states = compared.iter();
    let states: usize = states
        .map(|&production| automata[production].states().len())
        .sum();
    assert!(
        names.len() == 67 && pairs >= states - names.len(),
        "{pairs} pairs, {states} states"
    );
}

/// Returns the errors of the first production.
fn machine(bnf: &str, is_character: fn(&str) -> bool) -> Option<ErrorMachine> {
    let grammar = grammars::read(bnf);
    let interpreter =
        Interpreter::with_characters(&grammar, is_character).expect("it can be planned");
    let first = &grammar.productions[0].name;
    let characters = interpreter.character_productions();
    ErrorMachine::new(&grammar, first, characters).expect("it is small")
}

#[test]
fn texts_that_the_minimal_automaton_confuses_have_different_contexts() {
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
fn an_unfinished_character_production_is_known_up_to_255_octets() {
    let bnf = "x = word\nword = \"<\" *\"a\" \">\"\n";
    let machine = machine(bnf, |name| name == "word").expect("it is small");
    for (octets, begun) in [(0, 0), (1, 1), (255, 255), (256, 0), (300, 0)] {
        let text = "<".to_owned() + &"a".repeat(300);
        let text = &text[..octets];
        let (offset, outcome) = machine.after(text.as_bytes());
        assert_eq!((offset, outcome.begun()), (octets, begun));
    }
}

/// Returns the names of the context after a text of the first production.
fn context(bnf: &str, text: &str) -> String {
    let grammar = grammars::read(bnf);
    let first = &grammar.productions[0].name;
    let machine = ErrorMachine::new(&grammar, first, &[]).expect("it is small");
    let machine = machine.expect("it is small");
    let (offset, outcome) = machine.after(text.as_bytes());
    assert_eq!(offset, text.len());
    let names = outcome.context().iter();
    let names = names.map(|id| grammar.productions[id.index()].name.as_str());
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_derivation_that_completes_a_production_goes_first() {
    let bnf = "list = word | address\nword = 1*\"a\"\naddress = 1*\"a\" \"@\" 1*\"a\"\n";
    assert_eq!(context(bnf, "a"), "list word");
    assert_eq!(context(bnf, "a@"), "list address");
}

#[test]
fn a_derivation_that_completes_a_production_later_goes_before_others() {
    let bnf = "x = p | q\np = \"a\" [ \"bc\" \"d\" ]\nq = \"ab\" [ \"c\" \"e\" ]\n";
    assert_eq!(context(bnf, "a"), "x p");
    assert_eq!(context(bnf, "ab"), "x q");
    assert_eq!(context(bnf, "abc"), "x q");
}

#[test]
fn priority_order_decides_between_derivations_that_complete_a_production() {
    let bnf = "x = p | q\np = 1*\"a\"\nq = 1*( \"a\" | \"b\" )\n";
    assert_eq!(context(bnf, "aa"), "x p");
    assert_eq!(context(bnf, "ab"), "x q");
}

#[test]
fn of_derivations_that_complete_nothing_the_last_goes_first() {
    let bnf = "x = p | q\np = \"a\" \"b\"\nq = \"a\" \"c\"\n";
    assert_eq!(context(bnf, "a"), "x q");
}

#[test]
fn a_completed_production_brings_its_other_derivations_along() {
    // After "a", `h` completes `p`; after "%", only `u` is left of it.
    let bnf = "x = p | q\np = u | h\nu = \"a%1\"\nh = \"a\"\nq = \"a\" [ \"%2\" ]\n";
    assert_eq!(context(bnf, "a%"), "x p u");
}

#[test]
fn the_context_ends_where_something_expected_is_in_another_production() {
    let after_bracket = |body: &str| {
        let bnf = format!("x = \"(\" {body} \")\"\np = *\"a\"\nq = \"b\"\n");
        context(&bnf, "(")
    };
    assert_eq!(after_bracket("p"), "x p");
    assert_eq!(after_bracket("[ q ]"), "x q");
    assert_eq!(after_bracket("( p | q )"), "x");
    assert_eq!(after_bracket("[ \"-\" ] p"), "x");
}

#[test]
fn expectations_inside_a_production_come_before_those_behind_it() {
    let bnf = "x = p \".\"\np = \"a\" | \"a\" *( \"b\" | \"a\" ) \"a\"\n";
    let machine = machine(bnf, |_| false).expect("it is small");
    let expected = ["a", "b", "."].map(|one| Expected::Character(one.parse().expect("one")));
    assert_eq!(machine.after(b"a").1.expected(), expected);
}

#[test]
fn too_many_states_are_no_automaton_of_errors() {
    let few = "x = 20y\ny = 20\"a\"\n";
    let many = "x = 70y\ny = 70\"a\"\n";
    assert!(machine(few, |_| false).is_some());
    assert!(machine(many, |_| false).is_none());
}

#[test]
fn errors_without_an_automaton_are_left_to_the_combinators() {
    // Each octet leads to all that follow.
    let many = "x = 700( [ \"a\" ] )\n";
    assert!(machine(many, |_| false).is_none());
    let grammar = grammars::read(many);
    let interpreter = Interpreter::new(&grammar).expect("it can be planned");
    let x = interpreter.find("x").expect("it is there");
    for text in [&b"aa!"[..], &[b'a'; 701]] {
        assert_eq!(diagnose(x, text), x.body_error(text));
    }
}

#[test]
fn the_errors_of_an_interpreter_are_independent_of_earlier_texts() {
    // The rounds can be entered in two ways, with and without an octet before in the same round.
    let bnf = "x = *( q p ) \".\"\nq = *\"c\"\np = [ \"a\" | \"a\" *( \"b\" | \"a\" ) \"a\" ]\n";
    let grammar = grammars::read(bnf);
    let texts = ["a!", "ca!", "cab!", "aca!", "!", "c!", "caca!"];
    let asked = |texts: Vec<&str>| {
        let interpreter = Interpreter::new(&grammar).expect("it can be planned");
        let x = interpreter.find("x").expect("it is there");
        let errors = texts
            .iter()
            .map(|text| facts(&diagnose(x, text.as_bytes())));
        errors.collect::<Vec<_>>()
    };
    let mut backwards = asked(texts.into_iter().rev().collect());
    backwards.reverse();
    assert_eq!(asked(texts.to_vec()), backwards);
    let machine = ErrorMachine::new(&grammar, "x", &[]).expect("it is small");
    let machine = machine.expect("it is small");
    let by_table = texts
        .iter()
        .map(|text| facts_of_table(machine.after(text.as_bytes())));
    assert_eq!(by_table.collect::<Vec<_>>(), backwards);
}

#[test]
fn errors_behind_an_exclusion_are_those_of_the_automaton() {
    let mut grammar = grammars::read("new = \"ab:\" | \"cd:\"\n");
    grammar.productions[0].excluded = vec!["ab:".to_owned()];
    let interpreter = Interpreter::new(&grammar).expect("it can be planned");
    let new = interpreter.find("new").expect("it is there");
    let automaton = Automaton::new(&grammar, "new").expect("it is small");
    for text in ["ab:", "ab", "c", "cd:!", ""] {
        let prefix = automaton.viable_prefix(text.as_bytes());
        let error = diagnose(new, text.as_bytes());
        assert_eq!(error.offset(), prefix.length(), "{text}");
        assert_eq!(
            error.next().to_string(),
            prefix.next().characters(),
            "{text}"
        );
    }
}
