//! The pass over a text from its end: which positions lead to the end of the text.
//!
//! It is the forward pass reversed, and keeps to the positions that the forward pass has reached. A
//! context here is a set of calls that a definition has to be reached by, from the left, if it ends
//! at some offset; all that is behind that offset is read already.
//!
//! Most octets are inside of a string, a name or a number, where no definition begins or ends. There
//! the pass is an automaton: `sets` keeps which set of positions an octet leads to, and `plain` goes
//! from set to set. In JSON, the pass from the end over `["ab"]` stops at both brackets and on both
//! sides of the string, and not at the letters.
//!
//! Invariant: a position is live in a context at an offset if and only if a derivation leads from
//! it to the end of the text, for each stack of calls that the context allows.

mod found;
mod plain;
mod sets;
mod sites;

use alloc::vec::Vec;

use super::fronts::Fronts;
use super::interner::{Id, Interner, NONE, number};
use super::network::{DefinitionId, Network};
use super::positions::Positions;
use super::states::States;
use super::{Limit, LimitReached};
use sets::{Caller, EMPTY, Sets, Step};

pub(super) use plain::Read;
pub(super) use sets::SetId;

/// The number of a context from the right.
pub(super) type EndId = Id;

/// Which texts a context is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// All that end at its offset.
    Any,
    /// Those of at least one octet. The round of a repetition around the call has to consume one.
    NotEmpty,
    /// The empty one.
    Empty,
}

/// A definition that ends where its calls end.
#[derive(Debug, Clone, Copy)]
struct Context {
    definition: DefinitionId,
    kind: Kind,
    /// The range of its callers.
    callers: (u32, u32),
    /// The number of rows that were known when it was made.
    rows: u32,
}

/// The live positions of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Live {
    sets: Sets,
    sites: Interner,
    ranges: Vec<(u32, u32)>,
    contexts: Vec<Context>,
    callers: Vec<Caller>,
    /// For each context the last one that it calls, by its index in `called`, and how many it calls.
    called_by: Vec<(u32, u32)>,
    /// Contexts that are called, each with the index of the one before it with the same caller.
    called: Vec<(EndId, u32)>,
    /// The contexts and live sets, those at the end of the text first.
    found: Vec<(EndId, SetId)>,
    /// Where those at each offset begin, the end of the text first.
    rows: Vec<u32>,
    /// The offsets, contexts and sets that are live for texts that began at an offset before: the last
    /// offset first.
    ends: Vec<(usize, EndId, SetId)>,
    /// The version of the positions when the sets were found. More positions change what leads to them.
    version: usize,
    /// Room for entries.
    room: Vec<Entry>,
    /// Room for the indexes of entries whose definitions may begin at the offset.
    waiting: Vec<usize>,
    /// Room for the calls of a site.
    key: Vec<Ending>,
    /// Room for the key of a site in numbers.
    flat: Vec<u32>,
}

/// A definition that ends at an offset, for texts of a kind, and its caller.
type Ending = (DefinitionId, Kind, SetId, EndId);

/// A context at the current offset.
#[derive(Debug, Clone, Copy)]
struct Entry {
    context: EndId,
    set: SetId,
    /// Whether the positions are live at this offset for a definition that begins here, and whether
    /// they can be live before it.
    is_visible: bool,
    is_moving: bool,
}

/// What the pass reads.
pub(super) struct Tables<'a> {
    pub(super) network: &'a Network,
    pub(super) positions: &'a mut Positions,
    pub(super) states: &'a States,
    pub(super) fronts: &'a mut Fronts,
    /// The size of what else is kept while the text is read.
    pub(super) others: usize,
}

impl Tables<'_> {
    fn size(&self) -> usize {
        self.positions.size() + self.states.size() + self.fronts.size() + self.others
    }

    /// Takes the steps of the searches since the last time.
    fn settle(&mut self, limit: &mut Limit) -> Result<(), LimitReached> {
        limit.take(self.positions.take_work())?;
        self.positions.complete()
    }
}

