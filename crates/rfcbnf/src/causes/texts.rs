//! Texts in shortlex order, and some of many.
//!
//! In shortlex order shorter texts come first, and those of one length as their octets say.

use std::cmp::Ordering;

fn compare(one: &[u8], other: &[u8]) -> Ordering {
    (one.len(), one).cmp(&(other.len(), other))
}

/// Puts texts in this order.
pub(crate) fn sort(texts: &mut [impl AsRef<[u8]>]) {
    texts.sort_unstable_by(|one, other| compare(one.as_ref(), other.as_ref()));
}

/// Returns texts with their answers in this order.
pub(super) fn sorted<'t>(
    texts: impl IntoIterator<Item = (&'t [u8], bool)>,
) -> Vec<(&'t [u8], bool)> {
    let mut texts: Vec<(&[u8], bool)> = texts.into_iter().collect();
    texts.sort_unstable_by(|(one, _), (other, _)| compare(one, other));
    texts
}

/// Returns the first text in this order.
pub(super) fn shortest<T: AsRef<[u8]>>(texts: impl IntoIterator<Item = T>) -> Option<T> {
    let texts = texts.into_iter();
    texts.min_by(|one, other| compare(one.as_ref(), other.as_ref()))
}

/// Returns a sample of the accepted texts and one of the rejected ones. Few of the texts that parsers are asked about are
/// accepted, and these say the most.
pub(super) fn sample_of_both(texts: Vec<(&[u8], bool)>, most: usize) -> Vec<(&[u8], bool)> {
    let (accepted, rejected): (Vec<_>, Vec<_>) = texts.into_iter().partition(|(_, answer)| *answer);
    [sample(accepted, most), sample(rejected, most)].concat()
}

/// Returns at most `most` items, every nth of all.
pub(super) fn thinned<T>(all: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step)
}

/// Returns at most `most` items: the first ones, which are half, and every nth of the others.
pub(super) fn sample<T>(mut all: Vec<T>, most: usize) -> Vec<T> {
    let others = all.split_off(all.len().min(most / 2));
    all.extend(thinned(others, most / 2));
    all
}
