//! Longer surroundings of a production.

use crate::automaton::{Automaton, DfaState, readable_first};
use crate::causes::places::Place;

/// How often a loop beside the production is run through.
const ROUNDS: usize = 4;

/// Returns the surroundings of a place with a loop of the whole run through several times, before the
/// short text or behind it, and those that go on at the end.
pub(super) fn longer(whole: &Automaton, place: &Place, short: &[u8]) -> Vec<[Vec<u8>; 2]> {
    let text = place.whole(short);
    let start = place.around.before.len();
    let end = start + short.len();
    let mut all = Vec::new();
    let mut state = Some(whole.start());
    for offset in 0..=text.len() {
        let Some(at) = state else {
            break;
        };
        let is_beside = offset <= start || offset >= end;
        if let Some(round) = is_beside.then(|| whole.shortest_loop(at)).flatten() {
            let longer = [&text[..offset], &round.repeat(ROUNDS), &text[offset..]].concat();
            let more = ROUNDS * round.len();
            let (start, end) = if offset <= start {
                (start + more, end + more)
            } else {
                (start, end)
            };
            all.push([longer[..start].to_vec(), longer[end..].to_vec()]);
        }
        let next = text.get(offset);
        if next.is_none() {
            let more = continuations(whole, at);
            all.extend(more.map(|more| [text[..start].to_vec(), [&text[end..], &more].concat()]));
        }
        state = next.and_then(|&letter| whole.step(at, letter));
    }
    all
}

/// Returns texts after which the whole ends again, one for each way to go on from a state.
fn continuations(whole: &Automaton, state: DfaState) -> impl Iterator<Item = Vec<u8>> {
    let octets = readable_first();
    let classes = (0..whole.classes().len()).filter_map(move |class| {
        let next = whole.step_by_class(state, class)?;
        let mut octets = octets.iter().copied();
        Some((octets.find(|&octet| whole.class_of(octet) == class)?, next))
    });
    classes.filter_map(|(octet, next)| {
        let end = if whole.is_accepting(next) {
            Vec::new()
        } else {
            whole.shortest_after(next)?
        };
        let last = end
            .iter()
            .try_fold(next, |at, &octet| whole.step(at, octet))?;
        let round = whole.shortest_loop(last).unwrap_or_default();
        Some([&[octet][..], &end, &round.repeat(ROUNDS)].concat())
    })
}
