//! The walk through the edit scripts, in order.
//!
//! At an offset, the character is first left as it is, and then replaced, something is inserted before it, and it is
//! deleted. So the scripts come in the order of their edits, late ones first, and the first script of a text is the one
//! that counts. Two rules leave out scripts of which an earlier one has the same text: after a character that is
//! inserted or deleted, the same character is not kept, if it could be kept before. Whatever else has a text again is
//! found by comparing the texts.
//!
//! After the last edit, everything is kept: a script ends there. Where a character can only be kept, the walk goes on to
//! the next place where something else can be done, and knows the way when it comes again.
//!
//! Invariant: every set of threads that is reached leads to the end of a script, so no beginning is left unfinished.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::super::interner::{Id, Interner, Memo, NONE};
use super::super::network::{Instruction, Network};
use super::super::states::DEAD;
use super::super::{Limit, LimitReached};
use super::machine::{LEADING, Machine, ROOT, Threads, put};
use super::scripts::{DELETE, INSERT, KEEP, REPLACE};
use super::{Characters, Edit, NearestCount, Repair, Weights};
use crate::character_set::CharacterSet;

/// The size of a branch, in numbers of 32 bits.
const BRANCH: usize = 64;

/// The number of octets of a text that are copied in one step.
const COPIED: usize = 64;

/// The symbols at a place where a character can only be kept.
const KEPT: CharacterSet = CharacterSet::EMPTY.with_octet(KEEP);

/// What is listed, and how much of it.
pub(super) struct Order {
    pub(super) weights: Weights,
    pub(super) distance: usize,
    /// The greatest number of repairs.
    pub(super) most: usize,
    /// The greatest number of texts that are counted.
    pub(super) counted: usize,
}

/// The texts that are found.
#[derive(Default)]
pub(super) struct Listed {
    /// The first ones.
    pub(super) repairs: Vec<Repair>,
    /// For each text, where it begins to differ and what is there up to where it is the same again.
    seen: BTreeSet<(usize, usize, Vec<u8>)>,
    /// The size of these texts.
    kept: usize,
}

impl Listed {
    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        self.kept
    }

    /// Returns whether no more are counted.
    pub(super) fn is_full(&self, order: &Order) -> bool {
        self.seen.len() > order.counted
    }

    pub(super) fn count(&self, order: &Order) -> NearestCount {
        if self.is_full(order) {
            NearestCount::MoreThan(order.counted)
        } else {
            NearestCount::Exactly(self.seen.len())
        }
    }

    /// Adds a text.
    pub(super) fn add(&mut self, own: &[u8], edits: &[Edit], order: &Order) {
        let mut text = Vec::with_capacity(own.len() + edits.len());
        let mut from = 0;
        for edit in edits {
            text.extend_from_slice(&own[from..edit.start]);
            text.extend_from_slice(&edit.text);
            from = edit.end;
        }
        text.extend_from_slice(&own[from..]);
        let same = text.iter().zip(own).take_while(|(one, other)| one == other);
        let same = same.count();
        let ends = text[same..].iter().rev().zip(own[same..].iter().rev());
        let end = ends.take_while(|(one, other)| one == other).count();
        let different = text[same..text.len() - end].to_vec();
        let size = different.len();
        if self.seen.insert((same, end, different)) {
            self.kept += size / 4 + 8;
            if self.repairs.len() < order.most {
                self.repairs.push(Repair {
                    text,
                    edits: edits.to_vec(),
                });
            }
        }
    }

    /// Adds the texts of the scripts that are not known yet, in order. `others` is the size of what else is kept.
    /// Returns what is left of the limit.
    pub(super) fn extend(
        &mut self,
        network: &Network,
        text: &Characters<'_>,
        order: &Order,
        (limit, others): (Limit, usize),
    ) -> Result<Limit, LimitReached> {
        let mut walk = Walk {
            machine: Machine::new(network, 0, limit),
            text,
            order,
            others,
            edits: Vec::new(),
            path: Vec::new(),
            sets: Interner::default(),
            steps: Memo::default(),
            kept_to: Vec::new(),
            listed: self,
        };
        let threads = Threads::from([(ROOT, walk.machine.start(ROOT))]);
        let first = walk.closed(threads)?;
        walk.push(first, Place::default())?;
        walk.run()?;
        Ok(walk.machine.limit())
    }
}

/// The number of a set of threads.
type SetId = Id;

