//! With one extra state, an acceptor can be right at a state and wrong at a copy of it.

use std::collections::HashSet;

use super::classes::{ByClass, texts};
use super::support::automaton;
use crate::extent::few_or_many;

/// The number of faulty acceptors: at each transition, the copied state has the wrong verdict, or one of its transitions
/// leads to one of the other states.
fn faults(states: usize, classes: usize) -> usize {
    states * classes * (1 + classes * (states - 1))
}

/// Returns the acceptor with a transition to a faulty copy of the correct target, which is its last state; `None` if the
/// copy would not be faulty.
fn split(right: &ByClass, (state, class, fault): (usize, usize, usize)) -> Option<ByClass> {
    let (classes, original) = (right.classes, right.step(state, class));
    let fault = fault.checked_sub(1);
    let fault = fault.map(|fault| (fault % classes, fault / classes));
    if fault.is_some_and(|(class, target)| right.step(original, class) == target) {
        return None;
    }
    let mut acceptor = right.clone();
    let copy = right.states();
    let copied = original * classes..(original + 1) * classes;
    acceptor.steps.extend_from_within(copied);
    acceptor
        .accepting
        .push(right.accepting[original] ^ fault.is_none());
    acceptor.steps[state * classes + class] = copy;
    if let Some((class, target)) = fault {
        acceptor.steps[copy * classes + class] = target;
    }
    Some(acceptor)
}

/// The rests of the texts behind the first use of a transition, each with the correct verdict, the shortest first. Up to
/// there, an acceptor behaves like the correct one if it differs in the target of this transition only.
type Rests<'t> = Vec<(&'t [u8], bool)>;

/// Returns the rests for each state and class.
fn rests<'t>(right: &ByClass, texts: &'t [Vec<u8>]) -> Vec<Rests<'t>> {
    let mut rests = vec![HashSet::new(); right.steps.len()];
    let mut used = vec![usize::MAX; right.steps.len()];
    for (number, text) in texts.iter().enumerate() {
        let mut state = 0;
        for (index, &class) in text.iter().enumerate() {
            let step = state * right.classes + usize::from(class);
            if std::mem::replace(&mut used[step], number) != number {
                rests[step].insert(&text[index + 1..]);
            }
            state = right.steps[step];
        }
    }
    let rests = rests.into_iter().zip(&right.steps);
    let rests = rests.map(|(rests, &target)| {
        let mut rests: Vec<&[u8]> = rests.into_iter().collect();
        rests.sort_by_key(|rest| rest.len());
        let verdict = |rest| (rest, right.accepts_from(target, rest));
        rests.into_iter().map(verdict).collect()
    });
    rests.collect()
}

/// Tries every faulty acceptor whose number `one_in` divides. None may pass the suite, unless it accepts the right
/// texts.
fn assert_no_survivors(name: &str, one_in: usize) {
    let automaton = automaton(name);
    let right = ByClass::of(automaton);
    let texts = texts(automaton, 1);
    let rests = rests(&right, &texts);
    let states = right.states();
    let (mut number, mut tried, mut survivors) = (0, 0, 0);
    for state in 0..states {
        for class in 0..right.classes {
            for fault in 0..=right.classes * states {
                let Some(acceptor) = split(&right, (state, class, fault)) else {
                    continue;
                };
                number += 1;
                if number % one_in != 0 {
                    continue;
                }
                tried += 1;
                let mut rests = rests[state * right.classes + class].iter();
                let passes =
                    rests.all(|(rest, verdict)| acceptor.accepts_from(states, rest) == *verdict);
                survivors += usize::from(passes && !acceptor.is_like(&right));
            }
        }
    }
    assert_eq!(tried, faults(states, right.classes) / one_in, "{name}");
    assert_eq!(survivors, 0, "{name}");
}

#[test]
fn no_split_state_passes_the_suite_for_one_extra_state() {
    for name in ["escape", "search"] {
        assert_no_survivors(name, 1);
    }
    let names = ["hostname", "fieldspec", "grouppart", "host", "hostport"];
    for name in names {
        assert_no_survivors(name, 1);
    }
}

/// There are too many to try all.
#[test]
fn no_split_state_of_a_sample_passes_in_large_automata() {
    let samples = [
        ("mailtourl", 49),
        ("httpurl", 499),
        ("gopherurl", 499),
        ("waisurl", 1999),
    ];
    for &(name, one_in) in &samples[..few_or_many(1, 4)] {
        assert_no_survivors(name, one_in);
    }
}
