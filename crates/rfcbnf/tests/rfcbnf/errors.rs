//! The automata of errors, compared with the minimal automata, with the errors of the combinators, and
//! with what a recognizer finds open.
//! Those in texts of characters are at characters, and name the characters that can follow.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use rfcbnf::Layout;
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::conformance::{Case, QuickSuite, Suite};
use rfcbnf::errors::{ErrorMachine, Outcome, SharedErrors};
use rfcbnf::interpret::{Interpreter, Rule};
use rfcbnf::octets::OctetSet;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Encoding, Grammar};
use rfcbnf_engine::{
    Document, Expected, Parse as _, Production, ProductionId, SyntaxError, diagnose,
};

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
fn random_text(numbers: &mut Numbers, is_viable: &impl Fn(&str) -> bool) -> String {
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
            let text = random_text(&mut numbers, &is_viable);
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
            let text = random_text(&mut numbers, &is_viable);
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

/// Returns all that a program can write of an error without asking for its text.
fn written<P: Production>(error: SyntaxError<P>, text: &str) -> String {
    let plain = format!("{error}\n{error:#}\n{}", error.summary());
    let error = error.in_document(&Document::new(text), 0);
    format!("{plain}\n{error}\n{error:#}")
}

#[test]
fn errors_of_every_grammar_hide_passwords_of_urls() {
    let grammar = rfcbnf::library::find("rfc3986")
        .expect("it is there")
        .read()
        .grammar;
    let interpreter = Interpreter::new(&grammar).expect("it is small");
    let recognizer = Recognizer::new(&grammar, "URI").expect("it has a network");
    let mut hidden = 0;
    for (name, right) in [("URI", "foo://me:QQQ@host/p"), ("authority", "me:QQQ@host")] {
        for at in right.match_indices(|one: char| one.is_ascii_alphabetic()) {
            let mut text = right.to_owned();
            text.replace_range(at.0..=at.0, "{");
            let rule = interpreter.find(name).expect("it is there");
            let error = rfcbnf_engine::parse(rule, &text).expect_err("it has a brace");
            let debug = format!("{error:?}");
            assert_eq!(debug.contains("found: Some(***)"), at.1 == "Q", "{debug}");
            let rule = recognizer.find(name).expect("it is there");
            let other = rule.verdict(text.as_bytes()).expect("it is decided");
            let other = other.expect_err("it has a brace");
            let shown = written(error, &text) + &written(other, &text);
            assert!(!shown.contains('Q'), "{shown}");
            if at.1 == "Q" {
                assert!(!shown.contains('{'), "{shown}");
                hidden += 1;
            }
        }
    }
    assert_eq!(hidden, 6);
}
