//! The spans of the components of a URL, as the productions derive them.
//!
//! Invariant: nothing is allocated. The observed productions occur at most once in a URL, so
//! there is room for all of them; repeated components are found by their delimiters.

use std::cell::Cell;
use std::ops::Range;

use rfcbnf_engine::{
    Characters, CompactCursor, Cursor, DynObserver, Interests, ObservedInput, Observer,
    ProductionId, ProductionSet, Session, WideCursor,
};

use crate::rules::{Rule, parse_prefix};

/// Room for the parts of any URL. The most is seven: ftp and other URLs have that many.
const ROOM: usize = 8;

/// The productions that are components or determine the kind of URL.
const OBSERVED: ProductionSet = Rule::set(&[
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
    Rule::Encoded822addr,
    Rule::Group,
    Rule::Article,
    Rule::Database,
    Rule::Wtype,
    Rule::Wpath,
    Rule::Ppath,
]);

/// The productions observed in a URL, in the order in which they begin, with their spans.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts {
    productions: [ProductionId; ROOM],
    spans: [(usize, usize); ROOM],
    count: usize,
}

impl Parts {
    /// Returns the parts of a text, if it is a URL.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        if !CompactCursor::fits(text) {
            return Self::of_wide(text);
        }
        let session = Session::<_, CompactCursor>::new(text, PartsObserver::new());
        let count = part_count(text, session.start())?;
        Some(session.observer().parts(count))
    }

    /// Returns the same with the cursor that holds any offset.
    #[cold]
    fn of_wide(text: &[u8]) -> Option<Self> {
        let observer = PartsObserver::new();
        let session = Session::<_, WideCursor>::new(text, DynObserver::new(&observer));
        let count = part_count(text, session.start())?;
        Some(observer.parts(count))
    }

    /// Returns all observed productions with their spans.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Rule, Range<usize>)> {
        let pairs = self.productions.iter().zip(&self.spans).take(self.count);
        pairs.map(|(&production, &(start, end))| (production.into(), start..end))
    }

    /// Returns the span of the production, if it was observed.
    pub(super) fn find(&self, rule: Rule) -> Option<Range<usize>> {
        let observed = self.productions.iter().take(self.count);
        let index = observed
            .clone()
            .position(|&production| production == rule.id())?;
        let (start, end) = self.spans[index];
        Some(start..end)
    }
}

/// Returns the number of parts, if the text is a URL.
#[inline]
fn part_count<O: Observer, C: Cursor>(
    text: &[u8],
    input: ObservedInput<'_, '_, O, C>,
) -> Option<usize> {
    let (rest, _) = parse_prefix::<_, ()>(Rule::Url, input).ok()?;
    (rest.offset() == text.len()).then(|| rest.node_count())
}

/// Records the spans of the observed productions, as [`crate::tree`] does for all productions.
struct PartsObserver {
    productions: [Cell<ProductionId>; ROOM],
    spans: [Cell<(usize, usize)>; ROOM],
}

impl PartsObserver {
    fn new() -> Self {
        Self {
            productions: [const { Cell::new(Rule::Url.id()) }; ROOM],
            spans: [const { Cell::new((0, 0)) }; ROOM],
        }
    }

    fn parts(&self, count: usize) -> Parts {
        Parts {
            productions: self.productions.each_ref().map(Cell::get),
            spans: self.spans.each_ref().map(Cell::get),
            count,
        }
    }
}

impl Observer for PartsObserver {
    #[inline]
    fn interests(&self) -> &Interests {
        const {
            &Interests {
                characters: Characters::None,
                productions: Some(OBSERVED),
                attempts: false,
                lookahead: false,
                every_attempt: false,
            }
        }
    }

    #[inline]
    fn derived(&self, node: usize, production: ProductionId, span: Range<usize>, _after: usize) {
        if node < ROOM {
            self.productions[node].set(production);
            self.spans[node].set((span.start, span.end));
        }
    }
}
