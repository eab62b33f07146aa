//! Which parts derive which spans of one text, and what can follow a prefix.
//!
//! Both are least fixpoints: the tables begin with nothing, and every entry is computed from the
//! others until none changes.

use super::parts::{Fit, Octets, Part, PartId, Parts, Terminal};

/// A set of offsets: bit *n* is offset *n*.
pub(super) type Offsets = u64;

/// The length of the longest text.
pub(super) const LONGEST: usize = 40;

/// What is known about a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The length of the longest prefix that is derived.
    pub(super) longest: Option<usize>,
    /// The length of the longest prefix that a derived text begins with.
    pub(super) furthest: usize,
    /// The octets that can follow this prefix.
    pub(super) next: Vec<u8>,
    /// Whether this prefix is derived.
    pub(super) can_end: bool,
}

/// The spans of a text that the parts derive.
pub(super) struct Spans<'a> {
    pub(super) parts: &'a Parts<'a>,
    pub(super) text: &'a [u8],
    /// For each part and each offset at which it can begin, the offsets at which it can end.
    ends: Table<Offsets>,
}

/// The entries of a fixpoint.
struct Table<T> {
    /// For each part and offset, the entry and the pass that computed it last.
    entries: Vec<(T, u32)>,
    width: usize,
    pass: u32,
    has_changed: bool,
}

impl<T: Copy + PartialEq> Table<T> {
    fn new(parts: usize, length: usize, nothing: T) -> Self {
        Self {
            entries: vec![(nothing, 0); parts * (length + 1)],
            width: length + 1,
            pass: 0,
            has_changed: true,
        }
    }

    /// Begins a pass over the entries, if the last one changed any.
    fn begin(&mut self) -> bool {
        self.pass += 1;
        std::mem::replace(&mut self.has_changed, false)
    }

    /// Returns an entry if this pass has come there before.
    fn visit(&mut self, part: PartId, from: usize) -> Option<T> {
        let (value, pass) = &mut self.entries[part * self.width + from];
        (std::mem::replace(pass, self.pass) == self.pass).then_some(*value)
    }

    /// Returns an entry if any pass has come there. What does not depend on others is computed once.
    fn known(&self, part: PartId, from: usize) -> Option<T> {
        let (value, pass) = self.entries[part * self.width + from];
        (pass > 0).then_some(value)
    }

    fn value(&self, part: PartId, from: usize) -> T {
        self.entries[part * self.width + from].0
    }

    fn set(&mut self, part: PartId, from: usize, value: T) {
        let (known, _) = &mut self.entries[part * self.width + from];
        self.has_changed |= *known != value;
        *known = value;
    }
}

/// Returns the offsets of a set, in ascending order.
pub(super) fn offsets(mut set: Offsets) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

impl<'a> Spans<'a> {
    pub(super) fn of(parts: &'a Parts<'a>, text: &'a [u8]) -> Self {
        assert!(text.len() <= LONGEST, "{text:?}");
        let mut spans = Self {
            parts,
            text,
            ends: Table::new(parts.all.len(), text.len(), 0),
        };
        while spans.ends.begin() {
            spans.find(parts.start, 0);
        }
        spans
    }

    /// Returns the offsets at which the part can end if it begins at `from`.
    pub(super) fn ends(&self, part: PartId, from: usize) -> Offsets {
        self.ends.value(part, from)
    }

    /// Returns whether the production derives the whole text.
    pub(super) fn is_derived(&self) -> bool {
        self.ends(self.parts.start, 0) >> self.text.len() & 1 == 1
    }

    fn find(&mut self, part: PartId, from: usize) -> Offsets {
        let parts = self.parts;
        if let Part::Terminal(terminal) = &parts.all[part] {
            return self.find_terminal(part, terminal, from);
        }
        if let Some(known) = self.ends.visit(part, from) {
            return known;
        }
        let found = match &parts.all[part] {
            Part::Either(members) => {
                let mut ends = 0;
                for &member in members {
                    ends |= self.find(member, from);
                }
                ends
            }
            Part::Sequence(members) => {
                let mut starts = 1 << from;
                for &member in members {
                    starts = step(starts, |start| self.find(member, start));
                }
                starts
            }
            &Part::Rounds {
                body, least, most, ..
            } => rounds(1 << from, least, most, |start| self.find(body, start)),
            Part::Terminal(_) => unreachable!("it is found above"),
            Part::Node { body, .. } => self.find(*body, from),
        };
        self.ends.set(part, from, found);
        found
    }

    fn find_terminal(&mut self, part: PartId, terminal: &Terminal, from: usize) -> Offsets {
        if let Some(known) = self.ends.known(part, from) {
            return known;
        }
        self.ends.visit(part, from);
        let rest = &self.text[from..];
        let mut found = 0;
        for length in 1..=rest.len().min(terminal.longest()) {
            if terminal.fit(&rest[..length]) == Fit::Is {
                found |= 1 << (from + length);
            }
        }
        self.ends.set(part, from, found);
        found
    }

