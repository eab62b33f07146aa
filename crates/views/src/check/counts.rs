//! Counts by something, each with a first example.
//!
//! Invariant: added up, counts take a bounded amount of memory, however many texts are counted.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::Range;

use rfc1738::password::{self, Masked};
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};
use serde::Serialize;

use crate::check::place::Place;
use crate::json::Octets;

/// The part of a text that an example shows.
const EXCERPT: ExcerptLimits = ExcerptLimits {
    before: 48,
    within: 16,
    after: 48,
    keeps_lines: false,
};

/// The most names of one kind. Names come from texts, so there can be any number of them.
const NAMES: usize = 1000;

/// What all further names count as.
const OTHERS: &str = "…";

/// A text that counts as something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Example {
    file: Octets,
    #[serde(skip)]
    pub(super) file_name: String,
    pub(super) line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) record: Option<u64>,
    /// The offset of the error or of the advice in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) offset: Option<u64>,
    /// The surroundings of the offset, or the beginning of the text, escaped.
    pub(super) text: String,
    /// The same for people: without passwords.
    #[serde(skip)]
    pub(super) shown: String,
}

impl Example {
    /// Returns the text as an example. `offset` is what counts in the text.
    pub(super) fn new(place: &Place<'_>, text: &[u8], offset: Option<usize>) -> Self {
        Self::hiding(place, text, Vec::new(), offset)
    }

    /// Does the same, and hides what is at these spans. Without one, it looks for passwords itself.
    pub(super) fn hiding(
        place: &Place<'_>,
        text: &[u8],
        passwords: Vec<Range<usize>>,
        offset: Option<usize>,
    ) -> Self {
        let at = offset.unwrap_or(0).min(text.len());
        let passwords = match passwords.as_slice() {
            [] => password::spans(text),
            _ => passwords,
        };
        let masked = Masked::new(text, passwords);
        let excerpt = |text: &[u8], at| Excerpt::new(text, at..at, EXCERPT).text;
        Self {
            file: Octets(place.file.octets.to_vec()),
            file_name: place.file.shown.to_owned(),
            line: place.line,
            record: place.record,
            offset: offset.map(|offset| offset as u64 + place.shift()),
            text: excerpt(text, at),
            shown: excerpt(masked.octets(), masked.span(at..at).start),
        }
    }
}

/// A number of texts, and the first of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Count {
    pub(super) count: u64,
    pub(super) first: Option<Example>,
}

/// A count with its name.
#[derive(Debug, Serialize)]
pub(super) struct Row<'a> {
    pub(super) name: String,
    #[serde(flatten)]
    count: CountRecord<'a>,
}

#[derive(Debug, Serialize)]
struct CountRecord<'a> {
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<&'a Example>,
}

impl<'a> Row<'a> {
    fn new(name: String, count: &'a Count) -> Self {
        let Count { count, first } = count;
        Self {
            name,
            count: CountRecord {
                count: *count,
                first: first.as_ref(),
            },
        }
    }

    pub(super) fn count(&self) -> u64 {
        self.count.count
    }

    pub(super) fn first(&self) -> Option<&'a Example> {
        self.count.first
    }
}

impl Count {
    /// Counts one more. Makes the example if it is the first and one is wanted.
    pub(super) fn one_more(&mut self, first: impl FnOnce() -> Option<Example>) {
        if self.count == 0 {
            self.first = first();
        }
        self.count += 1;
    }

    /// Adds the count of later texts.
    pub(super) fn add(&mut self, later: &Self) {
        if self.count == 0 {
            self.first.clone_from(&later.first);
        }
        self.count += later.count;
    }
}

/// A count for each production, or for each kind of advice. The index is that of the production in
/// its grammar, so that counts of the same size keep the order of the grammar.
#[derive(Debug)]
pub(super) struct Counts<K>(Vec<Option<(K, Count)>>);

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Copy + Display> Counts<K> {
    /// Returns the count at the index.
    pub(super) fn at(&mut self, index: usize, kind: K) -> &mut Count {
        if self.0.len() <= index {
            self.0.resize_with(index + 1, || None);
        }
        let (_, count) = self.0[index].get_or_insert_with(|| (kind, Count::default()));
        count
    }

    pub(super) fn add(&mut self, later: &Self) {
        for (index, kind) in later.0.iter().enumerate() {
            if let Some((kind, count)) = kind {
                self.at(index, *kind).add(count);
            }
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.0.iter().flatten().map(|(_, count)| count.count).sum()
    }

    /// Returns the rows, the greatest first.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        let counts = self.0.iter().flatten();
        sorted(counts.map(|(kind, count)| Row::new(kind.to_string(), count)))
    }
}

/// A count for each name. Names are escaped.
#[derive(Debug, Default)]
pub(super) struct NamedCounts {
    index: HashMap<String, usize>,
    /// In the order in which the names came first.
    counts: Vec<(String, Count)>,
    /// Texts without a name of their own.
    others: Count,
    /// The index of the last name: most texts have the name of the text before.
    last: usize,
}

impl NamedCounts {
    /// Returns the count of the name.
    pub(super) fn of(&mut self, name: &str) -> &mut Count {
        if !self.is_last(name.as_bytes()) {
            self.last = self.index_of(name);
        }
        self.last()
    }

    /// Returns whether this is the last name.
    pub(super) fn is_last(&self, name: &[u8]) -> bool {
        let last = self.counts.get(self.last);
        last.is_some_and(|(last, _)| last.as_bytes() == name)
    }

    /// Returns the count of the last name.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub(super) fn last(&mut self) -> &mut Count {
        &mut self.counts[self.last].1
    }

    /// Returns the count of texts whose name is too long to be shown.
    pub(super) fn others(&mut self) -> &mut Count {
        &mut self.others
    }

    fn index_of(&mut self, name: &str) -> usize {
        if let Some(index) = self.index.get(name) {
            return *index;
        }
        let index = self.counts.len();
        self.index.insert(name.to_owned(), index);
        self.counts.push((name.to_owned(), Count::default()));
        index
    }

    /// Adds later counts. Keeps at most a thousand names; further ones count together.
    pub(super) fn add(&mut self, later: &Self) {
        for (name, count) in &later.counts {
            let is_full = self.counts.len() >= NAMES && !self.index.contains_key(name);
            let sum = if is_full {
                &mut self.others
            } else {
                self.of(name)
            };
            sum.add(count);
        }
        self.others.add(&later.others);
    }

    /// Returns the rows, the greatest first, and the other names last.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        let counts = self.counts.iter();
        let mut rows = sorted(counts.map(|(name, count)| Row::new(name.clone(), count)));
        if self.others.count > 0 {
            rows.push(Row::new(OTHERS.to_owned(), &self.others));
        }
        rows
    }
}

/// Sorts rows by their counts, the greatest first. Equal ones keep their order.
fn sorted<'a>(rows: impl Iterator<Item = Row<'a>>) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = rows.collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.count()));
    rows
}
