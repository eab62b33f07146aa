//! Automata are minimal, and their classes of octets are exact. A question beyond the limits gets an error within seconds.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use rfcbnf::automaton::{Automata, Automaton, AutomatonError, DfaState, Through, shortest_through};
use rfcbnf::octets::OctetSet;

use super::{automata, automaton, grammar, small};

fn octets() -> impl Iterator<Item = u8> {
    0..=u8::MAX
}

/// Returns the number of sets of equivalent states, found by splitting sets until nothing changes.
fn distinguishable(automaton: &Automaton) -> usize {
    let mut block: HashMap<DfaState, usize> = automaton
        .states()
        .map(|state| (state, usize::from(automaton.is_accepting(state))))
        .collect();
    let mut count = block.values().collect::<HashSet<_>>().len();
    loop {
        let mut numbers = HashMap::new();
        let mut finer = HashMap::new();
        for state in automaton.states() {
            let targets: Vec<Option<usize>> = octets()
                .map(|octet| automaton.step(state, octet).map(|next| block[&next]))
                .collect();
            let fresh = numbers.len();
            let number = *numbers.entry((block[&state], targets)).or_insert(fresh);
            finer.insert(state, number);
        }
        block = finer;
        if numbers.len() == count {
            return count;
        }
        count = numbers.len();
    }
}

fn assert_minimal(name: &str, automaton: &Automaton) {
    assert_eq!(
        distinguishable(automaton),
        automaton.states().len(),
        "{name}"
    );
    let mut reached = vec![automaton.start()];
    let mut seen: HashSet<DfaState> = reached.iter().copied().collect();
    while let Some(state) = reached.pop() {
        let next = octets().filter_map(|octet| automaton.step(state, octet));
        reached.extend(next.filter(|next| seen.insert(*next)));
    }
    assert_eq!(
        seen.len(),
        automaton.states().len(),
        "{name}: all are reached"
    );
}

fn assert_completable(name: &str, automaton: &Automaton) {
    for state in automaton.states() {
        let mut reached = vec![state];
        let mut seen: HashSet<DfaState> = reached.iter().copied().collect();
        let mut completes = false;
        while let Some(state) = reached.pop() {
            completes |= automaton.is_accepting(state);
            let next = octets().filter_map(|octet| automaton.step(state, octet));
            reached.extend(next.filter(|next| seen.insert(*next)));
        }
        assert!(
            completes,
            "{name}: no text leads from {state:?} to an accepting state"
        );
    }
}

#[test]
fn no_two_states_of_a_production_are_equivalent() {
    for production in &grammar().productions {
        assert_minimal(&production.name, automaton(&production.name));
    }
}

#[test]
fn every_state_leads_to_an_accepting_one() {
    for production in &grammar().productions {
        assert_completable(&production.name, automaton(&production.name));
    }
}

#[test]
fn small_automata_have_the_states_that_they_need() {
    for (bnf, states) in [
        ("a = \"x\"\n", 2),
        ("a = *\"x\"\n", 1),
        ("a = 3*5\"x\"\n", 6),
        ("a = \"x\" | \"xy\" | \"xyz\"\n", 4),
        ("a = [ \"xy\" ] \"xy\"\n", 5),
        ("a = \"ab\" | \"cb\"\n", 3),
        (
            "a = *( \"x\" | \"y\" ) \"x\" ( \"x\" | \"y\" ) ( \"x\" | \"y\" )\n",
            8,
        ),
    ] {
        let automaton = small(bnf);
        assert_eq!(automaton.states().len(), states, "{bnf}");
        assert_minimal(bnf, &automaton);
        assert_completable(bnf, &automaton);
    }
}

#[test]
fn equal_languages_have_equal_automata() {
    let one = small("a = \"x\" *( \"-\" \"x\" )\n");
    let other = small("a = *( x \"-\" ) x\nx = \"x\"\n");
    assert_eq!(one, other);
    assert_ne!(one, small("a = \"x\" 1*( \"-\" \"x\" )\n"));
    assert_ne!(small("a = \"x\"\n"), small("a = \"y\"\n"));
}

#[test]
fn states_are_numbered_in_the_order_of_discovery() {
    for production in &grammar().productions {
        let automaton = automaton(&production.name);
        let mut reached = 1;
        for state in automaton.states() {
            assert!(state.number() < reached, "{}", production.name);
            for next in octets().filter_map(|octet| automaton.step(state, octet)) {
                assert!(next.number() <= reached, "{}", production.name);
                reached = reached.max(next.number() + 1);
            }
        }
    }
}

#[test]
fn octets_share_a_class_exactly_if_their_transitions_agree() {
    for production in &grammar().productions {
        let automaton = automaton(&production.name);
        let column = |octet| -> Vec<Option<DfaState>> {
            let states = automaton.states();
            states.map(|state| automaton.step(state, octet)).collect()
        };
        let mut classes = HashMap::new();
        for octet in octets() {
            let class = automaton.class_of(octet);
            let of_others = *classes.entry(column(octet)).or_insert(class);
            assert_eq!(class, of_others, "{}: {octet:?}", production.name);
        }
        let different: HashSet<usize> = classes.values().copied().collect();
        assert_eq!(different.len(), classes.len(), "{}", production.name);
    }
}

