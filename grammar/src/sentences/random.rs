//! Numbers at random, the same for the same seed everywhere.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;

/// Which of the sequences of the generator is taken. Any would do.
const STREAM: u64 = 1738;

/// PCG XSH RR 64/32 (O'Neill 2014), which is defined by its arithmetic alone. What is made of
/// its numbers is defined here, so that no other package can change it.
#[derive(Debug, Clone)]
pub(super) struct Random(Pcg32);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(Pcg32::new(seed, STREAM))
    }

    /// A number below the bound, 0 for a bound of 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        let number = u64::from(self.0.next_u32()) * u64::from(bound);
        u32::try_from(number >> 32).unwrap_or(0)
    }

    /// An index into something of that length, of which there has to be something.
    pub(super) fn index(&mut self, length: usize) -> usize {
        let bound = u32::try_from(length).unwrap_or(u32::MAX);
        usize::try_from(self.below(bound)).unwrap_or(0)
    }

    /// True once in so many times.
    pub(super) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of several.
    pub(super) fn one_of<'a, T>(&mut self, several: &'a [T]) -> Option<&'a T> {
        several.get(self.index(several.len()))
    }

    /// An index, each as often as its weight says.
    pub(super) fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut number = self.below(weights.iter().sum());
        for (index, weight) in weights.iter().enumerate() {
            if number < *weight {
                return index;
            }
            number -= weight;
        }
        0
    }
}
