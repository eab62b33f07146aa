//! How much work a reading takes, counted and not timed.
//!
//! No other package can make an input of its own, so this is tested here.

use std::cell::Cell;
use std::iter::{Copied, Enumerate};
use std::slice;

use nom::{Input, Needed, Offset};

use super::text::sealed::Sealed;
use super::{CharacterSet, Characters, Octets, Scan, Text};
use crate::rules::{Rule, parse_prefix};

/// What the reading is for.
#[derive(Clone, Copy, PartialEq)]
enum Purpose {
    Verdict,
    Tree,
    Error,
}

/// Octets that count what is done with them: a step for each octet that is passed over, for
/// each production that begins, and for each terminal that is not there. An error takes no more
/// than is counted: what its reading passes over in a scan, this one listens to.
#[derive(Clone)]
struct Counted<'t> {
    octets: Octets<'t>,
    steps: &'t Cell<usize>,
    purpose: Purpose,
    /// Whether this is a part of the reading of which nobody hears.
    muted: bool,
}

impl Counted<'_> {
    fn count(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps);
    }
}

impl Sealed for Counted<'_> {}

impl Text for Counted<'_> {
    fn octets(&self) -> &[u8] {
        self.octets.octets()
    }

    fn opening(&self, _rule: Rule) -> Self {
        self.count(1);
        self.clone()
    }

    fn consuming(&self, length: usize) {
        self.count(length);
    }

    fn expecting(&self, _distance: usize, _characters: impl FnOnce() -> CharacterSet) {
        self.count(1);
    }

    fn characters(&self) -> Characters {
        match self.purpose {
            Purpose::Error if !self.muted => Characters::Encoded,
            _ => Characters::None,
        }
    }

    fn is_heard(&self) -> bool {
        self.purpose != Purpose::Verdict && !self.muted
    }

    fn hears_attempts(&self) -> bool {
        self.purpose == Purpose::Error && !self.muted
    }

    fn hears_inside<const FUSED: bool>(&self, _scan: &Scan<FUSED>) -> bool {
        self.is_heard() && (FUSED || self.purpose == Purpose::Error)
    }

    fn hears_up_to(&self, _length: usize) -> bool {
        self.hears_attempts()
    }

    fn listing<const FUSED: bool>(&self, scan: &Scan<FUSED>, length: usize) -> Self {
        let octets = self.octets();
        if let Some(list) = scan.list() {
            list.parts(&octets[..length], |_, _, _| self.count(1));
        }
        self.take_from(length)
    }

    fn asks_for_attempts(&self) -> bool {
        self.hears_attempts()
    }

    fn trial(&self) -> Self {
        Self {
            muted: self.muted || self.purpose == Purpose::Tree,
            ..self.clone()
        }
    }

    fn muted(&self) -> Self {
        Self {
            muted: true,
            ..self.clone()
        }
    }
}

impl<'t> Input for Counted<'t> {
    type Item = u8;
    type Iter = Copied<slice::Iter<'t, u8>>;
    type IterIndices = Enumerate<Self::Iter>;

    fn input_len(&self) -> usize {
        self.octets.input_len()
    }

    fn take(&self, index: usize) -> Self {
        Self {
            octets: self.octets.take(index),
            ..self.clone()
        }
    }

    fn take_from(&self, index: usize) -> Self {
        Self {
            octets: self.octets.take_from(index),
            ..self.clone()
        }
    }

    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.take_from(index), self.take(index))
    }

    fn position<P: Fn(u8) -> bool>(&self, predicate: P) -> Option<usize> {
        self.octets.position(predicate)
    }

    fn iter_elements(&self) -> Self::Iter {
        self.octets.iter_elements()
    }

    fn iter_indices(&self) -> Self::IterIndices {
        self.octets.iter_indices()
    }

    fn slice_index(&self, count: usize) -> Result<usize, Needed> {
        self.octets.slice_index(count)
    }
}

impl Offset for Counted<'_> {
    fn offset(&self, second: &Self) -> usize {
        self.octets.offset(&second.octets)
    }
}

/// The steps that the reading takes.
fn steps(rule: Rule, text: &str, purpose: Purpose) -> usize {
    let steps = Cell::new(0);
    let _ = parse_prefix::<_, ()>(
        rule,
        Counted {
            octets: Octets(text.as_bytes()),
            steps: &steps,
            purpose,
            muted: false,
        },
    );
    steps.get()
}

/// What texts begin with: nothing, so that the production itself begins the run, and beginnings
/// of URLs after which long runs can stand.
const BEGINNINGS: [&str; 19] = [
    "",
    "a",
    "1.2.",
    "//",
    "//h/",
    "http://",
    "http://h/",
    "http://h/a?",
    "ftp://",
    "ftp://h/",
    "news:",
    "nntp://h/",
    "gopher://h/1",
    "mailto:",
    "wais://h/",
    "file://",
    "prospero://h/",
    "x:",
    "x://",
];

/// What is repeated: what can be read in more than one way, or nearly.
const RUNS: [&str; 17] = [
    "a", "1", ".", "-", "/", ":", ";", "@", "=", "?", "a.", "1.", "a-", "%09", "%41", ";a=b", "a:",
];

/// What texts end with: nothing, and what no production derives.
const ENDS: [&str; 3] = ["", "@", "\""];

#[test]
fn four_times_the_text_takes_no_more_than_four_times_the_steps() {
    const SHORT: usize = 150;
    for rule in Rule::ALL {
        for (begin, run, end) in shapes() {
            let text = |runs| format!("{begin}{}{end}", run.repeat(runs));
            let (short, long) = (text(SHORT), text(4 * SHORT));
            for purpose in [Purpose::Verdict, Purpose::Tree, Purpose::Error] {
                let (few, many) = (steps(rule, &short, purpose), steps(rule, &long, purpose));
                assert!(
                    many <= 4 * few + SHORT,
                    "{}: {begin:?}, then {run:?} again and again, then {end:?}: {few} steps, \
                     and {many} for four times the length",
                    rule.name()
                );
            }
        }
    }
}

#[test]
fn a_text_takes_a_limited_number_of_steps_for_each_octet() {
    // More than any text is known to take; a production that is read once more, or three times
    // as often in each of its parts, takes more.
    const MOST: usize = 20;
    for (begin, run, end) in shapes() {
        let text = format!("{begin}{}{end}", run.repeat(200));
        for purpose in [Purpose::Verdict, Purpose::Tree, Purpose::Error] {
            let steps = steps(Rule::Url, &text, purpose);
            assert!(steps <= MOST * text.len(), "{begin}{run}{end}: {steps}");
        }
    }
}

fn shapes() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    BEGINNINGS.into_iter().flat_map(|begin| {
        let ends = move |run| ENDS.map(move |end| (begin, run, end));
        RUNS.into_iter().flat_map(ends)
    })
}
