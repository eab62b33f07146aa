//! Contexts: definitions that end at an offset, with their callers.

use alloc::vec::Vec;

use super::sets::Caller;
use super::{Context, EndId, Ending, Kind, Live, Tables};
use crate::recognizer::interner::{Id, NONE, number};
use crate::recognizer::network::DefinitionId;

impl Live {
    /// Returns the contexts of the definitions in `key`, and of those that can end where these end.
    pub(super) fn site(&mut self, tables: &mut Tables<'_>, front: Id) -> (u32, u32) {
        self.key.sort_unstable();
        self.key.dedup();
        // Where definitions derive the empty text, the front decides what can end here. In cyclic
        // networks a context stands for one offset, which the number of rows names.
        self.flat.clear();
        self.flat.extend(if tables.network.is_cyclic() {
            [front, number(self.rows.len())]
        } else if tables.network.has_empty_calls() {
            [front, 0]
        } else {
            [0, 0]
        });
        for &(definition, kind, calls, context) in &self.key {
            self.flat.extend([definition, kind as u32, calls, context]);
        }
        let site = self.sites.intern(&self.flat) as usize;
        if site == self.ranges.len() {
            let key = core::mem::take(&mut self.key);
            let range = self.build(tables, &key, front);
            self.key = key;
            self.ranges.push(range);
        }
        self.ranges[site]
    }

    fn build(&mut self, tables: &mut Tables<'_>, key: &[Ending], front: Id) -> (u32, u32) {
        let first = number(self.contexts.len());
        let mut ended: Vec<(DefinitionId, Kind)> = key.iter().map(|one| (one.0, one.1)).collect();
        ended.dedup();
        let mut callers: Vec<Vec<Caller>> = ended
            .iter()
            .map(|one| {
                let own = key.iter().filter(|other| (other.0, other.1) == *one);
                own.map(|one| (one.2, one.3)).collect()
            })
            .collect();
        let mut index = 0;
        while let Some(&(definition, kind)) = ended.get(index) {
            let set = self.sets.end(tables, definition, front);
            let befores = if kind == Kind::Empty {
                self.sets.before_empty(tables, set)
            } else {
                let before = self.sets.before(tables, set);
                self.sets.befores(before).to_vec()
            };
            for before in befores {
                let one = (before.definition, before.kind);
                let known = ended.iter().position(|other| *other == one);
                let known = known.unwrap_or_else(|| {
                    ended.push(one);
                    callers.push(Vec::new());
                    ended.len() - 1
                });
                callers[known].push((before.calls, first + number(index)));
            }
            index += 1;
        }
        for (&(definition, kind), callers) in ended.iter().zip(&callers) {
            let own = number(self.contexts.len());
            for &(_, caller) in callers {
                if caller != NONE {
                    self.add_called(caller, own);
                }
            }
            let from = number(self.callers.len());
            self.callers.extend(callers);
            let callers = (from, number(self.callers.len()));
            self.contexts.push(Context {
                definition,
                kind,
                callers,
                rows: number(self.rows.len()),
            });
        }
        (first, number(self.contexts.len()))
    }

    /// Keeps that a context calls another one. A caller calls few, and most texts have many callers, so the lists
    /// of all share their memory.
    fn add_called(&mut self, caller: EndId, context: EndId) {
        if self.called_by.len() <= caller as usize {
            self.called_by.resize(caller as usize + 1, (NONE, 0));
        }
        let (last, count) = &mut self.called_by[caller as usize];
        if *count > 0 && self.called[*last as usize].0 == context {
            return;
        }
        self.called.push((context, *last));
        *last = number(self.called.len() - 1);
        *count += 1;
    }
}
