//! What an error says.

use rfcbnf_engine::{CharacterProduction, CharacterSet, Expected, Place, ProductionId};

use super::threads::{self, Attempt, Open, ThreadId, ThreadList, Threads};

/// What an error says, except for what is at its offset.
///
/// [`ErrorMachine::after`](super::ErrorMachine::after) returns it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    expected: Vec<Expected<ProductionId>>,
    context: Vec<ProductionId>,
    begun: u8,
}

impl Outcome {
    /// Returns what is expected, in order.
    #[must_use]
    pub fn expected(&self) -> &[Expected<ProductionId>] {
        &self.expected
    }

    /// Returns the productions that are open, from the outermost to the innermost.
    #[must_use]
    pub fn context(&self) -> &[ProductionId] {
        &self.context
    }

    /// Returns the number of octets before the offset that belong to an unfinished character
    /// production; 0 if they are more than 255.
    #[must_use]
    pub fn begun(&self) -> u8 {
        self.begun
    }

    /// Returns an outcome for a state in which the production has no errors.
    pub(super) fn none(production: ProductionId) -> Self {
        Self {
            expected: Vec::new(),
            context: vec![production],
            begun: 0,
        }
    }

    /// Returns what an error of the production says if it is not the outermost one.
    pub(super) fn seen_from(&self, production: ProductionId) -> Self {
        Self {
            context: seen_from(production, &self.context).to_owned(),
            ..self.clone()
        }
    }

    /// Returns the outcome of a state with these threads. `places` are where an octet can
    /// come next, and `can_end` says whether the text can end.
    pub(super) fn of(
        threads: &Threads,
        list: &ThreadList,
        characters: &[CharacterProduction],
        (places, can_end): (&[Place], bool),
    ) -> Self {
        let (open, begun) = preferred(threads, list);
        let expected = if threads.are_of_characters() {
            Expected::of_places(places, can_end)
        } else {
            let sets: Vec<CharacterSet> = places.iter().map(|place| place.octets).collect();
            Expected::of_sets(characters, &sets, can_end)
        };
        Self {
            expected,
            context: open.iter().map(|one| threads.production(*one)).collect(),
            begun,
        }
    }
}

/// Returns the part of a context from the production inwards; all of it if the production is not in
/// it.
pub(super) fn seen_from(production: ProductionId, context: &[ProductionId]) -> &[ProductionId] {
    let start = context.iter().rposition(|&id| id == production);
    &context[start.unwrap_or(0)..]
}

/// Returns where an octet can come next, each place once, in the order in which errors name what can.
pub(super) fn places(threads: &Threads, list: &ThreadList) -> Vec<Place> {
    let threads_in_order = list.by_priority.iter();
    let attempts = threads_in_order.flat_map(|&thread| threads.attempts(thread));
    let mut places = Vec::new();
    for attempt in threads::order(threads, attempts.collect()) {
        if !places.contains(&attempt.place) {
            places.push(attempt.place);
        }
    }
    places
}

/// Returns whether the text can end here.
pub(super) fn can_end(threads: &Threads, list: &ThreadList) -> bool {
    let mut all = list.by_priority.iter();
    all.any(|&thread| threads.ways(thread).can_end)
}

/// Returns the productions that are open in the preferred derivation that can go on, and the number of
/// octets of a character production among them.
fn preferred(threads: &Threads, list: &ThreadList) -> (Vec<Open>, u8) {
    for &thread in list.by_preference.iter().rev() {
        let attempts = threads.attempts(thread);
        if !attempts.is_empty() {
            let open = around(&threads::order(threads, attempts));
            let has_begun = open
                .iter()
                .any(|one| threads.is_character(*one) && !one.is_new);
            let begun = threads.begun(thread).filter(|_| has_begun);
            return (or_outermost(threads, thread, open), begun.unwrap_or(0));
        }
    }
    let thread = list.by_preference[list.by_preference.len() - 1];
    let outside = threads
        .open(thread)
        .take_while(|one| !threads.is_character(*one));
    (or_outermost(threads, thread, outside.collect()), 0)
}

/// Returns the productions that are open before the first attempt, down to where a later one is in another
/// production.
fn around(attempts: &[Attempt]) -> Vec<Open> {
    let mut attempts = attempts.iter();
    let first = attempts.next().map(|one| one.open.clone());
    attempts.fold(first.unwrap_or_default(), |mut around, attempt| {
        let pairs = around.iter().zip(&attempt.open);
        let common = pairs.take_while(|(one, other)| one == other).count();
        if common < attempt.open.len() {
            around.truncate(common);
        }
        around
    })
}

/// Returns the outermost production of the thread instead of none.
fn or_outermost(threads: &Threads, thread: ThreadId, open: Vec<Open>) -> Vec<Open> {
    if open.is_empty() {
        threads.open(thread).take(1).collect()
    } else {
        open
    }
}