    pub(super) fn verdict(&self) -> Verdict {
        let parts = self.parts;
        let ends = self.ends(parts.start, 0);
        let longest = offsets(ends).last();
        // What is derived is viable. From there, each octet must be one that can follow.
        let mut furthest = longest.unwrap_or(0);
        loop {
            let next = Next::of(self, furthest);
            let contains = |octet: u8| next[usize::from(octet >> 7)] >> (octet & 127) & 1 == 1;
            if !self
                .text
                .get(furthest)
                .is_some_and(|&octet| contains(octet))
            {
                return Verdict {
                    longest,
                    furthest,
                    next: (0..=u8::MAX).filter(|&octet| contains(octet)).collect(),
                    can_end: ends >> furthest & 1 == 1,
                };
            }
            furthest += 1;
        }
    }
}

/// Returns the ends after any of the starts.
pub(super) fn step(mut starts: Offsets, mut ends: impl FnMut(usize) -> Offsets) -> Offsets {
    let mut all = 0;
    while starts != 0 {
        all |= ends(starts.trailing_zeros() as usize);
        starts &= starts - 1;
    }
    all
}

/// Returns the ends of at least `least` and at most `most` rounds.
pub(super) fn rounds(
    starts: Offsets,
    least: u32,
    most: Option<u32>,
    mut round: impl FnMut(usize) -> Offsets,
) -> Offsets {
    let (mut here, mut all) = (starts, 0);
    let mut seen = Vec::new();
    for count in 0.. {
        if count >= least {
            all |= here;
        }
        let is_over = most.is_some_and(|most| count >= most);
        // From here on, the sets come again in a circle that begins after `least`.
        if is_over || here == 0 || (count >= least && seen.contains(&here)) {
            break;
        }
        if count >= least {
            seen.push(here);
        }
        here = step(here, &mut round);
    }
    all
}

/// The octets that can follow the prefix of a text up to an offset.
///
/// A part that begins at `from` can be followed by an octet if some text of the part begins with what
/// is between `from` and the offset, and the octet. Parts that derive no text are left out, so the
/// text of the whole production can be completed.
struct Next<'s, 'a> {
    spans: &'s Spans<'a>,
    until: usize,
    octets: Table<Octets>,
}

impl<'s, 'a> Next<'s, 'a> {
    fn of(spans: &'s Spans<'a>, until: usize) -> Octets {
        let parts = spans.parts;
        let mut next = Self {
            spans,
            until,
            octets: Table::new(parts.all.len(), until, [0; 2]),
        };
        while next.octets.begin() {
            next.find(parts.start, 0);
        }
        next.octets.value(parts.start, 0)
    }

    fn find(&mut self, part: PartId, from: usize) -> Octets {
        let spans = self.spans;
        if !spans.parts.is_productive[part] {
            return [0; 2];
        }
        if let Part::Terminal(terminal) = &spans.parts.all[part] {
            return self.find_terminal(part, terminal, from);
        }
        if let Some(found) = self.octets.visit(part, from) {
            return found;
        }
        let known = u64::MAX >> (63 - self.until);
        let mut found = [0; 2];
        match &spans.parts.all[part] {
            Part::Either(members) => {
                for &member in members {
                    add(&mut found, self.find(member, from));
                }
            }
            Part::Sequence(members) => {
                let mut starts: Offsets = 1 << from;
                for &member in members {
                    for start in offsets(starts) {
                        add(&mut found, self.find(member, start));
                    }
                    starts = known & step(starts, |start| spans.ends(member, start));
                }
            }
            &Part::Rounds { body, most, .. }
                if most != Some(0) && spans.parts.is_productive[body] =>
            {
                // One more round can begin where fewer than `most` end.
                let ends = |start| spans.ends(body, start);
                let starts = rounds(1 << from, 0, most.map(|most| most - 1), ends);
                for start in offsets(known & starts) {
                    add(&mut found, self.find(body, start));
                }
            }
            Part::Rounds { .. } => {}
            Part::Terminal(_) => unreachable!("it is found above"),
            Part::Node { body, .. } => found = self.find(*body, from),
        }
        self.octets.set(part, from, found);
        found
    }

    fn find_terminal(&mut self, part: PartId, terminal: &Terminal, from: usize) -> Octets {
        if let Some(known) = self.octets.known(part, from) {
            return known;
        }
        self.octets.visit(part, from);
        let begun = &self.spans.text[from..self.until];
        let found = self.spans.parts.next_octets(part, terminal, begun);
        self.octets.set(part, from, found);
        found
    }
}

fn add(set: &mut Octets, more: Octets) {
    set[0] |= more[0];
    set[1] |= more[1];
}
