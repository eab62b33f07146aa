//! Several faults at once, without extra states.

use super::acceptor::{Acceptor, Redirection, in_symbols, symbols};
use super::support::{most_productions, suite};
use crate::extent::few_or_many;

/// A fixed sequence of pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).expect("it has 31 bits") % bound
    }
}

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
    let mut numbers = Numbers(1738);
    let mut different = 0;
    for (name, automaton) in most_productions().filter(|(name, _)| *name != "url") {
        let right = Acceptor::of(automaton);
        let texts: Vec<Vec<u8>> = suite(automaton, 0)
            .texts()
            .map(|it| in_symbols(&it))
            .collect();
        for _ in 0..few_or_many(40, 100) {
            let acceptor = faulty(&right, &mut numbers);
            if acceptor.is_like(&right) {
                continue;
            }
            different += 1;
            let mut texts = texts.iter();
            let is_caught = texts.any(|text| acceptor.accepts(text) != right.accepts(text));
            assert!(is_caught, "{name}");
        }
    }
    assert!(different > few_or_many(2_000, 5_000), "{different}");
}