impl Live {
    pub(super) fn size(&self) -> usize {
        let sites = self.sites.size() + 2 * self.ranges.len();
        let contexts = 6 * self.contexts.len() + 2 * self.callers.len() + 2 * self.called_by.len();
        let found = 2 * self.found.len() + self.rows.len() + 4 * self.ends.len();
        self.sets.size() + sites + contexts + found + 2 * self.called.len()
    }

    /// Returns a number that changes whenever the sets get new numbers.
    pub(super) fn version(&self) -> usize {
        self.version
    }

    /// Reads a text that the definition derives. `read` has the front at each offset.
    ///
    /// Returns the context of the definition.
    pub(super) fn run(
        &mut self,
        tables: &mut Tables<'_>,
        (definition, read): (DefinitionId, Read<'_>),
        limit: &mut Limit,
    ) -> Result<EndId, LimitReached> {
        let length = read.text.len();
        self.begin(tables);
        let mut slots = Slots::default();
        let mut entries: Vec<Entry> = Vec::new();
        let front = read.fronts[length];
        self.key.clear();
        self.key.push((definition, Kind::Any, NONE, NONE));
        let (root, _) = self.site(tables, front);
        self.enter(tables, (root, front), &mut slots, &mut entries);
        self.call(tables, (front, limit), &mut slots, &mut entries)?;
        self.record(&mut entries, length);
        loop {
            let offset = self.run_plain(tables, read, &mut entries, limit)?;
            tables.settle(limit)?;
            let Some(offset) = offset.checked_sub(1) else {
                return Ok(root);
            };
            let (front, octet) = read.at(offset);
            self.room.clear();
            core::mem::swap(&mut entries, &mut self.room);
            let mut moved = core::mem::take(&mut self.room);
            slots.next();
            for entry in moved.drain(..).filter(|entry| entry.is_moving) {
                let Entry { context, set, .. } = entry;
                let own = (self.definition(context), set);
                let Step { set, .. } = self.sets.step(tables, own, (front, octet));
                if set != EMPTY {
                    self.insert(&mut slots, &mut entries, (context, set));
                }
            }
            self.room = moved;
            limit.take(entries.len())?;
            let begun = entries.len();
            self.pop(tables, (front, limit), &mut slots, &mut entries)?;
            self.call(tables, (front, limit), &mut slots, &mut entries)?;
            limit.take(entries.len() - begun)?;
            self.record(&mut entries, offset);
            limit.grow(entries.len(), || self.size() + tables.size() + slots.size())?;
        }
    }

    /// Forgets the last text, and the sets if there are more positions now.
    fn begin(&mut self, tables: &Tables<'_>) {
        let version = tables.positions.version();
        if version != self.version {
            *self = Self::default();
            self.version = version;
            self.sets = Sets::new();
        }
        self.sites.clear();
        self.ranges.clear();
        self.contexts.clear();
        self.callers.clear();
        self.called_by.clear();
        self.called.clear();
        self.found.clear();
        self.ends.clear();
        self.rows.clear();
    }

    fn record(&mut self, entries: &mut [Entry], offset: usize) {
        entries.sort_unstable_by_key(|entry| entry.context);
        self.rows.push(number(self.found.len()));
        let visible = entries.iter().filter(|entry| entry.is_visible);
        self.found
            .extend(visible.map(|entry| (entry.context, entry.set)));
        let hidden = entries.iter().filter(|entry| !entry.is_visible);
        let hidden = hidden.map(|entry| (offset, entry.context, entry.set));
        self.ends.extend(hidden);
    }

    /// Adds live positions of a context. Returns the index of its entry if that changed.
    fn insert(
        &mut self,
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
        (context, set): (EndId, SetId),
    ) -> Option<usize> {
        if let Some(index) = slots.get(context) {
            let entry = &mut entries[index];
            let union = self.sets.union(entry.set, set);
            let has_changed = union != entry.set || !entry.is_visible;
            entry.set = union;
            entry.is_visible = true;
            return has_changed.then_some(index);
        }
        slots.put(context, entries.len());
        entries.push(Entry {
            context,
            set,
            is_visible: true,
            is_moving: true,
        });
        Some(entries.len() - 1)
    }

    /// Goes on before the definitions whose start is reached.
    fn pop(
        &mut self,
        tables: &mut Tables<'_>,
        (front, limit): (Id, &mut Limit),
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
    ) -> Result<(), LimitReached> {
        self.waiting.clear();
        self.waiting.extend((0..entries.len()).rev());
        while let Some(index) = self.waiting.pop() {
            let Entry { context, set, .. } = entries[index];
            let Context {
                definition,
                callers,
                ..
            } = self.contexts[context as usize];
            if !self.sets.is_at_start(tables, definition, set) {
                continue;
            }
            limit.take((callers.1 - callers.0) as usize)?;
            for caller in callers.0..callers.1 {
                let (calls, context) = self.callers[caller as usize];
                let is_empty = |context: EndId| self.contexts[context as usize].kind == Kind::Empty;
                if context == NONE || is_empty(context) {
                    continue;
                }
                let live = self.sets.reached(tables, calls, front);
                if live != EMPTY {
                    let changed = self.insert(slots, entries, (context, live));
                    self.waiting.extend(changed);
                }
            }
        }
        Ok(())
    }

    /// Adds the definitions that the entries are behind, as they end here.
    fn call(
        &mut self,
        tables: &mut Tables<'_>,
        (front, limit): (Id, &mut Limit),
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
    ) -> Result<(), LimitReached> {
        self.key.clear();
        for entry in entries.iter() {
            if self.contexts[entry.context as usize].kind == Kind::Empty {
                continue;
            }
            let befores = self.sets.before_at(tables, entry.set, front);
            let befores = self.sets.befores(befores).iter();
            self.key
                .extend(befores.map(|one| (one.definition, one.kind, one.calls, entry.context)));
        }
        if !self.key.is_empty() {
            limit.take(self.key.len())?;
            let (from, to) = self.site(tables, front);
            for context in from..to {
                self.enter(tables, (context, front), slots, entries);
            }
        }
        Ok(())
    }

    /// Adds a context at the end of its definition.
    fn enter(
        &mut self,
        tables: &mut Tables<'_>,
        (context, front): (EndId, Id),
        slots: &mut Slots,
        entries: &mut Vec<Entry>,
    ) {
        let Context {
            definition, kind, ..
        } = self.contexts[context as usize];
        let set = self.sets.end(tables, definition, front);
        if kind != Kind::NotEmpty {
            self.insert(slots, entries, (context, set));
            if kind == Kind::Empty
                && let Some(index) = slots.get(context)
            {
                entries[index].is_moving = false;
            }
            return;
        }
        if let Some(index) = slots.get(context) {
            // It is live from a later end, too. The end here is an entry of its own.
            let entry = Entry {
                set,
                is_visible: false,
                ..entries[index]
            };
            entries.push(entry);
        } else {
            entries.push(Entry {
                context,
                set,
                is_visible: false,
                is_moving: true,
            });
        }
    }
}

/// The index of each context's entry at the current offset.
#[derive(Debug, Default)]
struct Slots {
    slots: Vec<(u32, u32)>,
    offset: u32,
}

impl Slots {
    fn size(&self) -> usize {
        2 * self.slots.len()
    }

    fn next(&mut self) {
        self.offset += 1;
    }

    fn get(&self, context: EndId) -> Option<usize> {
        let slot = self.slots.get(context as usize);
        slot.filter(|slot| slot.0 == self.offset + 1)
            .map(|slot| slot.1 as usize)
    }

    fn put(&mut self, context: EndId, index: usize) {
        if self.slots.len() <= context as usize {
            self.slots.resize(context as usize + 1, (0, 0));
        }
        self.slots[context as usize] = (self.offset + 1, number(index));
    }
}
