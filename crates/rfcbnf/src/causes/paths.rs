//! Texts along the paths of an automaton, and along random walks through it.
//!
//! A complete suite is complete for parsers with as many states as the automaton. Texts along paths find
//! faults of larger ones: each step is followed by every way to end, and each loop is repeated.
//!
//! The suite has the shortest text to each state, and little after it. A parser that counts, and rejects the
//! sixth `/`, has more states than such texts show, and a long walk shows them. The walks are the same in
//! each run.

use std::collections::{HashMap, VecDeque};

use super::oracle::{Oracle, Stop};
use super::texts;
use crate::automaton::{Automaton, DfaState, access_texts};
use crate::random::Random;

/// The greatest number of ways to end that are tried after each step.
const ENDS: usize = 6;

/// The greatest number of rounds of a loop. Limits on the number of digits are often lower.
const ROUNDS: usize = 10;

/// Returns the texts, in symbols of the alphabet. They are spelled with the first symbol of each
/// class, and again with the last.
pub(super) fn texts(automaton: &Automaton, alphabet: &[u8]) -> Vec<Vec<u8>> {
    let backwards: Vec<u8> = alphabet.iter().rev().copied().collect();
    let mut texts = spelled(automaton, alphabet);
    texts.extend(spelled(automaton, &backwards));
    texts
}

/// Returns the texts with the first symbol of each class in this order.
fn spelled(automaton: &Automaton, alphabet: &[u8]) -> Vec<Vec<u8>> {
    let symbols = representatives(automaton, alphabet);
    let steps = steps(automaton, &symbols);
    let step = |&state: &DfaState, symbol| automaton.step(state, symbol);
    let access: HashMap<DfaState, Vec<u8>> =
        access_texts(automaton.start(), &symbols, step).collect();
    let ends = automaton
        .states()
        .filter(|&state| automaton.is_accepting(state));
    let completions: Vec<HashMap<DfaState, Vec<u8>>> = ends
        .take(ENDS)
        .map(|end| completions(&steps, end))
        .collect();
    let mut texts = Vec::new();
    for &(state, symbol, next) in &steps {
        let before = &access[&state];
        for completions in &completions {
            let Some(completion) = completions.get(&next) else {
                continue;
            };
            texts.push([before, &[symbol][..], completion].concat());
            if next == state {
                let rounds = (2..=ROUNDS).map(|rounds| vec![symbol; rounds]);
                texts.extend(rounds.map(|rounds| [before, &rounds[..], completion].concat()));
            }
        }
    }
    texts
}

/// A state, a symbol, and the state after it.
type Step = (DfaState, u8, DfaState);

/// Returns the first symbol of each class in the order of the alphabet.
fn representatives(automaton: &Automaton, alphabet: &[u8]) -> Vec<u8> {
    let mut seen = vec![false; automaton.classes().len()];
    let first = |symbol: &&u8| {
        let seen = &mut seen[automaton.class_of(**symbol)];
        !std::mem::replace(seen, true)
    };
    alphabet.iter().filter(first).copied().collect()
}

/// Returns the steps of the automaton with these symbols.
fn steps(automaton: &Automaton, symbols: &[u8]) -> Vec<Step> {
    let steps = automaton.states().flat_map(|state| {
        let symbols = symbols.iter();
        symbols.filter_map(move |&symbol| Some((state, symbol, automaton.step(state, symbol)?)))
    });
    steps.collect()
}

/// Returns a shortest text that leads from each state to the end, as far as there is one.
fn completions(steps: &[Step], end: DfaState) -> HashMap<DfaState, Vec<u8>> {
    let mut completions = HashMap::from([(end, Vec::new())]);
    let mut waiting = VecDeque::from([end]);
    while let Some(state) = waiting.pop_front() {
        for &(from, symbol, _) in steps.iter().filter(|(.., next)| *next == state) {
            if !completions.contains_key(&from) {
                let mut text = vec![symbol];
                text.extend_from_slice(&completions[&state]);
                completions.insert(from, text);
                waiting.push_back(from);
            }
        }
    }
    completions
}

