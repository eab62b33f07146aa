//! Texts made shorter and easier to read.

use std::convert::Infallible;

use crate::automaton::readable_first;

/// Texts to choose from.
type Candidates<'t> = Box<dyn Iterator<Item = Vec<u8>> + 't>;

/// Does the same as [`shrunk`] for a property that one text at a time is tested for.
pub(crate) fn shortened(text: Vec<u8>, mut has_property: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let first = |mut candidates: Candidates<'_>| {
        Ok::<_, Infallible>(candidates.position(|candidate| has_property(&candidate)))
    };
    match shrunk(text, first) {
        Ok(text) => text,
        Err(never) => match never {},
    }
}

/// Takes parts out of a text as long as the rest has a property that the text has, large parts first
/// (A. Zeller and R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input, 2002). No single
/// octet can be taken from the result. Then each octet becomes the most readable one that can take its
/// place.
///
/// `first` returns the index of the first of the candidates that has the property. It can test many of
/// them at the same time.
///
/// # Errors
///
/// Fails if `first` does.
///
/// ```
/// use std::convert::Infallible;
///
/// use rfcbnf::sentences::shrunk;
///
/// let has_two_nines = |text: Vec<u8>| text.iter().filter(|&&octet| octet == b'9').count() >= 2;
/// let small = shrunk(b"8090609".to_vec(), |mut candidates| {
///     Ok::<_, Infallible>(candidates.position(has_two_nines))
/// })?;
/// assert_eq!(small, b"99");
/// # Ok::<(), Infallible>(())
/// ```
pub fn shrunk<E>(
    mut text: Vec<u8>,
    mut first: impl FnMut(Candidates<'_>) -> Result<Option<usize>, E>,
) -> Result<Vec<u8>, E> {
    let mut size = text.len();
    while size > 0 {
        let length = text.len();
        let mut from = 0;
        while from + size <= text.len() {
            let candidates = (from..=text.len() - size)
                .map(|from| [&text[..from], &text[from + size..]].concat());
            let Some(index) = first(Box::new(candidates))? else {
                break;
            };
            from += index;
            text.drain(from..from + size);
        }
        // What is gone may let single octets go that had to stay before.
        let is_shorter = size == 1 && text.len() < length;
        size = if is_shorter {
            1
        } else {
            size.min(text.len() + 1) / 2
        };
    }
    let octets = readable_first();
    for at in 0..text.len() {
        let better = octets.iter().take_while(|&&octet| octet != text[at]);
        let candidates = better.map(|&octet| {
            let mut candidate = text.clone();
            candidate[at] = octet;
            candidate
        });
        if let Some(index) = first(Box::new(candidates))? {
            text[at] = octets[index];
        }
    }
    Ok(text)
}
