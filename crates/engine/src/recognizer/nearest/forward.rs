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
use super::machine::{ContextId, Machine, New, ROOT, Threads, find};
use super::{Characters, Weights};

/// Threads at each offset.
#[derive(Default)]
struct Rows {
    /// Where the threads at each offset end.
    ends: Vec<u32>,
    threads: Vec<(ContextId, StateId)>,
}

/// What one cost reaches.
#[derive(Default)]
struct Layer {
    rows: Rows,
    /// The sites of the calls at each offset.
    sites: Vec<Id>,
}

impl Rows {
    fn size(&self) -> usize {
        2 * self.threads.len() + self.ends.len()
    }

    fn push(&mut self, threads: &[(ContextId, StateId)]) {
        self.threads.extend_from_slice(threads);
        self.ends.push(number(self.threads.len()));
    }

    fn at(&self, offset: usize) -> &[(ContextId, StateId)] {
        let Some(&end) = self.ends.get(offset) else {
            return &[];
        };
        let start = offset.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.threads[start as usize..end as usize]
    }
}

/// What all costs so far reach.
pub(super) struct Layers<'t> {
    pub(super) text: Characters<'t>,
    pub(super) weights: Weights,
    costs: Vec<Layer>,
    /// What all costs before the last one reach.
    lower: Rows,
}

impl<'t> Layers<'t> {
    pub(super) fn new(text: Characters<'t>, weights: Weights) -> Self {
        Self {
            text,
            weights,
            costs: Vec::new(),
            lower: Rows::default(),
        }
    }

    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let layers = self.costs.iter();
        let layers = layers.map(|one| one.rows.size() + one.sites.len());
        layers.sum::<usize>() + 2 * self.lower.size()
    }

    /// Returns the threads at a point.
    pub(super) fn at(&self, offset: usize, cost: usize) -> &[(ContextId, StateId)] {
        self.costs
            .get(cost)
            .map_or(&[], |layer| layer.rows.at(offset))
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
        if let Some(last) = cost.checked_sub(1) {
            self.lower = self.reached(machine, last)?;
        }
        self.costs.push(Layer::default());
        let length = self.text.len();
        for offset in 0..=length {
            let (threads, site) = self.point(machine, offset, cost)?;
            let is_over = threads.is_empty() && cost == 0;
            let layer = &mut self.costs[cost];
            layer.rows.push(&threads);
            layer.sites.push(site);
            if is_over {
                return Ok(false);
            }
            machine.take(1 + threads.len(), self.size())?;
        }
        Ok(machine.is_end(find(self.at(length, cost), ROOT)))
    }

    /// Returns what this cost and all lower ones reach.
    fn reached(&self, machine: &mut Machine<'_>, cost: usize) -> Result<Rows, LimitReached> {
        let mut all = Rows::default();
        let mut threads = Threads::new();
        for offset in 0..=self.text.len() {
            threads.clear();
            threads.extend_from_slice(self.lower.at(offset));
            threads.extend_from_slice(self.at(offset, cost));
            unite(machine, &mut threads);
            all.push(&threads);
            machine.take(threads.len(), self.size() + all.size())?;
        }
        Ok(all)
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
                    threads.push((context, machine.over_any(state, New::Any)));
                }
            }
        }
        if let Some(cost) = cost.checked_sub(insertion.get() as usize) {
            for &(context, state) in self.at(offset, cost) {
                threads.push((context, machine.over_any(state, New::Any)));
            }
        }
        let lower = self.lower.at(offset);
        machine.take(threads.len(), 0)?;
        unite_new(machine, &mut threads, lower);
        let site = machine.close(&mut threads, |machine, context, state| {
            machine.without(state, find(lower, context))
        })?;
        // What calls or ends does so before the deletion.
        if let Some(cost) = cost.checked_sub(deletion.get() as usize)
            && let Some(before) = offset.checked_sub(1)
        {
            for &(context, state) in self.at(before, cost) {
                threads.push((context, machine.before_deletion(context, state)));
            }
            unite_new(machine, &mut threads, lower);
        }
        Ok((threads, site))
    }
}

/// Puts the positions in each context together.
fn unite(machine: &mut Machine<'_>, threads: &mut Threads) {
    threads.sort_unstable();
    let mut kept = 0;
    for index in 0..threads.len() {
        let (context, state) = threads[index];
        if kept > 0 && threads[kept - 1].0 == context {
            threads[kept - 1].1 = machine.union(threads[kept - 1].1, state);
        } else {
            threads[kept] = (context, state);
            kept += 1;
        }
    }
    threads.truncate(kept);
}

/// Does the same, and leaves out the positions that a lower cost has reached.
fn unite_new(machine: &mut Machine<'_>, threads: &mut Threads, lower: &[(ContextId, StateId)]) {
    unite(machine, threads);
    for one in &mut *threads {
        one.1 = machine.without(one.1, find(lower, one.0));
    }
    threads.retain(|one| one.1 != DEAD);
}