/// Where a script is.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// In characters.
    offset: usize,
    cost: usize,
    /// Whether an earlier script has the texts that follow if the character is kept.
    is_known_kept: bool,
    /// The symbol whose character is being read.
    symbol: Option<u8>,
    /// The number of octets of the character that are missing; `None` before its first octet.
    missing: Option<usize>,
}

/// A beginning of a script, and the symbols and octets after it that are still to be tried.
struct Branch {
    threads: SetId,
    place: Place,
    /// The number of edits before it, and the length of the text of the last one.
    edits: usize,
    written: usize,
    /// The next one is the last.
    options: Vec<u8>,
}

struct Walk<'w, 'n, 't, 'l> {
    machine: Machine<'n>,
    text: &'w Characters<'t>,
    order: &'w Order,
    /// The size of what else is kept.
    others: usize,
    edits: Vec<Edit>,
    path: Vec<Branch>,
    /// Sets of threads that were reached, each as contexts and states.
    sets: Interner,
    /// The set after a set and an octet.
    steps: Memo<2, SetId>,
    /// For each set, the next one in which something else than to keep a character is possible, and the number of
    /// characters that are kept up to there; no set if that is not known.
    kept_to: Vec<(SetId, u32)>,
    listed: &'l mut Listed,
}

impl Walk<'_, '_, '_, '_> {
    fn run(&mut self) -> Result<(), LimitReached> {
        while let Some(branch) = self.path.last_mut() {
            let Some(octet) = branch.options.pop() else {
                self.path.pop();
                continue;
            };
            self.edits.truncate(branch.edits);
            if let Some(edit) = self.edits.last_mut() {
                edit.text.truncate(branch.written);
            }
            let (threads, place) = (branch.threads, branch.place);
            let place = self.advance(place, octet)?;
            if place.symbol.is_none() && place.cost == self.order.distance {
                self.listed.add(self.text.text, &self.edits, self.order);
                self.machine
                    .take(1 + self.text.text.len() / COPIED, self.others())?;
                if self.listed.is_full(self.order) {
                    return Ok(());
                }
                continue;
            }
            let threads = self.step(threads, octet)?;
            self.push(threads, place)?;
        }
        Ok(())
    }

    /// Returns a measure of the memory, without that of the machine.
    fn others(&self) -> usize {
        let instructions = self.machine.network.instructions().len();
        let network = size_of::<Instruction>() / size_of::<u32>() * instructions;
        let sets = self.sets.size() + self.steps.size() + 2 * self.kept_to.len();
        network + sets + self.path.len() * BRANCH + self.listed.size() + self.others
    }

    /// Returns the set after an octet.
    fn step(&mut self, set: SetId, octet: u8) -> Result<SetId, LimitReached> {
        let key = [set, u32::from(octet)];
        if let Some(known) = self.steps.get(key) {
            self.machine.take(1, 0)?;
            return Ok(known);
        }
        let threads = self.sets.get(set).to_vec();
        let mut next = Threads::new();
        for pair in threads.chunks_exact(2) {
            let state = self.machine.over(pair[1], &[octet]);
            if state != DEAD {
                put(&mut next, pair[0], state);
            }
        }
        let next = self.closed(next)?;
        self.steps.add(key, next);
        self.machine.take(1 + threads.len(), self.others())?;
        Ok(next)
    }

    /// Returns the set of threads with those that are reached without an octet.
    fn closed(&mut self, mut threads: Threads) -> Result<SetId, LimitReached> {
        self.machine.close(&mut threads, |_, _, state| state)?;
        let flat: Vec<u32> = threads.iter().flat_map(|one| [one.0, one.1]).collect();
        Ok(self.sets.intern(&flat))
    }

    /// Returns the octets that can follow a set of threads.
    fn next(&self, set: SetId) -> CharacterSet {
        let threads = self.sets.get(set).chunks_exact(2);
        threads.fold(CharacterSet::EMPTY, |all, pair| {
            all.union(self.machine.next(pair[1]))
        })
    }

    /// Goes on while a character can only be kept, and adds a branch there.
    fn push(&mut self, set: SetId, mut place: Place) -> Result<(), LimitReached> {
        let mut end = set;
        if place.symbol.is_none() && !place.is_known_kept {
            let (known, mut length) = self.kept_to.get(set as usize).copied().unwrap_or((NONE, 0));
            if known == NONE {
                while self.next(end) == KEPT {
                    end = self.step(end, KEEP)?;
                    length += 1;
                }
                let index = set as usize;
                if self.kept_to.len() <= index {
                    self.kept_to.resize(index + 1, (NONE, 0));
                }
                self.kept_to[index] = (end, length);
            } else {
                end = known;
            }
            if length > 0 {
                place.offset += length as usize;
            }
        }
        let branch = self.branch(end, place);
        self.path.push(branch);
        Ok(())
    }

