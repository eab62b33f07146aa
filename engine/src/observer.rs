//! Observers, which receive the events of a parse.

use core::ops::Range;

use super::character_set::CharacterSet;
use super::dfa::List;
use super::production_set::ProductionId;
use super::text::Characters;

/// Receives the events of a parse.
///
/// All offsets are byte offsets from the start of the text. Events carry a *node count*: the
/// number of observed productions on the way to an offset. When a parser backtracks, the node
/// count returns to its earlier value, so events beyond it no longer count.
///
/// An observer that does not observe attempts receives [`derived`](Self::derived) and
/// [`listed`](Self::listed) only; one that does receives all other events instead.
pub(crate) trait Observer {
    /// Returns which events the observer wants.
    fn interests(&self) -> &Interests;

    /// Returns whether the observer wants the events inside a production that has a DFA and
    /// begins at `start`. A `nested` one has other nodes inside than those of character
    /// productions.
    #[inline]
    fn observes_inside(&self, nested: bool, start: usize) -> bool {
        let _ = start;
        let interests = self.interests();
        interests.characters != Characters::None || (nested && interests.nodes)
    }

    /// Returns whether the observer wants the events inside a production whose viable prefix
    /// ends at `end`.
    fn observes_up_to(&self, end: usize) -> bool {
        let _ = end;
        false
    }

    /// Receives a production that derives `span`. It is node number `node`; `after` is the node
    /// count at its end.
    fn derived(&self, node: usize, production: ProductionId, span: Range<usize>, after: usize) {
        let _ = (node, production, span, after);
    }

    /// Receives a list of productions, from `start` to the end of `text`. Its first element is node
    /// number `node`. Returns the node count at the end of the list.
    fn listed(&self, node: usize, list: List, start: usize, text: &[u8]) -> usize {
        let _ = (list, start, text);
        node
    }

    /// Receives a production that begins at `start`, as node number `node`. In a `lookahead`, the
    /// parser parses its choice again afterwards.
    fn opened(&self, node: usize, production: ProductionId, start: usize, lookahead: bool) {
        let _ = (node, production, start, lookahead);
    }

    /// Receives the match of the production with node number `node`, up to `end`; `after` is the
    /// node count there.
    fn closed(&self, node: usize, end: usize, after: usize) {
        let _ = (node, end, after);
    }

    /// Receives the failure of the innermost open production.
    fn abandoned(&self) {}

    /// Receives the span that a terminal or a DFA consumed.
    fn consumed(&self, start: usize, end: usize) {
        let _ = (start, end);
    }

    /// Returns whether the observer wants the characters expected at an offset.
    #[inline]
    fn observes_expected(&self, offset: usize) -> bool {
        let _ = offset;
        false
    }

    /// Receives the failure of a terminal: it expected one of these characters at the offset.
    fn expected(&self, offset: usize, characters: CharacterSet) {
        let _ = (offset, characters);
    }

    /// Excludes the character at the offset until [`Observer::readmitted`].
    fn excluded(&self, offset: usize, character: u8) {
        let _ = (offset, character);
    }

    /// Ends the last exclusion.
    fn readmitted(&self) {}
}

/// The events that an observer wants.
#[derive(Clone, Copy)]
pub(crate) struct Interests {
    /// The character productions that it observes.
    pub(crate) characters: Characters,
    /// Whether it observes the other productions.
    pub(crate) nodes: bool,
    /// Whether it observes attempts: productions that begin, and terminals, also in lookahead.
    pub(crate) attempts: bool,
    /// Whether the parser has to make every attempt, not only those that decide its choice.
    pub(crate) every_attempt: bool,
}

/// An observer whose type is known at run time only.
///
/// The compiler generates separate parsers for each type of observer. They are fast but take long
/// to compile, so observers whose speed does not matter share this type.
pub(crate) struct DynObserver<'o> {
    observer: &'o dyn Observer,
    interests: Interests,
}

impl<'o> DynObserver<'o> {
    /// Wraps an observer.
    pub(crate) fn new(observer: &'o dyn Observer) -> Self {
        Self {
            observer,
            interests: *observer.interests(),
        }
    }
}

impl Observer for DynObserver<'_> {
    #[inline]
    fn interests(&self) -> &Interests {
        &self.interests
    }

    fn observes_inside(&self, nested: bool, start: usize) -> bool {
        self.observer.observes_inside(nested, start)
    }

    fn observes_up_to(&self, end: usize) -> bool {
        self.observer.observes_up_to(end)
    }

    fn derived(&self, node: usize, production: ProductionId, span: Range<usize>, after: usize) {
        self.observer.derived(node, production, span, after);
    }

    fn listed(&self, node: usize, list: List, start: usize, text: &[u8]) -> usize {
        self.observer.listed(node, list, start, text)
    }

    fn opened(&self, node: usize, production: ProductionId, start: usize, lookahead: bool) {
        self.observer.opened(node, production, start, lookahead);
    }

    fn closed(&self, node: usize, end: usize, after: usize) {
        self.observer.closed(node, end, after);
    }

    fn abandoned(&self) {
        self.observer.abandoned();
    }

    fn consumed(&self, start: usize, end: usize) {
        self.observer.consumed(start, end);
    }

    fn observes_expected(&self, offset: usize) -> bool {
        self.observer.observes_expected(offset)
    }

    fn expected(&self, offset: usize, characters: CharacterSet) {
        self.observer.expected(offset, characters);
    }

    fn excluded(&self, offset: usize, character: u8) {
        self.observer.excluded(offset, character);
    }

    fn readmitted(&self) {
        self.observer.readmitted();
    }
}
