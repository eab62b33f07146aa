//! The pass from the beginning of the text: what each number of edits reaches.
//!
//! A *point* is an offset of the text, in characters, and a cost. From point to point, an edit or a character that is
//! left as it is leads on:
//!
//! ```text
//!            cost 0      cost 1
//! offset 0     •────┐
//!              │kept└──insert──►•      an insertion stays at the offset,
//!              ▼     replace    │      a deletion keeps the positions, and all others
//! offset 1     •    └─delete──► ▼      move them over a character
//! ```
//!
//! The pass goes through the text once for each cost, the least first. What a lower cost has reached at the same offset
//! is left out: whatever follows, follows at the lower cost. So the first cost at which the text can end is the
//! distance.
//!
//! Invariant: a position in a context is at the point of its offset and its least cost, and at no other.

use alloc::vec::Vec;

use super::super::LimitReached;
use super::super::interner::{Id, NONE, number};
use super::super::states::{DEAD, StateId};
use super::machine::{ContextId, Machine, ROOT, Threads, find};
use super::{Characters, Weights};

/// What one cost reaches.
#[derive(Default)]
struct Layer {
    /// Where the threads at each offset end.
    ends: Vec<u32>,
    threads: Vec<(ContextId, StateId)>,
    /// The sites of the calls at each offset.
    sites: Vec<Id>,
}

/// What all costs so far reach.
pub(super) struct Layers<'t> {
    pub(super) text: Characters<'t>,
    pub(super) weights: Weights,
    costs: Vec<Layer>,
}

impl<'t> Layers<'t> {
    pub(super) fn new(text: Characters<'t>, weights: Weights) -> Self {
        Self {
            text,
            weights,
            costs: Vec::new(),
        }
    }

    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let layers = self.costs.iter();
        layers
            .map(|one| 2 * (one.threads.len() + one.ends.len()))
            .sum()
    }

    /// Returns the threads at a point.
    pub(super) fn at(&self, offset: usize, cost: usize) -> &[(ContextId, StateId)] {
        let Some(layer) = self.costs.get(cost) else {
            return &[];
        };
        let Some(&end) = layer.ends.get(offset) else {
            return &[];
        };
        let start = offset.checked_sub(1).map_or(0, |before| layer.ends[before]);
        &layer.threads[start as usize..end as usize]
    }

    /// Returns the site of the calls at a point; [`NONE`] if there is no call.
    pub(super) fn site(&self, offset: usize, cost: usize) -> Id {
        let layer = self.costs.get(cost);
        let site = layer.and_then(|layer| layer.sites.get(offset));
        site.copied().unwrap_or(NONE)
    }

    /// Adds the next cost. Returns whether the text can end with it.
    pub(super) fn extend(&mut self, machine: &mut Machine<'_>) -> Result<bool, LimitReached> {
        let cost = self.costs.len();
        self.costs.push(Layer::default());
        let length = self.text.len();
        for offset in 0..=length {
            let (threads, site) = self.point(machine, offset, cost)?;
            let is_over = threads.is_empty() && cost == 0;
            let layer = &mut self.costs[cost];
            layer.threads.extend(&threads);
            layer.ends.push(number(layer.threads.len()));
            layer.sites.push(site);
            if is_over {
                return Ok(false);
            }
            machine.take(1 + threads.len(), self.size())?;
        }
        Ok(machine.is_end(find(self.at(length, cost), ROOT)))
    }

    /// Returns the threads at a point, and the site of their calls.
    fn point(
        &self,
        machine: &mut Machine<'_>,
        offset: usize,
        cost: usize,
    ) -> Result<(Threads, Id), LimitReached> {
        let Weights {
            insertion,
            deletion,
            replacement,
        } = self.weights;
        let mut threads = Threads::new();
        if offset == 0 && cost == 0 {
            threads.push((ROOT, machine.start(ROOT)));
        }
        if let Some(before) = offset.checked_sub(1) {
            if let Some(character) = self.text.valid(before) {
                for &(context, state) in self.at(before, cost) {
                    threads.push((context, machine.over(state, character)));
                }
            }
            if let Some(cost) = cost.checked_sub(replacement.get() as usize) {
                for &(context, state) in self.at(before, cost) {
                    threads.push((context, machine.over_any(state)));
                }
            }
        }
        if let Some(cost) = cost.checked_sub(insertion.get() as usize) {
            for &(context, state) in self.at(offset, cost) {
                threads.push((context, machine.over_any(state)));
            }
        }
        self.unite(machine, &mut threads, (offset, cost));
        let site = machine.close(&mut threads, |machine, context, state| {
            self.unreached(machine, (context, state), (offset, cost))
        })?;
        // What calls or ends does so before the deletion.
        if let Some(lower) = cost.checked_sub(deletion.get() as usize)
            && let Some(before) = offset.checked_sub(1)
        {
            for &(context, state) in self.at(before, lower) {
                threads.push((context, machine.before_deletion(context, state)));
            }
            self.unite(machine, &mut threads, (offset, cost));
        }
        Ok((threads, site))
    }

    /// Leaves out the positions that a lower cost has reached.
    fn unreached(
        &self,
        machine: &mut Machine<'_>,
        (context, mut state): (ContextId, StateId),
        (offset, cost): (usize, usize),
    ) -> StateId {
        for lower in 0..cost {
            if state == DEAD {
                break;
            }
            let known = find(self.at(offset, lower), context);
            state = machine.without(state, known);
        }
        state
    }

    /// Puts the positions in each context together, without those that a lower cost has reached.
    fn unite(&self, machine: &mut Machine<'_>, threads: &mut Threads, point: (usize, usize)) {
        threads.sort_unstable();
        let mut united = Threads::new();
        for &(context, state) in &*threads {
            match united.last_mut() {
                Some(last) if last.0 == context => last.1 = machine.union(last.1, state),
                _ => united.push((context, state)),
            }
        }
        for one in &mut united {
            one.1 = self.unreached(machine, *one, point);
        }
        united.retain(|one| one.1 != DEAD);
        *threads = united;
    }
}
