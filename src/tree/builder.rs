//! Notes which production derives what.

use std::cell::RefCell;

use super::{Record, Tree};
use crate::engine::{Characters, Listener, Listening, Text as _};
use crate::rules::{Rule, derive};

/// There is room for so many records from the start: few URLs have more.
const ROOM: usize = 32;

/// The records of a tree that is being built, with the character productions or without.
///
/// Invariant: on the way to a place with mark `n`, the first `n` records are those of that
/// way. What lies beyond comes from ways that were given up, and the next record overwrites it.
pub(crate) struct Builder<const CHARACTERS: bool> {
    records: RefCell<Vec<Record>>,
}

impl<const CHARACTERS: bool> Builder<CHARACTERS> {
    /// The tree of the text, unless the production does not derive it.
    pub(crate) fn build(rule: Rule, text: &[u8]) -> Option<Tree<'_>> {
        let builder = Self {
            records: RefCell::new(Vec::with_capacity(ROOM)),
        };
        let end = builder.root(rule, &Listening::new(text, &builder))?;
        if end < text.len() {
            return None;
        }
        // Every octet passed over was an ASCII character.
        let text = std::str::from_utf8(text).ok()?;
        Some(Tree {
            text,
            records: builder.records.into_inner(),
        })
    }

    /// Reads the production, which becomes the root even where it would be left out further
    /// down. Returns the end of what it derives.
    fn root(&self, rule: Rule, input: &Listening<'_, Self>) -> Option<usize> {
        let left_out = rule.is_character() && !CHARACTERS;
        let inside = if left_out {
            input.opening(rule)
        } else {
            input.clone()
        };
        let (rest, _) = derive::<_, ()>(rule, inside).ok()?;
        let rest = if left_out {
            input.closing(rest, rule)
        } else {
            rest
        };
        self.records.borrow_mut().truncate(rest.mark());
        Some(rest.place())
    }
}

impl<const CHARACTERS: bool> Listener for Builder<CHARACTERS> {
    const CHARACTERS: Characters = if CHARACTERS {
        Characters::All
    } else {
        Characters::None
    };

    const HEARS_TRIALS: bool = false;

    #[inline]
    fn opened(&self, mark: usize, rule: Rule, start: usize, _trial: bool) {
        let mut records = self.records.borrow_mut();
        records.truncate(mark);
        records.push(Record {
            rule,
            start,
            end: start,
            after: mark + 1,
        });
    }

    #[inline]
    fn closed(&self, mark: usize, end: usize, after: usize) {
        if let Some(record) = self.records.borrow_mut().get_mut(mark) {
            record.end = end;
            record.after = after;
        }
    }
}
