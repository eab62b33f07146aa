//! Texts along random walks through an automaton.
//!
//! A complete suite has the shortest text to each state, and little after it. A parser that counts, and
//! rejects the sixth `/`, has more states than such texts show, and a long text shows them. The walks are the
//! same in each run.

use super::oracle::{Oracle, Stop};
use super::shortlex;
use crate::automaton::{Automaton, DfaState};
use crate::random::Random;

/// The number of walks for each state, and the greatest number of walks.
const WALKS: [usize; 2] = [20, 1_000];

/// The greatest number of steps of a walk before it goes to the nearest end.
const STEPS: u32 = 60;

/// The greatest number of wrong texts that the search remembers of all walks.
const WRONG: usize = 10;

/// The number of classes of letters that a walk prefers, so that it comes round a cycle often.
const PREFERRED: usize = 3;

const SEED: u64 = 1738;

/// The letters of a step, and the state that it leads to.
type Step<'c> = (&'c Vec<u8>, DfaState);

/// Returns the shortest texts along the walks to which the parser gives another answer than the automaton. Long
/// texts have several faults at once, and say little about each, so the search remembers few of them.
pub(super) fn wrong(automaton: &Automaton, oracle: &mut Oracle<'_>) -> Result<Vec<Vec<u8>>, Stop> {
    let mut texts = texts(automaton, oracle.alphabet().letters());
    texts.retain(|text| oracle.verdict(text).is_none() && !oracle.is_set_aside(text));
    shortlex::sort(&mut texts);
    texts.dedup();
    let mut wrong = oracle.different(texts, automaton)?;
    wrong.truncate(WRONG);
    Ok(wrong)
}

/// Returns texts of the automaton that consist of these letters, and every second one with another letter in
/// one place.
fn texts(automaton: &Automaton, letters: &[u8]) -> Vec<Vec<u8>> {
    let of_class = |class: usize| {
        let octets = &automaton.classes()[class];
        let letters = letters.iter().copied();
        letters.filter(|&letter| octets.contains(letter)).collect()
    };
    let classes: Vec<Vec<u8>> = (0..automaton.classes().len()).map(of_class).collect();
    let mut random = Random::new(SEED);
    let mut texts = Vec::new();
    let [each, most] = WALKS;
    for turn in 0..most.min(each * automaton.states().len()) {
        let preferred: Vec<usize> = (0..PREFERRED)
            .map(|_| random.index(classes.len()))
            .collect();
        let mut text = walk(automaton, &classes, &preferred, &mut random);
        if turn % 2 == 1 && !text.is_empty() {
            let place = random.index(text.len());
            text[place] = random.one_of(letters).copied().unwrap_or(text[place]);
        }
        texts.push(text);
    }
    texts
}

/// Returns a text of the automaton. The letters are those of each class, and one of the preferred classes comes
/// next wherever one can.
fn walk(
    automaton: &Automaton,
    classes: &[Vec<u8>],
    preferred: &[usize],
    random: &mut Random,
) -> Vec<u8> {
    let mut text = Vec::new();
    let mut state = automaton.start();
    for _ in 0..random.below(STEPS) {
        let step = |class: usize| {
            let next = automaton.step_by_class(state, class)?;
            (!classes[class].is_empty()).then_some((&classes[class], next))
        };
        let mut steps: Vec<Step<'_>> = preferred.iter().copied().filter_map(step).collect();
        if steps.is_empty() {
            steps = (0..classes.len()).filter_map(step).collect();
        }
        let Some(&(letters, next)) = random.one_of(&steps) else {
            break;
        };
        text.extend(random.one_of(letters));
        state = next;
    }
    text.extend(automaton.shortest_after(state).unwrap_or_default());
    text
}
