//! Where the components of a URL are, heard from the productions that derive it.
//!
//! Invariant: nothing is allocated. What is heard are productions that occur at most once in
//! a URL, so there is room for all of them; what repeats is found by its delimiter.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::Range;

use crate::engine::{Characters, Compact, Listener, Place, Reading, RuleSet, Wide};
use crate::rules::{Rule, parse_prefix};

/// More than any URL of the grammar has: ftp, gopher and other URLs have seven.
const ROOM: usize = 8;

/// The productions that components are made from.
const HEARD: RuleSet = RuleSet::of(&[
    Rule::Ftpurl,
    Rule::Httpurl,
    Rule::Gopherurl,
    Rule::Mailtourl,
    Rule::Newsurl,
    Rule::Nntpurl,
    Rule::Telneturl,
    Rule::Waisurl,
    Rule::Fileurl,
    Rule::Prosperourl,
    Rule::Otherurl,
    Rule::IpSchemepart,
    Rule::User,
    Rule::Password,
    Rule::Hostname,
    Rule::Hostnumber,
    Rule::Port,
    Rule::Urlpath,
    Rule::Fpath,
    Rule::Ftptype,
    Rule::Hpath,
    Rule::Search,
    Rule::Gtype,
    Rule::Selector,
    Rule::GopherString,
    Rule::Encoded822addr,
    Rule::Group,
    Rule::Article,
    Rule::Database,
    Rule::Wtype,
    Rule::Wpath,
    Rule::Ppath,
]);

/// The productions that were heard, in the order in which they begin, with what they derive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts {
    rules: [Rule; ROOM],
    places: [(usize, usize); ROOM],
    count: usize,
}

impl Parts {
    /// Those of a text that is a URL.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        if Compact::holds(text) {
            Self::heard::<Compact>(text)
        } else {
            Self::heard::<Wide>(text)
        }
    }

    fn heard<P: Place>(text: &[u8]) -> Option<Self> {
        let hearing = Hearing {
            rules: [const { Cell::new(Rule::Url) }; ROOM],
            places: [const { Cell::new((0, 0)) }; ROOM],
            place: PhantomData::<P>,
        };
        let reading = Reading::new(text, hearing);
        let (rest, _) = parse_prefix::<_, ()>(Rule::Url, reading.start()).ok()?;
        let (end, count) = (rest.offset(), rest.mark());
        let hearing = reading.listener();
        (end == text.len()).then(|| Self {
            rules: hearing.rules.each_ref().map(Cell::get),
            places: hearing.places.each_ref().map(Cell::get),
            count,
        })
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Rule, Range<usize>)> {
        let pairs = self.rules.iter().zip(&self.places).take(self.count);
        pairs.map(|(&rule, &(start, end))| (rule, start..end))
    }

    /// What the production derives.
    pub(super) fn find(&self, rule: Rule) -> Option<Range<usize>> {
        let mut found = self.iter().filter(|(heard, _)| *heard == rule);
        found.next().map(|(_, span)| span)
    }
}

/// Hears where the productions are, as the builder of a tree does.
struct Hearing<P> {
    rules: [Cell<Rule>; ROOM],
    places: [Cell<(usize, usize)>; ROOM],
    place: PhantomData<P>,
}

impl<P: Place> Listener for Hearing<P> {
    type Place = P;

    const CHARACTERS: Characters = Characters::None;

    const RULES: RuleSet = HEARD;

    const HEARS_ATTEMPTS: bool = false;

    const HEARS_TRIALS: bool = false;

    #[inline]
    fn derived(&self, mark: usize, rule: Rule, span: Range<usize>, _after: usize) {
        if mark < ROOM {
            self.rules[mark].set(rule);
            self.places[mark].set((span.start, span.end));
        }
    }
}
