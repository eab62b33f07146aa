//! The observer that builds trees.

use std::cell::{Cell, RefCell, RefMut};
use std::ops::Range;

use super::root::parse_root;
use super::{Detail, TreeRecord};
use crate::engine::dfa::List;
use crate::engine::{
    Characters, CompactCursor, Cursor, DynObserver, Interests, Observer, ProductionId, Session,
    WideCursor,
};
use crate::rules::Rule;

/// Room for the records of most URLs. Allocators have blocks of this size.
const ROOM: usize = 30;

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

/// Returns the records of the text's tree, or `None` if the production does not derive the text.
pub(crate) fn tree_records(rule: Rule, text: &[u8], detail: Detail) -> Option<Vec<TreeRecord>> {
    match detail {
        Detail::Rules => build::<false>(rule, text),
        Detail::Characters => build::<true>(rule, text),
    }
}

fn build<const CHARACTERS: bool>(rule: Rule, text: &[u8]) -> Option<Vec<TreeRecord>> {
    if CompactCursor::fits(text) {
        let builder = TreeBuilder::<CHARACTERS>::new(CompactCursor::MAX);
        let session = Session::<_, CompactCursor>::new(text, builder);
        let end = parse_root(rule, &session.start(), TreeBuilder::<CHARACTERS>::DETAIL);
        if let Ok(records) = session.into_observer().finish(text, end) {
            return records;
        }
    }
    build_wide::<CHARACTERS>(rule, text)
}

/// Builds the tree with the cursor that holds any count.
#[cold]
fn build_wide<const CHARACTERS: bool>(rule: Rule, text: &[u8]) -> Option<Vec<TreeRecord>> {
    let builder = TreeBuilder::<CHARACTERS>::new(WideCursor::MAX);
    let session = Session::<_, WideCursor>::new(text, DynObserver::new(&builder));
    let end = parse_root(rule, &session.start(), TreeBuilder::<CHARACTERS>::DETAIL);
    builder.finish(text, end).ok().flatten()
}

/// The tree has more nodes than the cursor can count.
struct Overflow;

impl<const CHARACTERS: bool> TreeBuilder<CHARACTERS> {
    const DETAIL: Detail = if CHARACTERS {
        Detail::Characters
    } else {
        Detail::Rules
    };

    fn new(max_nodes: usize) -> Self {
        Self {
            records: RefCell::new(Vec::with_capacity(ROOM)),
            max_nodes,
            overflows: Cell::new(false),
        }
    }

    /// Returns the records of the tree if the text ends at `end`, which is an offset and the node
    /// count there.
    fn finish(
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

    /// Returns the records, cut or padded so that index `node` is next; `None` on overflow.
    #[inline]
    fn records_up_to(&self, node: usize) -> Option<RefMut<'_, Vec<TreeRecord>>> {
        if node >= self.max_nodes {
            self.overflows.set(true);
            return None;
        }
        let mut records = self.records.borrow_mut();
        records.resize(node, TreeRecord::PENDING);
        Some(records)
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
                productions: None,
                attempts: false,
                lookahead: false,
                every_attempt: false,
            }
        }
    }

    #[inline]
    fn derived(&self, node: usize, production: ProductionId, span: Range<usize>, after: usize) {
        let record = TreeRecord {
            production,
            start: span.start,
            end: span.end,
            after,
        };
        if let Some(pending) = self.records.borrow_mut().get_mut(node) {
            *pending = record;
        } else if let Some(mut records) = self.records_up_to(node) {
            records.push(record);
        }
    }

    fn listed(&self, node: usize, list: List, start: usize, text: &[u8]) -> usize {
        let Some(mut records) = self.records_up_to(node) else {
            return node;
        };
        list.elements(text, |production, from, to| {
            let after = records.len() + 1;
            records.push(TreeRecord {
                production,
                start: start + from,
                end: start + to,
                after,
            });
        });
        self.overflows
            .set(self.overflows.get() || records.len() > self.max_nodes);
        records.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Records = Option<Vec<TreeRecord>>;

    fn records<C: Cursor>(rule: Rule, text: &str, max_nodes: usize) -> Result<Records, Overflow> {
        let builder = TreeBuilder::<false>::new(max_nodes);
        let session = Session::<_, C>::new(text.as_bytes(), builder);
        let end = parse_root(rule, &session.start(), Detail::Rules);
        session.into_observer().finish(text.as_bytes(), end)
    }

    #[test]
    fn a_tree_of_more_productions_than_can_be_counted_is_not_made() {
        let few = |rule, text| records::<WideCursor>(rule, text, 3);
        assert!(few(Rule::Host, "a").is_ok_and(|tree| tree.is_some_and(|nodes| nodes.len() == 3)));
        assert!(few(Rule::Hostport, "a").is_err());
        assert!(few(Rule::Hostport, "!").is_ok_and(|tree| tree.is_none()));
    }

    #[test]
    fn the_tree_is_the_same_with_either_cursor() {
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
            let compact = tree_records(Rule::Url, text.as_bytes(), Detail::Rules);
            let wide = records::<WideCursor>(Rule::Url, text, WideCursor::MAX);
            assert_eq!(compact, wide.ok().flatten());
            assert_eq!(compact, build_wide::<false>(Rule::Url, text.as_bytes()));
        }
    }
}