/// The number of walks for each state, and the greatest number of walks.
const WALKS: [usize; 2] = [20, 1_000];

/// The greatest number of steps of a walk before it goes to the nearest end.
const WALK: u32 = 60;

/// The greatest number of wrong texts that the search remembers of all walks.
const WRONG: usize = 10;

/// The number of classes of symbols that a walk prefers, so that it comes round a cycle often.
const PREFERRED: usize = 3;

const SEED: u64 = 1738;

/// Returns the shortest texts along the walks to which the parser gives another answer than the automaton. Long
/// texts have several faults at once, and say little about each, so the search remembers few of them.
pub(super) fn wrong_on_walks(
    automaton: &Automaton,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Vec<u8>>, Stop> {
    let mut texts = walks(automaton, oracle.alphabet().symbols());
    texts.retain(|text| oracle.verdict(text).is_none() && !oracle.is_set_aside(text));
    texts::sort(&mut texts);
    texts.dedup();
    let mut wrong = oracle.different(texts, automaton)?;
    wrong.truncate(WRONG);
    Ok(wrong)
}

/// The number of texts of an automaton, and the greatest number of steps before they go to the nearest end.
const MEMBERS: usize = 40;
const STEPS: u32 = 24;

/// Returns some short texts of an automaton, with any of its octets. There are none if it accepts nothing.
pub(super) fn members(automaton: &Automaton) -> Vec<Vec<u8>> {
    if automaton.is_empty() {
        return Vec::new();
    }
    let octets: Vec<u8> = automaton.octets().iter().collect();
    let classes = symbols_of_classes(automaton, &octets);
    let mut random = Random::new(SEED);
    let members = (0..MEMBERS).map(|_| walk(automaton, (&classes, &[]), STEPS, &mut random));
    members.collect()
}

/// Returns those of the symbols that are in each class.
fn symbols_of_classes(automaton: &Automaton, symbols: &[u8]) -> Vec<Vec<u8>> {
    let classes = automaton.classes().iter().map(|class| {
        let symbols = symbols.iter().copied();
        symbols.filter(|&symbol| class.contains(symbol)).collect()
    });
    classes.collect()
}

/// Returns texts of the automaton that consist of these symbols, and every second one with another symbol in
/// one place.
fn walks(automaton: &Automaton, symbols: &[u8]) -> Vec<Vec<u8>> {
    let classes = symbols_of_classes(automaton, symbols);
    let mut random = Random::new(SEED);
    let mut texts = Vec::new();
    let [each, most] = WALKS;
    for turn in 0..most.min(each * automaton.states().len()) {
        let preferred: Vec<usize> = (0..PREFERRED)
            .map(|_| random.index(classes.len()))
            .collect();
        let mut text = walk(automaton, (&classes, &preferred), WALK, &mut random);
        if turn % 2 == 1 && !text.is_empty() {
            let place = random.index(text.len());
            text[place] = random.one_of(symbols).copied().unwrap_or(text[place]);
        }
        texts.push(text);
    }
    texts
}

/// Returns a text of the automaton. The symbols are those of each class, and one of the preferred classes comes
/// next wherever one can.
fn walk(
    automaton: &Automaton,
    (classes, preferred): (&[Vec<u8>], &[usize]),
    most: u32,
    random: &mut Random,
) -> Vec<u8> {
    let mut text = Vec::new();
    let mut state = automaton.start();
    for _ in 0..random.below(most) {
        let step = |class: usize| {
            let next = automaton.step_by_class(state, class)?;
            (!classes[class].is_empty()).then_some((&classes[class], next))
        };
        let mut steps: Vec<(&Vec<u8>, DfaState)> =
            preferred.iter().copied().filter_map(step).collect();
        if steps.is_empty() {
            steps = (0..classes.len()).filter_map(step).collect();
        }
        let Some(&(symbols, next)) = random.one_of(&steps) else {
            break;
        };
        text.extend(random.one_of(symbols));
        state = next;
    }
    text.extend(automaton.shortest_after(state).unwrap_or_default());
    text
}
