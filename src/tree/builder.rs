//! Notes which production derives what.

use std::cell::{Cell, RefCell, RefMut};
use std::marker::PhantomData;
use std::ops::Range;

use super::Record;
use crate::engine::{
    Characters, Compact, List, Listener, Listening, Place, Reading, Text as _, Wide,
};
use crate::rules::{Rule, parse_prefix};

/// There is room for so many records from the start: few URLs have more, and few allocators
/// have them at hand for much larger pieces than this makes.
const ROOM: usize = 30;

/// The records of a tree that is being built, with the character productions or without.
///
/// Invariant: on the way to a place with mark `n`, the productions that are closed are among
/// the first `n` records, each at its number. The others there, and all that lies beyond, come
/// from ways that were given up, or from none, and are written over when theirs close.
pub(crate) struct Builder<P, const CHARACTERS: bool> {
    records: RefCell<Vec<Record>>,
    /// Whether there were more productions than can be counted.
    overflows: Cell<bool>,
    place: PhantomData<P>,
}

/// The records of the tree of a text without its characters, unless the production does not derive it.
pub(crate) fn without_characters(rule: Rule, text: &[u8]) -> Option<Vec<Record>> {
    if Compact::holds(text)
        && let Ok(records) = Builder::<Compact, false>::build(rule, text)
    {
        return records;
    }
    Builder::<Wide, false>::build(rule, text).ok().flatten()
}

/// The records of the tree of a text with its characters, unless the production does not derive it.
pub(crate) fn with_characters(rule: Rule, text: &[u8]) -> Option<Vec<Record>> {
    Builder::<Wide, true>::build(rule, text).ok().flatten()
}

/// There are more productions than can be counted.
struct Overflow;

impl<P: Place, const CHARACTERS: bool> Builder<P, CHARACTERS> {
    fn build(rule: Rule, text: &[u8]) -> Result<Option<Vec<Record>>, Overflow> {
        let builder = Self {
            records: RefCell::new(Vec::with_capacity(ROOM)),
            overflows: Cell::new(false),
            place: PhantomData,
        };
        let reading = Reading::new(text, builder);
        let end = Self::root(rule, &reading.start());
        let end = end.map(|rest| (rest.offset(), rest.mark()));
        let builder = reading.into_listener();
        if builder.overflows.get() {
            return Err(Overflow);
        }
        Ok(end.and_then(|(end, mark)| {
            let mut records = builder.records.into_inner();
            records.truncate(mark);
            (end == text.len()).then_some(records)
        }))
    }

    /// Reads the production, which becomes the root even where it would be left out further
    /// down. Returns the end of what it derives.
    fn root<'r, 't>(
        rule: Rule,
        input: &Listening<'r, 't, Self>,
    ) -> Option<Listening<'r, 't, Self>> {
        if !rule.is_character() || CHARACTERS {
            let (rest, _) = parse_prefix::<_, ()>(rule, input.clone()).ok()?;
            return Some(rest);
        }
        let (rest, _) = parse_prefix::<_, ()>(rule, input.opening(rule)).ok()?;
        Some(input.closing(rest, rule))
    }

    /// The records, of which the one with that number is the next: before it is room for those
    /// of productions that are still open. Nothing where so many cannot be counted.
    #[inline]
    fn records_up_to(&self, mark: usize) -> Option<RefMut<'_, Vec<Record>>> {
        if mark >= P::MOST {
            self.overflows.set(true);
            return None;
        }
        let mut records = self.records.borrow_mut();
        records.resize(mark, Record::NONE);
        Some(records)
    }
}

impl<P: Place, const CHARACTERS: bool> Listener for Builder<P, CHARACTERS> {
    type Place = P;

    const CHARACTERS: Characters = if CHARACTERS {
        Characters::All
    } else {
        Characters::None
    };

    const HEARS_ATTEMPTS: bool = false;

    const HEARS_TRIALS: bool = false;

    #[inline]
    fn derived(&self, mark: usize, rule: Rule, span: Range<usize>, after: usize) {
        let record = Record {
            rule,
            start: span.start,
            end: span.end,
            after,
        };
        if let Some(open) = self.records.borrow_mut().get_mut(mark) {
            *open = record;
        } else if let Some(mut records) = self.records_up_to(mark) {
            records.push(record);
        }
    }

    fn listed(&self, mark: usize, list: List, start: usize, word: &[u8]) -> usize {
        let Some(mut records) = self.records_up_to(mark) else {
            return mark;
        };
        list.parts(word, |rule, from, to| {
            let after = records.len() + 1;
            records.push(Record {
                rule,
                start: start + from,
                end: start + to,
                after,
            });
        });
        self.overflows
            .set(self.overflows.get() || records.len() > P::MOST);
        records.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A place that counts three productions.
    #[derive(Clone, Copy)]
    struct Few(Wide);

    impl Place for Few {
        const MOST: usize = 3;

        const START: Self = Self(Wide::START);

        fn offset(self) -> usize {
            self.0.offset()
        }

        fn mark(self) -> usize {
            self.0.mark().min(Self::MOST)
        }

        fn is_heard(self) -> bool {
            self.0.is_heard()
        }

        fn is_trial(self) -> bool {
            self.0.is_trial()
        }

        fn advanced(self, octets: usize) -> Self {
            Self(self.0.advanced(octets))
        }

        fn marked(self) -> Self {
            Self(self.0.marked())
        }

        fn marked_up_to(self, productions: usize) -> Self {
            Self(self.0.marked_up_to(productions))
        }

        fn moved_to(self, other: Self) -> Self {
            Self(self.0.moved_to(other.0))
        }

        fn muted(self) -> Self {
            Self(self.0.muted())
        }

        fn trial(self) -> Self {
            Self(self.0.trial())
        }
    }

    fn records<P: Place>(rule: Rule, text: &str) -> Result<Option<Vec<Record>>, Overflow> {
        Builder::<P, false>::build(rule, text.as_bytes())
    }

    #[test]
    fn a_tree_of_more_productions_than_can_be_counted_is_not_made() {
        let few = records::<Few>(Rule::Host, "a");
        assert!(few.is_ok_and(|tree| tree.is_some_and(|records| records.len() == 3)));
        assert!(records::<Few>(Rule::Hostport, "a").is_err());
        assert!(records::<Few>(Rule::Hostport, "!").is_ok_and(|tree| tree.is_none()));
    }

    #[test]
    fn the_tree_is_the_same_however_places_are_kept() {
        let long = format!("http://h{}?q", "/a".repeat(1_000));
        let texts = [
            "http://a.b-c.d:80/e/%41?f",
            "ftp://u:p@1.2.3.4/a;type=i",
            "gopher://h/1a%09b%09c",
            "wais://h/a/b/c",
            "prospero://h/a;b=c;d=e",
            "x-y://a:b@h:1/c",
            "http://h/a b",
            long.as_str(),
        ];
        for text in texts {
            let wide = records::<Wide>(Rule::Url, text).ok().flatten();
            assert_eq!(without_characters(Rule::Url, text.as_bytes()), wide);
        }
    }
}
