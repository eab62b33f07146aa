//! The spans of a few productions on a derivation, without a tree.
//!
//! Invariant: nothing is allocated.

use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::Range;

use crate::cursor::{CompactCursor, Cursor, WideCursor};
use crate::observed_input::{ObservedInput, Session};
use crate::observer::{DynObserver, Interests, Observer};
use crate::production::Production;
use crate::production_set::{ProductionId, ProductionSet};
use crate::text::Characters;

/// Selects productions at compile time, so that the parsers need not look at the others.
/// [`Spans`] has an example.
pub trait Selection {
    /// The selected productions.
    const PRODUCTIONS: ProductionSet;
}

/// The spans of selected productions on a derivation, in the order in which they begin. Character
/// productions are left out.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Production, ProductionId, ProductionSet, Selection, Spans};
///
/// /// The 15th production of RFC 1738.
/// const PORT: ProductionId = ProductionId::new(14);
/// assert_eq!(Production::id(Rule::Port), PORT);
///
/// struct OnlyThePort;
///
/// impl Selection for OnlyThePort {
///     const PRODUCTIONS: ProductionSet = ProductionSet::EMPTY.with(PORT);
/// }
///
/// let spans = Spans::<1>::select::<OnlyThePort, _>(Rule::Url, b"http://h:80/").unwrap();
/// assert_eq!(spans.find(PORT), Some(9..11));
/// assert_eq!(spans.iter().count(), 1);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Spans<const ROOM: usize> {
    productions: [ProductionId; ROOM],
    offsets: [(usize, usize); ROOM],
    count: usize,
}

impl<const ROOM: usize> Spans<ROOM> {
    /// Returns the spans, at most the first `ROOM`, in a text that the production derives; `None`
    /// if it does not derive the text.
    #[inline]
    pub fn select<S: Selection, P: Production>(production: P, text: &[u8]) -> Option<Self> {
        if !CompactCursor::fits(text) {
            return Self::select_wide::<S, P>(production, text);
        }
        let observer = SpansObserver::<S, ROOM>::new();
        let session = Session::<_, CompactCursor>::new(text, observer);
        let count = node_count(production, text, session.start())?;
        Some(session.observer().spans(count))
    }

    /// Returns the same with the cursor that holds any offset.
    #[cold]
    fn select_wide<S: Selection, P: Production>(production: P, text: &[u8]) -> Option<Self> {
        let observer = SpansObserver::<S, ROOM>::new();
        let session = Session::<_, WideCursor>::new(text, DynObserver::new(&observer));
        let count = node_count(production, text, session.start())?;
        Some(observer.spans(count))
    }

    /// Returns the productions with their spans.
    pub fn iter(&self) -> impl Iterator<Item = (ProductionId, Range<usize>)> {
        let pairs = self.productions.iter().zip(&self.offsets).take(self.count);
        pairs.map(|(&production, &(start, end))| (production, start..end))
    }

    /// Returns the span of the first match of the production.
    #[must_use]
    pub fn find(&self, production: ProductionId) -> Option<Range<usize>> {
        let observed = self.productions.iter().take(self.count);
        let index = observed
            .clone()
            .position(|&observed| observed == production)?;
        let (start, end) = self.offsets[index];
        Some(start..end)
    }
}

/// Returns the number of selected productions, if the production derives the text.
#[inline]
fn node_count<P: Production, O: Observer, C: Cursor>(
    production: P,
    text: &[u8],
    input: ObservedInput<'_, '_, O, C>,
) -> Option<usize> {
    let (rest, _) = production.parse_prefix::<_, ()>(input).ok()?;
    (rest.offset() == text.len()).then(|| rest.node_count())
}

/// Records the spans, as `TreeBuilder` does for all productions.
struct SpansObserver<S, const ROOM: usize> {
    productions: [Cell<ProductionId>; ROOM],
    spans: [Cell<(usize, usize)>; ROOM],
    selection: PhantomData<S>,
}

impl<S, const ROOM: usize> SpansObserver<S, ROOM> {
    fn new() -> Self {
        Self {
            productions: [const { Cell::new(ProductionId::new(0)) }; ROOM],
            spans: [const { Cell::new((0, 0)) }; ROOM],
            selection: PhantomData,
        }
    }

    fn spans(&self, count: usize) -> Spans<ROOM> {
        Spans {
            productions: self.productions.each_ref().map(Cell::get),
            offsets: self.spans.each_ref().map(Cell::get),
            count: count.min(ROOM),
        }
    }
}

impl<S: Selection, const ROOM: usize> Observer for SpansObserver<S, ROOM> {
    #[inline]
    fn interests(&self) -> &Interests {
        const {
            &Interests {
                characters: Characters::None,
                productions: Some(S::PRODUCTIONS),
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
