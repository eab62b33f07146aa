//! With one extra state, an acceptor can be right at a state and wrong at a copy of it.

use std::collections::HashSet;

use rfcbnf::automaton::Automaton;
use rfcbnf::octets::OctetSet;

use super::acceptor::{Acceptor, Redirection, in_symbols};
use super::support::{automaton, suite};
use crate::extent::few_or_many;

/// Redirects the steps with all characters of the class.
fn redirect(acceptor: &mut Acceptor, state: u16, class: &[u8], target: u16) {
    for &symbol in class {
        acceptor.redirect(Redirection {
            state,
            symbol,
            target,
        });
    }
}

/// The classes of the automaton in symbols; characters outside ASCII are with NUL, which is in no accepted text.
fn classes(automaton: &Automaton) -> Vec<Vec<u8>> {
    let classes = automaton.classes().iter();
    let classes = classes.map(|class| {
        let ascii = (*class & OctetSet::range(0, 0x7f)).characters();
        let outside = ascii.contains('\0').then_some('é');
        in_symbols(ascii.chars().chain(outside).collect::<String>())
    });
    classes.collect()
}

/// The number of faulty acceptors: at each transition, the copied state has the wrong verdict, or one of its transitions
/// leads to one of the other states.
fn faults(states: usize, classes: usize) -> usize {
    states * classes * (1 + classes * (states - 1))
}

/// Returns the acceptor with a transition to a faulty copy of the correct target, or `None` if the
/// copy would not be faulty.
fn split(
    right: &Acceptor,
    classes: &[Vec<u8>],
    (state, class, fault): (u16, usize, usize),
) -> Option<Acceptor> {
    let original = right.step(state, classes[class][0]);
    let fault = fault.checked_sub(1).map(|fault| {
        let target = u16::try_from(fault / classes.len()).expect("there are few states");
        (&classes[fault % classes.len()], target)
    });
    if fault.is_some_and(|(class, target)| right.step(original, class[0]) == target) {
        return None;
    }
    let mut acceptor = right.clone();
    let copy = acceptor.copy(original);
    redirect(&mut acceptor, state, &classes[class], copy);
    match fault {
        None => acceptor.flip(copy),
        Some((class, target)) => redirect(&mut acceptor, copy, class, target),
    }
    Some(acceptor)
}

/// Returns the texts of the suite with the correct verdicts, the shortest first. One character
/// represents its class, because these acceptors do not distinguish the others from it.
fn verdicts(automaton: &Automaton, right: &Acceptor, classes: &[Vec<u8>]) -> Vec<(Vec<u8>, bool)> {
    let mut first = [0; 129];
    for class in classes {
        for &symbol in class {
            first[usize::from(symbol)] = class[0];
        }
    }
    let suite = suite(automaton, 1);
    let texts = suite.texts().map(|text| {
        let symbols = in_symbols(&text).into_iter();
        symbols.map(|symbol| first[usize::from(symbol)]).collect()
    });
    let texts: HashSet<Vec<u8>> = texts.collect();
    let mut texts: Vec<Vec<u8>> = texts.into_iter().collect();
    texts.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    let verdicts = texts.into_iter().map(|text| {
        let verdict = right.accepts(&text);
        (text, verdict)
    });
    verdicts.collect()
}

/// Tries every faulty acceptor whose number `one_in` divides. None may pass the suite, unless it accepts the right
/// texts.
fn assert_no_survivors(name: &str, one_in: usize) {
    let automaton = automaton(name);
    let (right, classes) = (Acceptor::of(automaton), classes(automaton));
    let texts = verdicts(automaton, &right, &classes);
    let states = right.states();
    let (mut number, mut tried, mut survivors) = (0, 0, 0);
    for state in 0..states {
        for class in 0..classes.len() {
            for fault in 0..=classes.len() * usize::from(states) {
                let Some(acceptor) = split(&right, &classes, (state, class, fault)) else {
                    continue;
                };
                number += 1;
                if number % one_in != 0 {
                    continue;
                }
                tried += 1;
                let mut texts = texts.iter();
                let passes = texts.all(|(text, verdict)| acceptor.accepts(text) == *verdict);
                survivors += usize::from(passes && !acceptor.is_like(&right));
            }
        }
    }
    let faults = faults(usize::from(states), classes.len());
    assert_eq!(tried, faults / one_in, "{name}");
    assert_eq!(survivors, 0, "{name}");
}

#[test]
fn no_split_state_passes_the_suite_for_one_extra_state() {
    for name in ["escape", "search"] {
        assert_no_survivors(name, 1);
    }
    let names = ["hostname", "fieldspec", "grouppart", "host", "hostport"];
    for name in &names[..few_or_many(3, 5)] {
        assert_no_survivors(name, few_or_many(7, 1));
    }
}

/// There are too many to try all.
#[test]
fn no_split_state_of_a_sample_passes_in_large_automata() {
    let samples = [("httpurl", 499), ("gopherurl", 499), ("waisurl", 1999)];
    for &(name, one_in) in &samples[..few_or_many(1, 3)] {
        assert_no_survivors(name, one_in);
    }
}
