//! Texts made shorter and easier to read.

use crate::automaton::readable_first;

/// Takes parts out of a text as long as the rest has a property that the text has, large parts first
/// (A. Zeller and R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input, 2002). No single
/// octet can be taken from the result. Then each octet becomes the most readable one that can take its place.
pub(crate) fn shortened(mut text: Vec<u8>, has_property: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut size = text.len();
    while size > 0 {
        let length = text.len();
        let mut from = 0;
        while from + size <= text.len() {
            let shorter = [&text[..from], &text[from + size..]].concat();
            if has_property(&shorter) {
                text = shorter;
            } else {
                from += 1;
            }
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
        for &octet in &octets {
            let before = std::mem::replace(&mut text[at], octet);
            if octet == before || has_property(&text) {
                break;
            }
            text[at] = before;
        }
    }
    text
}
