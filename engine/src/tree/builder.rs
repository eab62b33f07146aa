//! The observer that builds trees.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::ops::Range;

use nom::Input as _;

use super::root::parse_root;
use super::{Detail, TreeRecord, push_leaf};
use crate::cursor::{CompactCursor, Cursor, WideCursor};
use crate::dfa::List;
use crate::observed_input::Session;
use crate::observer::{DynObserver, Interests, Observer};
use crate::parse::Parse;
use crate::production_set::ProductionId;
use crate::text::{Characters, Text as _};

/// Room for the records of most URLs. Allocators have blocks of this size.
const ROOM: usize = 30;

/// The depth of most trees. Records up to it are written in place.
const DEPTH: usize = 8;

/// Records the nodes of a tree, with the character productions or without them.
///
/// Invariant: if the node count is `n`, every closed production on the way is among the
/// first `n` records, at its number. The other records belong to failed attempts or to open
/// productions; a record is overwritten when its production closes.
pub(crate) struct TreeBuilder<const CHARACTERS: bool> {
    records: RefCell<Vec<TreeRecord>>,
    /// The greatest node count that the cursor holds.
    max_nodes: usize,
    /// Whether the tree has more nodes than that.
    overflows: Cell<bool>,
}

/// Returns a builder that records nothing.
#[inline]
fn silent() -> TreeBuilder<false> {
    TreeBuilder {
        records: RefCell::new(Vec::new()),
        max_nodes: 0,
        overflows: Cell::new(false),
    }
}

/// Returns the records of the tree without character productions, or `None` if the production does
/// not derive the text.
pub(super) fn tree_records_of_rules<P: Parse>(
    production: P,
    text: &[u8],
) -> Option<Vec<TreeRecord>> {
    let detail = Detail::Rules;
    if CompactCursor::fits(text) {
        let builder = TreeBuilder::<false>::new(CompactCursor::MAX);
        let session = Session::<_, CompactCursor>::new(text, builder);
        let end = parse_root(production, &session.start(), detail);
        if let Ok(records) = session.into_observer().finish(text, end) {
            return records;
        }
    }
    tree_records_by_combinators(production, text, detail)
}

/// Returns whether the production derives the text. Runs the parsers that build trees, but silent:
/// a type of input for verdicts alone would double the time to compile a grammar.
pub(crate) fn derives<P: Parse>(production: P, text: &[u8]) -> bool {
    if CompactCursor::fits(text) {
        derives_all(
            production,
            &Session::<_, CompactCursor>::new(text, silent()),
        )
    } else {
        derives_by_combinators(production, text)
    }
}

/// Does the same with the cursor that holds any offset.
#[cold]
fn derives_by_combinators<P: Parse>(production: P, text: &[u8]) -> bool {
    let builder = silent();
    let observer = DynObserver::new(&builder);
    derives_all(production, &Session::<_, WideCursor>::new(text, observer))
}

/// Returns whether the production derives all of the session's text.
#[inline]
fn derives_all<P: Parse, O: Observer, C: Cursor>(
    production: P,
    session: &Session<'_, O, C>,
) -> bool {
    let matched = production.parse_prefix::<_, ()>(session.start().silent());
    matches!(matched, Ok((rest, _)) if rest.input_len() == 0)
}

/// Returns the records of the tree in this detail, for a text of any length and without tables of
/// character productions.
pub(crate) fn tree_records_by_combinators<P: Parse>(
    production: P,
    text: &[u8],
    detail: Detail,
) -> Option<Vec<TreeRecord>> {
    let records = match detail {
        Detail::Rules => records_of_rules_up_to(production, text, WideCursor::MAX),
        Detail::Characters => build_wide::<P, true>(production, text, detail, WideCursor::MAX),
    };
    records.ok().flatten()
}

/// Returns the records of a tree of at most `most` nodes, without character productions.
pub(crate) fn records_of_rules_up_to<P: Parse>(
    production: P,
    text: &[u8],
    most: usize,
) -> Result<Option<Vec<TreeRecord>>, Overflow> {
    build_wide::<P, false>(production, text, Detail::Rules, most)
}

/// Builds the tree with the cursor that holds any count.
fn build_wide<P: Parse, const CHARACTERS: bool>(
    production: P,
    text: &[u8],
    detail: Detail,
    most: usize,
) -> Result<Option<Vec<TreeRecord>>, Overflow> {
    let builder = TreeBuilder::<CHARACTERS>::new(most);
    let session = Session::<_, WideCursor>::new(text, DynObserver::new(&builder));
    let end = parse_root(production, &session.start(), detail);
    builder.finish(text, end)
}

/// The tree has more nodes than the cursor can count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Overflow;

impl<const CHARACTERS: bool> TreeBuilder<CHARACTERS> {
    /// Returns a builder for a cursor that counts up to `max_nodes`.
    pub(crate) fn new(max_nodes: usize) -> Self {
        let mut records = Vec::with_capacity(ROOM);
        records.resize(DEPTH.min(max_nodes), TreeRecord::PENDING);
        Self {
            records: RefCell::new(records),
            max_nodes,
            overflows: Cell::new(false),
        }
    }

    /// Returns the records of the tree if the text ends at `end`, which is an offset and the node
    /// count there.
    ///
    /// # Errors
    ///
    /// Returns [`Overflow`] if the tree has more than `max_nodes` nodes.
    pub(crate) fn finish(
        self,
        text: &[u8],
        end: Option<(usize, usize)>,
    ) -> Result<Option<Vec<TreeRecord>>, Overflow> {
        if self.overflows.get() {
            return Err(Overflow);
        }
        Ok(end.and_then(|(end, node_count)| {
            let mut records = self.records.into_inner();
            records.truncate(node_count);
            (end == text.len()).then_some(records)
        }))
    }

    /// Adds a record after the others.
    #[inline(never)]
    fn add(&self, node: usize, production: ProductionId, span: Range<usize>, after: usize) {
        if node >= self.max_nodes {
            return self.overflows.set(true);
        }
        let mut records = self.records.borrow_mut();
        cut_or_pad(&mut records, node);
        records.push(TreeRecord {
            production,
            start: span.start,
            end: span.end,
            after,
        });
    }
}

/// Makes `node` the index of the next record.
#[inline]
fn cut_or_pad(records: &mut Vec<TreeRecord>, node: usize) {
    records.truncate(node);
    while records.len() < node {
        records.push(TreeRecord::PENDING);
    }
}

impl<const CHARACTERS: bool> Observer for TreeBuilder<CHARACTERS> {
    #[inline]
    fn interests(&self) -> &Interests {
        const {
            &Interests {
                characters: if CHARACTERS {
                    Characters::All
                } else {
                    Characters::None
                },
                nodes: true,
                attempts: false,
                every_attempt: false,
            }
        }
    }

    #[inline]
    fn derived(&self, node: usize, production: ProductionId, span: Range<usize>, after: usize) {
        if let Some(record) = self.records.borrow_mut().get_mut(node) {
            *record = TreeRecord {
                production,
                start: span.start,
                end: span.end,
                after,
            };
            return;
        }
        self.add(node, production, span, after);
    }

    fn listed(&self, node: usize, list: List, start: usize, text: &[u8]) -> usize {
        if node >= self.max_nodes {
            self.overflows.set(true);
            return node;
        }
        let mut records = self.records.borrow_mut();
        let records = &mut *records;
        cut_or_pad(records, node);
        list.elements(text, start, |production, start, end| {
            push_leaf(records, production, start, end);
        });
        if records.len() > self.max_nodes {
            self.overflows.set(true);
        }
        records.len()
    }
}
