//! Automata are minimal, and their classes of octets are exact.

use std::collections::{HashMap, HashSet};

use rfcbnf::automaton::{Automaton, DfaState};
use rfcbnf::octets::OctetSet;

use super::support::{automata, automaton, grammar, small};

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