    /// Returns a branch with its options in order.
    fn branch(&self, threads: SetId, place: Place) -> Branch {
        let next = self.next(threads);
        let mut options: Vec<u8> = if place.symbol.is_some() {
            let octets = next.iter().filter_map(|one| u8::try_from(one).ok());
            octets.rev().collect()
        } else {
            let symbols = [DELETE, INSERT, REPLACE, KEEP].into_iter();
            let symbols = symbols.filter(|&one| next.contains(one));
            let symbols = symbols.filter(|&one| one != KEEP || !place.is_known_kept);
            symbols.collect()
        };
        if place.symbol == Some(REPLACE)
            && place.missing.is_none()
            && let &[letter] = self.text.octets(place.offset)
            && letter.is_ascii_alphabetic()
            && next.contains(letter ^ 0x20)
        {
            options.retain(|&one| one != letter ^ 0x20);
            options.push(letter ^ 0x20);
        }
        Branch {
            threads,
            place,
            edits: self.edits.len(),
            written: self.edits.last().map_or(0, |edit| edit.text.len()),
            options,
        }
    }

    /// Returns the place after a symbol or an octet.
    fn advance(&mut self, place: Place, octet: u8) -> Result<Place, LimitReached> {
        let Some(symbol) = place.symbol else {
            return Ok(self.symbol(place, octet));
        };
        let missing = match place.missing {
            Some(missing) => missing - 1,
            None if self.text.is_of_characters() => {
                let mut leading = LEADING.iter();
                leading.position(|set| set.contains(octet)).unwrap_or(0)
            }
            None => 0,
        };
        let written = self.edits.last_mut().map_or(&[][..], |edit| {
            edit.text.push(octet);
            &edit.text
        });
        if missing > 0 {
            return Ok(Place {
                missing: Some(missing),
                ..place
            });
        }
        let Weights {
            insertion,
            replacement,
            ..
        } = self.order.weights;
        if symbol == REPLACE {
            return Ok(Place {
                offset: place.offset + 1,
                cost: place.cost + replacement.get() as usize,
                ..Place::default()
            });
        }
        let is_same = written == self.text.octets(place.offset);
        Ok(Place {
            offset: place.offset,
            cost: place.cost + insertion.get() as usize,
            is_known_kept: is_same && self.is_inserted_after()?,
            ..Place::default()
        })
    }

    /// Returns whether the character that has been inserted can be inserted after the next one, too.
    fn is_inserted_after(&mut self) -> Result<bool, LimitReached> {
        let written = self.edits.last().map_or(&[][..], |edit| &edit.text);
        let before = self.path.len().checked_sub(1 + written.len());
        let Some(branch) = before.and_then(|before| self.path.get(before)) else {
            return Ok(false);
        };
        let (mut set, symbols) = (branch.threads, [KEEP, INSERT]);
        let symbols: Vec<u8> = symbols.iter().chain(written).copied().collect();
        for symbol in symbols {
            if !self.next(set).contains(symbol) {
                return Ok(false);
            }
            set = self.step(set, symbol)?;
        }
        Ok(true)
    }

    fn symbol(&mut self, place: Place, symbol: u8) -> Place {
        let (start, end) = (
            self.text.start(place.offset),
            self.text.start(place.offset + 1),
        );
        let edit = |end: usize| Edit {
            start,
            end,
            text: Vec::new(),
        };
        match symbol {
            KEEP => Place {
                offset: place.offset + 1,
                cost: place.cost,
                ..Place::default()
            },
            DELETE => {
                let own = self.text.octets(place.offset);
                self.edits.push(edit(end));
                Place {
                    offset: place.offset + 1,
                    cost: place.cost + self.order.weights.deletion.get() as usize,
                    is_known_kept: self.text.octets(place.offset + 1) == own,
                    ..Place::default()
                }
            }
            _ => {
                self.edits
                    .push(edit(if symbol == REPLACE { end } else { start }));
                Place {
                    symbol: Some(symbol),
                    ..place
                }
            }
        }
    }
}
