//! Several faults at once, without extra states.

use super::acceptor::{Acceptor, Redirection, symbols};
use super::support::{Tried, tried};
use crate::extent::few_or_many;
use crate::interpret::numbers::Numbers;
use crate::interpret::random::Choices as _;

/// Makes two or three faults: redirected transitions of one character, or wrong verdicts.
fn faulty(right: &Acceptor, numbers: &mut Numbers) -> Acceptor {
    let symbols: Vec<u8> = symbols().collect();
    let mut acceptor = right.clone();
    let states = usize::from(right.states());
    let mut state = || u16::try_from(numbers.below(states)).expect("there are few states");
    let picked = [state(), state(), state(), state(), state()];
    acceptor.redirect(Redirection {
        state: picked[0],
        symbol: symbols[numbers.below(symbols.len())],
        target: picked[1],
    });
    acceptor.redirect(Redirection {
        state: picked[2],
        symbol: symbols[numbers.below(symbols.len())],
        target: picked[3],
    });
    if numbers.below(2) == 0 {
        acceptor.flip(picked[4]);
    }
    acceptor
}

#[test]
fn faults_do_not_hide_each_other() {
    let mut numbers = Numbers::new(1738);
    let mut different = 0;
    // The suite of `url` is that of its schemes once more.
    for tried in tried().iter().filter(|tried| tried.name != "url") {
        let Tried {
            name, right, texts, ..
        } = tried;
        let verdicts: Vec<bool> = texts.iter().map(|text| right.accepts(text)).collect();
        for _ in 0..few_or_many(40, 100) {
            let acceptor = faulty(right, &mut numbers);
            let mut texts = texts.iter().zip(&verdicts);
            if texts.any(|(text, verdict)| acceptor.accepts(text) != *verdict) {
                different += 1;
            } else {
                assert!(acceptor.is_like(right), "{name}");
            }
        }
    }
    assert!(different > few_or_many(2_000, 5_000), "{different}");
}