#[test]
fn classes_contain_every_octet_once_and_are_in_order() {
    for production in &grammar().productions {
        let automaton = automaton(&production.name);
        let mut all: Vec<u8> = automaton
            .classes()
            .iter()
            .flat_map(|class| class.iter())
            .collect();
        all.sort_unstable();
        assert_eq!(all, octets().collect::<Vec<_>>(), "{}", production.name);
        let firsts = automaton.classes().iter().map(|class| class.iter().next());
        assert!(firsts.is_sorted(), "{}", production.name);
        for (index, class) in automaton.classes().iter().enumerate() {
            for octet in class.iter() {
                assert_eq!(automaton.class_of(octet), index);
            }
            for state in automaton.states() {
                let first = class.lowest().expect("no class is empty");
                let by_class = automaton.step_by_class(state, index);
                assert_eq!(by_class, automaton.step(state, first));
            }
        }
    }
}

#[test]
fn the_classes_of_a_port_are_digits_and_the_rest() {
    let classes = automaton("port").classes();
    assert_eq!(classes.len(), 2);
    assert_eq!(classes[1], OctetSet::of("0123456789"));
}

#[test]
fn an_automaton_is_the_same_alone_and_among_all() {
    for name in ["url", "host", "national"] {
        let alone = Automaton::new(grammar(), name).expect("the production is small");
        assert_eq!(Some(&alone), automata().production(name));
    }
}

#[test]
fn an_unknown_production_is_an_error() {
    let error = Automaton::new(grammar(), "htpurl").unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no production `htpurl`; did you mean `httpurl`?"
    );
    let part = Through::Production("nothing".to_owned());
    let error = shortest_through(grammar(), "url", &part).unwrap_err();
    assert_eq!(error.to_string(), "there is no production `nothing`");
    let error = shortest_through(grammar(), "\u{1b}[31m", &part).unwrap_err();
    assert_eq!(error.to_string(), "there is no production `\\u{1b}[31m`");
}

#[test]
fn an_unknown_part_is_an_error() {
    let alternative = |number| Through::Alternative {
        production: "host".to_owned(),
        number,
    };
    for (part, expected) in [
        (
            alternative(0),
            "there is no alternative 0 of production `host`",
        ),
        (
            alternative(3),
            "there is no alternative 3 of production `host`",
        ),
        (
            Through::Expression(1..5),
            "there is no expression from octet 1 to 5",
        ),
    ] {
        let error = shortest_through(grammar(), "url", &part).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_production_that_is_too_large_is_refused_within_seconds() {
    for bnf in [
        "a = 1000( 1000( 1000\"x\" ) )\n",
        "a = *b \"x\" 100b\nb = \"x\" | \"y\"\n",
        "a = 1000( 1000\"x\" )\n",
        "a = 1000b\nb = 1000c\nc = \"x\" | \"y\"\n",
        "a = *1000( \"x\" *1000\"y\" )\n",
        "a = 11( 1000\"x\" )\n",
    ] {
        let begin = Instant::now();
        let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
        let error = Automaton::new(&grammar, "a").unwrap_err();
        assert_eq!(
            error,
            AutomatonError::TooLarge {
                production: "a".to_owned()
            },
            "{bnf}"
        );
        assert!(begin.elapsed() < Duration::from_secs(20), "{bnf}");
    }
}

#[test]
fn the_error_states_the_limit() {
    let grammar = rfcbnf::read("a = 11( 1000\"x\" )\n").expect("the grammar has no errors");
    assert_eq!(
        Automaton::new(&grammar, "a").unwrap_err().to_string(),
        "production `a` is too large to be decided: \
         its automaton takes more than 10000 states or 64 MiB, or the grammar more than 8 million steps"
    );
}

#[test]
fn a_production_just_within_the_limit_is_answered_within_seconds() {
    let begin = Instant::now();
    let grammar = rfcbnf::read("a = 9( 1000\"x\" )\n").expect("the grammar has no errors");
    let automaton = Automaton::new(&grammar, "a").expect("the production is small");
    assert_eq!(automaton.states().len(), 9001);
    assert!(begin.elapsed() < Duration::from_mins(1));
}

#[test]
fn a_large_production_does_not_affect_others() {
    let bnf = "a = 1000( 1000\"x\" )\nb = \"y\"\n";
    let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    assert!(Automaton::new(&grammar, "b").is_ok());
    assert!(Automata::new(&grammar).is_err());
}

#[test]
fn a_chain_of_many_productions_is_handled() {
    let mut bnf = String::new();
    for number in 0..499 {
        let _ = writeln!(bnf, "a{number} = a{}", number + 1);
    }
    bnf.push_str("a499 = \"x\"\n");
    let grammar = rfcbnf::read(&bnf).expect("the grammar has no errors");
    let automaton = Automaton::new(&grammar, "a0").expect("the production is small");
    assert_eq!(automaton.shortest().as_deref(), Some(b"x".as_slice()));
}

#[test]
fn a_chain_of_productions_of_growing_length_is_answered() {
    let mut bnf = String::new();
    for number in 0..150 {
        let _ = writeln!(bnf, "a{number} = \"x\" | \"y\" a{}", number + 1);
    }
    bnf.push_str("a150 = \"z\"\n");
    let grammar = rfcbnf::read(&bnf).expect("the grammar has no errors");
    let automata = Automata::new(&grammar).expect("none is too large");
    for number in [0, 100, 150] {
        let automaton = automata
            .production(&format!("a{number}"))
            .expect("the production exists");
        assert_eq!(automaton.states().len(), 152 - number);
        assert!(automaton.accepts(format!("{}z", "y".repeat(150 - number)).as_bytes()));
    }
}
