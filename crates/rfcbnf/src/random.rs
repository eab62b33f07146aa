//! Random numbers, the same for the same seed on every platform.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;

/// The sequence of the generator. Any would do.
const STREAM: u64 = 1738;

/// PCG XSH RR 64/32 (O'Neill 2014), which its arithmetic alone defines. This module defines how
/// its numbers are used, so that no update of another package changes the texts.
#[derive(Debug, Clone)]
pub(crate) struct Random(Pcg32);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg32::new(seed, STREAM))
    }

    /// Returns a number below the bound, or 0 for a bound of 0.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        let number = u64::from(self.0.next_u32()) * u64::from(bound);
        u32::try_from(number >> 32).unwrap_or(0)
    }

    /// Returns an index into a slice of that length, which must not be empty.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        let bound = u32::try_from(length).unwrap_or(u32::MAX);
        usize::try_from(self.below(bound)).unwrap_or(0)
    }

    /// Returns true with a probability of one in `times`.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the items, or `None` if there are none.
    pub(crate) fn one_of<'a, T>(&mut self, several: &'a [T]) -> Option<&'a T> {
        several.get(self.index(several.len()))
    }

    /// Returns an index. Its weight says how likely it is.
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> usize {
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
